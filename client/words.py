"""Codes into words: players, cards, rules, refusals and errors as a player reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from client.clean import clean
from engine.cards import Card, Colour, Rank, card
from engine.clauses import CLAUSES
from engine.customizable import RULES
from engine.rules import FourthColour
from protocol.fold import TableView

COLOUR_WORDS = {Colour.RED: "red", Colour.YELLOW: "yellow", Colour.GREEN: "green", Colour.BLUE: "blue"}
RANK_WORDS = {
    Rank.SKIP: "Skip",
    Rank.REVERSE: "Reverse",
    Rank.DRAW_TWO: "Draw Two",
    Rank.WILD: "Wild",
    Rank.WILD_DRAW_FOUR: "Wild Draw Four",
    Rank.SWAP_HANDS: "Swap Hands",
    Rank.SHUFFLE_HANDS: "Shuffle Hands",
    Rank.CUSTOMIZABLE: "Customizable",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is who for the sentences: names by seat, the own seat (said as "you"), what the fourth colour is called."""

    names: tuple[str, ...] = ()
    me: int | None = None
    orange: bool = False

    def name(self, seat: int | None) -> str:
        """The name of a seat, never "you"."""
        if seat is None:
            return "nobody"
        name = self.names[seat] if 0 <= seat < len(self.names) else ""
        return name or f"seat {seat + 1}"

    def who(self, seat: int | None) -> str:
        """The subject of a sentence: You, or the name."""
        return "You" if seat is not None and seat == self.me else self.name(seat)

    def whom(self, seat: int | None) -> str:
        """The object of a sentence: you, or the name."""
        return "you" if seat is not None and seat == self.me else self.name(seat)

    def whose(self, seat: int) -> str:
        """The owner before a thing, at the beginning of a sentence: `Your`, `bob's`."""
        return "Your" if seat == self.me else f"{self.name(seat)}'s"

    def does(self, seat: int, verb: str) -> str:
        """Subject and verb: `You draw`, `bob draws`."""
        if seat == self.me:
            return f"You {verb}"
        ending = "es" if verb.endswith(("s", "ch", "sh")) else "s"
        return f"{self.name(seat)} {'has' if verb == 'have' else verb + ending}"

    def all_of(self, seats: Sequence[int]) -> str:
        """Several subjects: `You and bob`."""
        return listing([self.who(seat) for seat in seats])

    def colour(self, colour: Colour | None) -> str:
        """The name of a colour at this table."""
        if colour is None:
            return "no colour"
        return "orange" if self.orange and colour is Colour.YELLOW else COLOUR_WORDS[colour]

    def card(self, face: Card) -> str:
        """A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`."""
        rank = RANK_WORDS.get(face.rank, face.rank.value)
        return rank if face.colour is None else f"{self.colour(face.colour)} {rank}"

    def cards(self, faces: Sequence[Card]) -> str:
        """Several cards in words."""
        return listing([self.card(face) for face in faces]) or "no cards"


