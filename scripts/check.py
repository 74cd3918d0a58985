"""Checks: one table of what must pass besides the tests, and the few lines that run it.

check.py              sets up what is needed and runs every check
check.py NAME…        runs these only
check.py NAME --…     runs one with options of its own, in plain sight, however long it takes: "check.py faults --all"
check.py --help       prints this

A new check is a new row of `CHECKS`: a name, and what follows the interpreter on its command line. It is run in the
root of the checkout, with nothing on its standard input; it passes when it ends with exit code 0.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import environment

AT_ONCE = 2
LIMIT = 3600.0  # seconds, as for a whole run of the tests; a check that takes longer hangs


class Check(NamedTuple):
    """One row: what it is called, its command line after the interpreter, whether it wants the machine to itself."""

    name: str
    argv: tuple[str, ...]
    alone: bool = False
    usual: tuple[str, ...] = ()
    """Its options where none are given."""


class Outcome(NamedTuple):
    """The outcome of a check: its name, whether it passed, its duration in seconds, and its output."""

    name: str
    passed: bool
    seconds: float
    said: str = ""


def types(platform: str) -> Check:
    """The check of all types as `platform` (a value of `sys.platform`) would see them, with a cache of its own.

    The types of the tests are checked as this system sees them.
    """
    given = ("--platform", platform, "--cache-dir", f".mypy_cache/{platform}")
    files = () if platform == sys.platform else ("engine", "protocol", "server", "client", "scripts")
    return Check(f"types-{platform}", ("-m", "mypy", "--strict", *given, *files))


CHECKS: tuple[Check, ...] = (
    Check("format", ("-m", "ruff", "format", "--check")),
    Check("lint", ("-m", "ruff", "check", "--output-format", "concise")),
    Check(
        "imports", ("-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))")
    ),
    Check("clauses", ("scripts/checks/clauses.py",), usual=("--list",)),
    Check("generated", ("scripts/generate.py", "--check")),
    Check("lock", ("scripts/lock.py", "--check")),
    Check("page", ("scripts/checks/page.py",)),
    Check("faults-grid", ("scripts/checks/faults_grid.py",), usual=("--list",)),
    types("linux"),
    types("win32"),
    types("darwin"),
    Check("faults", ("scripts/checks/faults.py",), alone=True, usual=("--every", "4")),
    Check("broken", ("scripts/checks/broken.py",), alone=True, usual=("--every", "4")),
)


def run(python: Path, checks: Iterable[Check]) -> Iterator[Outcome]:
    """The outcomes of all `checks`, as each ends: first two at a time, then the ones that must run by themselves."""
    chosen = tuple(checks)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = [pool.submit(_outcome, python, check) for check in chosen if not check.alone]
        for future in as_completed(running):
            yield future.result()
    for check in chosen:
        if check.alone:
            yield _outcome(python, check)


def tell(outcome: Outcome) -> None:
    """Prints one line for an outcome, and below it what a failed check said, indented."""
    print(f"{'ok' if outcome.passed else 'FAILED':<7}{outcome.seconds:7.1f} s  {outcome.name}", flush=True)
    if not outcome.passed:
        print("".join(f"    {line}\n" for line in outcome.said.splitlines()), end="", flush=True)


def _outcome(python: Path, check: Check) -> Outcome:
    began = time.monotonic()
    try:
        done = subprocess.run(
            [str(python), "-P", *check.argv, *check.usual],
            cwd=environment.ROOT,
            env={**environment.variables(), "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(check.name, passed=False, seconds=LIMIT, said=f"not finished after {LIMIT:.0f} s")
    return Outcome(check.name, passed=done.returncode == 0, seconds=time.monotonic() - began, said=done.stdout)


def main() -> int:
    """Exit code: 0 if every check passed, 1 if one failed or the set-up did, 2 for a name that is not in the table."""
    given = sys.argv[1:]
    begin = next((at for at, word in enumerate(given) if word.startswith("-")), len(given))
    names, options = given[:begin], given[begin:]
    if given in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    known = [check.name for check in CHECKS]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"check.py: no check is called {unknown[0]}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    if options and len(names) != 1:
        print("check.py: options are for one check: name it first", file=sys.stderr)
        return 2
    try:
        argv = next((check.argv for check in CHECKS if check.name in names[:1]), ())
        if options in (["-h"], ["--help"]) and argv[0].endswith(".py"):
            return subprocess.call([sys.executable, "-P", *argv, *options], cwd=environment.ROOT)
        python = environment.ready(environment.TEST)
        if options:
            return subprocess.call(
                [str(python), "-P", *argv, *options], cwd=environment.ROOT, env=environment.variables()
            )
        outcomes = []
        for outcome in run(python, (check for check in CHECKS if not names or check.name in names)):
            tell(outcome)
            outcomes.append(outcome)
    except environment.SetUpFailed as failure:
        print(f"check.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    failed = sum(not outcome.passed for outcome in outcomes)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
