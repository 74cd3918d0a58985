"""What everyone at a table knows besides the game: seats, ready marks, host, presence, phase, rules.

A `Room` is the fold of the room events of the table's log. The server keeps its own table in one, a client rebuilds
it from the snapshot and the entries (P-8).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

from engine.cards import Card
from engine.options import with_options
from engine.presets import preset
from engine.rules import MOST_SEATS, RuleSet


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
    stand_in: str | None = None
    """Level of the computer player that sits in for this person; None: the person plays."""
    extra_seconds: int = 0
    """More seconds for every answer than the table has."""

    @property
    def plays(self) -> bool:
        """True for a person for whom no computer player sits in."""
        return self.bot is None and self.stand_in is None


@dataclass(slots=True)
class Remark:
    """Something said at the table: by whom, from which seat (None: watching)."""

    name: str
    text: str
    seat: int | None = None


REMARKS_KEPT = 20
"""How much of what was said at a table is told to whoever comes later."""
LEAST_SEATS = 2
MOST_NAMES = 1024
"""Who can watch, or be muted, at one table: as many as an array may have (P-3.4)."""


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
    watchers: list[str] = field(default_factory=list)
    """The names of those who watch, in the order in which they came."""
    listed: bool = True
    locked: bool = False
    password: bool = False
    """Whether one is asked for; which one is the server's own."""
    watching: bool = True
    """Whether people without a seat may watch."""
    show_hands: bool = False
    """Whether all hands of a round are shown when it is over."""
    test: bool = False
    """Every game here begins at a position that was given, not with a deal."""
    held: bool = False
    """The host has made the game stand still, in mid-round (`paused`) or between rounds."""
    muted: list[str] = field(default_factory=list)
    """Who may not speak at this table."""
    remarks: list[Remark] = field(default_factory=list)
    """What was said last, oldest first."""

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
    """Somebody leaves the seat for good: `left`, `kicked`, `banned`, or `absent` (not there for too long)."""

    kind: ClassVar[str] = "seat_freed"
    seat: int
    reason: str = "left"


@dataclass(slots=True)
class SeatsMoved(RoomEvent):
    """Who sits in `seat` moves to the seat `to`, and who sits there, if anybody does, to `seat`."""

    kind: ClassVar[str] = "seats_moved"
    seat: int
    to: int


@dataclass(slots=True)
class StandInChanged(RoomEvent):
    """A computer player of some level sits in for the person of that seat, and is ready; None: the person is back,
    and has not accepted anything yet."""

    kind: ClassVar[str] = "stand_in_changed"
    seat: int
    level: str | None = None


@dataclass(slots=True)
class TimeGiven(RoomEvent):
    """The seat has so many seconds more for every answer than the table has."""

    kind: ClassVar[str] = "time_given"
    seat: int
    seconds: int


@dataclass(slots=True)
class TableChanged(RoomEvent):
    """The host has changed something; what is None stays. `options` are all that differ from the preset."""

    kind: ClassVar[str] = "table_changed"
    preset: str | None = None
    options: dict[str, str] | None = None
    seats: int | None = None
    turn_seconds: int | None = None
    password: bool | None = None
    listed: bool | None = None
    locked: bool | None = None
    watching: bool | None = None
    show_hands: bool | None = None
    rules: dict[str, str] | None = None
    """Every option in force, if the preset or the options are others: for those who do not know the presets."""
    fingerprint: str | None = None


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
class WatcherCame(RoomEvent):
    """Somebody watches the table from now on."""

    kind: ClassVar[str] = "watcher_came"
    name: str


@dataclass(slots=True)
class WatcherLeft(RoomEvent):
    """Somebody watches no longer, perhaps because of sitting down: `left`, `kicked`, `banned`, or `absent`."""

    kind: ClassVar[str] = "watcher_left"
    name: str
    reason: str = "left"


@dataclass(slots=True)
class MuteChanged(RoomEvent):
    """The host lets somebody speak no more at this table, or again."""

    kind: ClassVar[str] = "mute_changed"
    name: str
    muted: bool


@dataclass(slots=True)
class Said(RoomEvent):
    """Somebody speaks; `seat` None: who watches."""

    kind: ClassVar[str] = "said"
    name: str
    text: str
    seat: int | None = None


@dataclass(slots=True)
class Reacted(RoomEvent):
    """Somebody says one of a few things."""

    kind: ClassVar[str] = "reacted"
    name: str
    reaction: str
    seat: int | None = None


@dataclass(slots=True)
class PhaseChanged(RoomEvent):
    """The table enters another part of its life. Entering `waiting`, `between_rounds` or `finished` clears the ready
    marks of people; computer players are always ready. `held`: the host makes the game stand still."""

    kind: ClassVar[str] = "phase_changed"
    phase: RoomPhase
    held: bool = False


@dataclass(slots=True)
class GameOpened(RoomEvent):
    """A new game begins with the people in these seats; its first deal follows."""

    kind: ClassVar[str] = "game_opened"
    seated: tuple[bool, ...]
    chosen: int | None = None


@dataclass(slots=True)
class GamePlaced(RoomEvent):
    """A new game begins at a position that was given. It is told to nobody: all get a snapshot, with it counted."""

    kind: ClassVar[str] = "game_placed"
    seated: tuple[bool, ...]
    position: str | None = None
    """Kept by the server alone."""


