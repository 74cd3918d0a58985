"""One action being carried out: a state, and the events told so far. An event changes the state as soon as it is told."""

from __future__ import annotations

from engine.events import Event
from engine.evolve import evolve
from engine.state import State


class Course:
    """What follows from one action. Everything that happens to `state` goes through `tell`."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Let the event happen: apply it and keep it."""
        evolve(self.state, event)
        self.events.append(event)
