"""The clauses of the rule book, each in one sentence for players: what a refusal shows.

`engine/RULES.md` has the whole text under the same numbers.
"""

from collections.abc import Mapping

CLAUSES: Mapping[str, str] = {
    "A1": "The deck has four colours of 25 cards, four Wilds and four Wild Draw Fours; the table's rules say which "
    "extra cards join it and how many may play.",
    "A2": "A card must match the colour in play, or the number or symbol of the top card, or be an allowed wild.",
    "A3": "When the draw pile runs out, the discards under the top card are shuffled into a new one; you may pass only "
    "if there is nothing at all to draw and you hold no card that is allowed.",
    "A4": "Play goes clockwise until a Reverse turns it; with two players left, a Reverse works as a Skip.",
    "A5": "A Skip costs the next player the turn, a Draw Two the turn and two cards, a Wild Draw Four the turn and "
    "four; if you play a wild, you name the colour.",
    "A6": "The deal moves on one seat every round, the table's rules say who starts, and newcomers may sit down only "
    "between rounds.",
    "A7": "Numbers are worth their number, Skip, Reverse and Draw Two 20, Wild and Wild Draw Four 50, the extra cards "
    "40.",
    "A8": "You are out when you have no cards left; a penalty in your last play is still drawn, and nobody can "
    "challenge it.",
    "A9": "You can play only cards from your own hand; nobody trades or shows cards unless a rule says so.",
    "A10": "If you leave for good during a round, your hand goes under the draw pile and the others play on.",
    "A11": "When time runs out, the game answers for you.",
    "A12": "Everyone who might have an answer is asked, so that not being asked never gives a hand away.",
    "A13": "You can do what the game offers you, and a few things that cost cards; everything else is refused and "
    "changes nothing.",
    "B0": "If the first card is a number, the starter simply plays on it.",
    "B1": "If the first card is a Skip, the starter misses the turn.",
    "B2": "If the first card is a Draw Two, the starter draws two and misses the turn, or passes it on if the table "
    "plays with stacking.",
    "B3": "If the first card is a Reverse, play goes counter-clockwise; the table's rules say who begins.",
    "B4": "If the first card is a Wild, its colour is named before the starter plays.",
    "B5": "A Wild Draw Four is never the first card: it goes back and another card is turned up.",
    "B6": "If the first card is Swap Hands, whoever carries it out names its colour and swaps hands with a player of "
    "their choice.",
    "B7": "If the first card is Shuffle Hands, its colour is named and nothing is shuffled.",
    "B8": "If the first card is Customizable, its colour is named and its rule does not apply.",
    "O1": "Everyone is dealt seven cards from a deck of 108, and the player to the dealer's left begins.",
    "O2": "You may act only when you are asked: on your turn you play one card that matches, or a wild, or draw one.",
    "O3": "After drawing you may play that very card if you can, or keep it, but no other card.",
    "O4": "A Wild Draw Four is allowed only if you hold no card of the colour in play; matching numbers, symbols and "
    "other wilds do not matter.",
    "O5": "The next player may challenge a Wild Draw Four: if guilty, whoever played it draws four; if innocent, the "
    "challenger draws six and misses the turn.",
    "O6": "Call UNO when you play your next-to-last card; if you are caught before the next player acts, you draw "
    "cards.",
    "O7": "Calling UNO with more than one card left costs you cards, but at most once a turn, and not while everyone "
    "votes, passes a card or waits for the deal.",
    "O8": "Playing out of turn costs you cards, at most once a turn, and you keep the card; an answer to an older "
    "question is too late and costs nothing.",
    "O9": "One round decides the game, unless the host chooses to play for points.",
    "Q1": "Everyone is dealt ten cards.",
    "Q2": "In a chain each card must match the one before it in colour, number or symbol, or be a wild, and you name a "
    "colour for every wild.",
    "Q3": "Action cards come last in a chain, and a plain Wild counts as a number; at some tables a single one may "
    "stand anywhere.",
    "Q4": "A chain may contain both Draw Twos and Wild Draw Fours, and one player draws them all.",
    "Q5": "A chain takes effect after its last card: first all Reverses, then the penalty, then every Skip passes over "
    "one more player, but never over you.",
    "Q6": "One challenge covers all Wild Draw Fours of a chain: for each guilty one, whoever played it draws four and "
    "the sum drops by four; with none guilty, the challenger draws the sum and two more.",
    "Q7": "A chain counts whole or not at all: if one card breaks it, none is played.",
    "Q8": "You may play a card you have just drawn, but only by itself.",
    "Q9": "You must call UNO if a chain leaves you one card, but not if it leaves you none.",
    "C1": "Everyone is dealt seven cards from a deck of 113: the usual 108, one Swap Hands, one Shuffle Hands and "
    "three Customizable.",
    "C2": "The first card takes effect at once; of the extra cards only Swap Hands does more than name a colour.",
    "C3": "If you have no card to play, or choose not to play one, you draw a card.",
    "C4": "You must play a card you have just drawn if it is allowed; otherwise you keep it and your turn ends.",
    "C5": "You play one card at a time.",
    "C6": "Reverse, Skip and Draw Two may be played on their own colour or their own symbol.",
    "C7": "You may not play a Draw Two on a Wild Draw Four, whatever its colour.",
    "C8": "A Wild Draw Four is allowed only if you have no other card to play; other wilds count, more Wild Draw Fours "
    "do not.",
    "C9": "The game itself announces UNO whenever a player is down to one card.",
    "C10": "With Swap Hands you name the colour and swap all your cards with another player who is still in.",
    "C11": "With Shuffle Hands you name the colour; all hands are mixed and dealt again, beginning with the player "
    "after you.",
    "C12": "Customizable cards follow the rule that the table agreed on, or one of three that players vote for before "
    "the first deal: you name the colour and answer what that rule asks.",
    "C13": "As your last card, Swap Hands, Shuffle Hands and Customizable are plain Wilds.",
    "C14": "If your last card is a Draw Two or Wild Draw Four, the next player still draws before points are counted.",
    "C15": "Playing for points, the first to go out scores everyone else's cards, and rounds go on until somebody "
    "reaches the target.",
    "C16": "In a single round, the first to go out wins the game.",
    "C17": "Playing until the last, you take no further part once you are out, and the others play on for the next "
    "places.",
    "S1": "Two to four players are dealt seven cards each from a deck of 108; the fourth colour is orange, and anybody "
    "may begin.",
    "S2": "You may play a Wild or Wild Draw Four on any turn, without condition or challenge.",
    "S3": "On your turn you play a card that matches, or a wild, or draw one, which you must play if it is allowed.",
    "S4": "You can pass a penalty on with a Draw Two on a Draw Two, or a Wild Draw Four on a Wild Draw Four, but no "
    "other card; if you do not, you draw the sum.",
    "S5": "When the draw pile runs out, the discards under the top card become the new one.",
    "S6": "If you do not call UNO before the next player acts, the referee gives you the penalty without being asked.",
    "S7": "A false UNO costs two cards, but only once a turn.",
    "S8": "The first to go out wins.",
    "M1": "People play against computer players; the starter is drawn at random, and the dealer carries out the first "
    "card.",
    "M2": "A Wild Draw Four that is not allowed is refused, and you choose again.",
    "M3": "If you have no card to play, you draw one and may play or keep it; drawing instead of playing is free.",
    "M4": "The game says UNO for you, but at random it may declare that you forgot, and then you draw.",
    "M5": "Points are counted round by round, and the first to reach the target wins.",
    "M6": "Your hand is shown by colour, and every move can be typed letter by letter.",
    "M7": "Computer players act by themselves, within the rules, and know only what their seat may see.",
    "K1": "The host proposes how many Customizable cards there are, and their rule or a vote; nothing is dealt until "
    "everyone has accepted.",
    "K2": "If you have no match, or choose not to play, you draw a card, which you must play if it is allowed.",
    "K3": "You need a hand without the colour in play for a Wild Draw Four; only a challenger gets to see it.",
    "K4": "You must call UNO every time you play down to one card; being caught costs two cards.",
    "K5": "With Swap Hands you swap all your cards with a player of your choice; as your last card it is a plain Wild.",
    "K6": "Customizable cards do what was voted for or agreed on.",
    "K7": "The winner of a round scores everyone else's cards, and the first to 500 wins.",
    "U1": "You can call UNO with the card or right after it; until you do, or the next player acts, others can catch "
    "you.",
    "U2": "Where players call UNO themselves, a call counts once, when your own play leaves you one card; the game "
    "itself announces every other single card.",
    "U3": "For a moment after a next-to-last card the table holds back catches and moves, so that its owner can still "
    "call.",
    "U4": "Catching somebody who cannot be caught does nothing and costs nothing; you can try it once a turn.",
    "H1": "You can pass a penalty on with a card of its kind; a Wild Draw Four may also answer a Draw Two, and a Draw "
    "Two of the named colour a Wild Draw Four.",
    "H2": "In a stack only the top Wild Draw Four can be challenged: if guilty, whoever played it draws everything; if "
    "innocent, the challenger draws two more.",
    "H3": "A 7 swaps hands with another player who is still in, a 0 moves all hands on; as first or last card both are "
    "plain numbers.",
    "H4": "You may jump in with the very card on top while a turn is awaited and nobody has drawn; coming too late "
    "costs nothing.",
    "H5": "If you draw on your turn, you go on until you have a card that is allowed or nothing is left.",
    "H6": "If you hold a card that is allowed, you must play one and may not draw.",
    "N0": "An option that came later counts in a fingerprint only if it differs from the official rules.",
    "N1": "A Draw Two is passed on with a Draw Two or a Wild Draw Four; whether a Draw Two also answers a Wild Draw "
    "Four, and in which colour, is part of the table's rules.",
    "N2": "You can also pass a penalty on with one Skip, or back with one Reverse, that matches the colour in play or "
    "the symbol on top; after that nobody can challenge it.",
    "N3": "The first card is a number: anything else goes back, and another card is turned up.",
    "N4": "Your last card must be a number: if you hold another one alone, you draw.",
    "N5": "After each round everyone scores their own cards; when somebody has enough points, the lowest score wins.",
    "N6": "The table's rules say whether sevens, zeros or both move hands.",
    "N7": "Cards played together need the same number or symbol, at some tables also the same colour, and no wilds; "
    "you play a card just drawn, a jump-in and a Skip or Reverse on a penalty alone.",
    "N8": "With too many cards in hand you are out of the round, and need not draw the rest; the last one in wins.",
    "N10": "If your own play moves hands and you then have one card, you must call UNO.",
    "N12": "The Customizable cards do what the host has written: everyone reads it and confirms.",
    "N13": "Action cards come last in a chain; at some tables a single one may stand anywhere.",
}
"""Every clause number, in the order of the rule book, with its sentence."""
