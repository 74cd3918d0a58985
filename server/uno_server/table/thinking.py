"""Thinking: what a computer player is asked when it is to move, and who searches for the moves of `expert`."""

from typing import NamedTuple, Protocol

from uno_engine.actions import CallUno, Catch, Listed, PlayerAction
from uno_engine.bots.choosing import choose
from uno_engine.legal import legal_actions
from uno_engine.levels import LEVELS, SEARCHES
from uno_engine.memory import Memory
from uno_engine.state import State, View

STANDS_IN = [name for name in LEVELS if name not in SEARCHES][-1]
"""The level that moves where one that searches has not found a move in time."""


class Question(NamedTuple):
    """The question of a search: the seat's view and memory, and nothing else (FAULTS 41)."""

    view: View
    seed: bytes
    memory: Memory
    level: str

    def answer(self) -> PlayerAction | None:
        """The move of its level."""
        view = self.view
        assert view.viewer is not None
        return choose(self.level, view, choices(view, view.viewer), self.seed, self.memory)


def choices(game: State | View, seat: int) -> list[Listed]:
    """The choices of the seat that is asked: UNO is called and caught by reactions."""
    return [one for one in legal_actions(game, seat) if not isinstance(one, CallUno | Catch)]


class Thought(Protocol):
    """The search for one move."""

    def answer(self) -> PlayerAction | None:
        """The move, now that it is due; None if it has not been found yet. Ends the search."""


class Thinker(Protocol):
    """Finds the moves of `expert`, while everything else continues."""

    late: int
    """How many moves had not been found when they were due."""

    def begin(self, question: Question, seconds: float) -> Thought:
        """Begin to search for a move that is due in this many seconds."""


class Deferred:
    """Thinks when the move is due, as long as it takes: where nobody waits, as in tests."""

    def __init__(self, question: Question) -> None:
        self._question = question

    def answer(self) -> PlayerAction | None:
        """The move."""
        return self._question.answer()


class AtOnce:
    """A thinker that never is late."""

    late = 0

    def begin(self, question: Question, _seconds: float) -> Thought:
        """Wait until the move is due."""
        return Deferred(question)
