"""The files of a journal: where they are, who may use them, what is in them, and whether they are sound."""

import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from uno_protocol.private_files import NotOurs, make_private, own

FILE = "journal.sqlite"
OLD = "journal.db"
"""What versions up to 0.3 wrote. It is never changed."""
LOCK = "journal.lock"
LAST = "journal.last"
"""The commit up to which everything is stored, outside of SQLite's log, whose end SQLite may lose silently."""
OURS = ("journal.*", "server.key*")
"""The files in the directory that are nobody else's business."""
SUFFIXES = ("", "-wal", "-shm")
"""The files of an SQLite database."""
PASSES = 8
"""Each moves what was written during the one before, so the next is shorter: hardly ever are more than four needed."""
VERSION = 3
APPLICATION = 0x554E4F4A
"""Marks an SQLite file as a journal of this program ("UNOJ")."""

TABLES = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE now (
        id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, clock REAL NOT NULL, wall REAL NOT NULL,
        session INTEGER NOT NULL, tab INTEGER NOT NULL, sum INTEGER NOT NULL
    );
    CREATE TABLE tables (number INTEGER PRIMARY KEY, ended REAL, aside TEXT, body BLOB NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE sessions (number INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE entries (
        number INTEGER PRIMARY KEY, tab INTEGER NOT NULL, n INTEGER NOT NULL, before INTEGER NOT NULL,
        wall REAL NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL
    );
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, tab INTEGER NOT NULL, ended REAL, last INTEGER, head BLOB NOT NULL,
        sum INTEGER NOT NULL, result BLOB, body BLOB
    );
"""
IDENTITY = "SELECT value FROM about WHERE key = 'journal'"
"""This journal's identity; a backup has that of its journal."""


class CannotOpen(Exception):
    """The journal cannot be used. The text is one line that says why and what to do."""


class InUse(CannotOpen):
    """A server uses it."""


def checksum(number: int, *parts: bytes | None) -> int:
    """Tells whether a row is still what was written."""
    found = number & 0xFFFFFFFF
    for part in parts:
        found = zlib.crc32(part or b"", found)
    return found


def is_sound(sum_: object, number: int, *parts: object) -> bool:
    """True if a row is still what was written. A bit that has flipped may have made anything of a column."""
    return all(isinstance(part, bytes | None) for part in parts) and sum_ == checksum(number, *parts)  # type: ignore[arg-type]


def in_words(fault: sqlite3.Error | OSError) -> str:
    """The fault, and what to do about it."""
    text = (fault.strerror or str(fault)).lower() if isinstance(fault, OSError) else str(fault)
    if "full" in text or "no space" in text:
        return "the disk is full; free some space"
    if "I/O" in text:
        return f"the disk refuses it ({text}); check whether it is full or broken"
    if "readonly" in text or "read-only" in text or "unable to open" in text:
        return "it cannot be written to; choose another --data-dir, or --ephemeral to save nothing"
    return text


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection that begins no transactions of its own. Raises sqlite3.Error."""
    where = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    return _decoding(sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=5))


def connect_alone(path: Path) -> sqlite3.Connection:
    """A look at the database without its log, which leaves no file beside it. Raises sqlite3.Error."""
    where = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return _decoding(sqlite3.connect(where, uri=True, isolation_level=None))


def _decoding(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same, so that bytes that damage has made text of are read, and found by their sum."""
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


def shorten_log(connection: sqlite3.Connection) -> None:
    """Move what SQLite's log holds into the database, while others write. Raises sqlite3.Error.

    Once nothing is left to move, the next commit restarts the log, so what was written meanwhile is moved too.
    """
    before = -1
    for _ in range(PASSES):
        _, there, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if there == before:
            break
        before = there


def owned(directory: Path) -> list[str]:
    """Make the directory if needed, and make it private. Gives a line for each file that wasn't. Raises CannotOpen."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise CannotOpen(f"cannot make {directory}: {in_words(fault)}; choose another --data-dir") from fault
    try:
        return own(directory, OURS)
    except NotOurs as fault:
        raise CannotOpen(str(fault)) from fault
    except OSError as fault:
        raise CannotOpen(f"cannot use {directory}: {in_words(fault)}; choose another --data-dir") from fault


def lock(directory: Path) -> sqlite3.Connection:
    """Keep other servers out of the directory for as long as the connection lives.

    The lock is SQLite's own on a file beside the journal: it works alike on every system, and ends with the process.
    Raises CannotOpen, InUse.
    """
    connection = None
    try:
        make_private(directory / LOCK)
        connection = sqlite3.connect(directory / LOCK, isolation_level=None, check_same_thread=False, timeout=0)
        connection.execute("BEGIN EXCLUSIVE")
    except (sqlite3.Error, OSError) as fault:
        if connection is not None:
            connection.close()
        if "locked" in str(fault):
            text = f"another uno-server uses {directory}; stop it, or choose another --data-dir"
            raise InUse(text) from fault
        raise CannotOpen(f"cannot write in {directory}: {in_words(fault)}") from fault
    return connection


def is_damage(fault: Exception) -> bool:
    """True if SQLite complains of what a file holds, not of what can be done with it."""
    code = getattr(fault, "sqlite_errorcode", None)
    if code is None:
        return isinstance(fault, sqlite3.DatabaseError | UnicodeDecodeError) and not isinstance(
            fault, sqlite3.OperationalError
        )
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def free_name(path: Path, what: str) -> Path:
    """A name that tells what a copy of `path` is, and when it was made, and that is not in use."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    names = (path.with_name(f"{path.name}.{what}-{stamp}{again}") for again in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not any(with_suffix(name, suffix).exists() for suffix in SUFFIXES))


def with_suffix(path: Path, suffix: str) -> Path:
    """The database of that name, or a file that belongs to it."""
    return path.with_name(path.name + suffix)


def remove(path: Path, suffixes: Sequence[str] = SUFFIXES) -> None:
    """Remove a database and what belongs to it. Raises OSError."""
    for suffix in suffixes:
        with_suffix(path, suffix).unlink(missing_ok=True)


def make(path: Path, wall: float, after: int = 0) -> None:
    """An empty journal with an identity of its own; its numbers come after that one. Raises sqlite3.Error, OSError."""
    make_private(path)
    with closing(connect(path)) as connection:
        connection.executescript(
            f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            "INSERT INTO about (key, value) VALUES ('journal', lower(hex(randomblob(8)))); COMMIT;"
        )
        write_now(connection, Now(after, 0.0, wall, after, after))


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raises CannotOpen for what is not ours or is newer, sqlite3.DatabaseError for what is damaged."""
    version_of(path, connection)
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict}")
    read_now(connection)


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """The version of the journal there. Raises CannotOpen for what is not ours, or newer; sqlite3.DatabaseError."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if application != APPLICATION and not tables.issuperset(("about", "now", "tables", "sessions", "entries", "games")):
        raise CannotOpen(f"{path} is not a journal of uno-server; choose another --data-dir")
    if application != APPLICATION or version < VERSION:
        raise sqlite3.DatabaseError("the header is damaged")
    if version > VERSION:
        text = f"was written by a newer uno-server (journal version {version}, this one reads up to {VERSION})"
        raise CannotOpen(f"{path} {text}; start that one, or choose another --data-dir")
    return int(version)


def one_value(connection: sqlite3.Connection, sql: str) -> str | None:
    """The first value of the first row, as text. Raises sqlite3.Error."""
    found = connection.execute(sql).fetchone()
    return None if found is None else str(found[0])


class Now(NamedTuple):
    """How far a journal is: the last commit, the server's time, and the highest numbers that were given."""

    number: int
    clock: float
    """Seconds of the server's time at the last sign of life."""
    wall: float
    """The same in calendar time."""
    session: int
    table: int

    def sum(self) -> int:
        """The sum of the row."""
        return zlib.crc32(_NOW(*self))


_NOW = Struct("<qddqq").pack


NOW = "INSERT OR REPLACE INTO now (id, number, clock, wall, session, tab, sum) VALUES (1, ?, ?, ?, ?, ?, ?)"


def write_now(connection: sqlite3.Connection, now: Now) -> None:
    """Store it. Raises sqlite3.Error."""
    connection.execute(NOW, (*now, now.sum()))


def read_now(connection: sqlite3.Connection) -> Now:
    """Read it back. Raises sqlite3.DatabaseError if it is not what was written."""
    for *values, sum_ in connection.execute("SELECT number, clock, wall, session, tab, sum FROM now"):
        if sum_ == (now := Now(*values)).sum():
            return now
    raise sqlite3.DatabaseError("how far it is can't be read")


class Last(NamedTuple):
    """How far a journal was stored when that was last noted."""

    journal: str
    number: int

    def line(self) -> bytes:
        """The mark as bytes of the file, always equally long."""
        text = f"{self.journal} {self.number:019d}"
        return f"{text} {zlib.crc32(text.encode()):08x}".encode()


def last_of(directory: Path) -> Last | None:
    """The note; None if there is none, or if it cannot be read."""
    try:
        line = (directory / LAST).read_bytes()
        journal, number, _ = line.decode().split(" ")
        last = Last(journal, int(number))
    except (OSError, ValueError):
        return None
    return last if line == last.line() else None
