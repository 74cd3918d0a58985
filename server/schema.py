"""The files of the journal: where they are, who may use them, which version they have, and what if they are damaged."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from server import salvage
from server.wal import Tail, tail_of

FILE = "journal.db"
LOCK = "journal.lock"
VERSION = 1
APPLICATION = 0x554E4F4A
"""Marks an SQLite file as a journal of this program ("UNOJ")."""

TABLES = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE pulse (id INTEGER PRIMARY KEY CHECK (id = 1), clock REAL NOT NULL, wall REAL NOT NULL);
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
NAMES = ("about", "pulse", "sessions", "tables", "commits")

MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""What makes a journal of that version one of the next: statements by `execute` alone, as all are one transaction."""


class CannotOpen(Exception):
    """The journal cannot be used. The text is one line that says why and what to do."""


def checksum(key: tuple[int | None, ...], *parts: bytes) -> int:
    """Tells whether a row is still what was written."""
    found = zlib.crc32(repr(key).encode())
    for part in parts:
        found = zlib.crc32(part, found)
    return found


def in_words(fault: sqlite3.Error) -> str:
    """What SQLite complains of, and what to do about it."""
    text = str(fault)
    if "full" in text:
        return "the disk is full; make room there"
    if "readonly" in text or "read-only" in text:
        return "it cannot be written to; choose another --data-dir, or --ephemeral to store nothing"
    return text


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection that begins no transactions of its own. Raises sqlite3.Error."""
    if read_only:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5)
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)


def lock(directory: Path) -> sqlite3.Connection:
    """Make the directory if need be, and keep other servers out of it for as long as the connection lives.

    The lock is SQLite's own on a file beside the journal: it works alike on every system, and ends with the process.
    Raises CannotOpen.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise CannotOpen(f"cannot make {directory}: {reason}; choose another --data-dir") from fault
    connection = None
    try:
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

    Raises CannotOpen for what is not ours, or newer than we are, or cannot be written.
    """
    path = directory / FILE
    before = tail_of(path)
    messages: list[str] = []
    try:
        with closing(connect(path)) as connection:
            _make_or_check(path, connection)
            messages += _check_tail(path, connection, before)
    except sqlite3.DatabaseError as fault:
        if isinstance(fault, sqlite3.OperationalError) and "malformed" not in str(fault):
            raise CannotOpen(f"cannot use {path}: {in_words(fault)}") from fault
        messages += _rescue(path)
    return messages


def make(connection: sqlite3.Connection) -> None:
    """The tables of an empty journal. Raises sqlite3.Error."""
    connection.executescript(
        f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
    )


def _make_or_check(path: Path, connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (found,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not found and not version:
        make(connection)
        return
    version = version_of(path, connection)
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict}")
    migrate(connection, version)


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


def _check_tail(path: Path, connection: sqlite3.Connection, before: Tail | None) -> list[str]:
    """Say so if the write-ahead log has stored transactions that can no longer be read, and keep it."""
    if before is None or not before.commits:
        return []
    connection.execute("SELECT count(*) FROM commits").fetchone()  # the log is read with the first look
    _, read, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if read >= before.last_commit:
        return []
    wal = path.with_name(FILE + "-wal")
    aside = path.with_name(f"{FILE}-wal.damaged-{_stamp()}")
    aside.write_bytes(wal.read_bytes())
    return [f"the end of {wal} was damaged: the last moves are lost; a copy is kept as {aside}"]


def _rescue(path: Path) -> list[str]:
    """Copy what can still be read into a new journal, and set the damaged one aside. Raises CannotOpen."""
    aside = path.with_name(f"{FILE}.damaged-{_stamp()}")
    fresh = path.with_name(FILE + ".rescued")
    try:
        fresh.unlink(missing_ok=True)
        with closing(connect(fresh)) as into:
            make(into)
            kept = salvage.copy_readable(path, into, NAMES)
        for suffix in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(FILE + suffix).rename(aside.with_name(aside.name + suffix))
        fresh.rename(path)
    except (OSError, sqlite3.Error) as fault:
        raise CannotOpen(f"{path} is damaged and cannot be set aside: {fault}") from fault
    return [f"{path} was damaged: {kept} commits could be read and are kept; the damaged file is kept as {aside}"]


def _stamp() -> str:
    return datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
