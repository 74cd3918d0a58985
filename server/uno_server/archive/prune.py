"""Pruning: takes what was over long enough ago out of a journal, tables and games, by hand or as time passes."""

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from uno_server.archive.opening import opened
from uno_server.archive.summaries import add_missing
from uno_server.journal import database, repair, upkeep
from uno_server.journal.database import CannotOpen
from uno_server.journal.recording import at_leisure

FIRST_SECONDS, BETWEEN_SECONDS = 60.0, 3600.0
"""From the start of a server to its first look at the journal, and from one look to the next."""
DAY = 24 * 3600.0
MIB = 1024 * 1024
ROOM = 0.9
"""The share of the allowed size that remains after a journal has become too large."""


def prune(
    directory: Path, before: float, *, dry_run: bool = False, go_on: Callable[[], bool] = lambda: True
) -> tuple[int, int]:
    """Remove the tables that ended before that calendar time (seconds), and games: how many of each.

    The games are those of these tables, and at open tables those that ended before, but for the last two (P-8.10).
    It works in small steps that no move has to wait for; `go_on` is asked before each of them. Beside a server the
    room in the file is used again, else the file gets smaller. What goes does not live on in backups: the one that is
    left is of the journal as it is then. The summaries of games stay. Raises CannotOpen.
    """
    with opened(directory) as connection:  # it says what is the matter with a journal that is not there or not ours
        tables, games = (_gone(connection, name, before) for name in ("ended", "games"))
    if dry_run:
        return len(tables), len(games)
    path = directory / database.FILE
    try:
        add_missing(directory, frozenset(games), go_on, at_leisure)
        with closing(upkeep.connected(path)) as connection:
            for name in ("games", "entries", "ended"):  # tables last: if this is interrupted, the next time goes on
                upkeep.carry_out(connection, upkeep.deletions(name, _gone(connection, name, before)), go_on)
            settle(directory, connection)
        repair.renew(path)
    except (sqlite3.Error, OSError) as fault:
        raise CannotOpen(f"cannot prune {path}: {database.in_words(fault)}") from fault
    return len(tables), len(games)


def settle(directory: Path, connection: sqlite3.Connection) -> None:
    """After changes: without a server the file gets smaller. Raises CannotOpen, sqlite3.Error."""
    try:
        with closing(database.lock(directory)):
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except database.InUse:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _gone(connection: sqlite3.Connection, name: str, before: float) -> list[int]:
    """The rows of `ended`, `games` or `entries` that go."""
    return [number for (number,) in connection.execute(f"SELECT number FROM {_WHEN[name]} WHERE at < ?", (before,))]


_WHEN = {
    "ended": "ended",
    "games": """(
        SELECT number, at, size FROM (
            SELECT games.number, coalesce(ended.at, games.ended) AS at, ended.number IS NULL AS open,
                length(games.body) + coalesce(length(record), 0) AS size,
                row_number() OVER (PARTITION BY tab ORDER BY games.number DESC) AS place
            FROM games LEFT JOIN ended ON ended.number = tab
        ) WHERE NOT open OR place > 2
    )""",
    "entries": "(SELECT entries.number, at FROM entries JOIN ended ON ended.number = tab)",
}
"""Where to find when each of these was over, if it is."""


class Retention(NamedTuple):
    """How long what is over stays, and how large the journal may become with it; 0: no bound."""

    days: int
    mib: int


def due(directory: Path, keep: Retention, now: float) -> float | None:
    """Remove what was over before that calendar time (seconds); None: remove nothing. Raises CannotOpen."""
    before, most = now - keep.days * DAY if keep.days else -math.inf, keep.mib * MIB
    sql = f"SELECT at, size FROM {_WHEN['games']} UNION ALL SELECT at, 0 FROM ended ORDER BY at"
    with opened(directory) as connection:
        over = [(at, size) for at, size in connection.execute(sql) if at is not None]
        pages = database.pragma(connection, "page_count") - database.pragma(connection, "freelist_count")
        used = pages * database.pragma(connection, "page_size")
    too_much = used - ROOM * most if 0 < most < used else 0
    for when, freed in over:
        if too_much > 0:
            before = max(before, math.nextafter(when, math.inf))
            too_much -= freed
    return before if over and over[0][0] < before else None


@dataclass
class Pruner:
    """Prunes the journal of a running server, in a thread. `tell` and `warn` get messages about it."""

    directory: Path
    keep: Retention
    tell: Callable[[str], None]
    warn: Callable[[str], None]
    stopped: threading.Event = field(default_factory=threading.Event)  # once set, no step more is begun

    def start(self) -> None:
        """Begin, unless there is no bound. The thread keeps no program from ending: pruning can stop anywhere."""
        if any(self.keep):
            threading.Thread(target=self._run, name="pruner", daemon=True).start()

    def _run(self) -> None:
        wait = FIRST_SECONDS
        while not self.stopped.wait(wait):
            self.look()
            wait = BETWEEN_SECONDS

    def look(self) -> None:
        """Prune what is due."""
        try:
            before = due(self.directory, self.keep, time.time())
            if before is not None and not self.stopped.is_set():
                tables, games = prune(self.directory, before, go_on=lambda: not self.stopped.is_set())
                self.tell(f"pruned what ended long ago: tables {tables}, games {games}")
        except CannotOpen as fault:
            self.warn(f"the journal is not pruned: {fault}")
