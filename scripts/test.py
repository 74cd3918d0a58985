"""Runs all checks and tests: sets up what they need, and continues to the end if one fails.

test.py                  the checks of scripts/check.py, and all tests
test.py --fast           the same without the tests marked slow, planted faults, and types for other systems
test.py --unit           format, lint, layers and types for this system, and the unit tests
test.py --soak           only the long searches, for hours
test.py [--…] ARGS…      no checks, and pytest with these: "test.py tests/engine -k skip", "test.py -n 0 --pdb"

The checks run beside the tests and are reported after them: a line with its duration for each step, the output of a
failed one, and last "steps: N passed, N failed".
Exit code: 0 if everything passed, 1 if not; with ARGS that of pytest.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import check
import environment
from environment import chromium, node_packages

TIERS = {"--unit": "unit", "--fast": "not (slow or soak)", "--soak": "soak"}
"""The marks of what runs (tests/conftest.py)."""
UNIT_CHECKS = ("format", "lint", "imports", f"types-{sys.platform}")
WHOLE_CHECKS = {"faults", "broken", "types-linux", "types-win32", "types-darwin"} - set(UNIT_CHECKS)
PYTEST = ("-P", "-m", "pytest", "--dist", "worksteal", "-n")
AT_ONCE = {"--unit": "2"}
WITHOUT_UNITS = ("browser", "e2e", "fuzzing", "simulation")
"""Folders of tests/ without a unit test: `--unit` doesn't look into them."""
A_WEEK = 604_800
"""Seconds; pytest takes no session time-out of 0 for none."""
USUALLY_AT_ONCE = "3"  # whole programs wait, but each process that tests takes its time to find all tests


def pytest(python: Path, arguments: Sequence[str]) -> int:
    """Runs the tests with what they say in plain sight. Gives pytest's exit code."""
    keyboard = None if "--pdb" in arguments else subprocess.DEVNULL
    argv = [str(python), *PYTEST, *arguments]
    return subprocess.run(
        argv, cwd=environment.ROOT, env=environment.variables(), stdin=keyboard, check=False
    ).returncode


def ready() -> Iterator[tuple[str, str]]:
    """Make ready what some tests need, and no machine has to have: which tests, and why they cannot run, or nothing."""
    yield "of the client in Node.js", node_packages.ready()
    yield "of the client in TypeScript", node_packages.ready(node_packages.EXAMPLE.with_name("typescript"))
    yield "in a browser", chromium.ready()
    yield "of who can use the page", node_packages.ready(environment.ROOT / "tests" / "browser")


def steps(python: Path, checks: Iterable[check.Check], arguments: Sequence[str]) -> int:
    """Runs the checks and, beside them, the tests. Gives 0 if all passed, else 1."""
    with ThreadPoolExecutor(1) as beside:
        checked = beside.submit(lambda: list(check.run(python, checks)))
        began = time.monotonic()
        code = pytest(python, arguments)
        tests = check.Outcome("tests", passed=code == 0, seconds=time.monotonic() - began)
    outcomes = [*checked.result(), tests]
    for outcome in outcomes:
        check.tell(outcome)
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    if failed:
        print(f"failed: {', '.join(failed)}")
    print(f"steps: {len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def main() -> int:
    """See the text at the top of this file."""
    arguments = sys.argv[1:]
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    tier = next((argument for argument in arguments if argument in TIERS), "")
    chosen = [AT_ONCE.get(tier, USUALLY_AT_ONCE), *(["-m", TIERS[tier]] if tier else [])]
    rest = [argument for argument in arguments if argument != tier]
    paths = (argument.partition("::")[0] for argument in rest if argument.startswith("tests/"))
    if missing := next((path for path in paths if not (environment.ROOT / path).exists()), None):
        print(f"test.py: there is no {missing}", file=sys.stderr)
        return 4  # as pytest
    try:
        python = environment.ready(environment.TEST)
        for what, lacking in () if tier == "--unit" else ready():
            if lacking:
                print(f"test.py: the tests {what} are skipped: {lacking}", file=sys.stderr)
        if tier == "--unit":
            chosen += [f"--ignore=tests/{folder}" for folder in WITHOUT_UNITS]
        if tier == "--soak":
            chosen += ["-o", f"session_timeout={A_WEEK}", "-o", "timeout=0"]
        if rest or tier == "--soak":
            return pytest(python, [*chosen, *rest])
        names = UNIT_CHECKS if tier == "--unit" else [row.name for row in check.CHECKS]
        left_out = WHOLE_CHECKS if tier == "--fast" else ()
        return steps(python, [row for row in check.CHECKS if row.name in names and row.name not in left_out], chosen)
    except environment.SetUpFailed as failure:
        print(f"test.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
