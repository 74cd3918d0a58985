"""Scenario files as cases: one per scenario, numbered in the order of the files: SN-1, SN-2, …"""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from uno_engine.scenario.text import ScenarioFault
from uno_protocol.conformance import scenario
from uno_protocol.conformance.judging import Case
from uno_protocol.conformance.verdicts import Requirement

GROUP = "scenarios"
SUFFIX = ".game"


class BadScenarioFile(Exception):
    """A file that is not there or holds no scenarios; the text says which, where and why."""


def files_of(paths: Iterable[str]) -> list[Path]:
    """The files that paths name; of a folder all that end in `.game`, however deep. Raises Unreadable."""
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        files = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not files:
            raise BadScenarioFile(f"{name}: no file in it ends in {SUFFIX}")
        found += [file for file in files if file not in found]
    return found


def of_files(files: Sequence[Path]) -> list[Case]:
    """A case for every scenario of the files. Raises Unreadable."""
    found = [(file, one) for file in files for one in _read(file)]
    return [_case(f"SN-{number}", file, one) for number, (file, one) in enumerate(found, start=1)]


def _read(file: Path) -> list[scenario.Scenario]:
    try:
        found = scenario.read(file.read_text(encoding="utf-8"))
    except ScenarioFault as fault:
        raise BadScenarioFile(f"{file}:{fault.line}: {fault.reason}") from fault
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "is not UTF-8 text"
        raise BadScenarioFile(f"{file}: {reason}") from fault
    if not found:
        raise BadScenarioFile(f"{file}: no scenario in it")
    return found


def _case(number: str, file: Path, one: scenario.Scenario) -> Case:
    line = one.placed.block.line
    if "invalid" in one.placed.once:
        expects = "rules_refused, with the option at fault"
    else:
        expects = "its expectations hold in everyone's picture, and a fresh snapshot at the end agrees"
    does = f"plays {file.name}:{line}, {one.name}"
    return Case(number, GROUP, one.clauses, does, expects, Requirement.MUST, partial(scenario.hold, scenario=one))
