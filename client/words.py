"""Codes into sentences: cards, events, refusals and errors as a player reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from client.clean import clean
from engine import events as ev
from engine.cards import Card, Colour, Rank, card
from engine.events import DrawReason, Event
from engine.rules import FourthColour
from protocol import room as rm
from protocol.fold import TableView
from protocol.room import RoomEvent, RoomPhase

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


# --- events ------------------------------------------------------------------------------------------------------

_BECAUSE = {
    DrawReason.GUILTY: " for the bluff",
    DrawReason.INNOCENT: " for the lost challenge",
    DrawReason.CAUGHT: " for the forgotten UNO",
    DrawReason.FALSE_UNO: " for the false UNO",
    DrawReason.OUT_OF_TURN: " for playing out of turn",
}


def _dealt(event: ev.RoundDealt, voice: Voice) -> str:
    return f"Round {event.round}: {voice.does(event.dealer, 'deal')}."


def _played(event: ev.CardsPlayed, voice: Voice) -> str:
    said = f"{voice.does(event.seat, 'play')} {voice.cards(event.cards)}"
    named = [colour for colour in event.colours if colour is not None]
    return (
        f"{said} and {'name' if event.seat == voice.me else 'names'} {voice.colour(named[-1])}."
        if named
        else said + "."
    )


def _drawn(event: ev.CardsDrawn, voice: Voice) -> str:
    what = voice.cards(event.cards) if event.cards else number(event.count, "card")
    return f"{voice.does(event.seat, 'draw')} {what}{_BECAUSE.get(event.reason, '')}."


def _challenged(event: ev.Challenged, voice: Voice) -> str:
    said = f"{voice.does(event.seat, 'challenge')} {voice.whom(event.offender)}: "
    said += "it was a bluff!" if event.guilty else "the Wild Draw Four was fair."
    if event.hand is not None:
        whose = "Your" if event.offender == voice.me else f"{voice.name(event.offender)}'s"
        said += f" {whose} hand was {voice.cards(event.hand)}."
    return said


def _round_ended(event: ev.RoundEnded, voice: Voice) -> str:
    if event.blocked and not event.winners:
        return "The round is blocked: nobody wins it."
    said = f"{'The round is blocked. ' if event.blocked else ''}{voice.all_of(event.winners)} "
    said += "win" if len(event.winners) > 1 or event.winners[0] == voice.me else "wins"
    gained = max((event.gains[seat] for seat in event.winners), default=0)
    return f"{said} the round and {number(gained, 'point')}." if gained else f"{said} the round."


def _game_ended(event: ev.GameEnded, voice: Voice) -> str:
    if not event.winners:
        return "The game is over, nobody wins."
    many = len(event.winners) > 1 or event.winners[0] == voice.me
    return f"{voice.all_of(event.winners)} {'win' if many else 'wins'} the game!"


def _direction(event: ev.DirectionTurned, _voice: Voice) -> str:
    return f"Play turns round: {'clockwise' if event.direction == 1 else 'counter-clockwise'} now."


def _seat_taken(event: rm.SeatTaken, voice: Voice) -> str:
    if event.bot is not None:
        return f"{clean(event.name)} ({event.bot} computer player) sits down."
    return f"{voice.does(event.seat, 'sit')} down."


_PHASE_WORDS = {
    RoomPhase.WAITING: "The table waits for players.",
    RoomPhase.PLAYING: "",
    RoomPhase.PAUSED: "The table pauses.",
    RoomPhase.BETWEEN_ROUNDS: "",
    RoomPhase.FINISHED: "",
    RoomPhase.CLOSED: "The table is closed.",
}

_EVENTS: dict[type[Event | RoomEvent], Callable[[Any, Voice], str]] = {
    ev.RoundDealt: _dealt,
    ev.FirstCardTurned: lambda e, v: f"The first card is {v.card(e.card)}.",
    ev.FirstCardReturned: lambda e, v: "It goes back and the pile is shuffled.",
    ev.CardsPlayed: _played,
    ev.ColourNamed: lambda e, v: f"{v.does(e.seat, 'name')} {v.colour(e.colour)}.",
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: lambda e, v: f"The discards are shuffled into a new draw pile of {e.count}.",
    ev.DrawnKept: lambda e, v: f"{v.does(e.seat, 'keep')} the card.",
    ev.Passed: lambda e, v: f"{v.does(e.seat, 'pass')}.",
    ev.TurnMissed: lambda e, v: f"{v.does(e.seat, 'miss')} a turn.",
    ev.DirectionTurned: _direction,
    ev.UnoWindowOpened: lambda e, v: f"{v.does(e.seat, 'have')} one card and did not call UNO!",
    ev.UnoWindowClosed: lambda e, v: "",
    ev.UnoCalled: lambda e, v: f"{v.does(e.seat, 'call')} UNO!",
    ev.UnoAnnounced: lambda e, v: f"UNO! {v.does(e.seat, 'have')} one card.",
    ev.UnoCaught: lambda e, v: f"{v.does(e.by, 'catch')} {v.whom(e.seat)} without UNO.",
    ev.FalseUno: lambda e, v: f"{v.does(e.seat, 'call')} UNO with too many cards.",
    ev.OutOfTurn: lambda e, v: f"{v.who(e.seat)} tried to play out of turn.",
    ev.Challenged: _challenged,
    ev.TimeRanOut: lambda e, v: f"{v.who(e.seat)} ran out of time.",
    ev.PlayerLeft: lambda e, v: f"{v.who(e.seat)} left the game.",
    ev.PlayerJoined: lambda e, v: f"{v.does(e.seat, 'join')} the game.",
    ev.Asked: lambda e, v: "",
    ev.RoundEnded: _round_ended,
    ev.GameEnded: _game_ended,
    rm.SeatTaken: _seat_taken,
    rm.SeatFreed: lambda e, v: f"{v.does(e.seat, 'leave')} the table.",
    rm.HostChanged: lambda e, v: (
        "" if e.seat is None else f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} the host now."
    ),
    rm.ReadyChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} {'ready' if e.ready else 'not ready any more'}."
    ),
    rm.PresenceChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} back."
        if e.connected
        else f"{v.who(e.seat)} lost the connection; the seat is kept."
    ),
    rm.WatchersChanged: lambda e, v: (
        f"{number(e.count, 'spectator')} at the table." if e.count else "Nobody watches any more."
    ),
    rm.PhaseChanged: lambda e, v: _PHASE_WORDS.get(e.phase, ""),
    rm.GameOpened: lambda e, v: "A new game begins.",
    rm.GameSeed: lambda e, v: f"The seed of that game was {clean(e.seed)}.",
}


def event_text(event: Event | RoomEvent, voice: Voice) -> str:
    """The sentence for an event, from the viewer's side; empty if it is not worth a line."""
    says = _EVENTS.get(type(event))
    return "" if says is None else says(event, voice)


