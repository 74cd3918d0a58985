"""Pruning: takes tables and sessions that ended long enough ago out of a journal."""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from uno_server.archive.reader import PRUNED, opened
from uno_server.base.limits import ANSWERS_KEPT
from uno_server.journal import backup, database

SLICE_SECONDS = 0.0003
"""How long the journal is kept from a running server at a time."""
PAUSE_SECONDS = 0.003
"""The least time in seconds that the server has the journal to itself in between."""
AT_ONCE = 16
"""Rows that one statement removes."""
MOVED = 32
"""Slices between two times that what the log holds goes into the database."""

_PLAN = """
    CREATE TEMP TABLE gone_tables AS SELECT number FROM tables WHERE ended < ?1 AND aside IS NOT ?2;
    CREATE TEMP TABLE gone_sessions AS SELECT number FROM sessions WHERE ended < ?1 AND length(digest);
    CREATE TEMP TABLE answers_kept AS SELECT number FROM (
        SELECT number, row_number() OVER (PARTITION BY session ORDER BY number DESC) AS age FROM commits
        WHERE request IS NOT NULL AND session IN (SELECT number FROM sessions WHERE ended IS NULL)
    ) WHERE age <= ?3;
    CREATE TEMP TABLE gone_commits AS SELECT number FROM commits
    WHERE tab IN (SELECT number FROM gone_tables) OR tab IN (SELECT number FROM tables WHERE aside IS ?2)
    OR (tab IS NULL AND wall < ?1 AND number NOT IN (SELECT number FROM answers_kept)
        AND number < (SELECT max(number) FROM commits));
"""
# Of these commits only what still matters stays: the number, or the answer to a request that may be repeated.
_STRIPPED = """
    SELECT number, wall, clock, session, request, answer FROM commits WHERE number IN (SELECT number FROM gone_commits)
    AND (number IN (SELECT number FROM answers_kept) OR number = (SELECT max(number) FROM commits))
"""
_REMOVED = {
    "commits": """
        SELECT number FROM gone_commits WHERE number NOT IN (SELECT number FROM answers_kept)
        AND number < (SELECT max(number) FROM commits)
    """,
    "checkpoints": "SELECT number FROM gone_tables",
    "answers": "SELECT number FROM gone_sessions",
    "tables": """
        SELECT number FROM tables WHERE number < (SELECT max(number) FROM tables)
        AND (number IN (SELECT number FROM gone_tables) OR aside IS ?1)
    """,
    "sessions": """
        SELECT number FROM sessions WHERE number < (SELECT max(number) FROM sessions)
        AND (number IN (SELECT number FROM gone_sessions) OR (ended IS NOT NULL AND NOT length(digest)))
    """,
}
"""Rows that are removed, by number, in this order: a table whose commits are not all there is marked as pruned."""


class Pruned(NamedTuple):
    """The tables that were removed, or would be."""

    tables: int
    sessions: int
    commits: int
    bytes: int
    """By which the files are smaller; 0 where nothing was done, and beside a server."""


def prune(directory: Path, before: float, *, dry_run: bool = False, go_on: Callable[[], bool] = lambda: True) -> Pruned:
    """Remove the tables and sessions that ended before that calendar time (seconds). What is not over stays.

    The last answers of every session that has not ended stay, for its repeated requests, and of the highest numbers
    a row each, so that none is ever given twice. What goes does not live on in backups: the one that is left is of the
    journal as it is then. While a server uses the directory, it goes in small steps that no move has to wait for, and
    leaves room in the files for what comes; else the files get smaller. `go_on` is asked before each of these steps;
    the next call continues with the rest. Raises CannotOpen.
    """
    if dry_run:
        with opened(directory) as connection, closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            connection.backup(copy)
            return _plan(copy, before)
    with opened(directory):
        pass  # says what is the matter with a journal that is not there, not ours or newer
    try:
        with closing(database.lock(directory)), _writable(directory) as connection:
            return _alone(directory, connection, before)
    except database.InUse:
        with _writable(directory) as connection:
            return _beside_a_server(directory, connection, before, go_on)


def _alone(directory: Path, connection: sqlite3.Connection, before: float) -> Pruned:
    size = _size(directory)
    connection.execute("BEGIN IMMEDIATE")
    found = _plan(connection, before)
    for sql, values in list(_steps(connection)):
        connection.execute(sql, values)
    connection.execute("COMMIT")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    backup.renew(directory / database.FILE)
    return found._replace(bytes=max(0, size - _size(directory)))