@dataclass(slots=True)
class GameSeed(RoomEvent):
    """The seed of the game that has just ended, as 64 hex digits: every deal can be checked with it now."""

    kind: ClassVar[str] = "game_seed"
    seed: str


@dataclass(slots=True)
class GameCleared(RoomEvent):
    """The table has no game any more: it was ended without a result, or the rules or seats are others now."""

    kind: ClassVar[str] = "game_cleared"


@dataclass(slots=True)
class HandsShown(RoomEvent):
    """The hands of the round that has just ended, by seat, in canonical order; None where nobody took part."""

    kind: ClassVar[str] = "hands_shown"
    hands: tuple[tuple[Card, ...] | None, ...]


ROOM_EVENTS: dict[str, type[RoomEvent]] = {
    event.kind: event
    for event in (
        SeatTaken,
        SeatFreed,
        SeatsMoved,
        StandInChanged,
        TimeGiven,
        TableChanged,
        HostChanged,
        ReadyChanged,
        PresenceChanged,
        WatcherCame,
        WatcherLeft,
        MuteChanged,
        Said,
        Reacted,
        PhaseChanged,
        GameOpened,
        GamePlaced,
        GameSeed,
        GameCleared,
        HandsShown,
    )
}
"""Every room event by its stable name."""


def fold(room: Room, event: RoomEvent) -> None:
    """Apply one room event, in place; the room's lists are made anew, so that a copy of the room may share them.

    Raises LookupError or ValueError for what contradicts the room, which is then as it was.
    """
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


def _watcher_came(room: Room, event: WatcherCame) -> None:
    room.watchers = _with(room.watchers, event.name)


def _watcher_left(room: Room, event: WatcherLeft) -> None:
    room.watchers = _without(room.watchers, event.name)


def _seats_moved(room: Room, event: SeatsMoved) -> None:
    seats, one, other = room.occupants, event.seat, event.to
    seats[one], seats[other] = seats[other], seats[one]
    if room.host in (one, other):
        room.host = other if room.host == one else one
    _clear_ready(room)


def _stand_in_changed(room: Room, event: StandInChanged) -> None:
    occupant = room.occupants[event.seat]
    if occupant is not None:
        occupant.stand_in, occupant.ready = event.level, event.level is not None


def _time_given(room: Room, event: TimeGiven) -> None:
    occupant = room.occupants[event.seat]
    if occupant is not None:
        occupant.extra_seconds = event.seconds


def _with(names: list[str], name: str) -> list[str]:
    if name in names or len(names) >= MOST_NAMES:
        raise ValueError("is there already, or one too many")
    return [*names, name]


def _without(names: list[str], name: str) -> list[str]:
    if name not in names:
        raise ValueError("is not there")
    return [other for other in names if other != name]


def _table_changed(room: Room, event: TableChanged) -> None:
    if event.seats is not None:
        if not LEAST_SEATS <= event.seats <= MOST_SEATS:
            raise ValueError(f"a table has {LEAST_SEATS} to {MOST_SEATS} seats")
        if any(one is not None for one in room.occupants[event.seats :]):
            raise ValueError("somebody sits in a seat that would be gone")
    for name in ("preset", "options", "turn_seconds", "password", "listed", "locked", "watching", "show_hands"):
        value = getattr(event, name)
        if value is not None:
            setattr(room, name, value)
    if event.seats is not None:
        room.occupants = [*room.occupants, *[None] * event.seats][: event.seats]
    if any(value is not None for value in (event.preset, event.options, event.seats, event.turn_seconds)):
        _clear_ready(room)


def _mute_changed(room: Room, event: MuteChanged) -> None:
    room.muted = (_with if event.muted else _without)(room.muted, event.name)
    if event.muted:
        room.remarks = [one for one in room.remarks if one.name != event.name]


def _said(room: Room, event: Said) -> None:
    room.remarks = [*room.remarks, Remark(event.name, event.text, event.seat)][-REMARKS_KEPT:]


def _phase_changed(room: Room, event: PhaseChanged) -> None:
    room.phase, room.held = event.phase, event.held
    _clear_ready(room)


def _told(_room: Room, _event: RoomEvent) -> None:
    """An event that changes nothing in the room."""


def _clear_ready(room: Room) -> None:
    """Nobody has accepted what is new; computer players accept everything, and so do those who sit in."""
    if room.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED):
        for occupant in room.occupants:
            if occupant is not None:
                occupant.ready = occupant.bot is not None or occupant.stand_in is not None


_FOLD: dict[type[RoomEvent], Callable[[Room, Any], None]] = {
    SeatTaken: _seat_taken,
    SeatFreed: _seat_freed,
    HostChanged: _host_changed,
    ReadyChanged: _ready_changed,
    PresenceChanged: _presence_changed,
    WatcherCame: _watcher_came,
    WatcherLeft: _watcher_left,
    SeatsMoved: _seats_moved,
    StandInChanged: _stand_in_changed,
    TimeGiven: _time_given,
    TableChanged: _table_changed,
    MuteChanged: _mute_changed,
    Said: _said,
    Reacted: _told,
    PhaseChanged: _phase_changed,
    GameOpened: _told,
    GamePlaced: _told,
    GameSeed: _told,
    GameCleared: _told,
    HandsShown: _told,
}
