"""The files of the journal: where they are, who may use them, which version they have, and what if they are damaged."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from protocol.kept import pack
from server import salvage, wal
from server.private import make_private

FILE = "journal.db"
LOCK = "journal.lock"
VERSION = 1
APPLICATION = 0x554E4F4A
"""Marks an SQLite file as a journal of this program ("UNOJ")."""

TABLES = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE pulse (
        id INTEGER PRIMARY KEY CHECK (id = 1), clock REAL NOT NULL, wall REAL NOT NULL, sum INTEGER NOT NULL
    );
    CREATE TABLE sessions (
        number INTEGER PRIMARY KEY, first INTEGER NOT NULL, name TEXT NOT NULL, digest BLOB NOT NULL,
        taken_up INTEGER NOT NULL DEFAULT 0, parted REAL, ended REAL, sum INTEGER NOT NULL
    );
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY, first INTEGER NOT NULL, code TEXT NOT NULL, opened REAL NOT NULL, ended REAL,
        room BLOB NOT NULL, bot_pause REAL NOT NULL, bot_secret BLOB NOT NULL, aside TEXT, sum INTEGER NOT NULL
    );
    CREATE TABLE commits (
        number INTEGER PRIMARY KEY, wall REAL NOT NULL, clock REAL NOT NULL, tab INTEGER, session INTEGER,
        request INTEGER, answer BLOB, body BLOB NOT NULL, sum INTEGER NOT NULL
    );
"""

MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""What makes a journal of that version one of the next: statements by `execute` alone, as all are one transaction."""


class CannotOpen(Exception):
    """The journal cannot be used. The text is one line that says why and what to do."""


def checksum(key: tuple[float | None, ...], *parts: bytes) -> int:
    """Tells whether a row is still what was written."""
    found = zlib.crc32(pack(key))
    for part in parts:
        found = zlib.crc32(part, found)
    return found


def is_sound(sum_: object, key: tuple[float | None, ...], *parts: object) -> bool:
    """True if a row is still what was written. A bit that has flipped may have made anything of a column."""
    taken = [part.encode() if isinstance(part, str) else b"" if part is None else part for part in parts]
    return all(isinstance(part, bytes) for part in taken) and sum_ == checksum(key, *taken)  # type: ignore[arg-type]


SOUND: dict[str, Callable[[Sequence[Any]], bool]] = {
    "about": lambda _: True,
    "pulse": lambda row: is_sound(row[3], (row[1], row[2])),
    "sessions": lambda row: is_sound(row[7], (row[0], row[1]), row[2], row[3]),
    "tables": lambda row: is_sound(row[9], (row[0], row[1], row[6]), row[5], row[7]),
    "commits": lambda row: is_sound(row[8], tuple(row[:6]), row[6], row[7]),
}
"""The tables, and whether a row of one, all columns of it, is what was written."""


def in_words(fault: sqlite3.Error) -> str:
    """What SQLite complains of, and what to do about it."""
    text = str(fault)
    if "full" in text:
        return "the disk is full; make room there"
    if "I/O" in text:
        return f"the disk does not take it ({text}); see whether it is full or broken"
    if "readonly" in text or "read-only" in text:
        return "it cannot be written to; choose another --data-dir, or --ephemeral to store nothing"
    return text


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection that begins no transactions of its own. Raises sqlite3.Error."""
    where = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    connection.text_factory = lambda text: text.decode(errors="replace")  # what is damaged is found by its sum
    return connection


