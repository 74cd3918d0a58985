"""Upkeep: while a server runs, its journal loses what is over, by age and by size."""

import math
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from uno_server.archive.prune import Pruned, prune
from uno_server.archive.reader import PRUNED, opened
from uno_server.journal.database import CannotOpen

FIRST_SECONDS = 60.0
"""From the start to the first look at the journal."""
BETWEEN_SECONDS = 3600.0
"""From one look to the next."""
DAY = 24 * 3600.0
MIB = 1024 * 1024
ROOM = 0.9
"""The share of the allowed size that remains after a journal has become too large."""


class Retention(NamedTuple):
    """How long what is over stays, and how large the journal may become with it; 0: no bound."""

    days: int
    mib: int


def due(directory: Path, keep: Retention, now: float) -> float | None:
    """Remove the tables that ended before that calendar time (seconds); None: remove nothing. Raises CannotOpen."""
    with opened(directory) as connection:
        one = connection.execute
        ended = one("SELECT number, ended FROM tables WHERE ended IS NOT NULL AND aside IS NOT ?", (PRUNED,)).fetchall()
        aged = now - keep.days * DAY if keep.days else -math.inf
        (sessions,) = one("SELECT count(*) FROM sessions WHERE ended < ? AND length(digest)", (aged,)).fetchone()
        before = aged if sessions or any(when < aged for _, when in ended) else None
        pages, free, size = (
            one(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        used, most = (pages - free) * size, keep.mib * MIB
        if not most or used <= most or not ended:
            return before
        commits = dict(one("SELECT tab, count(*) FROM commits GROUP BY tab").fetchall())
    too_many = sum(commits.values()) * (1 - ROOM * most / used)
    for number, when in sorted(ended, key=lambda row: row[1]):
        before = max(before or when, math.nextafter(when, math.inf))
        too_many -= commits.get(number, 0)
        if too_many <= 0:
            break
    return before


class Upkeep:
    """Prunes the journal of a running server, in a thread. `tell` and `warn` get messages about it."""

    def __init__(
        self, directory: Path, keep: Retention, tell: Callable[[str], None], warn: Callable[[str], None]
    ) -> None:
        self._directory = directory
        self._keep = keep
        self._tell = tell
        self._warn = warn
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begin, unless there is no bound. The thread keeps no program from ending: pruning can stop anywhere."""
        if any(self._keep):
            threading.Thread(target=self._run, name="upkeep", daemon=True).start()

    def stop(self) -> None:
        """No step more is begun."""
        self._stopped.set()

    def _run(self) -> None:
        wait = FIRST_SECONDS
        while not self._stopped.wait(wait):
            self.look()
            wait = BETWEEN_SECONDS

    def look(self) -> None:
        """Prune what is due."""
        try:
            before = due(self._directory, self._keep, time.time())
            found = None if before is None else prune(self._directory, before, go_on=lambda: not self._stopped.is_set())
        except CannotOpen as fault:
            self._warn(f"the journal is not pruned: {fault}")
            return
        if found is not None and any(found[:3]):
            self._tell(in_words(found))


def in_words(found: Pruned) -> str:
    """The tables that were removed."""
    tables = "1 finished table" if found.tables == 1 else f"{found.tables} finished tables"
    return f"pruned the journal: {tables} and {found.commits} moves are gone"
