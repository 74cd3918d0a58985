"""What can still be read of a damaged journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path


def copy_readable(path: Path, into: sqlite3.Connection, names: Sequence[str]) -> int:
    """Copy every row of these tables that SQLite can still read; how many commits there were.

    From the front as far as it goes, then from the end: what lies between is lost. Raises sqlite3.Error for `into`.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as damaged:
        for name in names:
            known = [row[1] for row in into.execute(f"PRAGMA table_info({name})")]
            _copy(damaged, into, name, known)
    (kept,) = into.execute("SELECT count(*) FROM commits").fetchone()
    return int(kept)


def _copy(damaged: sqlite3.Connection, into: sqlite3.Connection, name: str, columns: Sequence[str]) -> None:
    listed = ", ".join(columns)
    places = ", ".join("?" * len(columns))
    order = columns[0]
    for direction in ("ASC", "DESC"):
        into.execute("BEGIN")
        with suppress(sqlite3.DatabaseError):
            for row in damaged.execute(f"SELECT {listed} FROM {name} ORDER BY {order} {direction}"):
                with suppress(sqlite3.IntegrityError):  # read from the front already, or nonsense
                    into.execute(f"INSERT INTO {name} ({listed}) VALUES ({places})", row)
        into.execute("COMMIT")