def lock(directory: Path) -> sqlite3.Connection:
    """Make the directory if need be, and keep other servers out of it for as long as the connection lives.

    The lock is SQLite's own on a file beside the journal: it works alike on every system, and ends with the process.
    Raises CannotOpen.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise CannotOpen(f"cannot make {directory}: {_reason(fault)}; choose another --data-dir") from fault
    connection = None
    try:
        make_private(directory / LOCK)
        connection = sqlite3.connect(directory / LOCK, isolation_level=None, check_same_thread=False, timeout=0)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as fault:
        if connection is not None:
            connection.close()
        if "locked" in str(fault):
            text = f"another uno-server uses {directory}; stop it, or choose another --data-dir"
            raise CannotOpen(text) from fault
        raise CannotOpen(f"cannot write in {directory}: {_why(fault)}") from fault
    return connection


def _why(fault: sqlite3.Error) -> str:
    if "unable to open" in str(fault):
        return "it cannot be written to; choose another --data-dir, or --ephemeral to store nothing"
    return in_words(fault)


def prepare(directory: Path) -> list[str]:
    """See to it that a sound journal of this version lies in the directory. Gives what there is to say about it.

    It is looked at without a byte being changed, so that what is damaged can be set aside as it was found.
    Raises CannotOpen for what is not ours, or newer than we are, or cannot be written.
    """
    path = directory / FILE
    try:
        _finish_rescue(path)
        if path.exists() and not path.is_file():
            raise CannotOpen(f"{path} is not a file; move it away, or choose another --data-dir")
        size = path.stat().st_size if path.exists() else None
        if not size and wal.is_empty(path):
            make_private(path)
            with closing(connect(path)) as connection:
                make(connection)
            return [] if size is None else [f"{path} was empty: a new journal is begun"]
        messages = _look_over(path) if size else rescue(path)
        with closing(connect(path)) as connection:
            migrate(connection, version_of(path, connection))
    except OSError as fault:
        raise CannotOpen(f"cannot use {path}: {_reason(fault)}; choose another --data-dir") from fault
    except sqlite3.Error as fault:
        raise CannotOpen(f"cannot use {path}: {in_words(fault)}") from fault
    return messages


def _look_over(path: Path) -> list[str]:
    try:
        with closing(connect(path, read_only=True)) as connection:
            _check(path, connection)
            lost = wal.missed(path)
    except sqlite3.DatabaseError as fault:
        if not is_damage(fault):
            raise
        return rescue(path)
    if lost > 1 or _wal_is_anothers(path):
        return rescue(path)
    if lost:
        aside = free_name(wal.log_of(path), "damaged")
        make_private(aside)
        shutil.copyfile(wal.log_of(path), aside)
        return [f"the end of {wal.log_of(path)} cannot be read, the last move may be lost; it is kept as {aside}"]
    if wal.is_empty(path) and _was_running(path):
        return [f"{wal.log_of(path)} is missing or empty: what was stored last is lost"]
    return []


def is_damage(fault: sqlite3.Error) -> bool:
    """True if SQLite complains of what a file holds, not of what can be done with it."""
    code = getattr(fault, "sqlite_errorcode", None)
    if code is None:
        return isinstance(fault, sqlite3.DatabaseError) and not isinstance(fault, sqlite3.OperationalError)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def free_name(path: Path, what: str) -> Path:
    """A name that tells what a copy of `path` is, and when it was made, and that is not in use."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    names = (path.with_name(f"{path.name}.{what}-{stamp}{again}") for again in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not any(_with(name, suffix).exists() for suffix in salvage.SUFFIXES))


