"""An action in progress: a state, and the events so far. An event takes effect as soon as it is added."""

from __future__ import annotations

from uno_engine.cards import Card
from uno_engine.events import Event
from uno_engine.evolve import EVOLVE
from uno_engine.state import State


def course_of(state: State) -> Course:
    """The course of an action on `state`, without any event yet."""
    course = Course()
    course.state = state  # not by __init__: every action begins one, and a call more is felt
    return course


class Course(list[Event]):
    """What follows from one action, in order. What happens to `state` goes through `tell`.

    The two most frequent events, a turn begun and a plain card played, are applied and kept where they arise.
    """

    __slots__ = ("state", "under")
    state: State
    under: Card
    """The origin of the open penalty (N2), once a card answers it: the pile may be renewed before that acts."""

    def tell(self, event: Event) -> None:
        """Let the event happen: apply it and keep it."""
        EVOLVE[type(event)](self.state, event)  # `evolve`, one call shorter: the hottest line there is
        self.append(event)
