"""Would the tests notice? Plants small faults in the code, and sees a test fail for each that cites its clause.

check_faults.py               every fault of the table
check_faults.py --only A5     the faults of one clause or law
check_faults.py --list        the table

A fault is a row of tests/faults.toml: the clause it breaks, what is then wrong, a file (below `engine/` unless it
begins with the name of another package), a piece of its text that stands there once, and what stands there instead. It
is planted in a copy of the checkout, and only what cites the clause runs there: the scenarios first, as they are quick,
and if none of them fails the other tests. A fault that nothing notices fails the check; so does a row whose text is not
found, and a clause that has no row. To be run with the interpreter of `.venv` (scripts/check.py does).
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 2
SCENARIO_LIMIT = 20.0  # seconds; the scenarios of one clause take less than one
LIMIT = 100.0  # seconds; the tests of one clause take one or two
LAW_GAMES = 160
PACKAGES = ("engine", "protocol", "server", "client")
COPIED = (*PACKAGES, "tests")
TABLE = ROOT / "tests" / "faults.toml"

SETTINGS = """[pytest]
addopts = --strict-markers
asyncio_mode = auto
asyncio_default_fixture_loop_scope = function
markers =
    clause: what is asserted
    slow: takes long
"""

CHOOSING = '''"""Which tests cite the clause that FAULT_CLAUSE names? Only those run."""

import os


def pytest_collection_modifyitems(config, items):
    wanted = os.environ["FAULT_CLAUSE"]
    cited = {item: {name for mark in item.iter_markers("clause") for name in mark.args} for item in items}
    left_out = [item for item in items if wanted not in cited[item] and not (wanted == "*" and cited[item])]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]
'''

PLAYING = '''"""Plays the scenarios that cite the clause of the first argument (`*`: all); 1 if one does not hold."""

import sys
from pathlib import Path

from engine.scenario.run import run
from engine.scenario.text import blocks

wanted = sys.argv[1]
for file in sorted(Path("tests/scenarios").rglob("*.game")):
    text = file.read_text(encoding="utf-8")
    if wanted != "*" and wanted not in text:
        continue
    for block in blocks(text):
        cited = {word for line in block.position if line.text.startswith("clause:") for word in line.text.split()[1:]}
        if (wanted == "*" or wanted in cited) and not (outcome := run(block)).passed:
            print(f"{file}:{outcome.line}: {outcome.name}: {outcome.step}: found: {outcome.found}")
            sys.exit(1)
'''


class Fault(NamedTuple):
    """One row: the clause or law, what is wrong then, the file, its text, and the text instead."""

    clause: str
    wrong: str
    file: str
    old: str
    new: str

    @property
    def path(self) -> str:
        """The file below the root."""
        return self.file if self.file.partition("/")[0] in PACKAGES else f"engine/{self.file}"


def faults() -> list[Fault]:
    """The rows of the table, in order."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]
    return [Fault(**row) for row in rows]


class Outcome(NamedTuple):
    """What came of a fault: None as complaint if it was noticed."""

    fault: Fault
    complaint: str | None


def copy_to(place: Path) -> None:
    """Copies what the tests need, once, and two helpers that choose those of a clause."""
    for name in COPIED:
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    (place / "pytest.ini").write_text(SETTINGS, encoding="utf-8")
    (place / "fault_choosing.py").write_text(CHOOSING, encoding="utf-8")
    (place / "fault_playing.py").write_text(PLAYING, encoding="utf-8")


