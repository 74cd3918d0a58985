"""What the journal has to know beside the entries: sessions and tables that begin and end, seeds, who is at a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from protocol.room import Room
from server.table_door import TableDoor


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """A session begins. The token itself is not among what is kept."""

    number: int
    name: str
    digest: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SessionParted:
    """The connection of a session is gone: its last use is now."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionResumed:
    """The session was taken up with its token, or asks for the first time: somebody holds the token."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The session is forgotten: its token is good for nothing any more."""

    number: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table begins: the room before its first entry, and what its computer players go by."""

    number: int
    room: Room
    bot_pause: float
    bot_secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableEnded:
    """The table is no more, or was given up."""

    number: int


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The game that the commit's entries open has this seed."""

    seed: bytes = field(repr=False)


BANS = "bans"
"""The note of the journal that holds them."""


@dataclass(frozen=True, slots=True)
class BansChanged:
    """Whom the administrator has banned from now on, as `server.bans` writes it."""

    text: str


class Place(NamedTuple):
    """A session at a table, as `server.members.Member` has it."""

    session: int
    name: str
    seat: int | None
    since: int
    dealt: bool
    connected: bool
    away_since: float
    left_at: int | None = None
    """The last entry that can have reached it before its link was lost; None while there is one."""


@dataclass(frozen=True, slots=True)
class PlacesChanged:
    """Who is at the table after the commit's entries, in the order in which they came."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """Who may come in at the table is decided otherwise from now on."""

    door: TableDoor = field(repr=False)


class Times(NamedTuple):
    """What a table still waits for, in seconds of the server's time (`server.net`): it stands while no server runs."""

    of: float | None = None
    """Seconds in all that the clock was wound for; None: no limit."""
    left: float | None = None
    """Seconds left when it began to run, or stands."""
    running_since: float | None = None
    hold_until: float | None = None
    """When the grace of U3 ends."""
    deserted_since: float | None = None
    time_outs: tuple[int, ...] = ()
    """How often in a row the time of a seat's person has run out: by seat, up to the last with any."""
    hold_left: float | None = None
    """Seconds that are left of that grace while it stands."""


Fact = (
    SessionOpened
    | SessionParted
    | SessionResumed
    | SessionEnded
    | TableOpened
    | TableEnded
    | GameBegun
    | PlacesChanged
    | BansChanged
    | DoorChanged
)
