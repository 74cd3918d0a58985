"""Would the tests notice? Plants small faults in the engine, and sees a test fail for each that cites its clause.

check_faults.py               every fault of the table
check_faults.py --only A5     the faults of one clause or law
check_faults.py --list        the table

A fault is a row of tests/faults.toml: the clause it breaks, what is then wrong, a file of the engine, a piece of its
text that stands there once, and what stands there instead. It is planted in a copy of the checkout, and only the tests
that cite the clause run there. A fault that they do not notice fails the check; so does a row whose text is not found,
and a clause that is cited and has no row. To be run with the interpreter of `.venv` (scripts/check.py does).
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
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 2
LIMIT = 100.0  # seconds; the tests of one clause take one or two
LAW_GAMES = 160
COPIED = ("engine", "tests/__init__.py", "tests/engine", "tests/scenarios")
# No plugins: starting them takes longer than the tests of a clause.
SETTINGS = "[pytest]\naddopts = --strict-markers\nmarkers =\n    clause: what is asserted\n    slow: takes long\n"
TABLE = ROOT / "tests" / "faults.toml"


class Fault(NamedTuple):
    """One row: the clause or law, what is wrong then, the file below `engine/`, its text, and the text instead."""

    clause: str
    wrong: str
    file: str
    old: str
    new: str


def faults() -> list[Fault]:
    """The rows of the table, in order."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]
    return [Fault(**row) for row in rows]


class Outcome(NamedTuple):
    """What came of a fault: None as complaint if it was noticed."""

    fault: Fault
    complaint: str | None


def copy_to(place: Path) -> None:
    """Copies what the tests of the engine need."""
    for name in COPIED:
        source, target = ROOT / name, place / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    (place / "pytest.ini").write_text(SETTINGS, encoding="utf-8")


def run_tests(place: Path, clause: str) -> subprocess.CompletedProcess[str]:
    """Runs the tests in a copy that cite the clause (`*`: any clause), up to the first that fails."""
    argv = [
        sys.executable,
        "-P",
        "-B",
        "-m",
        "pytest",
        "tests/engine",
        "-x",
        "-q",
        "--tb=line",
        "-p",
        "no:cacheprovider",
    ]
    return subprocess.run(
        [*argv, "-p", "no:xdist"],
        cwd=place,
        env={**os.environ, "UNO_CLAUSE": clause, "UNO_LAW_GAMES": str(LAW_GAMES), "UNO_LAW_SEED": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        timeout=LIMIT,
        check=False,
    )


def plant(fault: Fault) -> Outcome:
    """Plants a fault in a copy of its own, and runs the tests that cite its clause."""
    with tempfile.TemporaryDirectory(prefix="uno-fault-") as made:
        place = Path(made)
        copy_to(place)
        file = place / "engine" / fault.file
        source = file.read_text(encoding="utf-8")
        if source.count(fault.old) != 1:
            return Outcome(
                fault, f"the text stands {source.count(fault.old)} times in engine/{fault.file}: {fault.old!r}"
            )
        file.write_text(source.replace(fault.old, fault.new), encoding="utf-8")
        try:
            done = run_tests(place, fault.clause)
        except subprocess.TimeoutExpired:
            return Outcome(fault, None)  # a game that does not end has been noticed
    if done.returncode == 0:
        return Outcome(fault, "no test that cites the clause has failed")
    if not re.search(r"^FAILED ", done.stdout, re.MULTILINE):  # an engine that cannot be imported proves nothing
        return Outcome(fault, f"pytest ended with {done.returncode}: {done.stdout[-600:]}")
    return Outcome(fault, None)


def cited() -> set[str]:
    """Every clause that a test or a scenario cites."""
    found: set[str] = set()
    for file in (ROOT / "tests" / "engine").glob("test_*.py"):
        for names in re.findall(r"^@pytest\.mark\.clause\((.*)\)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            found |= set(re.findall(r'"(\w+)"', names))
    for file in (ROOT / "tests" / "scenarios").rglob("*.game"):
        for names in re.findall(r"^clause:(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            found |= set(names.partition("#")[0].split())
    return found


def complaints(planted: Iterable[Fault]) -> list[str]:
    """Plants every fault, two at a time, and gives a line for each that went unnoticed."""
    found = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for fault, complaint in pool.map(plant, planted):
            if complaint is not None:
                found.append(f"{fault.clause}: {fault.wrong}: {complaint}")
                print(found[-1], flush=True)
    return found


def main() -> int:
    """Exit code: 0 if every fault was noticed, 1 if one was not, 2 for a clause without a row."""
    parser = argparse.ArgumentParser(description="Plant faults in the engine and see that tests notice them.")
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
            print(f"{fault.clause:<5} {fault.file:<16} {fault.wrong}")
        return 0
    began = time.monotonic()
    failed = []
    if arguments.only is None:
        failed = [f"{clause}: is cited and has no fault" for clause in sorted(cited() - {row.clause for row in table})]
        print("".join(f"{line}\n" for line in failed), end="")
    with tempfile.TemporaryDirectory(prefix="uno-fault-") as made:
        copy_to(Path(made))
        sound = run_tests(Path(made), arguments.only or "*")
    if sound.returncode != 0:
        print(f"the tests do not pass before any fault is planted:\n{sound.stdout}")
        return 1
    failed += complaints(chosen)
    print(f"{len(chosen)} faults planted, {len(failed)} complaints, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
