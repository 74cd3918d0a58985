"""Codes into words: refusals and errors as a player reads them, and the voice for a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client.wording.sanitize import clean
from engine.cards import Card, Colour, Rank, card
from engine.clauses import CLAUSES
from engine.rules import FourthColour
from protocol.fold import TableView
from protocol.sentences import RANK_WORDS, Voice, listing


def voice_of(table: TableView | None, before: TableView | None = None) -> Voice:
    """The voice for a table; seats that have just become empty keep the name that they had in `before`."""
    if table is None:
        return Voice()
    names = [table.name(seat) for seat in range(len(table.room.occupants))]
    if before is not None and before.code == table.code:
        old = before.room.occupants
        names = [name or (was.name if was else "") for name, was in zip(names, old, strict=False)]
    game = table.game
    orange = game is not None and game.rules.fourth_colour is FourthColour.ORANGE
    return Voice(tuple(names), table.seat, orange, host=table.room.host)


# --- refusals and errors -------------------------------------------------------------------------------------------

_ERRORS: Mapping[str, str] = {
    # the rules of play
    "out_of_game": "You're not in this round.",
    "stale": "Too late: the game has moved on.",
    "not_in_hand": "You don't have {card}.",
    "not_your_turn": "It's not your turn.",
    "wrong_answer": "That doesn't answer the game's question.",
    "must_play": "You must play a card.",
    "bad_target": "You can't choose that.",
    "colour_missing": "Name a colour with that card.",
    "chain_broken": "The chain breaks at card {place}.",
    "does_not_fit": "{card} doesn't match {top}.",
    "not_allowed": "{card} isn't allowed now.",
    "false_call": "You have too many cards to call UNO.",
    "nothing_to_catch": "There's nobody to catch.",
    "already_called": "There's no UNO to call any more.",
    # names and sessions
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
    # tables
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
    "seats_taken": "Somebody sits in a seat you want to remove: move or kick them first.",
    "no_such_seat": "The table has no such seat.",
    "no_such_player": "There's no such player at this table.",
    "not_a_person": "There's no person in that seat.",
    "paused": "The game is paused until the host resumes it.",
    "away": "A computer player plays for you; take your seat back first.",
    "muted": "The host silenced you at this table.",
    "bad_text": "That text is empty.",
    # the connection
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
}

_AT_THE_DOOR: Mapping[str, str] = {
    "wrong_password": "Wrong password for that table.",
    "banned": "The host banned you from that table.",
}
"""Where a code of the server's door comes from a table's."""

_REMOVED: Mapping[str, str] = {
    "kicked": "The host removed you from {table}.",
    "banned": "The host banned you from {table}.",
}

_BY_CLAUSE: Mapping[tuple[str, str], str] = {
    ("must_play", "A3"): "You can't pass while you can draw or play a card.",
    ("does_not_fit", "C7"): "You can't play {card} on a Wild Draw Four.",
    ("does_not_fit", "H1"): "You can't pass the penalty on with {card}.",
    ("does_not_fit", "S4"): "You can't pass the penalty on with {card}.",
}
"""Where the clause makes a code mean something else."""

_TOLD_BETTER = frozenset(("rules_refused", "name_rejected", "bad_schema", "limit", "wrong_password", "banned"))
"""Codes that say less than the server's own sentence: which option, which reason, which field, whose door."""

_NOTES: Mapping[str, str] = {"table_exists": "The table already exists and keeps its own rules and seats."}


def error_text(
    code: str,
    args: Mapping[str, str | int] | None = None,
    text: str = "",
    voice: Voice | None = None,
    clause: str | None = None,
    *,
    why: bool = False,
    cards: Sequence[str] = (),
) -> str:
    """The sentence for a refusal or an error: ours for codes that we know, else the server's own, cleaned.

    `cards`, in words, are those that it is about, where it is about more than the one in `args`.

    A clause of the rule book that the refusal names is quoted after it; where the sentence says as much, only if `why`.
    """
    said = _BY_CLAUSE.get((code, clause or ""), _ERRORS.get(code))
    if code == "rate_limited" and clause is not None:
        said = "You can do that once a turn."
    if said is None or code in _TOLD_BETTER:
        said = clean(text) or said or f"The server says: {clean(code)}."
        said = said[:1].upper() + said[1:] if code == "limit" else said
    else:
        said = _filled(said, args or {}, voice or Voice(), cards)
    if clause is None or clause not in CLAUSES or ((code, clause) == ("does_not_fit", "A2") and not why):
        return said
    return f"{said} {clause}: {CLAUSES[clause]}"


def _filled(said: str, args: Mapping[str, str | int], voice: Voice, cards: Sequence[str]) -> str:
    """A sentence with its card or cards, what they have to match, and the place in a chain."""
    if len(cards) > 1:
        said = said.replace("{card} doesn't", "{card} don't").replace("{card} isn't", "{card} aren't")
    card_, top = listing(cards) if cards else _card_of(args, voice), _top_of(args, voice)
    said = said.format(card=card_, top=top, place=clean(str(args.get("place", "?"))))
    return said[:1].upper() + said[1:]


def _card_of(args: Mapping[str, str | int], voice: Voice) -> str:
    if "card" not in args:
        return "that"
    try:
        return voice.card(card(str(args["card"])))
    except ValueError:
        return "that card"


def _top_of(args: Mapping[str, str | int], voice: Voice) -> str:
    """What a card has to match: `red or 9`, `red` on a wild."""
    try:
        top, colour = card(str(args["top"])), voice.colour(Colour(args["colour"]))
    except (KeyError, ValueError):
        return "the top card"
    return colour if top.wild else f"{colour} or {RANK_WORDS.get(top.rank, top.rank.value)}"


def door_text(code: str, password: str) -> str | None:
    """The sentence for a refusal of a table's door, after that password was said; None for other codes."""
    if code == "wrong_password" and not password:
        return "That table needs a password."
    return _AT_THE_DOOR.get(code)


def removed_text(code: str, table: str, text: str) -> str:
    """Why the player is no longer at the table of that name."""
    said = _REMOVED.get(code)
    return said.format(table=table) if said is not None else clean(text) or f"You are no longer at {table}."


def note_text(note: str) -> str:
    """The sentence for the note of an answer."""
    return _NOTES.get(note, f"Note: {clean(note)}.")


def whom_text(face: Card | None, voice: Voice, rule: str = "") -> str:
    """The question for the player whom a card asks for; `rule` is what a Customizable card stands for, in brackets."""
    if face is not None and face.rank in (Rank.SWAP_HANDS, Rank.SEVEN):
        return "Swap hands with whom?"
    return "Which player do you choose?" if face is None else f"Which player for your {voice.card(face)}{rule}?"
