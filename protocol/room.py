"""What everyone at a table knows besides the game: seats, ready marks, host, presence, phase, rules.

A `Room` is the fold of the room events of the table's log. The server keeps its own table in one, a client rebuilds
it from the snapshot and the entries (P-8).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from engine.options import with_options
from engine.presets import preset
from engine.rules import RuleSet


class RoomPhase(Enum):
    """The life of a table: waiting -> playing <-> paused -> between_rounds -> playing ... -> finished -> waiting."""

    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    BETWEEN_ROUNDS = "between_rounds"
    FINISHED = "finished"
    CLOSED = "closed"


@dataclass(slots=True)
class Occupant:
    """Who sits in a seat: a person, or a computer player of some level."""

    name: str
    bot: str | None = None
    """Level of a computer player; None for a person."""
    ready: bool = False
    connected: bool = True


@dataclass(slots=True)
class Room:
    """A table without its game. `occupants` by seat, None where nobody sits."""

    code: str
    name: str
    preset: str
    options: dict[str, str]
    """The options that were set on top of the preset."""
    turn_seconds: int
    occupants: list[Occupant | None]
    host: int | None = None
    """Seat of the host: always a person; None only while no person is seated."""
    phase: RoomPhase = RoomPhase.WAITING
    watchers: int = 0

    @property
    def rules(self) -> RuleSet:
        """The rules of the table. Raises RulesRefused if they make no sense."""
        return with_options(preset(self.preset), self.options)


@dataclass(slots=True)
class RoomEvent:
    """Something that happened at a table outside the rules of play. Everybody there sees all of it."""

    kind: ClassVar[str]


@dataclass(slots=True)
class SeatTaken(RoomEvent):
    """Somebody sits down; `bot` is the level of a computer player."""

    kind: ClassVar[str] = "seat_taken"
    seat: int
    name: str
    bot: str | None = None


@dataclass(slots=True)
class SeatFreed(RoomEvent):
    """Somebody leaves the seat for good."""

    kind: ClassVar[str] = "seat_freed"
    seat: int


@dataclass(slots=True)
class HostChanged(RoomEvent):
    """The person in that seat is the host now."""

    kind: ClassVar[str] = "host_changed"
    seat: int | None


@dataclass(slots=True)
class ReadyChanged(RoomEvent):
    """A seat is ready, or no longer."""

    kind: ClassVar[str] = "ready_changed"
    seat: int
    ready: bool


@dataclass(slots=True)
class PresenceChanged(RoomEvent):
    """The link of a seated person was lost, or is back."""

    kind: ClassVar[str] = "presence_changed"
    seat: int
    connected: bool


@dataclass(slots=True)
class WatchersChanged(RoomEvent):
    """So many watch the table now."""

    kind: ClassVar[str] = "watchers_changed"
    count: int


@dataclass(slots=True)
class PhaseChanged(RoomEvent):
    """The table enters another part of its life. Entering `waiting`, `between_rounds` or `finished` clears the ready
    marks of people; computer players are always ready."""

    kind: ClassVar[str] = "phase_changed"
    phase: RoomPhase


@dataclass(slots=True)
class GameOpened(RoomEvent):
    """A new game begins with the people in these seats; its first deal follows."""

    kind: ClassVar[str] = "game_opened"
    seated: tuple[bool, ...]
    chosen: int | None = None


@dataclass(slots=True)
class GameSeed(RoomEvent):
    """The seed of the game that has just ended, as 64 hex digits: every deal can be checked with it now."""

    kind: ClassVar[str] = "game_seed"
    seed: str


ROOM_EVENTS: dict[str, type[RoomEvent]] = {
    event.kind: event
    for event in (
        SeatTaken,
        SeatFreed,
        HostChanged,
        ReadyChanged,
        PresenceChanged,
        WatchersChanged,
        PhaseChanged,
        GameOpened,
        GameSeed,
    )
}
"""Every room event by its stable name."""


def fold(room: Room, event: RoomEvent) -> None:
    """Apply one room event, in place."""
    _FOLD[type(event)](room, event)


def _seat_taken(room: Room, event: SeatTaken) -> None:
    room.occupants[event.seat] = Occupant(event.name, event.bot, ready=event.bot is not None)
    _clear_ready(room)


def _seat_freed(room: Room, event: SeatFreed) -> None:
    room.occupants[event.seat] = None
    _clear_ready(room)


def _host_changed(room: Room, event: HostChanged) -> None:
    room.host = event.seat


def _ready_changed(room: Room, event: ReadyChanged) -> None:
    occupant = room.occupants[event.seat]
    if occupant is not None:
        occupant.ready = event.ready


def _presence_changed(room: Room, event: PresenceChanged) -> None:
    occupant = room.occupants[event.seat]
    if occupant is not None:
        occupant.connected = event.connected


def _watchers_changed(room: Room, event: WatchersChanged) -> None:
    room.watchers = event.count


def _phase_changed(room: Room, event: PhaseChanged) -> None:
    room.phase = event.phase
    _clear_ready(room)


def _told(_room: Room, _event: RoomEvent) -> None:
    """An event that changes nothing in the room."""


def _clear_ready(room: Room) -> None:
    if room.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED):
        for occupant in room.occupants:
            if occupant is not None:
                occupant.ready = occupant.bot is not None


_FOLD: dict[type[RoomEvent], Callable[[Room, Any], None]] = {
    SeatTaken: _seat_taken,
    SeatFreed: _seat_freed,
    HostChanged: _host_changed,
    ReadyChanged: _ready_changed,
    PresenceChanged: _presence_changed,
    WatchersChanged: _watchers_changed,
    PhaseChanged: _phase_changed,
    GameOpened: _told,
    GameSeed: _told,
}
