"""Who is at a table: the people who sit or watch there, and what each was last told."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.actions import Listed
from protocol.room import Room
from server.limits import Limits
from server.machines import AT_REST

NEVER = float("inf")

Told = tuple[int, tuple[Listed, ...]]
"""A decision number and the legal actions that were listed for it."""
UNKNOWN: Told = (-1, ())
"""What was told may not have arrived."""


@dataclass(slots=True)
class Member:
    """A session at a table."""

    session: int
    name: str
    seat: int | None
    """None for one who watches."""
    since: int
    """Entry with which the seat, or the watching, began: nothing up to it is ever replayed to the session."""
    connected: bool = True
    away_since: float = 0.0
    dealt: bool = False
    """The hand of the seat was dealt to this member, not to whoever sat there before."""
    left_at: int | None = None
    """The last entry that can have been seen before the link was lost; None while there is a link, or if not known.
    What claims to have been seen after it was lost with the end of a journal."""
    told: Told | None = None
    """The last list sent; None: none, or an empty one."""
    address: str = ""
    """Where the member came from, for a ban; empty: not known since a restart."""

    @property
    def seated(self) -> int:
        """The seat of one who is known to have one."""
        assert self.seat is not None
        return self.seat

    def sits_anew(self, seat: int) -> None:
        """The member has another seat: what follows begins with a snapshot, and no hand there was dealt to it."""
        self.seat, self.since, self.dealt, self.told = seat, -1, False, None

    def place_lapses(self, room: Room, limits: Limits) -> float:
        """When the seat, or the watcher's place, is given up because the link is lost; during a game no seat is."""
        if self.connected or (self.seat is not None and room.phase not in AT_REST):
            return NEVER
        return self.away_since + (limits.watcher_away_seconds if self.seat is None else limits.away_seconds)

    def host_lapses(self, room: Room, limits: Limits) -> float:
        """When somebody else becomes host because this member is it and the link is lost."""
        if self.connected or self.seat is None or self.seat != room.host:
            return NEVER
        return self.away_since + limits.host_away_seconds


@dataclass(slots=True)
class Expected:
    """Members whose links a restart of the server has cut: the clocks wait for them, but not for ever."""

    sessions: set[int] = field(default_factory=set)
    until: float = 0.0

    def came(self, session: int) -> None:
        """That one is back, or has left for good."""
        self.sessions.discard(session)
