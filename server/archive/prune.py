"""Pruning: takes tables and sessions that ended long enough ago out of a journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from server.archive.reader import PRUNED, opened
from server.base.limits import ANSWERS_KEPT
from server.journal import backup, database

_PLAN = """
    CREATE TEMP TABLE gone_tables AS SELECT number FROM tables WHERE ended < ?1 AND aside IS NOT ?2;
    CREATE TEMP TABLE gone_sessions AS SELECT number FROM sessions WHERE ended < ?1 AND length(digest);
    CREATE TEMP TABLE answers AS SELECT number FROM (
        SELECT number, row_number() OVER (PARTITION BY session ORDER BY number DESC) AS age FROM commits
        WHERE request IS NOT NULL AND session IN (SELECT number FROM sessions WHERE ended IS NULL)
    ) WHERE age <= ?3;
    CREATE TEMP TABLE gone_commits AS SELECT number FROM commits
    WHERE tab IN (SELECT number FROM gone_tables)
    OR (tab IS NULL AND wall < ?1 AND number NOT IN (SELECT number FROM answers)
        AND number < (SELECT max(number) FROM commits));
"""
# Of these commits only what still matters stays: the number, or the answer to a request that may be repeated.
_STRIPPED = """
    SELECT number, wall, clock, session, request, answer FROM commits WHERE number IN (SELECT number FROM gone_commits)
    AND (number IN (SELECT number FROM answers) OR number = (SELECT max(number) FROM commits))
"""
_REMOVE = """
    DELETE FROM commits WHERE number IN (SELECT number FROM gone_commits)
    AND number NOT IN (SELECT number FROM answers) AND number < (SELECT max(number) FROM commits);
    DELETE FROM tables WHERE number < (SELECT max(number) FROM tables)
    AND (number IN (SELECT number FROM gone_tables) OR aside IS ?2);
    DELETE FROM checkpoints WHERE number IN (SELECT number FROM gone_tables);
    DELETE FROM answers WHERE number IN (SELECT number FROM gone_sessions);
    DELETE FROM sessions WHERE number < (SELECT max(number) FROM sessions)
    AND (number IN (SELECT number FROM gone_sessions) OR (ended IS NOT NULL AND NOT length(digest)));
"""


class Pruned(NamedTuple):
    """What was removed, or would be."""

    tables: int
    sessions: int
    commits: int
    bytes: int
    """By which the files are smaller; 0 where nothing was done."""


def prune(directory: Path, before: float, *, dry_run: bool = False) -> Pruned:
    """Remove the tables and sessions that ended before that calendar time (seconds). What is not over stays.

    The last answers of every session that has not ended stay, for its repeated requests, and of the highest numbers
    a row each, so that none is ever given twice. What goes does not live on in backups: the one that is left is of the
    journal as it is then. Raises CannotOpen, also while a server uses the directory.
    """
    if dry_run:
        with opened(directory) as connection, closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            connection.backup(copy)
            return _plan(copy, before)
    with _writable(directory) as connection:
        size = _size(directory)
        connection.execute("BEGIN IMMEDIATE")
        found = _plan(connection, before)
        _strip(connection)
        for statement in _statements(_REMOVE):
            connection.execute(statement, _values(statement, before))
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        backup.renew(directory / database.FILE)
        return found._replace(bytes=max(0, size - _size(directory)))


def _size(directory: Path) -> int:
    """Bytes of the journal, with what has not been moved into its file yet."""
    return sum(path.stat().st_size for path in directory.glob(database.FILE + "*") if path.suffix in (".db", ".db-wal"))


@contextmanager
def _writable(directory: Path) -> Iterator[sqlite3.Connection]:
    with opened(directory):
        pass  # says what is the matter with a journal that is not there, not ours or newer
    path = directory / database.FILE
    with closing(database.lock(directory)):
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


def _strip(connection: sqlite3.Connection) -> None:
    """Leave of the rows that have to stay nothing that tells of a game or a person."""
    for number, wall, clock, session, request, answer in connection.execute(_STRIPPED).fetchall():
        sum_ = database.checksum((number, wall, clock, None, session, request), answer or b"", b"")
        connection.execute("UPDATE commits SET tab = NULL, body = x'', sum = ? WHERE number = ?", (sum_, number))
    connection.execute(
        "UPDATE sessions SET name = '', digest = x'', sum = ?1 WHERE number = ?2 AND number IN gone_sessions",
        _of_the_last(connection, "sessions", "number, first"),
    )
    connection.execute(
        "UPDATE tables SET code = '', room = x'', bot_secret = x'', sum = ?1, aside = ?3 "
        "WHERE number = ?2 AND number IN gone_tables",
        (*_of_the_last(connection, "tables", "number, first, bot_pause"), PRUNED),
    )


def _of_the_last(connection: sqlite3.Connection, name: str, key: str) -> tuple[int, int | None]:
    """The checksum of the row with the highest number, emptied, and that number."""
    row = connection.execute(f"SELECT {key} FROM {name} ORDER BY number DESC LIMIT 1").fetchone() or (None,)
    return database.checksum(tuple(row), b"", b""), row[0]


def _statements(script: str) -> list[str]:
    return [statement for statement in script.split(";") if statement.strip()]


def _values(statement: str, before: float) -> tuple[object, ...]:
    """SQLite takes as many values as the highest mark in a statement asks for."""
    values = (before, PRUNED, ANSWERS_KEPT)
    return values[: max((at for at in (1, 2, 3) if f"?{at}" in statement), default=0)]