# --- refusals and errors -------------------------------------------------------------------------------------------

_ERRORS: Mapping[str, str] = {
    # the rules of play
    "out_of_game": "You are not in this round.",
    "stale": "Too late: the game has moved on.",
    "not_in_hand": "You do not hold {card}.",
    "not_your_turn": "It is not your turn.",
    "wrong_answer": "That is not what the game asks now.",
    "must_play": "You must play a card.",
    "bad_target": "That player cannot be chosen.",
    "colour_missing": "Name a colour with that card.",
    "chain_broken": "The cards do not follow each other.",
    "does_not_fit": "{card} does not fit: play the colour, the number or the symbol on top, or a wild.",
    "not_allowed": "{card} is not allowed now.",
    "false_call": "You have too many cards to call UNO.",
    "nothing_to_catch": "There is nobody to catch.",
    "already_called": "There is no UNO to call any more.",
    # names and sessions
    "name_taken": "That name is taken.",
    "name_rejected": "The server does not take that name.",
    "not_logged_in": "You are not logged in.",
    "already_logged_in": "You are logged in already.",
    "bad_token": "The server does not know this session any more.",
    "taken_over": "You are connected from somewhere else now.",
    "bad_seq": "The server does not know where we were.",
    "old_id": "That request is too old.",
    # tables
    "no_such_table": "There is no such table.",
    "table_full": "That table is full.",
    "rules_refused": "Those rules do not go together.",
    "already_at_table": "You are at a table already.",
    "not_at_table": "You are at no table.",
    "not_seated": "You are only watching.",
    "not_host": "Only the host can do that.",
    "not_a_bot": "No computer player sits there.",
    "not_ready": "Not everyone is ready.",
    "too_few_players": "There are too few players to start.",
    "game_running": "A game is going on at that table.",
    "no_game": "There is no game yet.",
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
}

_TOLD_BETTER = frozenset(("rules_refused", "name_rejected", "bad_schema", "limit"))
"""Codes that say less than the server's own sentence: which option, which reason, which field."""

_NOTES: Mapping[str, str] = {
    "table_exists": "The table exists already: its own rules and seats hold.",
}


def error_text(
    code: str, args: Mapping[str, str | int] | None = None, text: str = "", voice: Voice | None = None
) -> str:
    """The sentence for a refusal or an error: ours for codes that we know, else the server's own, cleaned."""
    said = _ERRORS.get(code)
    if said is None or code in _TOLD_BETTER:
        return clean(text) or said or f"The server says: {clean(code)}."
    if "{card}" in said:
        said = said.format(card=_card_of(args or {}, voice or Voice()))
    return said[:1].upper() + said[1:]


def _card_of(args: Mapping[str, str | int], voice: Voice) -> str:
    try:
        return voice.card(card(str(args["card"])))
    except (KeyError, ValueError):
        return "that card"


def note_text(note: str) -> str:
    """The sentence for the note of an answer."""
    return _NOTES.get(note, f"Note: {clean(note)}.")
