/** The rules of the engine, for the page. Made by scripts/generate.py. */

/** Every option with its value in the official rules. */
export const USUAL = {
  "players": "2-10",
  "decks": "1",
  "hand_size": "7",
  "extra": "0,0,0",
  "fourth_colour": "yellow",
  "starter": "left_of_dealer",
  "first_card": "starter",
  "first_reverse": "dealer_starts",
  "drawn_card": "may_play",
  "draw_until_playable": "no",
  "voluntary_draw": "yes",
  "wild_draw_four": "bluff",
  "wild_draw_four_needs": "no_colour_match",
  "challenge_reveal": "challenger",
  "draw_two_on_wild_draw_four": "yes",
  "stacking": "off",
  "chains": "no",
  "uno": "call",
  "uno_caught_by": "opponent",
  "uno_penalty": "2",
  "false_uno_penalty": "4",
  "out_of_turn_penalty": "2",
  "forget_chance": "0.1",
  "uno_grace": "1.5",
  "customizable_rule": "vote",
  "goal": "single_round",
  "target": "500",
  "seven_zero": "no",
  "jump_in": "no",
  "deflect": "no",
  "last_card": "any",
  "doubles": "no",
  "mercy": "0",
  "uno_after_swap": "announced",
  "chain_actions": "all_last",
  "own_text": "",
};

/** Of each preset every option: those that differ, and below the usual ones. */
export const PRESETS = {
  "official": {},
  "quickplay": {"hand_size": "10", "chains": "yes", "chain_actions": "several_last"},
  "classic113": {"extra": "1,1,3", "first_reverse": "turns_only", "drawn_card": "must_play", "wild_draw_four_needs": "no_alternative", "challenge_reveal": "everyone", "draw_two_on_wild_draw_four": "no", "uno": "automatic", "uno_penalty": "0", "false_uno_penalty": "0", "out_of_turn_penalty": "0", "goal": "points"},
  "street": {"players": "2-4", "fourth_colour": "orange", "starter": "random", "first_reverse": "turns_only", "drawn_card": "must_play", "wild_draw_four": "free", "stacking": "same", "uno_caught_by": "referee", "false_uno_penalty": "2", "out_of_turn_penalty": "0"},
  "computer": {"starter": "random", "first_card": "dealer", "wild_draw_four": "enforced", "uno": "random_forget", "uno_caught_by": "referee", "false_uno_penalty": "0", "out_of_turn_penalty": "0", "goal": "points"},
  "skyrus": {"extra": "1,0,3", "first_reverse": "turns_only", "drawn_card": "must_play", "false_uno_penalty": "0", "out_of_turn_penalty": "0", "goal": "points", "uno_after_swap": "owed"},
  "party": {"starter": "random", "first_card": "number", "drawn_card": "must_play", "draw_until_playable": "yes", "wild_draw_four": "free", "stacking": "any", "false_uno_penalty": "2", "out_of_turn_penalty": "0", "seven_zero": "yes", "jump_in": "yes"},
  "no_mercy": {"players": "2-6", "decks": "2", "extra": "1,1,3", "starter": "random", "first_card": "number", "drawn_card": "must_play", "draw_until_playable": "yes", "voluntary_draw": "no", "wild_draw_four": "free", "stacking": "up", "false_uno_penalty": "2", "out_of_turn_penalty": "0", "customizable_rule": "discard_colour", "seven_zero": "yes", "mercy": "25"},
  "tournament": {"uno_grace": "1", "goal": "points"},
  "first_game": {"first_card": "number", "wild_draw_four": "enforced", "uno": "automatic", "uno_penalty": "0", "false_uno_penalty": "0", "out_of_turn_penalty": "0"},
};

/** What each preset is, in a sentence. */
export const PRESET_TEXTS = {
  "official": "The usual game: 108 cards, a Wild Draw Four to bluff with and to challenge, UNO to call and to catch.",
  "quickplay": "The usual game with ten cards each, and several cards in one turn.",
  "classic113": "113 cards with Swap Hands, Shuffle Hands and Customizable; for points, one round or until the last.",
  "street": "Penalties are stacked, wilds go on any turn, the fourth colour is orange; two to four players.",
  "computer": "Against computer players, so seat at least one; the game says UNO, but now and then declares it forgotten.",
  "skyrus": "Two to ten players, with one Swap Hands and up to three Customizable cards, for points.",
  "party": "Penalties add up, sevens and zeros move hands, and you may jump in with an identical card.",
  "no_mercy": "Two decks with extra cards and growing penalties; with too many cards you are out of the round.",
  "tournament": "The usual game for points; for UNO you have one second before anyone can catch you.",
  "first_game": "An easy start: no bluffing, no penalties for mistakes, and the game says UNO for you.",
};

