/** What is told, for the page. Made by scripts/generate.py. */

/** What a seat brings about, by the kind of event: as its player is told, and as others are. */
export const OF_SEAT = {
  "colour_named": ["You name {colour}.", "{name} names {colour}."],
  "hand_closed": ["Your hand is hidden again.", "{name}'s hand is hidden again."],
  "drawn_kept": ["You keep the card.", "{name} keeps the card."],
  "passed": ["You pass.", "{name} passes."],
  "turn_missed": ["You miss a turn.", "{name} misses a turn."],
  "uno_window_opened": ["You have one card and didn't call UNO!", "{name} has one card and didn't call UNO!"],
  "uno_called": ["You call UNO!", "{name} calls UNO!"],
  "uno_claimed": ["You call UNO, to be checked when the cards are discarded.", "{name} calls UNO, to be checked when the cards are discarded."],
  "uno_announced": ["UNO! You have one card.", "UNO! {name} has one card."],
  "false_uno": ["You call UNO with too many cards.", "{name} calls UNO with too many cards."],
  "out_of_turn": ["You tried to play out of turn.", "{name} tried to play out of turn."],
  "time_ran_out": ["You ran out of time.", "{name} ran out of time."],
  "player_left": ["You left the game.", "{name} left the game."],
  "player_lost": ["Too many cards: you are out of the round.", "Too many cards: {name} is out of the round."],
  "confirmed": ["You have confirmed.", "{name} has confirmed."],
  "player_joined": ["You join the game.", "{name} joins the game."],
  "hand_opened": ["Your hand is face up: {cards}.", "{name}'s hand is face up: {cards}."],
  "colour_discarded": ["You discard {cards}, under the top card.", "{name} discards {cards}, under the top card."],
  "player_out": ["You are out: {place} place.", "{name} is out: {place} place."],
};

/** What everybody is told in the same words, by the kind of event. */
export const TO_ALL = {
  "first_card_turned": "The first card is {card}.",
  "watcher_came": "{name} is watching.",
  "game_opened": "A new game begins.",
  "game_cleared": "The table is cleared.",
};

/** Why cards are drawn, by the reason: as the player is told, and as others are. */
export const DRAWN = {
  "guilty": ["You draw {cards} for bluffing.", "{name} draws {cards} for bluffing."],
  "innocent": ["You draw {cards} for losing the challenge.", "{name} draws {cards} for losing the challenge."],
  "caught": ["You draw {cards} for forgetting UNO.", "{name} draws {cards} for forgetting UNO."],
  "forgotten": ["You draw {cards} for forgetting UNO.", "{name} draws {cards} for forgetting UNO."],
  "rule": ["You draw {cards} because of the Customizable card.", "{name} draws {cards} because of the Customizable card."],
  "false_uno": ["You draw {cards} for the false UNO.", "{name} draws {cards} for the false UNO."],
  "out_of_turn": ["You draw {cards} for playing out of turn.", "{name} draws {cards} for playing out of turn."],
};

/** The same for every other reason. */
export const DRAWN_AS_USUAL = [
  "You draw {cards}.",
  "{name} draws {cards}.",
];

/** What a switch of a table says if it is on, and if it is off. */
export const SWITCHES = {
  "password": ["a new password", "no password"],
  "listed": ["listed", "unlisted"],
  "locked": ["locked", "unlocked"],
  "watching": ["spectators allowed", "no new spectators"],
  "show_hands": ["hands shown after each round", "hands not shown after a round"],
};

/** The colours, by letter. */
export const COLOURS = {
  "R": "red",
  "Y": "yellow",
  "G": "green",
  "B": "blue",
};

/** The symbols of cards. */
export const RANKS = {
  "S": "Skip",
  "R": "Reverse",
  "+2": "Draw Two",
  "W": "Wild",
  "W+4": "Wild Draw Four",
  "WS": "Swap Hands",
  "WX": "Shuffle Hands",
  "WC": "Customizable",
};

/** The places up to ten. */
export const ORDINALS = [
  "1st",
  "2nd",
  "3rd",
  "4th",
  "5th",
  "6th",
  "7th",
  "8th",
  "9th",
  "10th",
];

/** How long computer players take. */
export const PACES = {
  "calm": "calm computer players",
  "normal": "computer players at normal pace",
  "brisk": "brisk computer players",
};

/** What each reaction says. */
export const REACTIONS = {
  "nice": "Nice!",
  "haha": "Haha!",
  "wow": "Wow!",
  "oops": "Oops!",
  "sorry": "Sorry!",
  "thanks": "Thanks!",
  "hurry": "Hurry up!",
  "good_game": "Good game!",
};

