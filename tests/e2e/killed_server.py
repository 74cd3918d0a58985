"""A server that dies at a named step of a write: the real one, which kills itself at the n-th hit.

python -P -m tests.e2e.killed_server STEP HIT [flags of uno-server]
"""

import os
import signal as known_signals
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from uno_server import cli
from uno_server.journal.store import DiskJournal
from uno_server.net.link import Link

signal: Any = known_signals  # what is used here is POSIX's

STEPS = ("begin", "begun", "inserted", "committing", "checkpoint", "committed", "sending", "half_sent", "sent", "pulse")
"""`committing`: somewhere in SQLite's COMMIT; `checkpoint`: in one that moves the write-ahead log into the file."""
IN_COMMIT = ("committing", "checkpoint")
WARM_UP = 5
"""So many commits tell how long one takes."""


class Death:
    """Counts the hits of one step, and ends the process at the one that was asked for.

    Inside of SQLite no step can be called; there a timer of the kernel ends the process, as little prepared as by
    SIGKILL. It runs from the step before COMMIT to the one after it.
    """

    def __init__(self, step: str, hit: int) -> None:
        self._step = step
        self._hit = hit
        self._hits = 0
        self._committing = step in IN_COMMIT
        self._began = 0.0
        self._took: list[float] = []

    def step(self, name: str) -> None:
        """The server has come to a step."""
        if self._committing:
            self._around_commit(name)
        elif name == self._step:
            self._hits += 1
            if self._hits >= self._hit:
                os.kill(os.getpid(), signal.SIGKILL)

    def _around_commit(self, name: str) -> None:
        now = perf_counter()
        if name == "inserted":
            self._hits += 1
            if self._hits >= self._hit and len(self._took) >= WARM_UP:
                part = self._hits * 0.618 % 1.0
                usual = sorted(self._took)[len(self._took) // 2]
                signal.setitimer(signal.ITIMER_REAL, max(1e-6, usual * part))
            self._began = perf_counter()
        elif name == "committed":
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            self._took.append(now - self._began)


def arm(death: Death, *, checkpoints: bool) -> None:
    """Let every journal that is opened from now on tell of its steps, and the server of each peer that it writes to."""
    original_open, original_write = DiskJournal.open, Link.write

    def opened(directory: Path, *, durable: bool = False) -> DiskJournal:
        journal = original_open(directory, durable=durable)
        if checkpoints:
            journal.connection.execute("PRAGMA wal_autocheckpoint = 1")
        journal.step = death.step
        return journal

    def written(link: Link, joined: bytes) -> None:
        original_write(link, joined)
        death.step("half_sent")

    replace: Callable[[object, str, object], None] = setattr
    replace(DiskJournal, "open", opened)
    replace(Link, "write", written)


def main() -> int:
    step, hit = sys.argv[1], int(sys.argv[2])
    if step not in STEPS:
        raise SystemExit(f"there is no step {step!r}")
    del sys.argv[1:3]
    arm(Death(step, hit), checkpoints=step == "checkpoint")
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
