"""Who is at a table: the people who sit or watch there, and what each was last told."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Listed


@dataclass(slots=True)
class Member:
    """A session at a table."""

    session: int
    seat: int | None
    """None for one who watches."""
    since: int
    """Entry with which the seat, or the watching, began: nothing up to it is ever replayed to the session."""
    connected: bool = True
    away_since: float = 0.0
    dealt: bool = False
    """The hand of the seat was dealt to this member, not to whoever sat there before."""
    told: tuple[int, tuple[Listed, ...]] | None = None
    """Decision number and legal actions of the last list sent; None: none, or an empty one."""
