"""What a case is, how it is judged, and the list of all cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.conformance.kit import Kit


class Failed(Exception):
    """The peer does something else than the document says; the text is what was found."""


class FailedClosing(Exception):
    """What is asked for was done, but the connection is not closed, or kept, as the document says."""


class Skipped(Exception):
    """The case cannot be tried with this peer; the text says why."""


class Level(Enum):
    """How much a case asks."""

    MUST = "MUST"
    SHOULD = "SHOULD"


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that is tried. `number` is stable: it stays a case's own for ever."""

    number: str
    group: str
    clauses: tuple[str, ...]
    does: str
    expects: str
    level: Level
    run: Callable[..., None]
    """Is given the tools of its suite: a Kit, or a Stage where a client is under test."""
    needs_password: bool = False
    """Whether it is about a server that asks for a password, and is left out where the suite is given none."""


CASES: dict[str, Case] = {}
"""Every case by its number, in the order of the groups."""


def case(
    number: str, *clauses: str, does: str, expects: str, level: Level = Level.MUST, needs_password: bool = False
) -> Callable[[Callable[[Kit], None]], Callable[[Kit], None]]:
    """Enter a function into the list. `number` begins with the group's letters: `FR-3`.

    `clauses` are those of PROTOCOL.md that are at fault if it fails, the most telling one first.
    """

    def enter(run: Callable[[Kit], None]) -> Callable[[Kit], None]:
        group = run.__module__.rpartition(".")[2]
        if number in CASES or not clauses:
            raise ValueError(f"case {number} is there already, or names no clause")
        CASES[number] = Case(number, group, clauses, does, expects, level, run, needs_password)
        return run

    return enter


class Verdict(Enum):
    """What came of a case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Judged:
    """A case that was tried. Behaviour and closing are judged apart: `closing` None where nothing was to be seen."""

    case: Case
    behaviour: Verdict
    closing: Verdict | None
    found: str
    seconds: float

    @property
    def verdict(self) -> Verdict:
        """Both together."""
        return Verdict.FAILED if Verdict.FAILED in (self.behaviour, self.closing) else self.behaviour