def voice_of(table: TableView | None, before: TableView | None = None) -> Voice:
    """The voice for a table; seats that have just become empty keep the name that they had in `before`."""
    if table is None:
        return Voice()
    names = [occupant.name if occupant else "" for occupant in table.room.occupants]
    if before is not None and before.code == table.code:
        old = before.room.occupants
        names = [name or (was.name if was else "") for name, was in zip(names, old, strict=False)]
    game = table.game
    orange = game is not None and game.rules.fourth_colour is FourthColour.ORANGE
    return Voice(tuple(names), table.seat, orange)


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def number(count: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def chain_text(cards: Sequence[Card], colours: Sequence[Colour | None], voice: Voice) -> str:
    """The cards of a chain in their order, each wild with its colour: `red 1, Wild (blue), blue 3`."""
    named = [*colours, *[None] * (len(cards) - len(colours))]
    return ", ".join(
        voice.card(face) if colour is None else f"{voice.card(face)} ({voice.colour(colour)})"
        for face, colour in zip(cards, named, strict=True)
    )


def rule_title(name: str | None) -> str:
    """What a rule of the customizable cards is called; its own name if it is not known here."""
    if name is None:
        return "no rule"
    return RULES[name].title if name in RULES else clean(name)


def rule_text(name: str | None) -> str:
    """What a rule of the customizable cards says, in one sentence; empty if it is not known here."""
    return RULES[name].text if name is not None and name in RULES else ""


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, for places up to ten."""
    return f"{place}{({1: 'st', 2: 'nd', 3: 'rd'}).get(place, 'th')}"


def ranking(ranks: Sequence[Sequence[int]], voice: Voice) -> str:
    """The places of a game, best first: `1st ann, 2nd bob and cem`. Those who share a place count for several."""
    said, place = [], 1
    for seats in ranks:
        said.append(f"{ordinal(place)} {listing([voice.whom(seat) for seat in seats])}")
        place += len(seats)
    return ", ".join(said)


# --- refusals and errors -------------------------------------------------------------------------------------------

_ERRORS: Mapping[str, str] = {
    # the rules of play
    "out_of_game": "You are not in this round.",
    "stale": "Too late: the game has moved on.",
    "not_in_hand": "You do not hold {card}.",
    "not_your_turn": "It is not your turn.",
    "wrong_answer": "That is not what the game asks now.",
    "must_play": "You must play a card.",
    "bad_target": "That cannot be chosen.",
    "colour_missing": "Name a colour with that card.",
    "chain_broken": "The chain breaks at card {place}.",
    "does_not_fit": "{card} does not fit.",
    "not_allowed": "{card} is not allowed now.",
    "false_call": "You have too many cards to call UNO.",
    "nothing_to_catch": "There is nobody to catch.",
    "already_called": "There is no UNO to call any more.",
    # names and sessions
    "name_taken": "That name is taken.",
    "name_rejected": "The server does not take that name.",
    "not_logged_in": "You are not logged in.",
    "already_logged_in": "You are logged in already.",
    "wrong_password": "That is not the password.",
    "banned": "You have been banned from there.",
    "kicked": "Whoever runs the server has sent you away.",
    "bad_token": "The server does not know this session any more.",
    "taken_over": "You are connected from somewhere else now.",
    "bad_seq": "The server does not know where we were.",
    "old_id": "That request is too old.",
    # tables
    "no_such_table": "There is no such table.",
    "table_full": "That table is full.",
    "rules_refused": "Those rules do not go together.",
    "no_test_deals": "This server deals the cards itself: it was not started with --allow-test-deals.",
    "already_at_table": "You are at a table already.",
    "not_at_table": "You are at no table.",
    "not_seated": "You are only watching.",
    "not_host": "Only the host can do that.",
    "empty_seat": "Nobody sits there.",
    "not_a_bot": "No computer player sits there.",
    "not_ready": "Not everyone is ready.",
    "too_few_players": "There are too few players to start.",
    "game_running": "A game is going on at that table.",
    "no_game": "There is no game.",
    "locked": "The host lets nobody in at the moment.",
    "no_watching": "Nobody may watch that table.",
    "seats_taken": "Somebody sits in a seat that would be gone: move or remove them first.",
    "no_such_seat": "The table has no such seat.",
    "no_such_player": "Nobody of that name is at this table whom that could be done to.",
    "not_a_person": "Nobody is there in that seat.",
    "paused": "The game stands still until the host lets it go on.",
    "away": "A computer player sits in for you; take your seat back first.",
    "muted": "The host lets you speak no more at this table.",
    "bad_text": "There is nothing in it that could be read.",
    # the connection
    "rate_limited": "Too fast: wait a moment.",
    "limit": "The server is at its limit.",
    "internal": "The server had a fault of its own; nothing was changed.",
    "unsupported_version": "The server speaks another version of the protocol.",
    "bad_schema": "The server did not understand the request.",
    "bad_frame": "The server could not read what we sent.",
    "bad_codec": "The server could not read what we sent.",
    "too_deep": "The server could not read what we sent.",
    "frame_too_large": "What we sent was too long for the server.",
    "not_greeted": "The server wants a greeting first.",
    "already_greeted": "The server was greeted twice.",
    "read_timeout": "The server waited too long for us.",
    "silent": "The server did not hear from us for too long.",
    "too_many_connections": "The server has too many connections from here.",
    "server_stopping": "The server is stopping.",
    "storage": "The server cannot store the game at the moment: its disk may be full.",
}

_AT_THE_DOOR: Mapping[str, str] = {
    "wrong_password": "That is not the password of the table.",
    "banned": "The host has banned you from that table.",
}
"""Where a code of the server's door comes from a table's."""

_PUT_OUT: Mapping[str, str] = {
    "kicked": "The host has put you out of {table}.",
    "banned": "The host has put you out of {table}, for as long as that table lives.",
}

_BY_CLAUSE: Mapping[tuple[str, str], str] = {
    ("must_play", "A3"): "You cannot pass while there is a card to draw, or one that you may play.",
}
"""Where the clause makes a code mean something else."""

_TOLD_BETTER = frozenset(("rules_refused", "name_rejected", "bad_schema", "limit", "wrong_password", "banned"))
"""Codes that say less than the server's own sentence: which option, which reason, which field, whose door."""

_NOTES: Mapping[str, str] = {
    "table_exists": "The table exists already: its own rules and seats hold.",
}


def error_text(
    code: str,
    args: Mapping[str, str | int] | None = None,
    text: str = "",
    voice: Voice | None = None,
    clause: str | None = None,
) -> str:
    """The sentence for a refusal or an error: ours for codes that we know, else the server's own, cleaned.

    A refusal that names a clause of the rule book is followed by what that clause says.
    """
    said = _BY_CLAUSE.get((code, clause or ""), _ERRORS.get(code))
    if code == "rate_limited" and clause is not None:
        said = "Once in a turn is enough."
    if said is None or code in _TOLD_BETTER:
        said = clean(text) or said or f"The server says: {clean(code)}."
        said = said[:1].upper() + said[1:] if code == "limit" else said
    else:
        said = said.format(
            card=_card_of(args or {}, voice or Voice()), place=clean(str((args or {}).get("place", "?")))
        )
        said = said[:1].upper() + said[1:]
    return f"{said} {clause}: {CLAUSES[clause]}" if clause is not None and clause in CLAUSES else said


def _card_of(args: Mapping[str, str | int], voice: Voice) -> str:
    if "card" not in args:
        return "that"
    try:
        return voice.card(card(str(args["card"])))
    except ValueError:
        return "that card"


def door_text(code: str, password: str) -> str | None:
    """The sentence for a refusal of a table's door, after that password was said; None for other codes."""
    if code == "wrong_password" and not password:
        return "That table asks for a password."
    return _AT_THE_DOOR.get(code)


def put_out_text(code: str, table: str, text: str) -> str:
    """Why the player is no longer at the table of that name."""
    said = _PUT_OUT.get(code)
    return said.format(table=table) if said is not None else clean(text) or f"You are no longer at {table}."


def note_text(note: str) -> str:
    """The sentence for the note of an answer."""
    return _NOTES.get(note, f"Note: {clean(note)}.")
