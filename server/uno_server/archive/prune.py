"""Pruning: takes tables that ended long enough ago out of a journal, by hand or as time goes on."""

import math
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from uno_server.archive.reader import opened
from uno_server.journal import backup, database
from uno_server.journal.database import CannotOpen
from uno_server.journal.upkeep import Step, carry_out, deletions

FIRST_SECONDS = 60.0
"""From the start of a server to its first look at the journal."""
BETWEEN_SECONDS = 3600.0
"""From one look to the next."""
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

    What goes does not live on in backups: the one that is left is of the journal as it is then. While a server uses
    the directory, it goes in small steps that no move has to wait for, and leaves room in the file for what comes; else
    the file gets smaller. `go_on` is asked before each of these steps. Raises CannotOpen.
    """
    with opened(directory) as connection:  # it says what is the matter with a journal that is not there or not ours
        found = Pruned(*(len(_gone(connection, name, before)) for name in ("tables", "games")))
    if dry_run:
        return found
    path = directory / database.FILE
    try:
        with _writable(path) as connection:
            try:
                held = database.lock(directory)
            except database.InUse:
                carry_out(connection, _steps(connection, before), go_on)
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            else:
                with closing(held):
                    size = _size(directory)
                    connection.execute("BEGIN IMMEDIATE")
                    for step in list(_steps(connection, before)):
                        connection.execute(*step)
                    connection.execute("COMMIT")
                    connection.execute("VACUUM")
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    found = found._replace(bytes=max(0, size - _size(directory)))
        backup.renew(path)
    except (sqlite3.Error, OSError) as fault:
        raise CannotOpen(f"cannot prune {path}: {database.in_words(fault)}") from fault
    return found


def _gone(connection: sqlite3.Connection, name: str, before: float) -> list[int]:
    """The rows of `tables`, `games` or `entries` that go."""
    which = "SELECT number FROM tables WHERE ended < ?"
    sql = which if name == "tables" else f"SELECT number FROM {name} WHERE tab IN ({which})"
    return [number for (number,) in connection.execute(sql, (before,))]


def _steps(connection: sqlite3.Connection, before: float) -> Iterator[Step]:
    """The table's own row last: where this is interrupted, the next time goes on."""
    for name in ("entries", "games", "tables"):
        yield from deletions(name, _gone(connection, name, before))


def _size(directory: Path) -> int:
    """Bytes of the journal, with what has not been moved into its file yet."""
    return sum(path.stat().st_size for path in directory.glob(f"{database.FILE}*") if "backup" not in path.name)


@contextmanager
def _writable(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(database.connect(path)) as connection:
        for pragma in ("secure_delete = ON", "synchronous = NORMAL", "wal_autocheckpoint = 0"):
            connection.execute(f"PRAGMA {pragma}")
        yield connection


class Retention(NamedTuple):
    """How long what is over stays, and how large the journal may become with it; 0: no bound."""

    days: int
    mib: int


def due(directory: Path, keep: Retention, now: float) -> float | None:
    """Remove the tables that ended before that calendar time (seconds); None: remove nothing. Raises CannotOpen."""
    with opened(directory) as connection:
        one = connection.execute
        ended = one("SELECT ended, number FROM tables WHERE ended IS NOT NULL ORDER BY ended").fetchall()
        aged = now - keep.days * DAY if keep.days else -math.inf
        before = aged if ended and ended[0][0] < aged else None
        pages, free, size = (
            one(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        used, most = (pages - free) * size, keep.mib * MIB
        if not most or used <= most:
            return before
        too_much = used - ROOM * most
        sizes = dict(one("SELECT tab, sum(length(head) + coalesce(length(body), 0)) FROM games GROUP BY tab"))
    for when, number in ended:
        before = max(before or when, math.nextafter(when, math.inf))
        too_much -= sizes.get(number, 0)
        if too_much <= 0:
            break
    return before


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
            found = None if before is None else prune(self._directory, before, go_on=lambda: not self._stopped.is_set())
        except CannotOpen as fault:
            self._warn(f"the journal is not pruned: {fault}")
            return
        if found is not None and found.tables:
            self._tell(in_words(found))


def in_words(found: Pruned) -> str:
    """What was removed."""
    tables = "1 finished table" if found.tables == 1 else f"{found.tables} finished tables"
    games = "1 game" if found.games == 1 else f"{found.games} games"
    return f"pruned the journal: {tables} with {games} are gone"
