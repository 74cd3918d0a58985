"""The store: an SQLite file that holds every commit before anybody hears of it (`server/JOURNAL.md`).

`Journal` is what the rest of the server knows; `MemoryJournal` keeps nothing (`--ephemeral`), `DiskJournal` a file.
"""

import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self, assert_never

from uno_protocol.private_files import make_private
from uno_server.base.logs import whereabouts
from uno_server.core.outputs import Commit
from uno_server.journal import backup, database
from uno_server.journal.checkpoints import CHECKPOINT, Checkpoints, Statement
from uno_server.journal.database import (
    FILE,
    IDENTITY,
    LAST,
    CannotOpen,
    Last,
    checksum,
    connect,
    free_name,
    in_words,
    lock,
    one_value,
    owned,
    remove,
)
from uno_server.journal.records import write_answer, write_commit, write_room
from uno_server.journal.rows import Rows
from uno_server.journal.salvage import prepare, rescue
from uno_server.table.facts import (
    BANS,
    AccessChanged,
    BansChanged,
    Fact,
    GameBegun,
    PlacesChanged,
    SessionEnded,
    SessionOpened,
    SessionParted,
    SessionResumed,
    TableEnded,
    TableOpened,
)

CACHE_KIB = 256
BUSY_TRIES, BUSY_SECONDS = 10_000, 0.0003
"""How often, and after how many seconds, it is tried again to write while somebody else does."""
LONG_LOG = 1_000
"""Commits after which SQLite's log is worth shortening."""


class JournalFailed(Exception):
    """Nothing of the last batch was stored. The text is one line: what is wrong, and what to do."""


class Journal:
    """The place for commits. This one keeps nothing."""

    def __init__(self) -> None:
        self.durable = 0
        """The highest number up to which all commits are safe."""
        self.messages: list[str] = []
        """Messages for the administrator about the state of the files, a line each."""
        self.step: Callable[[str], None] = lambda _name: None
        """Called with the name of each step of a write, for tests that end the process there."""

    @property
    def pending(self) -> bool:
        """True while commits wait for `flush`."""
        return False

    def write(self, commit: Commit) -> None:
        """Take a commit. Numbers come in order, without gaps."""
        self.durable = commit.number

    def flush(self) -> None:
        """Make everything taken durable, in one transaction. Raises JournalFailed, with nothing of it stored."""

    def pulse(self, now: float) -> None:
        """Note the server's time, in seconds, as a sign of life. Raises JournalFailed."""

    @property
    def log_is_long(self) -> bool:
        """True when `shorten_log` is due."""
        return False

    def shorten_log(self) -> None:
        """Put the files in order, for which no move has to wait. To be called in a thread."""

    def back_up(self) -> None:
        """Keep a copy of what is stored, if there is anything new. To be called in a thread. Raises JournalFailed."""

    def go_back(self) -> None:
        """After a failure: start again from what is stored. Raises JournalFailed if that is unknown."""

    def close(self, now: float) -> None:
        """The server stops cleanly."""


class MemoryJournal(Journal):
    """Everything counts as durable immediately, as long as the process lives; nothing is kept."""


