"""The state machines of connection, lobby and table: the tables that the server follows, and nothing else.

`scripts/generate.py` draws them into `server/STATES.md`. Whatever a table lacks does not happen: a message is
refused with the code given there, and a step of our own that is missing is a fault of ours.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from uno_protocol import messages as m
from uno_protocol.asked import Where
from uno_protocol.room import RoomPhase


class LinkState(Enum):
    """The state of a connection (P-4, P-5)."""

    NEW = "new"
    GREETED = "greeted"
    IN_SESSION = "in session"
    CLOSING = "closing"

    __hash__ = object.__hash__  # that of Enum is slow, and every message is looked up here


class Ruling(NamedTuple):
    """The step for a message: carry it out, and on success go to the state `to`; or refuse it."""

    to: LinkState | None = None
    refused: str | None = None
    """The code of the `error`."""
    closes: bool = False
    """Whether the refusal ends the connection."""
    text: str = ""


_STAYS = Ruling()
_SILENT = Ruling(refused="")
_NOT_GREETED = Ruling(LinkState.CLOSING, "not_greeted", True, "the first message must be hello")
_GREETED = Ruling(LinkState.CLOSING, "already_greeted", True, "hello was already sent")
_HAS_SESSION = Ruling(refused="already_logged_in", text="this connection is already logged in")
NO_SESSION = Ruling(refused="not_logged_in", text="log in or resume first")

LINKS: Mapping[LinkState, Mapping[type[m.ClientMessage], Ruling]] = {
    LinkState.NEW: {
        m.Hello: Ruling(LinkState.GREETED),
        m.Login: _NOT_GREETED,
        m.Resume: _NOT_GREETED,
        m.MoveHere: _NOT_GREETED,
        m.ClaimSeat: _NOT_GREETED,
        m.Ping: _NOT_GREETED,
        m.Pong: _NOT_GREETED,
        m.ListTables: _NOT_GREETED,
        m.Logout: _NOT_GREETED,
        m.Request: _NOT_GREETED,
    },
    LinkState.GREETED: {
        m.Hello: _GREETED,
        m.Login: Ruling(LinkState.IN_SESSION),
        m.Resume: Ruling(LinkState.IN_SESSION),
        m.MoveHere: Ruling(LinkState.IN_SESSION),
        m.ClaimSeat: _STAYS,  # until it is decided
        m.Ping: _STAYS,
        m.Pong: _STAYS,
        m.ListTables: _STAYS,  # where no password is needed
        m.Logout: NO_SESSION,
        m.Request: NO_SESSION,
    },
    LinkState.IN_SESSION: {
        m.Hello: _GREETED,
        m.Login: _HAS_SESSION,
        m.Resume: _HAS_SESSION,
        m.MoveHere: _HAS_SESSION,
        m.ClaimSeat: _HAS_SESSION,
        m.Ping: _STAYS,
        m.Pong: _STAYS,
        m.ListTables: _STAYS,
        m.Logout: Ruling(LinkState.CLOSING),
        m.Request: _STAYS,
    },
    LinkState.CLOSING: dict.fromkeys((*m.GREETINGS.values(), m.ListTables, m.Logout, m.Request), _SILENT),
}
"""The step for each message of a client, by its connection's state; every other request counts as `Request`."""

MESSAGES: tuple[type[m.ClientMessage], ...] = (*m.GREETINGS.values(), *m.REQUESTS.values())
"""Everything that a client may send."""

_BY_MESSAGE = {
    state: {message: rows.get(message) or rows[m.Request] for message in MESSAGES} for state, rows in LINKS.items()
}


def answered(state: LinkState, message: type[m.ClientMessage]) -> Ruling:
    """The row for a message of that type. Raises KeyError for what no client sends."""
    return _BY_MESSAGE[state][message]


AT_REST = (RoomPhase.WAITING, RoomPhase.FINISHED)
"""Phases in which no game is running."""
IN_ROUND = frozenset((RoomPhase.PLAYING, RoomPhase.PAUSED))
"""Phases in which a round is played."""


def refused_at(request: type[m.Request], where: Where, phase: RoomPhase | None) -> str | None:
    """The code with which a request is refused; None: it is carried out. `phase` None: not at a table."""
    row = request.asked
    return row.where.get(where) or (None if phase is None else row.phases.get(phase))


class Turn(Enum):
    """The causes that move a table to another phase (P-7.8)."""

    SHUFFLED = "a game begins, and players open their bytes for the deal"
    DEALT = "a round is dealt"
    ROUND_OVER = "the round is over"
    GAME_OVER = "the game is over"
    DESERTED = "nobody seated is connected"
    HELD = "the host pauses"
    RESUMED = "somebody is back, or the host resumes"
    AGAIN = "somebody is ready for a rematch, or the table is changed"
    ENDED = "the host ends the game"
    CLOSED = "nobody is left, or the host closes the table"


PHASES: Mapping[RoomPhase, Mapping[Turn, RoomPhase]] = {
    RoomPhase.WAITING: {
        Turn.SHUFFLED: RoomPhase.BETWEEN_ROUNDS,
        Turn.DEALT: RoomPhase.PLAYING,
        Turn.CLOSED: RoomPhase.CLOSED,
    },
    RoomPhase.PLAYING: {
        Turn.ROUND_OVER: RoomPhase.BETWEEN_ROUNDS,
        Turn.GAME_OVER: RoomPhase.FINISHED,
        Turn.DESERTED: RoomPhase.PAUSED,
        Turn.HELD: RoomPhase.PAUSED,
        Turn.ENDED: RoomPhase.WAITING,
        Turn.CLOSED: RoomPhase.CLOSED,
    },
    RoomPhase.PAUSED: {
        Turn.RESUMED: RoomPhase.PLAYING,
        Turn.HELD: RoomPhase.PAUSED,
        Turn.ROUND_OVER: RoomPhase.BETWEEN_ROUNDS,
        Turn.GAME_OVER: RoomPhase.FINISHED,
        Turn.ENDED: RoomPhase.WAITING,
        Turn.CLOSED: RoomPhase.CLOSED,
    },
    RoomPhase.BETWEEN_ROUNDS: {
        Turn.DEALT: RoomPhase.PLAYING,
        Turn.GAME_OVER: RoomPhase.FINISHED,
        Turn.HELD: RoomPhase.BETWEEN_ROUNDS,
        Turn.RESUMED: RoomPhase.BETWEEN_ROUNDS,
        Turn.ENDED: RoomPhase.WAITING,
        Turn.CLOSED: RoomPhase.CLOSED,
    },
    RoomPhase.FINISHED: {
        Turn.SHUFFLED: RoomPhase.BETWEEN_ROUNDS,
        Turn.DEALT: RoomPhase.PLAYING,
        Turn.AGAIN: RoomPhase.WAITING,
        Turn.CLOSED: RoomPhase.CLOSED,
    },
    RoomPhase.CLOSED: {},
}
"""The phase that follows."""


class IllegalTurn(RuntimeError):
    """A turn that the phase does not have: a fault of our own, and nothing has changed."""


def next_phase(phase: RoomPhase, turn: Turn) -> RoomPhase:
    """The phase that follows. Raises IllegalTurn."""
    following = PHASES[phase].get(turn)
    if following is None:
        raise IllegalTurn(f"{turn.name} in {phase.name}")
    return following