/** The options under headings. */
export const SECTIONS = [
  ["The deal", ["players", "decks", "hand_size", "extra", "fourth_colour", "starter", "first_card", "first_reverse"]],
  ["Your turn", ["drawn_card", "draw_until_playable", "voluntary_draw", "chains", "chain_actions", "doubles", "stacking", "deflect", "draw_two_on_wild_draw_four", "seven_zero", "jump_in", "last_card", "mercy", "out_of_turn_penalty"]],
  ["The Wild Draw Four", ["wild_draw_four", "wild_draw_four_needs", "challenge_reveal"]],
  ["UNO", ["uno", "uno_caught_by", "uno_penalty", "false_uno_penalty", "forget_chance", "uno_grace", "uno_after_swap"]],
  ["The Customizable cards", ["customizable_rule", "own_text"]],
  ["The goal", ["goal", "target"]],
];

/** Of each option title, if its usual value is unsaid, values (or those of `means`), other names. */
export const OPTIONS = {
  "players": {"title": "Players", "choices": ["2-10", "2-4", "2-6"], "means": "{value} players can play."},
  "decks": {"title": "Decks", "unsaid": true, "means": {"1": "One deck is used.", "2": "Two decks are shuffled together."}},
  "hand_size": {"title": "Cards dealt", "choices": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"], "means": {"1": "Everyone is dealt one card.", "*": "Everyone is dealt {value} cards."}},
  "extra": {"title": "Extra cards", "unsaid": true, "choices": ["0,0,0", "1,1,3", "1,0,1", "1,0,2", "1,0,3"], "means": {"0,0,0": "There are no extra cards.", "*": "Extra cards in each deck, as Swap Hands, Shuffle Hands, Customizable: {value}."}},
  "fourth_colour": {"title": "Fourth colour", "unsaid": true, "means": {"yellow": "The fourth colour is yellow.", "orange": "The fourth colour is orange; its letter is Y."}},
  "starter": {"title": "Who starts", "words": {"left_of_dealer": "left of the dealer", "random": "drawn at random", "chosen": "named by the host"}, "means": {"left_of_dealer": "The player after the dealer starts; the deal moves on one seat each round.", "random": "A player drawn at random starts each round.", "chosen": "The host names who starts the first round; after that, the player after the dealer."}},
  "first_card": {"title": "First card", "words": {"starter": "for the starter", "dealer": "for the dealer", "number": "always a number"}, "means": {"starter": "The starter carries out the first card.", "dealer": "The first card counts as played by the dealer.", "number": "The first card is a number; anything else goes back, and another card is turned up."}},
  "first_reverse": {"title": "Reverse as first card", "words": {"dealer_starts": "the dealer starts", "turns_only": "only turns play"}, "means": {"dealer_starts": "If the first card is a Reverse, the dealer plays first, counter-clockwise.", "turns_only": "If the first card is a Reverse, play goes counter-clockwise from the starter."}},
  "drawn_card": {"title": "Playing a drawn card", "words": {"may_play": "may be played", "must_play": "must be played"}, "means": {"may_play": "If you can play the card you drew, you may play it at once or keep it.", "must_play": "If the card you drew is allowed, you must play it at once."}},
  "draw_until_playable": {"title": "Draw until playable", "unsaid": true, "means": {"yes": "If you draw, you go on until you get a card that is allowed.", "no": "You draw one card."}},
  "voluntary_draw": {"title": "Draw instead of playing", "means": {"yes": "You may draw even if you could play.", "no": "If you hold a card that is allowed, you must play one."}},
  "wild_draw_four": {"title": "Wild Draw Four", "words": {"bluff": "can be a bluff", "enforced": "only if allowed", "free": "always allowed"}, "means": {"bluff": "A Wild Draw Four has a condition; you may bluff, and the next player may challenge you.", "enforced": "You can play a Wild Draw Four only when its condition holds.", "free": "You can play a Wild Draw Four on any turn."}},
  "wild_draw_four_needs": {"title": "Wild Draw Four condition", "words": {"no_colour_match": "colour not held", "no_alternative": "no other card"}, "means": {"no_colour_match": "A Wild Draw Four is meant for a hand without a card of the colour in play.", "no_alternative": "A Wild Draw Four is meant for a hand with no other card to play."}},
  "challenge_reveal": {"title": "Challenged hand shown to", "words": {"challenger": "the challenger"}, "means": {"challenger": "Only the challenger sees a challenged hand.", "everyone": "Everyone sees a challenged hand."}},
  "draw_two_on_wild_draw_four": {"title": "Draw Two on a Wild Draw Four", "means": {"yes": "Once a Wild Draw Four has been drawn, you may play a Draw Two of the named colour on it.", "no": "You may not play a Draw Two on a Wild Draw Four."}},
  "stacking": {"title": "Stacking penalties", "unsaid": true, "words": {"off": "no", "same": "like on like", "any": "any on any", "up": "same or higher", "any_colour": "any on any, any colour"}, "means": {"off": "If a penalty hits you, you draw it.", "same": "You can pass on a Draw Two with another Draw Two, a Wild Draw Four with another Wild Draw Four; the penalties add up.", "any": "You can pass on any penalty with a Wild Draw Four or a Draw Two, which needs the named colour on a Wild Draw Four; the penalties add up.", "up": "You can pass on a Draw Two with a Draw Two or a Wild Draw Four, but a Wild Draw Four only with another Wild Draw Four; the penalties add up.", "any_colour": "You can pass on any penalty with a Wild Draw Four or a Draw Two of any colour; the penalties add up."}},
  "chains": {"title": "Several cards in one turn", "unsaid": true, "means": {"yes": "You may play a chain in one turn, each card matching the one before.", "no": "You play one card in a turn."}},
  "uno": {"title": "UNO", "words": {"call": "you call it", "automatic": "the game says it", "random_forget": "game may forget", "off": "nobody says it"}, "means": {"call": "Call UNO when you play your next-to-last card.", "automatic": "The game says UNO for you.", "random_forget": "The game says UNO for you, but sometimes declares that you forgot.", "off": "Nobody says UNO."}},
  "uno_caught_by": {"title": "Forgotten UNO found by", "words": {"opponent": "the others", "referee": "the game"}, "means": {"opponent": "If you forget UNO, other players can catch you until the next player acts.", "referee": "The game itself notices a forgotten UNO when the next player acts."}},
  "uno_penalty": {"title": "Penalty for a forgotten UNO", "choices": ["0", "1", "2", "3", "4", "5", "6"], "means": {"0": "Forgetting UNO costs nothing.", "1": "Forgetting UNO costs one card.", "*": "Forgetting UNO costs {value} cards."}},
  "false_uno_penalty": {"title": "Penalty for a false UNO", "choices": ["0", "1", "2", "3", "4", "5", "6"], "means": {"0": "A false UNO costs nothing.", "1": "Calling UNO with more than one card left costs one card.", "*": "Calling UNO with more than one card left costs {value} cards."}},
  "out_of_turn_penalty": {"title": "Penalty for playing out of turn", "choices": ["0", "1", "2", "3", "4", "5", "6"], "means": {"0": "A card out of turn is refused.", "1": "Playing a card out of turn costs one card.", "*": "Playing a card out of turn costs {value} cards."}},
  "forget_chance": {"title": "Chance of forgetting UNO", "choices": ["0", "0.05", "0.1", "0.2", "0.5", "1"], "means": "The chance that the game declares your UNO forgotten is {value}."},
  "uno_grace": {"title": "UNO grace period, seconds", "choices": ["0", "1", "1.5", "2", "3", "5"], "means": {"0": "There is no grace period: catches count at once.", "1": "For one second after the card is played, calls come before catches.", "*": "For {value} seconds after the card is played, calls come before catches."}},
  "customizable_rule": {"title": "Customizable card rule", "means": {"vote": "The players vote for the rule of the Customizable cards.", "everyone_else_draws_one": "Customizable cards: Every other player draws a card, in the direction of play.", "chosen_player_draws_three": "Customizable cards: You choose another player, who draws three cards.", "hands_move_on": "Customizable cards: Everyone passes their whole hand to the next player in the direction of play.", "play_again": "Customizable cards: You get another turn at once.", "next_two_miss": "Customizable cards: The next two players miss their turn; you never miss your own.", "open_hand": "Customizable cards: You choose another player, whose hand everyone sees until that player's next turn begins.", "discard_colour": "Customizable cards: Of the colour you name, you keep one card of your choice; your others go under the top discard.", "everyone_passes_one": "Customizable cards: Everyone chooses a card at the same time and passes it to the next player in the direction of play.", "own": "Customizable cards do what the host has written: everyone reads it and confirms."}},
  "goal": {"title": "Goal", "words": {"points": "points over rounds", "single_round": "one round", "until_last": "until one is left", "low_points": "fewest points"}, "means": {"points": "The first to go out scores everyone else's cards; the first with enough points wins.", "single_round": "The first to go out wins the game.", "until_last": "When somebody goes out, the others play on for places until one player is left.", "low_points": "After each round everyone scores their own cards; when somebody has enough points, the lowest score wins."}, "also": {"with_score": "points", "no_score": "single_round"}},
  "target": {"title": "Play to", "choices": ["100", "200", "300", "500", "1000"], "means": "Rounds go on until somebody has {value} points."},
  "seven_zero": {"title": "Sevens and zeros", "unsaid": true, "words": {"sevens": "sevens only", "zeros": "zeros only"}, "means": {"yes": "A 7 swaps hands with a player of your choice, a 0 moves all hands one seat on.", "no": "Sevens and zeros are plain numbers.", "sevens": "A 7 swaps hands with a player of your choice; zeros are plain numbers.", "zeros": "A 0 moves all hands one seat on; sevens are plain numbers."}},
  "jump_in": {"title": "Jump-in", "unsaid": true, "means": {"yes": "With a card identical to the one on top you may jump in out of turn; play goes on from you.", "no": "Nobody jumps in out of turn."}},
  "deflect": {"title": "Deflecting penalties", "unsaid": true, "means": {"yes": "A matching Skip passes a penalty on, a matching Reverse passes it back; nobody may challenge it.", "no": "You cannot pass a penalty on with a Skip or a Reverse."}},
  "last_card": {"title": "Last card", "unsaid": true, "words": {"any": "any card", "number": "a number"}, "means": {"any": "You may go out with any card.", "number": "You may go out only with a number; if your last card is another, you draw."}},
  "doubles": {"title": "Doubles", "unsaid": true, "words": {"twins": "identical cards", "same": "same number or symbol"}, "means": {"no": "You play one card in a turn, unless the table plays chains.", "twins": "On your turn you may play identical cards together, but no wilds; they all take effect, several 7s or 0s once.", "same": "On your turn you may play cards of the same number or symbol together, but no wilds; they all take effect, several 7s or 0s once, and the last one's colour is in play."}},
  "mercy": {"title": "Mercy", "unsaid": true, "choices": ["0", "16", "20", "25", "30", "40"], "means": {"0": "You may hold any number of cards.", "*": "With {value} cards or more in hand you are out of the round; the last one in wins it."}},
  "uno_after_swap": {"title": "UNO after a swap", "unsaid": true, "words": {"announced": "the game says it", "owed": "you call it"}, "means": {"announced": "If your own play moves hands and you then have one card, the game says UNO for you.", "owed": "If your own play moves hands and you then have one card, you must call UNO yourself."}},
  "chain_actions": {"title": "Action cards in a chain", "words": {"all_last": "always last", "several_last": "last if two or more"}, "means": {"all_last": "In a chain only Skips, Reverses, Draw Twos and Wild Draw Fours may follow one of these.", "several_last": "One Skip, Reverse or Draw Two may stand anywhere in a chain; several come last, with Wild Draw Fours."}},
  "own_text": {"title": "The host's own rule", "unsaid": true, "means": "Customizable cards: {value}"},
};

/** The title and the text of each rule of the Customizable cards. */
export const CUSTOM = {
  "everyone_else_draws_one": ["Everyone else draws one", "Every other player draws a card, in the direction of play."],
  "chosen_player_draws_three": ["A player of your choice draws three", "You choose another player, who draws three cards."],
  "hands_move_on": ["All hands move on", "Everyone passes their whole hand to the next player in the direction of play."],
  "play_again": ["Play again", "You get another turn at once."],
  "next_two_miss": ["The next two miss their turn", "The next two players miss their turn; you never miss your own."],
  "open_hand": ["Cards on the table", "You choose another player, whose hand everyone sees until that player's next turn begins."],
  "discard_colour": ["Discard a colour", "Of the colour you name, you keep one card of your choice; your others go under the top discard."],
  "everyone_passes_one": ["Everyone passes one on", "Everyone chooses a card at the same time and passes it to the next player in the direction of play."],
};

/** What each level of computer players is like, the weakest first. */
export const LEVELS = {
  "easy": "plays whatever fits and often forgets UNO",
  "normal": "plays with care and now and then forgets UNO",
  "hard": "weighs every card and rarely forgets UNO",
  "expert": "thinks ahead and misses next to nothing",
};

/** What makes an option meaningless: of another option a pattern of its values; any of them does. */
export const MEANINGLESS = {
  "first_reverse": {"first_card": "^number$"},
  "wild_draw_four_needs": {"wild_draw_four": "^free$"},
  "challenge_reveal": {"wild_draw_four": "^(?!bluff$)"},
  "uno_caught_by": {"uno": "^(automatic|off)$"},
  "forget_chance": {"uno": "^(?!random_forget$)"},
  "uno_grace": {"uno": "^(?!call$)"},
  "customizable_rule": {"extra": ",0$"},
  "target": {"goal": "^(?!low_points$|points$)"},
  "deflect": {"stacking": "^off$"},
  "uno_after_swap": {"uno": "^(?!call$)", "uno_penalty": "^0$"},
  "chain_actions": {"chains": "^no$"},
  "own_text": {"extra": ",0$", "customizable_rule": "^(?!own$)"},
};

for (const name of Object.keys(PRESETS)) PRESETS[name] = { ...USUAL, ...PRESETS[name] };
