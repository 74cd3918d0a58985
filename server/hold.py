"""Who waits while somebody may still call UNO: requests that the table holds for fairness (rule book U3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.actions import Catch, PlayerAction
from engine.decide import advance
from engine.state import State
from protocol.messages import PlayRequest


class Held(NamedTuple):
    """A request that waits, unanswered."""

    session: int
    request: PlayRequest
    action: PlayerAction


@dataclass(slots=True)
class Hold:
    """The grace after an UNO window has opened, until `until` at the latest; it stands while the game is paused."""

    until: float
    held: list[Held] = field(default_factory=list)
    left: float | None = None
    """Seconds that are left while it stands; None: it runs."""

    def stand(self, now: float) -> None:
        """Let the grace stand still."""
        if self.left is None:
            self.left = max(0.0, self.until - now)

    def run(self, now: float) -> None:
        """Let the grace go on."""
        if self.left is not None:
            self.until, self.left = now + self.left, None

    @property
    def deadline(self) -> float | None:
        """When the grace is over; None while it stands."""
        return self.until if self.left is None else None

    def holds(self, session: int) -> bool:
        """True if a request of that session waits already."""
        return any(held.session == session for held in self.held)

    def in_order(self) -> list[Held]:
        """What was held, as it is to be taken: catches first, each kind in the order of arrival."""
        return sorted(self.held, key=lambda held: not isinstance(held.action, Catch))


def would_close(state: State, action: PlayerAction, decision: int) -> bool:
    """True if the action would close the open window otherwise than by a call. Raises Refused as `advance` does."""
    twin = state.copy()
    advance(twin, action, decision)
    return action.kind != "uno" and twin.window != state.window