def _beside_a_server(
    directory: Path, connection: sqlite3.Connection, before: float, go_on: Callable[[], bool]
) -> Pruned:
    """If it is interrupted, the next run continues."""
    for pragma in ("secure_delete = ON", "synchronous = NORMAL", "wal_autocheckpoint = 0"):
        connection.execute(f"PRAGMA {pragma}")
    found = _plan(connection, before)
    steps = deque(_steps(connection))
    slices = 0
    while steps and go_on():
        connection.execute("BEGIN IMMEDIATE")
        end = time.perf_counter() + SLICE_SECONDS
        connection.execute(*steps.popleft())
        while steps and time.perf_counter() < end:
            connection.execute(*steps.popleft())
        connection.execute("COMMIT")
        slices += 1
        if slices % MOVED == 0 or not steps:
            # It keeps nobody from writing. A log that is moved in full begins anew, and that waits for the disk.
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        time.sleep(PAUSE_SECONDS)
    backup.renew(directory / database.FILE)
    return found


def _size(directory: Path) -> int:
    """Bytes of the journal, with what has not been moved into its file yet."""
    return sum(path.stat().st_size for path in directory.glob(database.FILE + "*") if path.suffix in (".db", ".db-wal"))


@contextmanager
def _writable(directory: Path) -> Iterator[sqlite3.Connection]:
    path = directory / database.FILE
    try:
        with closing(database.connect(path)) as connection:
            if database.version_of(path, connection) < database.VERSION:
                raise database.CannotOpen(f"{path} is of an older version; start uno-server there once first")
            connection.execute("PRAGMA temp_store = MEMORY")
            yield connection
    except (sqlite3.Error, OSError) as fault:
        raise database.CannotOpen(f"cannot prune {path}: {database.in_words(fault)}") from fault


def _plan(connection: sqlite3.Connection, before: float) -> Pruned:
    for statement in _statements(_PLAN):
        connection.execute(statement, _values(statement, before))
    tables, sessions, commits = (
        connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        for name in ("gone_tables", "gone_sessions", "gone_commits")
    )
    return Pruned(tables, sessions, commits, 0)


def _steps(connection: sqlite3.Connection) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The SQL to run, a few rows each: first erase games and people from all rows, then delete most rows."""
    sql = "UPDATE tables SET code = '', room = x'', bot_secret = x'', aside = ?, sum = ? WHERE number = ?"
    gone = "number IN (SELECT number FROM gone_tables)"
    for key in connection.execute(f"SELECT number, first, bot_pause FROM tables WHERE {gone}").fetchall():
        yield sql, (PRUNED, database.checksum(tuple(key), b"", b""), key[0])
    sql = "UPDATE commits SET tab = NULL, body = x'', sum = ? WHERE number = ?"
    for number, wall, clock, session, request, answer in connection.execute(_STRIPPED).fetchall():
        sum_ = database.checksum((number, wall, clock, None, session, request), answer or b"", b"")
        yield sql, (sum_, number)
    sql = "UPDATE sessions SET name = '', digest = x'', sum = ? WHERE number = ?"
    last = "number IN gone_sessions AND number = (SELECT max(number) FROM sessions)"
    for key in connection.execute(f"SELECT number, first FROM sessions WHERE {last}").fetchall():
        yield sql, (database.checksum(tuple(key), b"", b""), key[0])
    for row in connection.execute("SELECT number FROM gone_tables").fetchall():
        yield "DELETE FROM games WHERE tab = ?", row
    for name, which in _REMOVED.items():
        numbers = [number for (number,) in connection.execute(which, (PRUNED,) if "?1" in which else ())]
        for at in range(0, len(numbers), AT_ONCE):
            some = tuple(numbers[at : at + AT_ONCE])
            yield _delete(name, len(some)), some


@cache
def _delete(name: str, rows: int) -> str:
    """A text for all steps alike: there may be a million rows."""
    return f"DELETE FROM {name} WHERE number IN ({', '.join('?' * rows)})"


def _statements(script: str) -> list[str]:
    return [statement for statement in script.split(";") if statement.strip()]


def _values(statement: str, before: float) -> tuple[object, ...]:
    """SQLite takes as many values as the highest mark in a statement asks for."""
    values = (before, PRUNED, ANSWERS_KEPT)
    return values[: max((at for at in (1, 2, 3) if f"?{at}" in statement), default=0)]
