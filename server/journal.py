"""What survives a crash: an SQLite file that holds every commit before anybody is told of it (`server/README.md`).

`Journal` is what the rest of the server knows; `MemoryJournal` keeps nothing (`--ephemeral`), `DiskJournal` a file.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from server.facts import (
    Fact,
    SessionEnded,
    SessionOpened,
    SessionParted,
    SessionResumed,
    TableEnded,
    TableOpened,
)
from server.outputs import Commit
from server.record import write_answer, write_commit, write_room
from server.schema import (
    FILE,
    CannotOpen,
    checksum,
    connect,
    in_words,
    lock,
    prepare,
)

CACHE_KIB = 1024


class JournalFailed(Exception):
    """Nothing of the last batch was stored. The text is one line: what is wrong, and what to do."""


class Journal(Protocol):
    """Where commits go. `durable` is the highest number up to which all of them are safe."""

    durable: int
    messages: list[str]
    """What had to be said about the state of the files, a line each."""
    step: Callable[[str], None]
    """Called with the name of each step of a write, for tests that end the process there."""

    @property
    def pending(self) -> bool:
        """True while commits wait for `flush`."""

    def write(self, commit: Commit) -> None:
        """Take a commit. Numbers come in order, without gaps."""

    def flush(self) -> None:
        """Make everything taken durable, in one transaction. Raises JournalFailed, with nothing of it stored."""

    def pulse(self, now: float) -> None:
        """Note how late it is, in seconds of the server's time. Raises JournalFailed."""

    def go_back(self) -> None:
        """After a failure: begin again from what is stored. Raises JournalFailed if that cannot be told."""

    def close(self, now: float) -> None:
        """The server ends in good order."""


class MemoryJournal:
    """Everything is safe at once, for as long as the process lives; so nothing needs to be kept."""

    pending = False

    def __init__(self) -> None:
        self.durable = 0
        self.messages: list[str] = []
        self.step: Callable[[str], None] = lambda _: None

    def write(self, commit: Commit) -> None:
        """Count the commit as stored."""
        self.durable = commit.number

    def flush(self) -> None:
        """Nothing waits."""

    def pulse(self, now: float) -> None:
        """Nobody will ask."""

    def go_back(self) -> None:
        """It does not fail."""

    def close(self, now: float) -> None:
        """Nothing is left."""


class Pulse(NamedTuple):
    """When the server last gave a sign of life: its own time, and that of the calendar, in seconds."""

    clock: float
    wall: float


class SessionRow(NamedTuple):
    """A session, as it is stored. `parted`: calendar time of its last use; None while it is connected."""

    number: int
    name: str
    digest: bytes
    taken_up: bool
    parted: float | None
    sound: bool


class TableRow(NamedTuple):
    """A table that has not ended, as it is stored."""

    number: int
    code: str
    room: bytes
    bot_pause: float
    bot_secret: bytes
    sound: bool


class CommitRow(NamedTuple):
    """A commit of a table, as it is stored."""

    number: int
    clock: float
    table: int | None
    session: int | None
    request: int | None
    answer: bytes | None
    body: bytes
    sound: bool


