"""Cases, their results, and the list of all cases for servers."""

from collections.abc import Callable
from dataclasses import dataclass

from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.verdicts import Requirement, Verdict


@dataclass(frozen=True, slots=True)
class Case:
    """One test of the suite. `number` never changes and is never used again."""

    number: str
    group: str
    clauses: tuple[str, ...]
    does: str
    expects: str
    level: Requirement
    run: Callable[..., None]
    """Called with the tools of its suite: a Kit, or a Stage if a client is under test."""
    needs_password: bool = False
    """Whether it needs a server with a password; it is left out if the suite has none."""


CASES: dict[str, Case] = {}
"""Every case by its number, in the order of the groups."""


def described(about: str) -> tuple[str, str]:
    """A case's action and expectation: what its docstring says before and after `->`. Raises ValueError."""
    does, arrow, expects = " ".join(about.split()).partition(" -> ")
    if not arrow:
        raise ValueError(f"it must say what the case does, then -> and what it expects: {about!r}")
    return does, expects


def case(
    number: str, *clauses: str, level: Requirement = Requirement.MUST, needs_password: bool = False
) -> Callable[[Callable[[Kit], None]], Callable[[Kit], None]]:
    """Add a function to the list. `number` begins with the group's letters: `FR-3`.

    `clauses` are the clauses of PROTOCOL.md that are broken if it fails, the main one first.
    """

    def enter(run: Callable[[Kit], None]) -> Callable[[Kit], None]:
        row(run.__module__, number, " ".join(clauses), run.__doc__ or "", run, level, needs_password=needs_password)
        return run

    return enter


def row(
    module: str,
    number: str,
    clauses: str,
    about: str,
    run: Callable[[Kit], None],
    level: Requirement = Requirement.MUST,
    *,
    needs_password: bool = False,
) -> None:
    """Add a case that is a row of a table in that module; `about` says what the docstring of a function says."""
    if number in CASES or not clauses:
        raise ValueError(f"case {number} is there already, or names no clause")
    group, cited = module.rpartition(".")[2], tuple(clauses.split())
    CASES[number] = Case(number, group, cited, *described(about), level, run, needs_password)


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a case. Behaviour and closing are judged apart; `closing` is None if it was not observed."""

    case: Case
    behaviour: Verdict
    closing: Verdict | None
    found: str
    seconds: float

    @property
    def verdict(self) -> Verdict:
        """Both together."""
        return Verdict.FAILED if Verdict.FAILED in (self.behaviour, self.closing) else self.behaviour