def run_python(place: Path, clause: str, *arguments: str, limit: float) -> subprocess.CompletedProcess[str]:
    """Runs the interpreter in a copy. Raises subprocess.TimeoutExpired."""
    return subprocess.run(
        [sys.executable, "-P", "-B", *arguments],
        cwd=place,
        env={
            **os.environ,
            "PYTHONPATH": str(place),
            "FAULT_CLAUSE": clause,
            "UNO_LAW_GAMES": str(LAW_GAMES),
            "UNO_LAW_SECONDS": "0",
            "UNO_LAW_SEED": "0",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        timeout=limit,
        check=False,
    )


def run_scenarios(place: Path, clause: str) -> subprocess.CompletedProcess[str]:
    """Plays the scenarios in a copy that cite the clause, up to the first that does not hold."""
    return run_python(place, clause, "fault_playing.py", clause, limit=SCENARIO_LIMIT)


def run_tests(place: Path, clause: str, files: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """Runs the tests of these files in a copy that cite the clause, up to the first that fails."""
    options = ("-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "fault_choosing")
    return run_python(place, clause, "-m", "pytest", *files, *options, limit=LIMIT)


def plant(sound: Path, fault: Fault) -> Outcome:
    """Plants a fault in a copy of its own of the sound one, and runs what cites its clause."""
    with tempfile.TemporaryDirectory(prefix="uno-fault-") as made:
        place = Path(made)
        shutil.copytree(sound, place, dirs_exist_ok=True)
        file = place / fault.path
        source = file.read_text(encoding="utf-8")
        if source.count(fault.old) != 1:
            return Outcome(fault, f"the text stands {source.count(fault.old)} times in {fault.path}: {fault.old!r}")
        file.write_text(source.replace(fault.old, fault.new), encoding="utf-8")
        try:
            return Outcome(fault, unnoticed(place, fault.clause))
        except subprocess.TimeoutExpired:
            return Outcome(fault, None)  # a game that does not end has been noticed


def unnoticed(place: Path, clause: str) -> str | None:
    """A complaint if nothing that cites the clause fails in this copy."""
    if run_scenarios(place, clause).returncode:
        return None
    files = citing(place, clause)
    if not files:
        return "no scenario that cites the clause has failed"
    done = run_tests(place, clause, files)
    if done.returncode == 0:
        return "no test that cites the clause has failed"
    if done.returncode not in (1, 2):  # 2: what it breaks is needed to find the tests
        return f"pytest ended with {done.returncode}: {done.stdout[-600:]}"
    return None


def citing(place: Path, clause: str) -> list[str]:
    """The test files of a copy in which a test cites the clause (`*`: any); scenarios are run by themselves."""
    found = []
    for file in sorted((place / "tests").rglob("test_*.py")):
        names = cited_in(file.read_text(encoding="utf-8"))
        if clause in names or (clause == "*" and names):
            found.append(file.relative_to(place).as_posix())
    return found


def cited_in(source: str) -> set[str]:
    """The clauses that the tests of a source cite."""
    found: set[str] = set()
    for names in re.findall(r"mark\.clause\(([^)]*)\)", source):
        found |= set(re.findall(r'"(\w+)"', names))
    return found


def cited() -> set[str]:
    """Every clause that a test or a scenario cites."""
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        found |= cited_in(file.read_text(encoding="utf-8"))
    for file in (ROOT / "tests" / "scenarios").rglob("*.game"):
        for names in re.findall(r"^clause:(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            found |= set(names.partition("#")[0].split())
    return found


def complaints(sound: Path, planted: Iterable[Fault]) -> list[str]:
    """Plants every fault, two at a time, and gives a line for each that went unnoticed."""
    found = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for fault, complaint in pool.map(partial(plant, sound), planted):
            if complaint is not None:
                found.append(f"{fault.clause}: {fault.wrong}: {complaint}")
                print(found[-1], flush=True)
    return found


def unsound(place: Path, clauses: set[str]) -> str | None:
    """What fails before any fault is planted, among all that cites these clauses."""
    one = next(iter(clauses)) if len(clauses) == 1 else "*"
    played = run_scenarios(place, one)
    if played.returncode:
        return played.stdout
    files = citing(place, one)
    if not files:
        return None
    tested = run_tests(place, one, files)
    return tested.stdout if tested.returncode else None


def main() -> int:
    """Exit code: 0 if every fault was noticed, 1 if one was not, 2 for a clause without a row."""
    parser = argparse.ArgumentParser(description="Plant faults in the code and see that tests notice them.")
    parser.add_argument("--only", metavar="CLAUSE", help="the faults of this clause or law alone")
    parser.add_argument("--list", action="store_true", help="tell the faults and plant none")
    arguments = parser.parse_args()
    table = faults()
    chosen = [fault for fault in table if arguments.only in (None, fault.clause)]
    if not chosen:
        print(f"check_faults.py: no fault breaks {arguments.only}", file=sys.stderr)
        return 2
    if arguments.list:
        for fault in chosen:
            print(f"{fault.clause:<5} {fault.path:<28} {fault.wrong}")
        return 0
    began = time.monotonic()
    failed = []
    if arguments.only is None:
        failed = [f"{clause}: is cited and has no fault" for clause in sorted(cited() - {row.clause for row in table})]
        print("".join(f"{line}\n" for line in failed), end="")
    with tempfile.TemporaryDirectory(prefix="uno-sound-") as made:
        copy_to(Path(made))
        wrong = unsound(Path(made), {fault.clause for fault in chosen})
        if wrong is not None:
            print(f"the tests do not pass before any fault is planted:\n{wrong}")
            return 1
        failed += complaints(Path(made), chosen)
    print(f"{len(chosen)} faults planted, {len(failed)} complaints, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
