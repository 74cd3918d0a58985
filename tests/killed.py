"""A journal whose process is killed."""

import sqlite3
from contextlib import closing, suppress

from uno_server.journal.database import READING, connect
from uno_server.journal.store import DiskJournal


def abandon(journal: DiskJournal) -> None:
    """Let go of the files as they are: SQLite does not put them in order."""
    with suppress(sqlite3.Error), closing(connect(journal.path, READING)) as last:
        last.execute("SELECT count(*) FROM about").fetchone()
        journal.connection.close()
    journal._let_go()
    journal._lock.close()
