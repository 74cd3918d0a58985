"""Pruning: takes tables that ended long enough ago out of a journal, by hand or as time passes."""

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from uno_server.archive.reader import opened
from uno_server.journal import backup, database
from uno_server.journal.database import CannotOpen
from uno_server.journal.upkeep import carry_out, deletions

FIRST_SECONDS, BETWEEN_SECONDS = 60.0, 3600.0
"""From the start of a server to its first look at the journal, and from one look to the next."""
DAY = 24 * 3600.0
MIB = 1024 * 1024
ROOM = 0.9
"""The share of the allowed size that remains after a journal has become too large."""


class Pruned(NamedTuple):
    """What was removed, or would be."""

    tables: int
    games: int
    bytes: int = 0
    """By which the files are smaller; 0 where nothing was done, and beside a server."""


def prune(directory: Path, before: float, *, dry_run: bool = False, go_on: Callable[[], bool] = lambda: True) -> Pruned:
    """Remove the tables that ended before that calendar time (seconds), with their games. What is not over stays.

    It works in small steps that no move has to wait for; `go_on` is asked before each of them. Beside a server the
    room in the file is used again, else the file gets smaller. What goes does not live on in backups: the one that is
    left is of the journal as it is then. Raises CannotOpen.
    """
    with opened(directory) as connection:  # it says what is the matter with a journal that is not there or not ours
        found = Pruned(*(len(_gone(connection, name, before)) for name in ("tables", "games")))
    if dry_run:
        return found
    path = directory / database.FILE
    try:
        with closing(database.connect(path)) as connection:
            for pragma in ("secure_delete = ON", "synchronous = NORMAL", "wal_autocheckpoint = 0"):
                connection.execute(f"PRAGMA {pragma}")
            files = [database.with_suffix(path, suffix) for suffix in ("", "-wal")]
            size = sum(file.stat().st_size for file in files if file.exists())
            for name in ("games", "entries", "tables"):  # tables last: if this is interrupted, the next time goes on
                carry_out(connection, deletions(name, _gone(connection, name, before)), go_on)
            try:
                with closing(database.lock(directory)):
                    connection.execute("VACUUM")
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    found = found._replace(bytes=max(0, size - path.stat().st_size))
            except database.InUse:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        backup.renew(path)
    except (sqlite3.Error, OSError) as fault:
        raise CannotOpen(f"cannot prune {path}: {database.in_words(fault)}") from fault
    return found


def _gone(connection: sqlite3.Connection, name: str, before: float) -> list[int]:
    """The rows of `tables`, `games` or `entries` that go."""
    key = "number" if name == "tables" else "tab"
    sql = f"SELECT number FROM {name} WHERE {key} IN (SELECT number FROM tables WHERE ended < ?)"
    return [number for (number,) in connection.execute(sql, (before,))]


class Retention(NamedTuple):
    """How long what is over stays, and how large the journal may become with it; 0: no bound."""

    days: int
    mib: int


def due(directory: Path, keep: Retention, now: float) -> float | None:
    """Remove the tables that ended before that calendar time (seconds); None: remove nothing. Raises CannotOpen."""
    with opened(directory) as connection:
        one = connection.execute
        ended = one("SELECT ended, number FROM tables WHERE ended IS NOT NULL ORDER BY ended").fetchall()
        sizes = dict(one("SELECT tab, sum(length(head) + coalesce(length(body), 0)) FROM games GROUP BY tab"))
        pages, free, size = (
            one(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
    before = now - keep.days * DAY if keep.days else -math.inf
    used, most = (pages - free) * size, keep.mib * MIB
    too_much = used - ROOM * most if 0 < most < used else 0
    for when, number in ended:
        if too_much > 0:
            before = max(before, math.nextafter(when, math.inf))
            too_much -= sizes.get(number, 0)
    return before if ended and ended[0][0] < before else None


class Pruner:
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
            threading.Thread(target=self._run, name="pruner", daemon=True).start()

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
            if before is None or self._stopped.is_set():
                return
            found = prune(self._directory, before, go_on=lambda: not self._stopped.is_set())
        except CannotOpen as fault:
            self._warn(f"the journal is not pruned: {fault}")
            return
        tables = "1 finished table" if found.tables == 1 else f"{found.tables} finished tables"
        games = "1 game" if found.games == 1 else f"{found.games} games"
        self._tell(f"pruned the journal: {tables} with {games} are gone")