_INSERT = """
    INSERT INTO commits (number, wall, clock, tab, session, request, answer, body, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_OPEN = """
    INSERT INTO tables (number, first, code, opened, room, bot_pause, bot_secret, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_PULSE = "INSERT OR REPLACE INTO pulse (id, clock, wall, sum) VALUES (1, ?, ?, ?)"


class DiskJournal(Journal):
    """The journal in a directory that only one server uses at a time."""

    def __init__(self, directory: Path, connection: sqlite3.Connection, lock: sqlite3.Connection) -> None:
        super().__init__()
        self.directory = directory
        self.wall: Callable[[], float] = time.time
        self._connection = connection
        self._lock = lock
        self._durably = False
        self._closed = False
        """The connection is gone, and another could not be made yet."""
        self._place = _place(directory / FILE)
        self._rows: list[tuple[object, ...]] = []
        self._statements: list[Statement] = []
        self.checkpoints = Checkpoints()
        self._begin()

    def _begin(self) -> None:
        """Go on from what is stored. Raises sqlite3.Error, OSError."""
        self.kept = Rows(self._connection)
        make_private(self.directory / LAST)
        self._last = os.open(self.directory / LAST, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        self._close = weakref.finalize(self, os.close, self._last)
        self._identity = one_value(self._connection, IDENTITY) or "-"
        self.durable = self._taken = self.kept.last_commit()
        self._acknowledge(self.durable)
        self._moved = self.durable
        """The last commit that was in the log when it was last shortened."""
        self._backed_up = -1
        """The last commit in the newest backup since then."""

    def _release_last(self) -> None:
        self._last = -1  # the number may soon be that of another file
        self._close()

    def _acknowledge(self, number: int) -> None:
        """Note outside of the log up to where all is stored, so that an end that SQLite loses is missed."""
        with suppress(OSError):  # it only helps to tell of damage
            os.lseek(self._last, 0, os.SEEK_SET)
            os.write(self._last, Last(self._identity, number).line())

    @classmethod
    def open(cls, directory: Path, *, durable: bool = False) -> Self:
        """The journal in `directory`, which is made where it is missing.

        `durable`: every commit also survives a loss of power. What is damaged is set aside, as `messages` tells.
        Raises CannotOpen with one line that says why and what to do.
        """
        mended = owned(directory)
        held = lock(directory)
        try:
            messages = [*mended, *prepare(directory)]
            connection = _open(directory, durable=durable)
            try:
                journal = cls(directory, connection, held)
            except (sqlite3.Error, OSError) as fault:
                connection.close()
                raise CannotOpen(f"cannot use {directory / FILE}: {in_words(fault)}") from fault
        except BaseException:
            held.close()
            raise
        journal.messages += messages
        journal._durably = durable
        return journal

    @property
    def pending(self) -> bool:
        return bool(self._rows)

    def write(self, commit: Commit) -> None:
        """Take a commit. Raises ValueError unless it has the next number."""
        number = commit.number
        if number != self._taken + 1:
            raise ValueError(f"commit {number} comes after {self._taken}")
        wall = self.wall()
        body = write_commit(commit, self.checkpoints.before(commit.table))
        answer = write_answer(commit.request, commit.answer)
        key = (number, wall, commit.now, commit.table, commit.session, commit.request)
        if commit.facts:
            self._statements += [one for fact in commit.facts if (one := _statement(fact, number, wall)) is not None]
        self._rows.append((*key, answer, body, checksum(key, answer or b"", body)))
        self.checkpoints.note(commit, answer, wall)
        self._taken = number  # not before all of it could be written

    def flush(self) -> None:
        rows, self._rows = self._rows, []
        statements, self._statements = self._statements, []
        if not rows:
            return
        run = self._connection.execute
        try:
            statements += self.checkpoints.due(self._taken, len(rows), self._connection)
            self.step("begin")
            self._run_when_free("BEGIN IMMEDIATE")
            self.step("begun")
            self._connection.executemany(_INSERT, rows)
            for sql, values in statements:
                run(sql, values)
            self.step("inserted")
            run("COMMIT")
            self.step("committed")
        except Exception as fault:  # of our own too: what was not stored may not count as stored
            raise self._failed(fault) from fault
        self.durable = self._taken
        self._acknowledge(self.durable)

    @property
    def log_is_long(self) -> bool:
        return self.durable - self._moved >= LONG_LOG

    def shorten_log(self) -> None:
        self._moved = self.durable
        with suppress(sqlite3.Error):  # it is only longer then, until the next time
            self._check_place()
            with closing(connect(self.directory / FILE)) as connection:
                database.shorten_log(connection)

    def back_up(self) -> None:
        number = self.durable
        if number == self._backed_up:
            return
        try:
            backup.back_up(self.directory / FILE, self.step)
        except (sqlite3.Error, OSError) as fault:
            raise JournalFailed(f"no backup can be made in {self.directory}: {in_words(fault)}") from fault
        self._backed_up = number

    def pulse(self, now: float) -> None:
        try:
            self._check_place()
            wall = self.wall()
            self._run_when_free(_PULSE, (now, wall, checksum((now, wall))))
            self.step("pulse")
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def _run_when_free(self, sql: str, values: tuple[object, ...] = ()) -> None:
        """Run what writes, once `prune` does not write. Raises sqlite3.Error.

        SQLite itself would look again after 1, 2, 5, 10 ms and so on; `prune` is done after less than one.
        """
        for _ in range(BUSY_TRIES):
            try:
                self._connection.execute(sql, values)
                return
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
            time.sleep(BUSY_SECONDS)
        self._connection.execute(sql, values)

    def _failed(self, fault: Exception) -> JournalFailed:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._rows.clear()
        self._statements.clear()
        self._taken = self.durable  # what comes next is refused: nothing is stored behind a gap
        why = in_words(fault) if isinstance(fault, sqlite3.Error) else whereabouts(fault)
        return JournalFailed(f"cannot store in {self.directory}: {why}")

    def go_back(self) -> None:
        try:
            if self._closed:
                with self._reopening():
                    self._connection = _open(self.directory, durable=self._durably)
            elif _place(self.directory / FILE) != self._place:
                self._put_back()
            self.durable = self._taken = self.kept.last_commit()
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def _check_place(self) -> None:
        """Raises sqlite3.OperationalError if the file was removed: what is written then is nowhere."""
        if _place(self.directory / FILE) != self._place:
            raise sqlite3.OperationalError("journal.db has been removed or replaced")

    def _put_back(self) -> None:
        """Rewrite a journal that somebody has removed: while it is open, it can still be read.

        Raises sqlite3.Error, JournalFailed.
        """
        path = self.directory / FILE
        if path.exists():
            raise JournalFailed(f"{path} was replaced while it was in use; stop the server and start it again")
        with self._reopening():
            self._lock.close()
            self.messages += owned(self.directory)
            self._lock = lock(self.directory)
            again = path.with_name(FILE + ".again")
            again.unlink(missing_ok=True)
            make_private(again)
            self._connection.execute("VACUUM INTO ?", (str(again),))
            remove(path, ["-wal", "-shm"])
            again.rename(path)
            self._connection.close()
            self._closed = True
            self._connection = _open(self.directory, durable=self._durably)

    def rescue(self) -> None:
        """Go on with what can be read, and set the rest aside, as `messages` tells. Raises JournalFailed."""
        with self._reopening():
            self._connection.close()
            self._release_last()
            self._closed = True
            self.messages += rescue(self.directory / FILE)
            self._connection = _open(self.directory, durable=self._durably)

    @contextmanager
    def _reopening(self) -> Iterator[None]:
        try:
            yield
            self._closed = False
            self._place = _place(self.directory / FILE)
            self._release_last()
            self._begin()
        except CannotOpen as fault:
            raise JournalFailed(str(fault)) from fault
        except OSError as fault:
            raise JournalFailed(f"cannot store in {self.directory}: {in_words(fault)}") from fault

    def close(self, now: float) -> None:
        with suppress(JournalFailed):
            self.flush()
            self.go_back()
            self.pulse(now)
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._let_go()

    def abandon(self) -> None:
        """Let go of the files as they are, like a process that is killed: SQLite does not put them in order."""
        with suppress(sqlite3.Error), closing(connect(self.directory / FILE, read_only=True)) as last:
            last.execute("SELECT count(*) FROM about").fetchone()
            self._connection.close()
        self._let_go()

    def _let_go(self) -> None:
        self._connection.close()
        self._release_last()
        self._lock.close()

    def note(self, key: str, value: str) -> None:
        """Note something for good. Raises JournalFailed."""
        self._change("INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)", key, value)

    def part_all(self, wall: float) -> None:
        """Nobody is connected any more since that time. Raises JournalFailed."""
        self._change("UPDATE sessions SET parted = ? WHERE parted IS NULL AND ended IS NULL", wall)

    def forget_commits(self, table: int, first: int) -> None:
        """Strike out what a table did from a commit on: something before it is lost. Raises JournalFailed."""
        self._change("DELETE FROM commits WHERE tab = ? AND number >= ?", table, first)
        self._change("DELETE FROM checkpoints WHERE number = ? AND upto >= ?", table, first)
        self._change("DELETE FROM games WHERE tab = ? AND upto >= ?", table, first)
        self._forget_since(first)

    def forget_commit(self, number: int) -> None:
        """Strike out a commit that is not what was written. Raises JournalFailed."""
        self._change("DELETE FROM commits WHERE number = ?", number)
        self._forget_since(number)

    def _forget_since(self, commit: int) -> None:
        """Some commit since then is struck out, and perhaps its number is given again: no checkpoint may cover that."""
        self._change("DELETE FROM answers WHERE upto >= ?", commit)
        self._change("DELETE FROM tail")
        last = self.kept.last_commit()
        for number, kept in self.kept.checkpoints_kept().items():
            if kept.sound and kept.upto > last:
                self._change(CHECKPOINT, number, last, kept.body, checksum((number, last), kept.body))
        self._change("DELETE FROM games WHERE upto > ?", last)
        self._acknowledge(last)

    def forget_checkpoint(self, table: int) -> None:
        """Strike out a checkpoint that is not what was written. Raises JournalFailed."""
        self._change("DELETE FROM checkpoints WHERE number = ?", table)

    def end_table(self, table: int, reason: str) -> None:
        """Set a table aside. Raises JournalFailed."""
        self._change("UPDATE tables SET ended = ?, aside = ? WHERE number = ?", self.wall(), reason, table)

    def end_session(self, session: int) -> None:
        """Give up a session. Raises JournalFailed."""
        self._change("UPDATE sessions SET ended = ? WHERE number = ?", self.wall(), session)

    def _change(self, sql: str, *values: object) -> None:
        try:
            self._run_when_free(sql, values)
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def copy_aside(self) -> Path:
        """A copy of the journal as it is now, in its directory. Raises JournalFailed."""
        path = free_name(self.directory / FILE, "damaged")
        make_private(path)
        self._change("VACUUM INTO ?", str(path))
        return path


def _place(path: Path) -> tuple[int, int] | None:
    """The identity of a file, to tell it from another with its name; None if it doesn't exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _statement(fact: Fact, commit: int, wall: float) -> Statement | None:
    """The rows that a fact changes besides the commit; None if it is in the commit itself."""
    match fact:
        case SessionOpened(number, name, digest):
            sql = "INSERT INTO sessions (number, first, name, digest, sum) VALUES (?, ?, ?, ?, ?)"
            return sql, (number, commit, name, digest, checksum((number, commit), name.encode(), digest))
        case SessionParted(number):
            return "UPDATE sessions SET parted = ? WHERE number = ?", (wall, number)
        case SessionResumed(number):
            return "UPDATE sessions SET parted = NULL, taken_up = 1 WHERE number = ?", (number,)
        case SessionEnded(number):
            return "UPDATE sessions SET ended = ? WHERE number = ?", (wall, number)
        case TableOpened(number, room, pause, secret):
            body = write_room(room)
            sum_ = checksum((number, commit, pause), body, secret)
            return _OPEN, (number, commit, room.code, wall, body, pause, secret, sum_)
        case TableEnded(number):
            return "UPDATE tables SET ended = ? WHERE number = ?", (wall, number)
        case BansChanged(text):
            return "INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)", (BANS, text)
        case GameBegun() | PlacesChanged() | AccessChanged():
            return None
        case _ as unreachable:
            assert_never(unreachable)


def _open(directory: Path, *, durable: bool) -> sqlite3.Connection:
    """A connection to the journal there, which can be written. Raises CannotOpen."""
    connection = connect(directory / FILE)
    run = connection.execute
    try:
        run("PRAGMA journal_mode = WAL")
        run(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        run(f"PRAGMA fullfsync = {int(durable)}")  # where the system's own word is not enough (macOS)
        run(f"PRAGMA checkpoint_fullfsync = {int(durable)}")
        run(f"PRAGMA cache_size = -{CACHE_KIB}")
        run("PRAGMA busy_timeout = 0")  # see `_run_when_free`
        run("PRAGMA wal_autocheckpoint = 0")  # a move would wait for the disk: see `shorten_log`
        run("DELETE FROM about WHERE key = 'running'")  # of a version before
        run(f"PRAGMA user_version = {database.VERSION}")  # a server that can store nothing does not start
    except sqlite3.Error as fault:
        connection.close()
        raise CannotOpen(f"cannot use {directory / FILE}: {in_words(fault)}") from fault
    return connection
