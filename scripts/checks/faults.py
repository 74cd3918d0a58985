"""Planted faults: each breaks a clause in the code, and a test that cites the clause must fail.

check.py faults --every 1     every fault of the table
check.py faults --only A5     the faults of one clause, law or package, or those with this in what is wrong or in a test
check.py faults --stale       the rows here and in broken.toml whose text has changed, or whose tests are gone
check.py faults               each fourth of them, as in the whole run, which has no time for all
check.py faults --all         every fault, and then every broken server (scripts/checks/broken.py)
check.py faults --list        the table

A fault is a row of tests/faults.toml: the clause it breaks or the tests that find it, what is then wrong, a file (below
`engine/uno_engine/` unless it begins with the name of another package), a piece of its text that occurs there once, and
the text that replaces it. Each is planted while the modules are loaded, in a process of its own. For a clause, only
what cites it runs there: the scenarios first, as they are quick, and if none of them fails the other tests. A fault
that nothing notices fails the check; so does a clause that is cited and has no row.
First of all, the `old` of every row must occur in its file once, its tests must be there, and they must pass where
nothing is planted; with --every they are left to the rest of the whole run.
To be run with the interpreter of `.venv` (scripts/check.py does).
"""

import argparse
import faulthandler
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from environment import progress  # noqa: E402

from tests.planting import Edit, plant, planted  # noqa: E402  (the checkout may not be installed)
from tests.protocol.conformance import broken  # noqa: E402

AT_ONCE = 2
SCENARIO_LIMIT = 60.0  # seconds; the scenarios of one clause take less than one
LIMIT = 600.0  # seconds; the tests of one clause take one or two, all of them together half a minute
PACKAGES = ("engine", "protocol", "server", "client")
T = TypeVar("T")
TESTS = ROOT / "tests"
TABLE = TESTS / "faults.toml"

if sys.platform == "win32":
    PROCESSES = multiprocessing.get_context("spawn")
else:
    PROCESSES = multiprocessing.get_context("forkserver")
LOADED_ONCE = (
    "_pytest.main",
    "_pytest.python",
    "pytest",
    "pytest_asyncio.plugin",
    "pytest_timeout",
    "hypothesis.stateful",
    "cryptography.x509",
    "prompt_toolkit",
    "zeroconf",
)
"""Modules that every process needs, and that have no planted fault."""
PYTEST = (
    "-x",
    "-q",
    "--tb=line",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-o",
    "timeout=0",
)

NOTICED = (1, 2)  # exit codes; 2: what the fault breaks is needed to find the tests
NOTHING_RAN = 5
LOST = 255


class Fault(NamedTuple):
    """One row: what is wrong then, the file, its text, the text instead, and the clause or the tests that find it."""

    wrong: str
    file: str
    old: str
    new: str
    clause: str = ""
    """The clause or law that it breaks; or else:"""
    tests: tuple[str, ...] = ()
    """The tests that find it: files or pytest's names of tests, below `tests/`."""

    @property
    def name(self) -> str:
        """The clause, or the first part of the program that it is in."""
        return self.clause or self.path.partition("/")[0]

    @property
    def path(self) -> str:
        """The file below the root."""
        return self.file if self.file.partition("/")[0] in PACKAGES else f"engine/uno_engine/{self.file}"

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edit that plants the fault."""
        return (Edit(self.path, self.old, self.new),)


def faults() -> list[Fault]:
    """The rows of the table, in order."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**row, "tests": tuple(row.get("tests", ()))}) for row in rows]


def judge(log: str, clause: str, places: Sequence[str], edits: Sequence[Edit]) -> None:
    """Plants the edits in this process, runs the tests that cite the clause (`*`: any) at these places, and exits.

    Exit code: 1 if a scenario does not hold, if one does not end, or if it cannot be loaded; else that of pytest, which
    is 0 if all tests pass, and 5 if there is none. The output goes to the file `log`.
    """
    keep_what_is_said(log)
    plant(edits)
    faulthandler.dump_traceback_later(SCENARIO_LIMIT, exit=True)  # a game that does not end has been noticed
    play([place for place in places if ".game:" in place])
    files = sorted({place.rpartition(":")[0] for place in places if ".py:" in place})
    if not files:
        sys.exit(NOTHING_RAN)
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    run_tests([*files, "--clause", clause])


