"""Cases, their results, and the list of all cases for servers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType

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


_ROWS: dict[str, list[Case]] = {}
"""The cases that are rows of a table, by the module that has it."""
_HEAD = re.compile(r"(?P<number>[A-Z]{2}-\d+) (?P<clauses>[^:]+): ")


def described(about: str) -> tuple[str, str]:
    """A case's action and expectation: what is said before and after `->`. Raises ValueError."""
    does, arrow, expects = " ".join(about.split()).partition(" -> ")
    if not arrow:
        raise ValueError(f"it must say what the case does, then -> and what it expects: {about!r}")
    return does, expects


def row(module: str, about: str, run: Callable[..., None]) -> None:
    """Add a case that is a row of a table in that module. `about`: as a function's docstring. Raises ValueError."""
    case = _case(module, about, run)
    if case is None:
        raise ValueError(f"it has no number and no clauses: {about!r:.100}")
    _ROWS.setdefault(module, []).append(case)


def of_module(module: ModuleType) -> Iterator[Case]:
    """The cases of a module: its rows, and the public methods of its class `…Cases`, of which the tools are `self`. The
    docstring is `HO-3 P-7.21 P-7.5: does … -> expects …`. The clauses of PROTOCOL.md are broken if it fails, the main
    one first; behind them, `SHOULD` and `password` may follow. Raises ValueError."""
    yield from _ROWS.get(module.__name__, ())
    group = next((one for name, one in vars(module).items() if name.endswith("Cases")), object)
    for name, run in vars(group).items():
        if isinstance(run, FunctionType) and not name.startswith("_"):
            case = _case(module.__name__, run.__doc__ or "", run)
            if case is None:
                raise ValueError(f"{name} in {module.__name__} has no number and no clauses")
            yield case


def _case(module: str, about: str, run: Callable[..., None]) -> Case | None:
    head = _HEAD.match(about)
    if head is None:
        return None
    cited = head["clauses"].split()
    clauses = tuple(clause for clause in cited if clause.startswith("P-"))
    level = Requirement.SHOULD if "SHOULD" in cited else Requirement.MUST
    group, does = module.rpartition(".")[2], described(about[head.end() :])
    return Case(head["number"], group, clauses, *does, level, run, needs_password="password" in cited)


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
