"""The files of a journal: where they are, who may use them, which version they have, and whether they are sound."""

import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from uno_protocol.kept import pack
from uno_protocol.private_files import NotOurs, make_private, own

FILE = "journal.db"
LOCK = "journal.lock"
LAST = "journal.last"
"""The commit up to which everything is stored, outside of SQLite's log, whose end SQLite may lose silently."""
OURS = ("journal.*", "server.key*")
"""The files in the directory that are nobody else's business."""
SUFFIXES = ("", "-wal", "-shm")
"""The files of an SQLite database."""
PAGE = 4096
"""Bytes of a page."""
PASSES = 8
"""Each moves what was written during the one before, so the next is shorter: hardly ever are more than four needed."""
VERSION = 2
APPLICATION = 0x554E4F4A
"""Marks an SQLite file as a journal of this program ("UNOJ")."""

CHECKPOINTS = """
    CREATE TABLE checkpoints (
        number INTEGER PRIMARY KEY, upto INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL
    );
    CREATE TABLE answers (
        number INTEGER PRIMARY KEY, upto INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL
    );
    CREATE TABLE games (
        tab INTEGER NOT NULL, number INTEGER NOT NULL, upto INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL,
        PRIMARY KEY (tab, number)
    ) WITHOUT ROWID;
    CREATE TABLE tail (id INTEGER PRIMARY KEY CHECK (id = 1), since INTEGER NOT NULL, sum INTEGER NOT NULL);
"""
TABLES = f"""
    {CHECKPOINTS}
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


def _add_checkpoints(connection: sqlite3.Connection) -> None:
    for statement in CHECKPOINTS.split(";"):
        connection.execute(statement)


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _add_checkpoints}
"""The steps from a journal of that version to the next: only `execute`, as everything is one transaction."""


class CannotOpen(Exception):
    """The journal cannot be used. The text is one line that says why and what to do."""


class InUse(CannotOpen):
    """A server uses it."""


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


def in_words(fault: sqlite3.Error | OSError) -> str:
    """The fault, and what to do about it."""
    text = (fault.strerror or str(fault)).lower() if isinstance(fault, OSError) else str(fault)
    if "full" in text or "no space" in text:
        return "the disk is full; free some space"
    if "I/O" in text:
        return f"the disk refuses it ({text}); check whether it is full or broken"
    if "readonly" in text or "read-only" in text:
        return "it cannot be written to; choose another --data-dir, or --ephemeral to save nothing"
    return text


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection that begins no transactions of its own. Raises sqlite3.Error."""
    where = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    connection.text_factory = lambda text: text.decode(errors="replace")  # what is damaged is found by its sum
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
    except sqlite3.Error as fault:
        if connection is not None:
            connection.close()
        if "locked" in str(fault):
            text = f"another uno-server uses {directory}; stop it, or choose another --data-dir"
            raise InUse(text) from fault
        raise CannotOpen(f"cannot write in {directory}: {_why(fault)}") from fault
    return connection


def _why(fault: sqlite3.Error) -> str:
    if "unable to open" in str(fault):
        return "it cannot be written to; choose another --data-dir, or --ephemeral to save nothing"
    return in_words(fault)


UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""The errors of a damaged file. SQLite quotes what it has read there, which may not be text."""


def is_damage(fault: Exception) -> bool:
    """True if SQLite complains of what a file holds, not of what can be done with it."""
    if isinstance(fault, UnicodeDecodeError):
        return True
    code = getattr(fault, "sqlite_errorcode", None)
    if code is None:
        return isinstance(fault, sqlite3.DatabaseError) and not isinstance(fault, sqlite3.OperationalError)
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


def has_log(path: Path) -> bool:
    """True if there is a write-ahead log with a whole page in it."""
    log = with_suffix(path, "-wal")
    return log.exists() and log.stat().st_size > PAGE


def make(connection: sqlite3.Connection) -> None:
    """The tables of an empty journal, and an identity that tells it from others. Raises sqlite3.Error."""
    connection.executescript(
        f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        "INSERT INTO about (key, value) VALUES ('journal', lower(hex(randomblob(8)))); COMMIT;"
    )


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raises CannotOpen for what is not ours or is newer, sqlite3.DatabaseError for what is damaged."""
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or not {*head[18:20]} <= {1, 2}:  # the latter SQLite would take for a reason not to write
        raise sqlite3.DatabaseError("the header is damaged")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION and not _has_our_tables(connection):
        if alone(path, "PRAGMA application_id") == str(APPLICATION):
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


def alone(path: Path, sql: str) -> str | None:
    """The database's fault without its log; None if it has none."""
    try:
        with closing(connect_alone(path)) as connection:
            return one_value(connection, sql)
    except UNREADABLE:
        return None


def connect_alone(path: Path) -> sqlite3.Connection:
    """A look at the database without its log, which leaves no file beside it. Raises sqlite3.Error."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


IDENTITY = "SELECT value FROM about WHERE key = 'journal'"
"""This journal's identity; a backup has that of its journal."""


def one_value(connection: sqlite3.Connection, sql: str) -> str | None:
    """The first value of the first row, as text. Raises sqlite3.Error."""
    found = connection.execute(sql).fetchone()
    return None if found is None else str(found[0])


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
