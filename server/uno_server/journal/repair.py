"""Repair: makes sure that a directory has a sound journal: its own, the newest backup, or a new one (FAULTS 43)."""

import shutil
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from uno_protocol.kept import unpack
from uno_protocol.private_files import make_private
from uno_protocol.text import clean
from uno_server.journal import backup
from uno_server.journal.bodies import with_entries_after
from uno_server.journal.database import (
    APPLICATION,
    FILE,
    IDENTITY,
    OLD,
    SUFFIXES,
    CannotOpen,
    Now,
    check,
    checksum,
    connect,
    free_name,
    in_words,
    is_damage,
    is_sound,
    last_of,
    make,
    one_value,
    read_now,
    remove,
    with_suffix,
    write_now,
)

JUMP = 2**20
"""Numbers left out where something is lost, so that none that anybody has seen is given again."""
READS_OLD = "0.3.0"
"""The version whose `uno-journal` reads what came before."""


def prepare(directory: Path) -> list[str]:
    """Make sure that there is a sound journal of this version. Gives messages about what was done.

    Raises CannotOpen for what is not ours, or newer than we are, or cannot be written.
    """
    path = directory / FILE
    try:
        if path.exists() and not path.is_file():
            raise CannotOpen(f"{path} is not a file; move it away, or choose another --data-dir")
        return _prepared(path)
    except OSError as fault:
        raise CannotOpen(f"cannot use {path}: {in_words(fault)}; choose another --data-dir") from fault
    except sqlite3.Error as fault:
        raise CannotOpen(f"cannot use {path}: {in_words(fault)}") from fault


def _prepared(path: Path) -> list[str]:
    last = last_of(path.parent)
    if not path.exists() or not path.stat().st_size:
        begun = last is not None and last.number > 0 and not path.with_name(OLD).exists()
        if begun or backup.newest(path, None if last is None else last.journal) is not None:
            return fall_back(path, "is empty" if path.exists() else "is missing")
        return _begun(path)
    try:
        with closing(connect(path)) as connection:
            check(path, connection)
            now, identity = read_now(connection), one_value(connection, IDENTITY)
            if last is None or last.journal != identity or last.number <= now.number:
                return []
            _jump(connection, now._replace(number=last.number))
        lost = last.number - now.number
        return [f"{path} has lost its end: the last {lost} commits are gone; games continue from what was before"]
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        if not is_damage(fault):
            raise
        return fall_back(path, f"is damaged ({fault})")


def fall_back(path: Path, how: str) -> list[str]:
    """Set a journal aside, and put its newest sound backup in its place, or an empty one. Gives what there is to say.

    Nobody may have it open. If this is interrupted, the next start does it again. Raises OSError, sqlite3.Error.
    """
    last, part = last_of(path.parent), path.with_name(f"{FILE}.part")
    base = backup.newest(path, None if last is None else last.journal)
    remove(part)
    if base is None:
        make(part, time.time(), 0 if last is None else last.number + JUMP)
        from_ = "all games and players are lost"
    else:
        make_private(part)
        shutil.copyfile(base, part)
        with closing(connect(part)) as connection:
            now = read_now(connection)
            _jump(connection, now if last is None else now._replace(number=max(last.number, now.number)))
        from_ = f"games continue from the backup of {_time(base.stat().st_mtime)}, and what came after it is lost"
    aside = free_name(path, "damaged")
    for suffix in reversed(SUFFIXES):
        with suppress(FileNotFoundError):
            with_suffix(path, suffix).rename(with_suffix(aside, suffix))
    part.rename(path)
    kept = f" and is kept as {aside.name}" if aside.exists() else ""
    return [f"{path} {how}{kept}: {from_}"]


def _jump(connection: sqlite3.Connection, now: Now) -> None:
    """Leave numbers out, of commits, sessions, tables and the entries of each table. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    highest = max(now.number, now.session, now.table)
    number = now.number + JUMP
    write_now(connection, now._replace(number=number, session=highest + JUMP, table=highest + JUMP))
    for tab, body, sum_ in connection.execute("SELECT number, body, sum FROM tables WHERE ended IS NULL").fetchall():
        if is_sound(sum_, tab, body):
            further = with_entries_after(body, JUMP)
            sql = "UPDATE tables SET body = ?, sum = ? WHERE number = ?"
            connection.execute(sql, (further, checksum(tab, further), tab))
    connection.execute("COMMIT")


def _begun(path: Path) -> list[str]:
    """A new journal, with what carries over from one of a version up to 0.3."""
    part = path.with_name(f"{FILE}.part")
    remove(part)
    make(part, time.time())
    told = []
    if (old := path.with_name(OLD)).is_file():
        with closing(connect(part)) as connection, tempfile.TemporaryDirectory(dir=path.parent) as copy:
            told.append(_carried_over(old, Path(copy), connection))
    part.replace(path)
    return told


def _carried_over(old: Path, copy: Path, into: sqlite3.Connection) -> str:
    """Take over server id and bans. Gives a line about what is left in the old journal, of which no byte changes."""
    for suffix in SUFFIXES:
        with suppress(FileNotFoundError):
            shutil.copyfile(with_suffix(old, suffix), with_suffix(copy / OLD, suffix))
    left: list[str] = []
    try:
        with closing(connect(copy / OLD)) as source:
            if one_value(source, "PRAGMA application_id") != str(APPLICATION):
                raise CannotOpen(f"{old} is not a journal of uno-server; choose another --data-dir")
            for key, value in source.execute("SELECT key, value FROM about WHERE key IN ('server_id', 'bans')"):
                into.execute("INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)", (key, value))
            sql = "SELECT code, room FROM tables WHERE ended IS NULL ORDER BY number"
            left = [_named(code, room) for code, room in source.execute(sql)]
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        return f"{old} is of an older version and cannot be read ({fault}); a new journal begins beside it"
    tables = f"the tables left in it are {', '.join(left)}" if left else "no table is left in it"
    return f"{old} is of version 0.3 or earlier and is not continued: {tables}; uno-journal {READS_OLD} reads it"


def _named(code: Any, room: Any) -> str:
    try:
        return f"{clean(str(code))} ({clean(str(unpack(room)['name']))})"
    except (ValueError, TypeError, LookupError):
        return clean(str(code))


def _time(wall: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(wall))
