"""Backups: two sound copies of the journal, made while it is written, for the day on which it is damaged."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from uno_protocol.private_files import make_private
from uno_server.journal.database import IDENTITY, CannotOpen, check, connect, connect_alone, one_value, remove

LONGEST_BACKUP = 10.0
"""Seconds after which an unfinished backup never finishes: its process was killed."""


def copies(path: Path) -> tuple[Path, Path]:
    """Where the backups of that journal are, the newer one first."""
    newer, older = (path.with_name(f"{path.name}.backup-{number}") for number in (1, 2))
    return newer, older


def back_up(path: Path, step: Callable[[str], None] = lambda _name: None, part: Path | None = None) -> None:
    """Make a backup, and let go of the oldest. Raises OSError or sqlite3.Error, with the backups as they were.

    To be called in a thread: it has a connection of its own, which keeps nobody from writing, and copies in one step,
    as copying in small ones would begin again with every move. A damaged journal replaces no sound backup. It grows
    at `part`, which nobody else may use.
    """
    newer, older = copies(path)
    part = part or _part(path)
    remove(part)
    make_private(part)
    with closing(connect(path, read_only=True)) as source, closing(connect(part)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # all of it is in one file
        step("copied")
        verdict = one_value(copy, "PRAGMA quick_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"{path.name} is damaged ({verdict}); start the server again to repair it")
    step("checked")
    if newer.exists():
        newer.replace(older)
        step("moved")
    part.replace(newer)


def newest(path: Path, journal: str | None) -> Path | None:
    """The newest backup that is sound; of the journal with that identity, if it is known."""
    for copy in copies(path):
        if copy.is_file():
            with suppress(sqlite3.Error, UnicodeDecodeError, CannotOpen), closing(connect_alone(copy)) as connection:
                check(copy, connection)
                if journal in (None, one_value(connection, IDENTITY)):
                    return copy
    return None


def renew(path: Path) -> None:
    """Leave no backup but one of the journal as it is now. Raises OSError, sqlite3.Error.

    A server may be making one meanwhile: that is of the journal as it was, so it is waited for.
    """
    part, end = _part(path), time.monotonic() + LONGEST_BACKUP
    while part.exists() and time.monotonic() < end:
        time.sleep(0.05)
    for copy in (*copies(path), part):
        remove(copy)
    back_up(path, part=path.with_name(f"{path.name}.backup-pruned"))


def _part(path: Path) -> Path:
    """Where a backup grows."""
    return path.with_name(f"{path.name}.backup-part")
