"""Which lines and branches does no test reach? Runs the tests under measurement and fails below the marks.

coverage.py                the tests of engine, protocol and server that are not slow, then what they missed (minutes)
coverage.py --with-slow    the slow ones too (much longer)
coverage.py --report       no tests: tells again what the last run missed

A mark is a row of `MARKS`: a package, and the least share of its lines and branches together that must be reached. What
cannot be reached here, and why, stands under [tool.coverage.report] in pyproject.toml. Servers that a test starts as
processes of their own are measured too. A part of `PARTS` runs in one process, at the same time as the others.
Exit code: 0 if the tests passed and every mark is met, 1 if not, 2 for arguments that are none.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import environment


class Mark(NamedTuple):
    """A package, and how much of it must be reached, in per cent."""

    package: str
    percent: float


MARKS = (Mark("engine", 100), Mark("protocol", 100), Mark("server", 95))
PARTS = (
    ("tests/engine", "tests/protocol", "tests/client/test_clean.py", "--ignore=tests/protocol/conformance"),
    ("tests/server",),
)
# So many games at random as reach all of what plays them, instead of as many as the time allows.
FEWER = {"UNO_LAW_GAMES": "128", "UNO_LAW_SECONDS": "0"}
DATA = environment.ROOT / ".coverage"


def measured(python: Path, parts: Iterable[tuple[str, ...]], arguments: Iterable[str] = ()) -> bool:
    """Runs the tests of every part, all at once, and puts what they reached together. Whether all passed."""
    report(python, "erase")
    source = f"--source={','.join(mark.package for mark in MARKS)}"
    command = [str(python), "-P", "-m", "coverage", "run", "--branch", "--parallel-mode", f"--data-file={DATA}", source]
    pytest = ("-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *arguments)
    running = [
        subprocess.Popen(
            [*command, *pytest, *part], cwd=environment.ROOT, env={**os.environ, **FEWER}, stdin=subprocess.DEVNULL
        )
        for part in parts
    ]
    passed = [one.wait() == 0 for one in running]
    return report(python, "combine", "--quiet") and all(passed)


def below(python: Path, marks: Iterable[Mark]) -> list[str]:
    """Prints what was missed of each package. Gives the packages that are below their mark."""
    found = []
    for mark in marks:
        print(f"\n{mark.package}: at least {mark.percent:g} %", flush=True)
        least = f"--fail-under={mark.percent:g}"
        if not report(python, "report", "--show-missing", "--skip-covered", f"--include={mark.package}/*", least):
            found.append(mark.package)
    return found


def report(python: Path, *arguments: str) -> bool:
    """One command of coverage's own on the data of the last run. Whether it was content."""
    command, *rest = arguments
    argv = [str(python), "-P", "-m", "coverage", command, f"--data-file={DATA}", *rest]
    environ = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(argv, cwd=environment.ROOT, env=environ, check=False).returncode == 0


def main() -> int:
    """See the text at the top of this file."""
    arguments = sys.argv[1:]
    if arguments in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if arguments not in ([], ["--with-slow"], ["--report"]):
        print(f"coverage.py: {' '.join(arguments)} is no way to start it; see coverage.py --help", file=sys.stderr)
        return 2
    if arguments == ["--report"] and not DATA.exists():
        print("coverage.py: nothing has been measured yet; start it without --report", file=sys.stderr)
        return 1
    try:
        python = environment.ready(["test"])
        chosen = () if arguments == ["--with-slow"] else ("-m", "not slow")
        passed = arguments == ["--report"] or measured(python, PARTS, chosen)
        missed = below(python, MARKS)
    except environment.SetUpFailed as failure:
        print(f"coverage.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print()
    if missed:
        print(f"below the mark: {', '.join(missed)}")
    if not passed:
        print("a test failed: what it would have reached may be missing above")
    return 1 if missed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
