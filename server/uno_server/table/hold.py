"""A hold: requests that wait, for fairness, while somebody can still call UNO (rule book U3)."""

from dataclasses import dataclass, field
from typing import NamedTuple

from uno_engine.actions import Catch, PlayerAction
from uno_engine.decide import advance
from uno_engine.state import State
from uno_protocol.messages import Move


class Held(NamedTuple):
    """A request that waits for its answer."""

    session: int
    request: Move
    action: PlayerAction


@dataclass(slots=True)
class Hold:
    """The grace after an UNO window has opened, at most until `until`; it stops while the game is paused."""

    until: float
    held: list[Held] = field(default_factory=list)
    left: float | None = None
    """Seconds left while it is stopped; None: it runs."""

    def stand(self, now: float) -> None:
        """Stop the grace."""
        if self.left is None:
            self.left = max(0.0, self.until - now)

    def run(self, now: float) -> None:
        """Let the grace run again."""
        if self.left is not None:
            self.until, self.left = now + self.left, None

    @property
    def deadline(self) -> float | None:
        """When the grace ends; None while it is stopped."""
        return self.until if self.left is None else None

    def holds(self, session: int) -> bool:
        """True if a request of that session already waits."""
        return any(held.session == session for held in self.held)

    def in_order(self) -> list[Held]:
        """The held requests in the order to take them: catches first, else by arrival."""
        return sorted(self.held, key=lambda held: not isinstance(held.action, Catch))


def would_close(state: State, action: PlayerAction, decision: int) -> bool:
    """True if the action would close the open window, unless by a call. Raises Refused as `advance` does."""
    twin = state.copy()
    advance(twin, action, decision)
    return action.kind != "uno" and twin.window != state.window
