"""Facts: what the journal stores besides the entries: sessions, tables, seeds, the members of a table."""

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from uno_protocol.room import Room
from uno_server.table.access import Access
from uno_server.table.tally import Feats


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """A session begins. Its token is not stored."""

    number: int
    name: str
    digest: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SessionParted:
    """A session was disconnected: its last use is now."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionResumed:
    """The session was resumed, or made its first request: somebody has the token."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The session is forgotten, and its token is void."""

    number: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table begins: the room before its first entry, and the settings of its computer players."""

    number: int
    room: Room
    bot_pause: float
    bot_secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableEnded:
    """The table was closed or given up."""

    number: int


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The game that the commit's entries open has this seed."""

    seed: bytes = field(repr=False)


BANS = "bans"
"""The note of the journal that holds the bans."""


@dataclass(frozen=True, slots=True)
class BansChanged:
    """The administrator's bans from now on, as `uno_server.core.admission` writes them."""

    text: str


class MemberPlace(NamedTuple):
    """A session at a table, as in `uno_server.table.state.Member`."""

    session: int
    name: str
    seat: int | None
    since: int
    dealt: bool
    connected: bool
    away_since: float
    left_at: int | None = None
    """The last entry that can have reached it before it was disconnected; None while it is connected."""


@dataclass(frozen=True, slots=True)
class PlacesChanged:
    """The members of the table after the commit's entries, in the order in which they came."""

    places: tuple[MemberPlace, ...]


@dataclass(frozen=True, slots=True)
class AccessChanged:
    """The new access to the table."""

    access: Access = field(repr=False)


class Times(Struct, frozen=True, array_like=True):
    """The times that a table waits for, in seconds of the server's time, which stops while no server runs."""

    of: float | None = None
    """All seconds that the clock was wound for; None: no limit."""
    left: float | None = None
    """Seconds left when it started to run, or while it is stopped."""
    running_since: float | None = None
    hold_until: float | None = None
    """When the grace of U3 ends."""
    deserted_since: float | None = None
    time_outs: tuple[int, ...] = ()
    """How often in a row a person's time ran out: by seat, up to the last with any."""
    hold_left: float | None = None
    """Seconds left of that grace while it is stopped."""
    feats: Feats | None = None
    """The play of the seats in the game; None without one, and in older journals."""


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
    | AccessChanged
)
