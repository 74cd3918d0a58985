"""Refusals, errors and farewells of a server in words."""

from collections.abc import Mapping

from uno_engine.cards import Colour, card, rank_word
from uno_engine.clauses import CLAUSES
from uno_engine.language import N_, _, speaks_english
from uno_engine.rules import TABLE
from uno_protocol.labels import LABELS, worded
from uno_protocol.sentences import Voice
from uno_protocol.text import clean

ERRORS: Mapping[str, str] = {
    # the rules of play
    "out_of_game": N_("You're not in this round."),
    "stale": N_("Too late: the game has moved on."),
    "not_in_hand": N_("You don't have {card}."),
    "not_your_turn": N_("It's not your turn."),
    "wrong_answer": N_("That doesn't answer the game's question."),
    "must_play": N_("You must play a card."),
    "bad_target": N_("You can't choose that."),
    "colour_missing": N_("Name a colour with that card."),
    "chain_broken": N_("Card {place} doesn't fit there."),
    "does_not_fit": N_("{card} doesn't match {top}."),
    "not_allowed": N_("{card} isn't allowed now."),
    "false_call": N_("You have too many cards to call UNO."),
    "nothing_to_catch": N_("There's nobody to catch."),
    "already_called": N_("There's no UNO to call any more."),
    # names and sessions
    "name_taken": N_("That name is taken."),
    "name_rejected": N_("The server doesn't accept that name."),
    "not_logged_in": N_("You're not logged in."),
    "already_logged_in": N_("You're already logged in."),
    "wrong_password": N_("Wrong password."),
    "banned": N_("You're banned from this server."),
    "kicked": N_("The server's administrator kicked you."),
    "bad_token": N_("Your session has expired."),
    "bad_code": N_("Those digits don't work any more."),
    "moved": N_("You're playing on another device now."),
    "logged_out": N_("You logged out."),
    "still_here": N_("That player is still here."),
    "no_claim": N_("Nobody asks for a seat here."),
    "no_say": N_("That isn't yours to decide."),
    "bad_share": N_("Those bytes aren't the ones that were announced."),
    "claim_refused": N_("You didn't get the seat."),
    "taken_over": N_("You're now connected from somewhere else."),
    "bad_seq": N_("The server lost track of this connection."),
    "old_id": N_("That request is too old."),
    # tables
    "no_such_table": N_("There's no such table."),
    "table_full": N_("That table is full."),
    "rules_refused": N_("Those rules don't work together."),
    "no_test_deals": N_("This server doesn't allow test deals: it wasn't started with --allow-test-deals."),
    "already_at_table": N_("You're already at a table."),
    "not_at_table": N_("You're not at a table."),
    "not_seated": N_("You're only watching."),
    "not_host": N_("Only the host can do that."),
    "empty_seat": N_("Nobody sits there."),
    "not_a_bot": N_("There's no computer player in that seat."),
    "not_ready": N_("Not everyone is ready: wait, or start anyway."),
    "too_few_players": N_("You need more players to start."),
    "game_running": N_("A game is being played at that table."),
    "no_game": N_("There's no game."),
    "no_record": N_("There's nothing to replay yet: no round is over."),
    "locked": N_("That table is locked."),
    "no_watching": N_("That table doesn't allow spectators."),
    "no_programs": N_("That table is closed to programs: only people can sit down."),
    "seats_taken": N_("A seat you want to remove is taken: first move or kick the player, or remove the computer."),
    "no_such_seat": N_("The table has no such seat."),
    "no_such_player": N_("There's no such player at this table."),
    "not_a_person": N_("There's no person in that seat."),
    "paused": N_("The game is paused until the host resumes it."),
    "away": N_("A computer player plays for you; take your seat back first."),
    "muted": LABELS["cannot_chat"],
    "bad_text": N_("That text is empty."),
    # the connection
    "rate_limited": N_("Too fast: wait a moment."),
    "limit": N_("The server is at its limit."),
    "internal": N_("Internal server error; nothing was changed."),
    "unsupported_version": N_("The server speaks another version of the protocol."),
    "tls_required": N_("The server takes encrypted connections only."),
    "bad_schema": N_("The server didn't understand the request."),
    "bad_frame": N_("The server couldn't read the message."),
    "bad_codec": N_("The server couldn't read the message."),
    "too_deep": N_("The server couldn't read the message."),
    "frame_too_large": N_("The message was too long for the server."),
    "not_greeted": N_("The server expects a greeting first."),
    "already_greeted": N_("The server was greeted twice."),
    "read_timeout": N_("The server waited too long for a message."),
    "silent": N_("The connection timed out."),
    "too_many_connections": N_("The server has too many connections from here."),
    "server_stopping": N_("The server is stopping."),
    "storage": N_("The server can't save the game right now: its disk may be full."),
}
"""What a code means (P-12.1)."""

_REMOVED: Mapping[str, str] = {
    "kicked": LABELS["removed_from"],
    "banned": LABELS["banned_from"],
}

BY_CLAUSE: Mapping[tuple[str, str], str] = {
    ("must_play", "A3"): N_("You can't pass while you can draw or play a card."),
    ("not_your_turn", "O7"): N_("There's no UNO to call now."),
    ("does_not_fit", "C7"): N_("You can't play {card} on a Wild Draw Four."),
    ("does_not_fit", "H1"): N_("You can't pass the penalty on with {card}."),
    ("does_not_fit", "S4"): N_("You can't pass the penalty on with {card}."),
}
"""Where the clause makes a code mean something else."""

