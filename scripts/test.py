"""Does everything hold? Sets up what is needed, then runs every check and every test, to the end even if one fails.

test.py                  the checks of scripts/check.py, then all tests
test.py --fast           the same without the tests that are marked slow
test.py [--fast] ARGS…   no checks, and pytest with these: "test.py tests/engine -k skip", "test.py -n 0 --pdb"

Prints a line with its duration for each step, what a failed one said, and last "steps: N passed, N failed".
Exit code: 0 if everything passed, 1 if not; with ARGS that of pytest.
"""

import subprocess
import sys
import time
from pathlib import Path

import check
import environment
import node_packages

PYTEST = ("-P", "-m", "pytest", "-n", "2", "--dist", "worksteal")


def pytest(python: Path, arguments: list[str]) -> int:
    """Runs the tests with what they say in plain sight. Gives pytest's exit code."""
    keyboard = None if "--pdb" in arguments else subprocess.DEVNULL
    argv = [str(python), *PYTEST, *arguments]
    return subprocess.run(argv, cwd=environment.ROOT, stdin=keyboard, check=False).returncode


def everything(python: Path, arguments: list[str]) -> int:
    """Runs the checks and the tests. Gives 0 if all passed, else 1."""
    outcomes = []
    for outcome in check.run(python, check.CHECKS):
        check.tell(outcome)
        outcomes.append(outcome)
    began = time.monotonic()
    code = pytest(python, arguments)
    outcomes.append(check.Outcome("tests", passed=code == 0, seconds=time.monotonic() - began))
    check.tell(outcomes[-1])
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
    rest = [argument for argument in arguments if argument != "--fast"]
    fast = ["-m", "not slow"] if "--fast" in arguments else []
    try:
        python = environment.ready(["test"])
        lacking = node_packages.ready()
        if lacking:
            print(f"test.py: the tests of the client in Node.js are skipped: {lacking}", file=sys.stderr)
        return pytest(python, [*fast, *rest]) if rest else everything(python, fast)
    except environment.SetUpFailed as failure:
        print(f"test.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
