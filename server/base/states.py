"""The state machines of connection, lobby and table: the tables that the server follows, and nothing else.

`scripts/generate.py` draws them into `server/STATES.md`. Whatever a table lacks does not happen: a message is
refused with the code given there, and a step of our own that is missing is a fault of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from protocol import messages as m
from protocol.room import RoomPhase

# --- one connection ----------------------------------------------------------------------------------------------


class LinkState(Enum):
    """The state of a connection (P-4, P-5)."""

    NEW = "new"
    GREETED = "greeted"
    IN_SESSION = "in session"
    CLOSING = "closing"

    __hash__ = object.__hash__  # that of Enum is slow, and every message is looked up here


class Answered(NamedTuple):
    """What happens to a message: it is carried out, and success leads to the state `to`; or it is refused."""

    to: LinkState | None = None
    refused: str | None = None
    """The code of the `error`."""
    closes: bool = False
    """Whether the refusal ends the connection."""
    text: str = ""


_STAYS = Answered()
_SILENT = Answered(refused="")
_NOT_GREETED = Answered(LinkState.CLOSING, "not_greeted", True, "the first message must be hello")
_GREETED = Answered(LinkState.CLOSING, "already_greeted", True, "hello was already sent")
_HAS_SESSION = Answered(refused="already_logged_in", text="this connection is already logged in")
_NO_SESSION = Answered(refused="not_logged_in", text="log in or resume first")

LINKS: Mapping[LinkState, Mapping[type[m.ClientMessage], Answered]] = {
    LinkState.NEW: {
        m.Hello: Answered(LinkState.GREETED),
        m.Login: _NOT_GREETED,
        m.Resume: _NOT_GREETED,
        m.Ping: _NOT_GREETED,
        m.Pong: _NOT_GREETED,
        m.Request: _NOT_GREETED,
    },
    LinkState.GREETED: {
        m.Hello: _GREETED,
        m.Login: Answered(LinkState.IN_SESSION),
        m.Resume: Answered(LinkState.IN_SESSION),
        m.Ping: _STAYS,
        m.Pong: _STAYS,
        m.Request: _NO_SESSION,
    },
    LinkState.IN_SESSION: {
        m.Hello: _GREETED,
        m.Login: _HAS_SESSION,
        m.Resume: _HAS_SESSION,
        m.Ping: _STAYS,
        m.Pong: _STAYS,
        m.Request: _STAYS,
    },
    LinkState.CLOSING: dict.fromkeys((m.Hello, m.Login, m.Resume, m.Ping, m.Pong, m.Request), _SILENT),
}
"""What happens to each message of a client, by the state of its connection; every request counts as `Request`."""

MESSAGES: tuple[type[m.ClientMessage], ...] = (*m.GREETINGS.values(), *m.REQUESTS.values())
"""Everything that a client may send."""

_BY_MESSAGE = {
    state: {message: rows.get(message) or rows[m.Request] for message in MESSAGES} for state, rows in LINKS.items()
}


def answered(state: LinkState, message: type[m.ClientMessage]) -> Answered:
    """The row for a message of that type. Raises KeyError for what no client sends."""
    return _BY_MESSAGE[state][message]


# --- where somebody is, and what may be asked there --------------------------------------------------------------


class Where(Enum):
    """Where a session is."""

    LOBBY = "lobby"
    WATCHING = "watching"
    SEATED = "seated"
    HOST = "host"

    __hash__ = object.__hash__


AT_REST = (RoomPhase.WAITING, RoomPhase.FINISHED)
"""Phases in which no game is running."""
IN_ROUND = frozenset((RoomPhase.PLAYING, RoomPhase.PAUSED))
"""Phases in which a round is played."""


class Row(NamedTuple):
    """When a request is refused, and with which code: by where the session is, then by the phase of the table."""

    where: Mapping[Where, str]
    phases: Mapping[RoomPhase, str]
    to: Where | None = None
    """Where the session is afterwards."""


_ANY_PHASE: Mapping[RoomPhase, str] = {}
_ANYWHERE: Mapping[Where, str] = {}
_ELSEWHERE = dict.fromkeys((Where.WATCHING, Where.SEATED, Where.HOST), "already_at_table")
_NO_SEAT_YET = dict.fromkeys((Where.SEATED, Where.HOST), "already_at_table")
_AT_TABLE = {Where.LOBBY: "not_at_table"}
_WITH_SEAT = {Where.LOBBY: "not_at_table", Where.WATCHING: "not_seated"}
_AS_HOST = {Where.LOBBY: "not_at_table", Where.WATCHING: "not_host", Where.SEATED: "not_host"}

_NOT_OPEN = {RoomPhase.CLOSED: "not_at_table"}
_WHEN_AT_REST = {
    **dict.fromkeys((RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS), "game_running"),
    **_NOT_OPEN,
}
_BETWEEN_DEALS = {**dict.fromkeys((RoomPhase.PLAYING, RoomPhase.PAUSED), "game_running"), **_NOT_OPEN}
_IN_A_GAME = {**dict.fromkeys(AT_REST, "no_game"), **_NOT_OPEN}
_NOT_PAUSED = {RoomPhase.PAUSED: "paused", **_NOT_OPEN}

_IN_LOBBY = Row(_ANYWHERE, _ANY_PHASE)
_OF_HOST = Row(_AS_HOST, _NOT_OPEN)
_OF_PLAY = Row(_WITH_SEAT, _NOT_PAUSED)

REQUESTS: Mapping[type[m.Request], Row] = {
    m.ListTables: _IN_LOBBY,
    m.TableRules: _IN_LOBBY,
    m.LobbyTalk: _IN_LOBBY,
    m.CreateTable: Row(_ELSEWHERE, _ANY_PHASE, Where.HOST),
    m.JoinTable: Row(_NO_SEAT_YET, _NOT_OPEN, Where.SEATED),
    m.SpectateTable: Row(_ELSEWHERE, _NOT_OPEN, Where.WATCHING),
    m.LeaveTable: Row(_AT_TABLE, _NOT_OPEN, Where.LOBBY),
    m.Chat: Row(_ANYWHERE, _ANY_PHASE),
    m.React: Row(_AT_TABLE, _NOT_OPEN),
    m.Ready: Row(_WITH_SEAT, _BETWEEN_DEALS),
    m.Away: Row(_WITH_SEAT, _NOT_OPEN),
    m.GiveTime: Row(_WITH_SEAT, _NOT_OPEN),
    m.AddBot: _OF_HOST,
    m.RemoveBot: _OF_HOST,
    m.Start: Row(_AS_HOST, _WHEN_AT_REST),
    m.ChangeTable: _OF_HOST,
    m.MoveSeat: Row(_AS_HOST, _WHEN_AT_REST),
    m.Kick: _OF_HOST,
    m.HandOver: Row(_AS_HOST, _NOT_OPEN, Where.SEATED),
    m.Pause: Row(_AS_HOST, _IN_A_GAME),
    m.EndGame: Row(_AS_HOST, _IN_A_GAME),
    m.CloseTable: Row(_AS_HOST, _NOT_OPEN, Where.LOBBY),
    m.Mute: _OF_HOST,
    m.WhyNot: Row(_WITH_SEAT, _NOT_OPEN),
    m.Continuations: Row(_WITH_SEAT, _NOT_OPEN),
    m.Play: _OF_PLAY,
    m.Draw: _OF_PLAY,
    m.Keep: _OF_PLAY,
    m.Pass: _OF_PLAY,
    m.Name: _OF_PLAY,
    m.Choose: _OF_PLAY,
    m.Vote: _OF_PLAY,
    m.Give: _OF_PLAY,
    m.Retain: _OF_PLAY,
    m.Accept: _OF_PLAY,
    m.Challenge: _OF_PLAY,
    m.Done: _OF_PLAY,
    m.CallUno: _OF_PLAY,
    m.Catch: _OF_PLAY,
}
"""Every request (P-7, P-9). A request that passes may still be refused by what it asks for."""


def refused_at(request: type[m.Request], where: Where, phase: RoomPhase | None) -> str | None:
    """The code with which a request is refused; None: it is carried out. `phase` None: not at a table."""
    row = REQUESTS[request]
    return row.where.get(where) or (None if phase is None else row.phases.get(phase))


# --- the life of a table -----------------------------------------------------------------------------------------


class Turn(Enum):
    """What moves a table to another phase (P-7.8)."""

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
