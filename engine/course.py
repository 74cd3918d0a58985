"""One action being carried out: a state, and the events told so far. An event takes effect as soon as it is told."""

from __future__ import annotations

from engine.events import Event
from engine.evolve import EVOLVE
from engine.state import State


class Course(list[Event]):
    """What follows from one action, in order. Everything that happens to `state` goes through `tell`."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def tell(self, event: Event) -> None:
        """Let the event happen: apply it and keep it."""
        EVOLVE[type(event)](self.state, event)  # `evolve`, one call shorter: the hottest line there is
        self.append(event)
