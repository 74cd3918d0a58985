"""Repair: backups, and a sound journal for each start: its own, the newest backup, or a new one (FAULTS 43)."""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from uno_protocol.kept import pack, unpack
from uno_protocol.text import clean
from uno_server.journal import database
from uno_server.journal.database import ALONE, FILE, IDENTITY, OLD, CannotOpen, connect, files_of

JUMP = 2**20  # numbers left out where something is lost, so that none that anybody has seen is given again
READS_OLD = "0.3.0"  # the version whose `uno-journal` reads what came before


def copies(path: Path) -> tuple[Path, Path]:
    """Where the backups of that journal are, the newer one first."""
    return path.with_name(f"{path.name}.backup-1"), path.with_name(f"{path.name}.backup-2")


def back_up(path: Path, step: Callable[[str], None] = lambda _name: None, part: str = "part") -> None:
    """Make a backup, and let go of the oldest. Raises OSError or sqlite3.Error, with the backups as they were.

    To be called in a thread: it has a connection of its own, which keeps nobody from writing, and copies in one step,
    as copying in small ones would begin again with every move. A damaged journal replaces no sound backup.
    """
    (newer, older), fresh = copies(path), database.fresh(path.with_name(f"{path.name}.backup-{part}"))
    with closing(connect(path, database.READING)) as source, closing(connect(fresh)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # all of it is in one file
        step("copied")
        database.check(path, copy)
    step("checked")
    if newer.exists():
        newer.replace(older)
        step("moved")
    fresh.replace(newer)


def backed_up(path: Path, journal: str) -> int:
    """The last commit in the newest backup, if that is of the journal with that identity and can be read; else -1."""
    with suppress(sqlite3.Error), closing(connect(copies(path)[0], ALONE)) as connection:
        if database.about(connection, IDENTITY) == journal:
            return database.now_of(connection).number
    return -1


def newest(path: Path, journal: str | None) -> Path | None:
    """The newest backup that is sound; of the journal with that identity, if it is known."""
    for copy in copies(path):
        with suppress(sqlite3.Error, UnicodeDecodeError, CannotOpen), closing(connect(copy, ALONE)) as connection:
            database.check(copy, connection)
            if journal in (None, database.about(connection, IDENTITY)):
                return copy
    return None


def renew(path: Path) -> None:
    """Leave no backup but one of the journal as it is now. Raises OSError, sqlite3.Error.

    A server may be making one meanwhile: that is of the journal as it was, so it is waited for.
    """
    part = path.with_name(f"{path.name}.backup-part")
    with suppress(FileNotFoundError):
        while time.time() - part.stat().st_mtime < 10.0:  # later, nobody writes on it any more
            time.sleep(0.05)
    back_up(path, part="pruned")  # first: if that can't be done, the old ones stay
    for copy in (copies(path)[1], part):
        copy.unlink(missing_ok=True)


def prepare(directory: Path) -> list[str]:
    """Make sure that there is a sound journal of this version. Gives messages about what was done.

    Raises CannotOpen for what is not ours, or newer than we are; OSError, sqlite3.Error.
    """
    path, (identity, stored) = directory / FILE, database.last_of(directory)
    if not path.exists() or not path.stat().st_size:
        old, told = directory / OLD, list[str]()
        if (stored and not _may_be_of(old, identity)) or newest(path, identity) is not None:
            return [fall_back(path, "is empty" if path.exists() else "is missing")]
        database.make(part := path.with_name(f"{FILE}.part"), time.time())
        if old.is_file():
            with closing(connect(part)) as connection:
                told.append(_carried_over(old, connection))
        part.replace(path)
        return told
    try:
        with closing(connect(path)) as connection:
            database.check(path, connection)
            lost = _lost(connection, stored) if database.about(connection, IDENTITY) == identity else 0
            behind = stored > database.now_of(connection).number
            if behind or database.has_rebooted(connection):  # the power may have taken the end of this and of `LAST`
                _jump(connection, stored)
            if not lost:
                return []
        return [f"{path} has lost its end: the last {lost} commits are gone; games continue from what was before"]
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        if not database.is_damage(fault):
            raise
        return [fall_back(path, f"is damaged ({fault})")]


def fall_back(path: Path, how: str) -> str:
    """Set a journal aside, and put its newest sound backup in its place, or an empty one. Gives what there is to say.

    Nobody may have it open. If this is interrupted, the next start does it again. Raises OSError, sqlite3.Error.
    """
    (identity, stored), part = database.last_of(path.parent), database.fresh(path.with_name(f"{FILE}.part"))
    base, left = newest(path, identity), "all games and players are lost"
    if base is None:
        database.make(part, time.time())
    else:
        shutil.copyfile(base, part)
    with closing(connect(part)) as connection:
        if base is not None:
            made = datetime.fromtimestamp(base.stat().st_mtime).astimezone()
            gone = _lost(connection, stored)
            what = f": the last {gone} commits are" if gone else ", and what came after it is"
            left = f"games continue from the backup of {made:%Y-%m-%d %H:%M}{what} lost"
        _jump(connection, stored)
    aside = path.with_name(f"{path.name}.damaged-{datetime.now().astimezone():%Y%m%d-%H%M%S-%f}")
    for file, kept in reversed([*zip(files_of(path), files_of(aside), strict=True)]):
        with suppress(FileNotFoundError):
            file.rename(kept)
    part.rename(path)
    return f"{path} {how}{f' and is kept as {aside.name}' if aside.exists() else ''}: {left}"


def _lost(connection: sqlite3.Connection, seen: int) -> int:
    """How many commits are missing up to that one; 0 as well if that is unknown. Raises sqlite3.Error."""
    return max(0, seen - database.now_of(connection).number) % JUMP


def _jump(connection: sqlite3.Connection, seen: int) -> None:
    """Leave numbers out behind that commit: of commits, sessions, tables and their entries. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    now = database.now_of(connection)
    number = JUMP + max(now.number, seen)
    more = number - now.number  # of entries, too: this may be the second time from the same backup
    further = max(number, more + now.session, more + now.table)
    connection.execute(*now._replace(number=number, session=further, table=further).to_write())
    for row in list(database.rows(connection, "tables")):
        if row.sound:
            room, n, *rest = unpack(row.body)
            connection.execute(*database.to_write("tables", row.number, pack((room, n + more, *rest))))
    connection.execute("COMMIT")


def _may_be_of(old: Path, identity: str | None) -> bool:
    """Whether that is the identity of an old journal, as far as it can be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(connect(old, database.READING)) as connection:
        return database.about(connection, IDENTITY) == identity
    return old.is_file()


def _carried_over(old: Path, into: sqlite3.Connection) -> str:
    """Take over server id and bans. Gives a line about what is left in the old journal, of which no byte changes."""
    try:
        with closing(connect(old, database.READING)) as source:
            if database.pragma(source, "application_id") != database.APPLICATION:
                raise CannotOpen(f"{old} is not a journal of uno-server; choose another --data-dir")
            sql = "SELECT key, value FROM about WHERE key IN ('server_id', 'bans')"
            into.executemany(database.NOTE, source.execute(sql))
            rooms = source.execute("SELECT code, room FROM tables WHERE ended IS NULL ORDER BY number")
            left = ", ".join(_named(code, room) for code, room in rooms)
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        return f"{old} is of an older version and cannot be read ({fault}); a new journal begins beside it"
    tables = f"the tables left in it are {left}" if left else "no table is left in it"
    return f"{old} is of version 0.3 or earlier and is not continued: {tables}; uno-journal {READS_OLD} reads it"


def _named(code: Any, room: Any) -> str:
    try:
        return f"{clean(str(code))} ({clean(str(unpack(room)['name']))})"
    except (ValueError, TypeError, LookupError):
        return clean(str(code))