/** What the records of a tally are called. */
export const RECORDS = {
  "caught": "UNOs caught",
  "biggest": "Biggest hand",
  "longest": "Most cards at once",
};

/** What a code means (P-12.1). */
export const ERRORS = {
  "out_of_game": "You're not in this round.",
  "stale": "Too late: the game has moved on.",
  "not_in_hand": "You don't have {card}.",
  "not_your_turn": "It's not your turn.",
  "wrong_answer": "That doesn't answer the game's question.",
  "must_play": "You must play a card.",
  "bad_target": "You can't choose that.",
  "colour_missing": "Name a colour with that card.",
  "chain_broken": "Card {place} doesn't fit there.",
  "does_not_fit": "{card} doesn't match {top}.",
  "not_allowed": "{card} isn't allowed now.",
  "false_call": "You have too many cards to call UNO.",
  "nothing_to_catch": "There's nobody to catch.",
  "already_called": "There's no UNO to call any more.",
  "name_taken": "That name is taken.",
  "name_rejected": "The server doesn't accept that name.",
  "not_logged_in": "You're not logged in.",
  "already_logged_in": "You're already logged in.",
  "wrong_password": "Wrong password.",
  "banned": "You're banned from this server.",
  "kicked": "The server's administrator kicked you.",
  "bad_token": "Your session has expired.",
  "taken_over": "You're now connected from somewhere else.",
  "bad_seq": "The server lost track of this connection.",
  "old_id": "That request is too old.",
  "no_such_table": "There's no such table.",
  "table_full": "That table is full.",
  "rules_refused": "Those rules don't work together.",
  "no_test_deals": "This server doesn't allow test deals: it wasn't started with --allow-test-deals.",
  "already_at_table": "You're already at a table.",
  "not_at_table": "You're not at a table.",
  "not_seated": "You're only watching.",
  "not_host": "Only the host can do that.",
  "empty_seat": "Nobody sits there.",
  "not_a_bot": "There's no computer player in that seat.",
  "not_ready": "Not everyone is ready.",
  "too_few_players": "You need more players to start.",
  "game_running": "A game is being played at that table.",
  "no_game": "There's no game.",
  "locked": "That table is locked.",
  "no_watching": "That table doesn't allow spectators.",
  "seats_taken": "A seat you want to remove is taken: first move or kick the player, or remove the computer.",
  "no_such_seat": "The table has no such seat.",
  "no_such_player": "There's no such player at this table.",
  "not_a_person": "There's no person in that seat.",
  "paused": "The game is paused until the host resumes it.",
  "away": "A computer player plays for you; take your seat back first.",
  "muted": "The host silenced you at this table.",
  "bad_text": "That text is empty.",
  "rate_limited": "Too fast: wait a moment.",
  "limit": "The server is at its limit.",
  "internal": "Internal server error; nothing was changed.",
  "unsupported_version": "The server speaks another version of the protocol.",
  "tls_required": "The server takes encrypted connections only.",
  "bad_schema": "The server didn't understand the request.",
  "bad_frame": "The server couldn't read the message.",
  "bad_codec": "The server couldn't read the message.",
  "too_deep": "The server couldn't read the message.",
  "frame_too_large": "The message was too long for the server.",
  "not_greeted": "The server expects a greeting first.",
  "already_greeted": "The server was greeted twice.",
  "read_timeout": "The server waited too long for a message.",
  "silent": "The connection timed out.",
  "too_many_connections": "The server has too many connections from here.",
  "server_stopping": "The server is stopping.",
  "storage": "The server can't save the game right now: its disk may be full.",
};

/** Where the clause makes a code mean something else. */
export const BY_CLAUSE = {
  "must_play A3": "You can't pass while you can draw or play a card.",
  "not_your_turn O7": "There's no UNO to call now.",
  "does_not_fit C7": "You can't play {card} on a Wild Draw Four.",
  "does_not_fit H1": "You can't pass the penalty on with {card}.",
  "does_not_fit S4": "You can't pass the penalty on with {card}.",
};

/** Why a name is rejected, by the reason that the server gives. */
export const NAMES = {
  "too_long": "That name is too long.",
  "empty": "A name needs at least one character.",
  "control": "A name cannot contain control, direction or unassigned characters.",
  "invisible": "A name cannot contain invisible characters.",
  "combining": "A name cannot contain stray or stacked combining marks.",
  "confusable": "That name looks too much like another one.",
};

/** Codes that say less than the server's own sentence, which is English. */
export const TOLD_BETTER = [
  "bad_schema",
  "banned",
  "limit",
  "name_rejected",
  "rules_refused",
  "wrong_password",
];
