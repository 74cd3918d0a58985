"""Opening a journal to read it, while a server may be writing it.

It is apart from the reader of games, whose imports take three times as long as `stats` otherwise (`bench.py numbers`).
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from uno_server.journal import database
from uno_server.journal.database import CannotOpen
from uno_server.journal.repair import READS_OLD


@contextmanager
def opened(directory: Path) -> Iterator[sqlite3.Connection]:
    """The journal in a directory as it is at this moment.

    Raises CannotOpen with one line for what is not there, not ours, of another version, or damaged.
    """
    path, old = directory / database.FILE, directory / database.OLD
    if not path.is_file():
        if old.is_file():
            raise CannotOpen(f"{old} is of version 0.3 or earlier: uno-journal {READS_OLD} reads it")
        raise CannotOpen(f"no journal in {directory}")
    log = database.files_of(path)[1]
    # Where SQLite can't create its files, a journal that was closed can still be read.
    beside = os.access(directory, os.W_OK) or (log.exists() and log.stat().st_size)
    try:
        with closing(database.connect(path, database.READING if beside else database.ALONE)) as connection:
            database.check_version(path, connection)
            connection.execute("BEGIN")
            yield connection
    except sqlite3.Error as fault:
        raise CannotOpen(f"cannot read {path}: {database.in_words(fault)}") from fault