def judge_by_tests(log: str, tests: Sequence[str], edits: Sequence[Edit]) -> None:
    """Plants the edits in this process, runs these tests, and ends the process with pytest's exit code."""
    keep_what_is_said(log)
    plant(edits)
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    run_tests(tests)


def run_tests(arguments: Sequence[str]) -> None:
    """Runs pytest on files below `tests/`; what begins with another word than a file's name is an option."""
    import pytest

    sys.exit(pytest.main([*(f"tests/{word}" if ".py" in word else word for word in arguments), *PYTEST]))


def keep_what_is_said(log: str) -> None:
    """Lets all output of this process go to that file."""
    with open(log, "w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)


def play(places: Sequence[str]) -> None:
    """Plays the scenarios that begin there; ends the process with 1 at the first that does not hold."""
    from uno_engine.scenario.run import run
    from uno_engine.scenario.text import blocks

    for name in dict.fromkeys(place.rpartition(":")[0] for place in places):
        for block in blocks((TESTS / name).read_text(encoding="utf-8")):
            if f"{name}:{block.line}" in places and not (outcome := run(block)).passed:
                sys.exit(f"{name}:{outcome.line}: {outcome.name}: {outcome.step}: found: {outcome.found}")


class Process(NamedTuple):
    """How a process has ended, and what it said."""

    code: int
    said: str


def run(target: Callable[..., None], *given: object, processes: Any = PROCESSES) -> Process:
    """Judges in a process of its own; once more where the server that forks has lost how it ended."""
    return ended if (ended := _run(target, given, processes)).code != LOST else _run(target, given, processes)


def _run(target: Callable[..., None], given: Sequence[object], processes: Any) -> Process:
    with tempfile.TemporaryDirectory(prefix="uno-fault-") as folder:
        log = Path(folder) / "log"
        process = processes.Process(target=target, args=(str(log), *given))
        process.start()
        process.join()
        code = process.exitcode
        return Process(-1 if code is None else code, log.read_text(encoding="utf-8", errors="replace"))


def stale(name: str, wrong: str, edits: Sequence[Edit]) -> Iterator[str]:
    """A complaint for each edit of a row whose text isn't in its file exactly once."""
    for edit in edits:
        try:
            planted(ROOT / edit.file, [edit])
        except LookupError as failure:
            yield f"{name}: {wrong}: {failure}: write the row for the new text"


def gone(fault: Fault) -> Iterator[str]:
    """A complaint for each test of a row that isn't there."""
    for test in fault.tests:
        file, _, name = test.partition("[")[0].partition("::")
        path = TESTS / file
        if not path.is_file() or (name and f"def {name}(" not in path.read_text(encoding="utf-8")):
            yield f"{fault.name}: {fault.wrong}: there is no test {test}: name the one that finds it"


def chosen_by(only: str | None, table: Sequence[Fault]) -> list[Fault]:
    """The rows of that clause, law or package; if there is none, those with this in what is wrong or in a test."""
    named = [fault for fault in table if only in (None, fault.name)]
    return named or [fault for fault in table if any(str(only) in text for text in (fault.wrong, *fault.tests))]


def complaint(fault: Fault, places: Sequence[str]) -> str | None:
    """Plants a fault. None if it was noticed, else what is to be said of it."""
    judged = (judge_by_tests, fault.tests) if fault.tests else (judge, fault.clause, places)
    match run(*judged, fault.edits):
        case Process(code) if code in NOTICED:
            return None
        case Process(0):
            return (
                "no test that the row names has failed" if fault.tests else "no test that cites the clause has failed"
            )
        case Process(code) if code == NOTHING_RAN:
            return "no scenario that cites the clause has failed"
        case Process(code, said):
            return f"pytest ended with {code}: {said[-600:]}"


def unsound(chosen: Sequence[Fault], places: dict[str, list[str]]) -> str | None:
    """The output of these rows' tests without a planted fault; None if they pass, as they must."""
    named = sorted({test for fault in chosen for test in fault.tests})
    if named and (ended := run(judge_by_tests, named, ())).code != 0:
        return ended.said
    clauses = {fault.clause for fault in chosen if not fault.tests}
    if not clauses:
        return None
    one = clauses.pop() if len(clauses) == 1 else "*"
    cited = places.get(one, []) if one != "*" else sorted({place for found in places.values() for place in found})
    ended = run(judge, one, cited, ())
    return None if ended.code in (0, NOTHING_RAN) else ended.said


def counted(results: Iterable[T], count: int) -> Iterator[T]:
    """Pass the results on, and show on a terminal how many there are so far."""
    with progress.line():
        for at, result in enumerate(results, 1):
            progress.clear()  # the line makes way for what is said of the result
            yield result
            progress.show(f"{at} of {count}")


def complaints(chosen: Sequence[Fault], places: dict[str, list[str]]) -> Iterator[str]:
    """A line for each fault that went unnoticed."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        said = pool.map(lambda fault: complaint(fault, places.get(fault.clause, [])), chosen)
        yield from (
            f"{fault.name}: {fault.wrong}: {why}"
            for fault, why in zip(chosen, counted(said, len(chosen)), strict=True)
            if why
        )


def main() -> int:
    """Exit code: 0 if every fault was noticed, 1 if not or if a row does not fit, 2 for a clause without a row."""
    parser = argparse.ArgumentParser(
        prog="check.py faults", description="Plant faults in the code and see that tests notice them."
    )
    parser.add_argument(
        "--only", metavar="TEXT", help="only the faults of this clause, law or package, or with this in wrong or tests"
    )
    parser.add_argument("--stale", action="store_true", help="list rows whose text has changed, of broken.toml too")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="only each N-th fault")
    parser.add_argument("--all", action="store_true", help="every fault, and every broken server")
    parser.add_argument("--list", action="store_true", help="list the faults without planting them")
    arguments = parser.parse_args()
    if arguments.all:
        arguments.every = 1
    table = faults()
    chosen = chosen_by(arguments.only, table)[:: max(1, arguments.every)]
    if not chosen:
        print(f"check.py faults: no row has {arguments.only!r} as its clause, in wrong or in tests", file=sys.stderr)
        return 2
    if arguments.list:
        for fault in chosen:
            print(f"{fault.name:<6} {fault.path:<28} {fault.wrong}")
        return 0
    looked_at: list[Any] = chosen if arguments.only else [*table, *(broken.both() if arguments.stale else ())]
    rows = [line for row in looked_at for line in stale(row.name, row.wrong, row.edits)]
    rows += [line for fault in (chosen if arguments.only else table) for line in gone(fault)]
    if rows:
        print("\n".join(rows))
        return 1
    if arguments.stale:
        return 0
    # Late: the processes that judge load this file, and the engine only with the fault in it.
    from checks.clauses import cited

    began = time.monotonic()
    places = cited(TESTS)
    failed = []
    if arguments.only is None:
        failed = [
            f"{clause}: is cited and has no fault" for clause in sorted(places.keys() - {row.clause for row in table})
        ]
        print("".join(f"{line}\n" for line in failed), end="")
    with tempfile.TemporaryDirectory(prefix="uno-fault-") as storage:
        # 160 random games, and the same random examples every time.
        os.environ |= {"UNO_LAW_BATCH": "20", "CI": "true", "HYPOTHESIS_STORAGE_DIRECTORY": storage}
        PROCESSES.set_forkserver_preload([*LOADED_ONCE])
        if arguments.every == 1 and (said := unsound(chosen, places)):
            print(f"the tests do not pass before any fault is planted:\n{said}")
            return 1
        for line in complaints(chosen, places):
            print(line, flush=True)
            failed.append(line)
    print(f"{len(chosen)} faults planted, {len(failed)} not found, {time.monotonic() - began:.0f} s")
    if arguments.all:  # in a process of its own: the one that forks for it has other modules loaded
        failed += ["broken servers"] * subprocess.call(
            [sys.executable, "-P", str(ROOT / "scripts" / "checks" / "broken.py")]
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