def make(connection: sqlite3.Connection) -> None:
    """The tables of an empty journal, and an identity that tells it from others. Raises sqlite3.Error."""
    connection.executescript(
        f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        "INSERT INTO about (key, value) VALUES ('journal', lower(hex(randomblob(8)))); COMMIT;"
    )


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Raises CannotOpen for what is not ours or is newer, sqlite3.DatabaseError for what is damaged."""
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or not {*head[18:20]} <= {1, 2}:  # the latter SQLite would take for a reason not to write
        raise sqlite3.DatabaseError("the header is damaged")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION and not _has_our_tables(connection):
        if _alone_is_ours(path):
            raise sqlite3.DatabaseError("the log belongs to another database")
        version_of(path, connection)
    if application != APPLICATION or version < 1:
        raise sqlite3.DatabaseError("the header is damaged")
    version_of(path, connection)
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict}")
    for name in ("sessions", "tables", "commits"):  # to the last column of each row: a shifted one is found so
        connection.execute(f"SELECT max(sum) FROM {name}").fetchone()


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """The version of the journal there. Raises CannotOpen for what is not ours, or newer than we are."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise CannotOpen(f"{path} is not a journal of uno-server; choose another --data-dir")
    if version > VERSION:
        text = f"was written by a newer uno-server (journal version {version}, this one reads up to {VERSION})"
        raise CannotOpen(f"{path} {text}; start that one, or choose another --data-dir")
    return int(version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Make a journal of that version one of ours, in one transaction. Raises sqlite3.Error, with nothing changed."""
    if version == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(version, VERSION):
            MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _has_our_tables(connection: sqlite3.Connection) -> bool:
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    return found.issuperset(SOUND)


def _alone(path: Path, sql: str) -> str | None:
    """What the database says when its log is left out of account; None if it says nothing."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as connection:
            found = connection.execute(sql).fetchone()
    except sqlite3.Error:
        return None
    return None if found is None else str(found[0])


_IDENTITY = "SELECT value FROM about WHERE key = 'journal'"


def _alone_is_ours(path: Path) -> bool:
    return _alone(path, "PRAGMA application_id") == str(APPLICATION)


def _wal_is_anothers(path: Path) -> bool:
    alone = _alone(path, _IDENTITY)
    with closing(connect(path, read_only=True)) as connection:
        together = connection.execute(_IDENTITY).fetchone()
    return alone is not None and together is not None and alone != together[0]


def _was_running(path: Path) -> bool:
    """True if a server used it without a word in the database of what went into the log (`server.journal`)."""
    return _alone(path, "SELECT value FROM about WHERE key = 'running'") == "1"


def rescue(path: Path) -> list[str]:
    """Copy what can still be read into a new journal, and set the damaged one aside. Gives what there is to say.

    Nobody may have it open. Raises CannotOpen if it cannot be done, or if nothing shows that this was a journal.
    """
    work, done = path.with_name(FILE + ".rescuing"), _done(path)
    try:
        make_private(path)
        path.touch()  # a log may have outlived its database
        salvage.remove(work)
        make_private(work)
        with closing(connect(work)) as into:
            make(into)
            kept = salvage.copy_readable(path, into, SOUND)
            found = sum(into.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in SOUND if name != "about")
            _note_numbers(into)
        if not found and not _looks_like_ours(path):
            salvage.remove(work)
            raise CannotOpen(f"{path} is not a journal of uno-server; move it away, or choose another --data-dir")
        work.rename(done)
        aside = _finish_rescue(path)
    except (OSError, sqlite3.Error) as fault:
        reason = _reason(fault) if isinstance(fault, OSError) else in_words(fault)
        raise CannotOpen(f"{path} is damaged and cannot be set aside: {reason}") from fault
    return [f"{path} was damaged: {kept} commits could be read and are kept; the damaged file is kept as {aside}"]


def _finish_rescue(path: Path) -> Path | None:
    """Put what was rescued in the place of what was damaged. Gives the name of that. Raises OSError.

    What was begun before a crash is brought to its end: the rescued journal has its second name only when it is whole.
    """
    if not _done(path).exists():
        return None
    aside = free_name(path, "damaged")
    for suffix in salvage.SUFFIXES:
        if _with(path, suffix).exists():
            _with(path, suffix).rename(_with(aside, suffix))
    _done(path).rename(path)
    return aside


def _done(path: Path) -> Path:
    return path.with_name(FILE + ".rescued")


def _with(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _looks_like_ours(path: Path) -> bool:
    """True for the stump of an SQLite file that is a journal, as far as can be seen."""
    with path.open("rb") as file:
        head = file.read(72)
    stump = len(head) < 72 and b"SQLite format 3\0".startswith(head[:16])
    return stump or (head.startswith(b"SQLite format 3\0") and head[68:] == APPLICATION.to_bytes(4, "big"))


def _note_numbers(connection: sqlite3.Connection) -> None:
    """The highest numbers that were ever given, though what had them may be lost: nothing gets them again."""
    for key, column, table in (("last_session", "session", "sessions"), ("last_table", "tab", "tables")):
        (number,) = connection.execute(
            f"SELECT max(n) FROM (SELECT max({column}) AS n FROM commits UNION SELECT max(number) FROM {table}"
            " UNION SELECT value FROM about WHERE key = ?)",
            (key,),
        ).fetchone()
        connection.execute("INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)", (key, number or 0))


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()