_INSERT = """
    INSERT INTO commits (number, wall, clock, tab, session, request, answer, body, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_OPEN = """
    INSERT INTO tables (number, first, code, opened, room, bot_pause, bot_secret, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_PULSE = "INSERT INTO pulse (id, clock, wall) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET clock = ?1, wall = ?2"


class DiskJournal:
    """The journal in a directory that one server alone uses at a time."""

    def __init__(self, directory: Path, connection: sqlite3.Connection, lock: sqlite3.Connection) -> None:
        self.directory = directory
        self.messages: list[str] = []
        self.wall: Callable[[], float] = time.time
        self.step: Callable[[str], None] = lambda _: None
        self._connection = connection
        self._lock = lock
        self._rows: list[tuple[object, ...]] = []
        self._statements: list[tuple[str, tuple[object, ...]]] = []
        (last,) = connection.execute("SELECT max(number) FROM commits").fetchone()
        self.durable: int = last or 0
        self._taken = self.durable

    @classmethod
    def open(cls, directory: Path, *, durable: bool = False) -> Self:
        """The journal in `directory`, which is made where it is missing.

        `durable`: every commit also survives a loss of power. What is damaged is set aside, as `messages` tells.
        Raises CannotOpen with one line that says why and what to do.
        """
        held = lock(directory)
        try:
            messages = prepare(directory)
            connection = connect(directory / FILE)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
                journal = cls(directory, connection, held)
                journal.messages += messages
                journal._try_out()
            except sqlite3.Error as fault:
                connection.close()
                raise CannotOpen(f"cannot use {directory / FILE}: {in_words(fault)}") from fault
        except BaseException:
            held.close()
            raise
        return journal

    def _try_out(self) -> None:
        """Write once, so that a server that can store nothing does not start. Raises sqlite3.Error."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("INSERT OR REPLACE INTO about (key, value) VALUES ('opened', ?)", (self.wall(),))
        self._connection.execute("COMMIT")

    # --- writing ---------------------------------------------------------------------------------------------------

    @property
    def pending(self) -> bool:
        return bool(self._rows)

    def write(self, commit: Commit) -> None:
        """Take a commit. Raises ValueError unless it has the next number."""
        number = commit.number
        if number != self._taken + 1:
            raise ValueError(f"commit {number} comes after {self._taken}")
        self._taken = number
        wall = self.wall()
        body = write_commit(commit)
        answer = write_answer(commit.request, commit.answer)
        key = (number, commit.table, commit.session, commit.request)
        self._rows.append(
            (number, wall, commit.now, *key[1:], answer, body, checksum(key, answer or b"", body)),
        )
        for fact in commit.facts:
            self._note(fact, number, wall)

    def _note(self, fact: Fact, commit: int, wall: float) -> None:
        statement: tuple[str, tuple[object, ...]]
        match fact:
            case SessionOpened(number, name, digest):
                statement = (
                    "INSERT INTO sessions (number, first, name, digest, sum) VALUES (?, ?, ?, ?, ?)",
                    (number, commit, name, digest, checksum((number,), name.encode(), digest)),
                )
            case SessionParted(number):
                statement = "UPDATE sessions SET parted = ? WHERE number = ?", (wall, number)
            case SessionResumed(number):
                statement = "UPDATE sessions SET parted = NULL, taken_up = 1 WHERE number = ?", (number,)
            case SessionEnded(number):
                statement = "UPDATE sessions SET ended = ? WHERE number = ?", (wall, number)
            case TableOpened(number, room, pause, secret):
                body = write_room(room)
                sum_ = checksum((number,), body, secret)
                statement = _OPEN, (number, commit, room.code, wall, body, pause, secret, sum_)
            case TableEnded(number):
                statement = "UPDATE tables SET ended = ? WHERE number = ?", (wall, number)
            case _:
                return  # stands in the commit itself
        self._statements.append(statement)

    def flush(self) -> None:
        rows, self._rows = self._rows, []
        statements, self._statements = self._statements, []
        if not rows:
            return
        run = self._connection.execute
        try:
            self.step("begin")
            run("BEGIN IMMEDIATE")
            self.step("begun")
            self._connection.executemany(_INSERT, rows)
            for sql, values in statements:
                run(sql, values)
            self.step("inserted")
            run("COMMIT")
            self.step("committed")
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault
        self.durable = self._taken

    def pulse(self, now: float) -> None:
        try:
            self._connection.execute(_PULSE, (now, self.wall()))
            self.step("pulse")
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def _failed(self, fault: sqlite3.Error) -> JournalFailed:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._rows.clear()
        self._statements.clear()
        return JournalFailed(f"cannot store in {self.directory}: {in_words(fault)}")

    def go_back(self) -> None:
        try:
            (last,) = self._connection.execute("SELECT max(number) FROM commits").fetchone()
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault
        self.durable = self._taken = last or 0

    def close(self, now: float) -> None:
        with suppress(JournalFailed):
            self.flush()
            self.pulse(now)
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.abandon()

    def abandon(self) -> None:
        """Let go of the files without another word."""
        self._connection.close()
        self._lock.close()

    # --- reading ---------------------------------------------------------------------------------------------------

    def about(self, key: str) -> str | None:
        """What was noted under that key."""
        found = self._connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return None if found is None else str(found[0])

    def note(self, key: str, value: str) -> None:
        """Note something for good. Raises JournalFailed."""
        try:
            self._connection.execute("INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)", (key, value))
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def last_pulse(self) -> Pulse | None:
        """The last sign of life of a server, its commits included; None if there was none."""
        found = [
            *self._connection.execute("SELECT clock, wall FROM pulse"),
            *self._connection.execute("SELECT clock, wall FROM commits ORDER BY number DESC LIMIT 1"),
        ]
        return Pulse(*max(found)) if found else None

    def last_numbers(self) -> tuple[int, int]:
        """The highest number of a session and of a table that there ever was."""
        sessions, tables = (
            self._connection.execute(f"SELECT max(number) FROM {name}").fetchone()[0] or 0
            for name in ("sessions", "tables")
        )
        return sessions, tables

    def sessions(self) -> Iterator[SessionRow]:
        """The sessions that have not ended."""
        sql = "SELECT number, name, digest, taken_up, parted, sum FROM sessions WHERE ended IS NULL ORDER BY number"
        for number, name, digest, taken_up, parted, sum_ in self._connection.execute(sql):
            sound = sum_ == checksum((number,), str(name).encode(), bytes(digest))
            yield SessionRow(number, name, digest, bool(taken_up), parted, sound)

    def tables(self) -> Iterator[TableRow]:
        """The tables that have not ended."""
        sql = "SELECT number, code, room, bot_pause, bot_secret, sum FROM tables WHERE ended IS NULL ORDER BY number"
        for number, code, room, pause, secret, sum_ in self._connection.execute(sql):
            yield TableRow(number, code, room, pause, secret, sum_ == checksum((number,), bytes(room), bytes(secret)))

    def commits(self) -> Iterator[CommitRow]:
        """The commits of tables that have not ended, in order."""
        sql = """
            SELECT number, clock, tab, session, request, answer, body, sum FROM commits
            WHERE tab IN (SELECT number FROM tables WHERE ended IS NULL)
            AND number >= (SELECT min(first) FROM tables WHERE ended IS NULL) ORDER BY number
        """
        return map(_commit_row, self._connection.execute(sql))

    def answers(self, newest: int) -> Iterator[CommitRow]:
        """The commits that answer requests of sessions that have not ended: the newest so many of each, in order."""
        sql = """
            SELECT number, clock, tab, session, request, answer, body, sum FROM (
                SELECT *, row_number() OVER (PARTITION BY session ORDER BY number DESC) AS age FROM commits
                WHERE request IS NOT NULL AND session IN (SELECT number FROM sessions WHERE ended IS NULL)
                AND number >= (SELECT min(first) FROM sessions WHERE ended IS NULL)
            ) WHERE age <= ? ORDER BY number
        """
        return map(_commit_row, self._connection.execute(sql, (newest,)))

    def forget_commits(self, table: int, first: int) -> None:
        """Strike out what a table did from a commit on: something before it is lost. Raises JournalFailed."""
        try:
            self._connection.execute("DELETE FROM commits WHERE tab = ? AND number >= ?", (table, first))
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def end_table(self, table: int, reason: str) -> None:
        """Set a table aside. Raises JournalFailed."""
        try:
            sql = "UPDATE tables SET ended = ?, aside = ? WHERE number = ?"
            self._connection.execute(sql, (self.wall(), reason, table))
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def copy_aside(self, name: str) -> Path:
        """A copy of the journal as it stands now, under that name in its directory. Raises JournalFailed."""
        path = self.directory / name
        try:
            self._connection.execute("VACUUM INTO ?", (str(path),))
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault
        return path


def _commit_row(row: tuple[int, float, int | None, int | None, int | None, bytes | None, bytes, int]) -> CommitRow:
    number, clock, table, session, request, answer, body, sum_ = row
    sound = sum_ == checksum((number, table, session, request), answer or b"", body)
    return CommitRow(number, clock, table, session, request, answer, body, sound)
