"""The kill test: a server with real clients is killed again and again, and nothing may be lost.

torture.py kills --kills N --seed S [--json] [--keep]

Half of the kills come from outside, at random moments: in play, after so many messages, while it recovers, while it
stops. The other half the server does to itself, by SIGKILL at the named steps of a journal write. After each restart
every client reads a snapshot, receives its old entries again, and compares both with what it knew; what was
acknowledged must have happened, once. Prints how often each step was hit; a step that was never hit fails the run.

Exit code: 0 if nothing was lost, doubled or diverged, and every game came to its end; else 1. Not on Windows.
"""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from environment import progress

from tests.e2e.killing.run import Outcome, Run
from trials.torture import parser, report

NAME = "torture.py kills"


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, 1 for what was found, 2 for a usage error, 130 on Ctrl-C."""
    options = parser(NAME, __doc__)
    options.add_argument("--kills", type=int, default=20, metavar="N", help="how many kills (20)")
    options.add_argument("--keep", action="store_true", help="keep the journal and the log, and say where")
    arguments = options.parse_args(typed)
    if arguments.kills < 1:
        options.error("--kills is from 1 on")
    directory = Path(tempfile.mkdtemp(prefix="uno-kills-"))
    try:
        outcome = asyncio.run(killed(directory, arguments.kills, arguments.seed))
    except KeyboardInterrupt:
        return 130
    except RuntimeError as fault:
        print(f"{NAME}: {fault}", file=sys.stderr)
        return 1
    finally:
        if arguments.keep:
            print(f"{NAME}: everything is in {directory}", file=sys.stderr)
        else:
            shutil.rmtree(directory, ignore_errors=True)
    report(NAME, outcome.told, asdict(outcome), as_json=arguments.json)
    return 0 if outcome.good else 1


async def killed(directory: Path, kills: int, seed: int) -> Outcome:
    """One run, reported kill by kill on standard error."""

    def tell(line: str) -> None:
        progress.show("")
        print(line, file=sys.stderr)
        progress.show("the games go on")

    with progress.line():
        progress.show("the games begin")
        return await Run(directory, seed, tell).run(kills)