NAMES: Mapping[str, str] = {
    "too_long": N_("That name is too long."),
    "empty": LABELS["name_empty"],
    "control": N_("A name cannot contain control, direction or unassigned characters."),
    "invisible": N_("A name cannot contain invisible characters."),
    "combining": N_("A name cannot contain stray or stacked combining marks."),
    "confusable": N_("That name looks too much like another one."),
}
"""Why a name is rejected, by the reason that the server gives."""

REASONS: Mapping[tuple[str, str], str] = {
    ("bad_token", "moved"): N_("You're playing on another device now."),
    ("bad_token", "claimed"): N_("Your seat was given to somebody who asked for it: the table allowed it."),
    ("banned", "table"): N_("The host banned you from that table."),
    ("no_such_player", "seat"): N_("Nobody of that name has a seat here: check the name, or join under another one."),
    ("claim_refused", "refused"): N_("The table didn't give you the seat."),
    ("claim_refused", "expired"): N_("Nobody at the table answered."),
    ("claim_refused", "back"): N_("That player is back."),
    ("claim_refused", "gone"): N_("That seat isn't that player's any more."),
}
"""Where the reason that the server gives makes a code mean something else."""

TOLD_BETTER = frozenset(("rules_refused", "name_rejected", "bad_schema", "limit", "wrong_password"))
"""Codes that say less than the server's own sentence: which option, which reason, which field, whose door.

A server speaks English, so this is for players who do too.
"""

_NOTES: Mapping[str, str] = {"table_exists": N_("The table already exists and keeps its own rules and seats.")}


def error_text(
    code: str,
    args: Mapping[str, str | int] | None = None,
    text: str = "",
    voice: Voice | None = None,
    clause: str | None = None,
) -> str:
    """The sentence for a refusal or an error: ours for codes that we know, else the server's own, cleaned.

    A clause of the rule book that the refusal names is quoted after it, unless the sentence says as much.
    """
    args, known = args or {}, _known(code, clause, args or {})
    if known is None or (code in TOLD_BETTER and speaks_english() and clean(text)):
        said = clean(text) or known or worded("server_code", code=clean(code))
        said = said[:1].upper() + said[1:] if code == "limit" else said
    else:
        said = _filled(known, args, voice or Voice())
    if clause is None or clause not in CLAUSES or code == "stale" or (code, clause) == ("does_not_fit", "A2"):
        return said
    return f"{said} {clause}: {_(CLAUSES[clause])}"


def _known(code: str, clause: str | None, args: Mapping[str, str | int]) -> str | None:
    if code == "rate_limited" and clause is not None:
        return _("You can do that once a turn.")
    if code == "limit" and "experts" in args:
        return _("This server has at most {experts} expert players, {left} of them free: choose hard.")
    if code == "limit" and "seconds" in args:
        return _("Too many at once: try again in {seconds} s.")
    if code == "still_here" and "seconds" in args:
        return _("That player was here a moment ago: try again in {seconds} s.")
    if code == "not_ready" and args.get("seconds"):
        return _("Not everyone is ready: wait, or start anyway in {seconds} s.")
    if code == "name_rejected" and (reason := NAMES.get(str(args.get("reason")))):
        return _(reason)
    if code == "rules_refused" and args.get("option") in TABLE:
        return _("Those rules don't work: look at “{option}”.")
    said = REASONS.get((code, str(args.get("reason")))) or BY_CLAUSE.get((code, clause or "")) or ERRORS.get(code)
    return None if said is None else _(said)


def _filled(said: str, args: Mapping[str, str | int], voice: Voice) -> str:
    said = said.format(
        card=_card_of(args, voice),
        top=_top_of(args, voice),
        option=_(TABLE[str(args["option"])].title) if args.get("option") in TABLE else "",
        **{name: clean(str(args.get(name, "?"))) for name in ("place", "seconds", "experts", "left", "name")},
    )
    return said[:1].upper() + said[1:]


def _card_of(args: Mapping[str, str | int], voice: Voice) -> str:
    if "card" not in args:
        return _("that")
    try:
        return voice.card(card(str(args["card"])))
    except ValueError:
        return _("that card")


def _top_of(args: Mapping[str, str | int], voice: Voice) -> str:
    """What a card has to match: `red or 9`, `red` on a wild."""
    try:
        top, colour = card(str(args["top"])), voice.colour(Colour(args["colour"]))
    except (KeyError, ValueError):
        return _("the top card")
    return colour if top.wild else _("{colour} or {rank}").format(colour=colour, rank=rank_word(top.rank))


def removed_text(code: str, table: str, text: str) -> str:
    """Why the player is no longer at the table of that name."""
    if code in _REMOVED:
        return _(_REMOVED[code]).format(table=table)
    return clean(text) or _("You are no longer at {table}.").format(table=table)


def note_text(note: str) -> str:
    """The sentence for the note of an answer."""
    return _(_NOTES[note]) if note in _NOTES else _("Note: {note}.").format(note=clean(note))
