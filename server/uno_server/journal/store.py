"""The store: an SQLite file that holds every commit before anybody hears of it (`server/JOURNAL.md`).

`Journal` is what the rest of the server knows; `MemoryJournal` keeps nothing (`--ephemeral`), `DiskJournal` a file.
"""

import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self
from zlib import crc32

from uno_engine.events import Event, PlayerJoined
from uno_protocol.private_files import make_private
from uno_protocol.room import GameCleared, GameOpened, GamePlaced, GameSeed, RoomEvent
from uno_server.base.logs import whereabouts
from uno_server.core.outputs import Commit
from uno_server.core.sessions import Session
from uno_server.journal import backup, database, rows, upkeep
from uno_server.journal.bodies import write_entries, write_session, write_table
from uno_server.journal.database import (
    FILE,
    IDENTITY,
    LAST,
    CannotOpen,
    Last,
    Now,
    checksum,
    connect,
    in_words,
    is_damage,
    lock,
    one_value,
    owned,
    remove,
)
from uno_server.journal.games import OF_THE_TABLE, write_head, write_result
from uno_server.journal.repair import fall_back, prepare
from uno_server.table.table import Table

CACHE_KIB = 256
BUSY_TRIES, BUSY_SECONDS = 10_000, 0.0003
"""How often, and after how many seconds, it is tried again to write while the upkeep does."""
LONG_LOG = 1_000
"""Commits after which SQLite's log is worth shortening."""
BANS = "bans"
"""The note with the administrator's bans."""
_MATTERS = frozenset((GameOpened, GamePlaced, PlayerJoined, GameSeed, GameCleared))

_ENTRIES = f"INSERT INTO entries ({rows.ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?)"
_TABLE = "INSERT OR REPLACE INTO tables (number, body, sum) VALUES (?, ?, ?)"
_ENDED = "UPDATE tables SET ended = ? WHERE number = ?"
_SESSION = "INSERT OR REPLACE INTO sessions (number, body, sum) VALUES (?, ?, ?)"
_GONE = "DELETE FROM sessions WHERE number = ?"
_GAME = "INSERT INTO games (number, tab, head, sum) VALUES (?, ?, ?, ?)"
_GAME_OVER = "UPDATE games SET ended = ?, last = ?, result = ? WHERE number = ?"
_NOTE = "INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)"

Statement = tuple[str, tuple[object, ...]]


class JournalFailed(Exception):
    """Nothing of the last batch was stored. The text is one line: what is wrong, and what to do."""


class Journal:
    """The place for commits. This one keeps nothing."""

    def __init__(self) -> None:
        self.durable = 0
        """The highest number up to which all commits are stored."""
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
        """Put the files in order, for which no move has to wait. To be called in a thread. Raises JournalFailed."""

    @property
    def untidy(self) -> bool:
        """True if there is something to do for `tidy`."""
        return False

    def tidy(self) -> None:
        """Move finished games to records; no move has to wait. To be called in a thread. Raises JournalFailed."""

    def back_up(self) -> None:
        """Keep a copy of what is stored, if there is anything new. To be called in a thread. Raises JournalFailed."""

    def go_back(self) -> None:
        """After a failure: start again from what is stored. Raises JournalFailed if that is unknown."""

    def close(self, now: float) -> None:
        """The server stops cleanly."""


class MemoryJournal(Journal):
    """Everything counts as durable immediately, as long as the process lives; nothing is kept."""


class DiskJournal(Journal):
    """The journal in a directory that only one server uses at a time."""

    def __init__(self, directory: Path, held: sqlite3.Connection, *, durable: bool) -> None:
        """Use `open`. Raises CannotOpen, sqlite3.Error, OSError."""
        super().__init__()
        self.directory = directory
        self.path = directory / FILE
        self.wall: Callable[[], float] = time.time
        self._durably = durable
        self._lock = held
        self._begin()

    @classmethod
    def open(cls, directory: Path, *, durable: bool = False) -> Self:
        """The journal in `directory`, which is made where it is missing.

        `durable`: every commit also survives a loss of power. Where the file is damaged, its newest backup takes its
        place, as `messages` tells. Raises CannotOpen with one line that says why and what to do.
        """
        mended = owned(directory)
        held = lock(directory)
        try:
            messages = [*mended, *prepare(directory)]
            journal = cls(directory, held, durable=durable)
        except BaseException as fault:
            held.close()
            if isinstance(fault, sqlite3.Error | OSError):
                raise CannotOpen(f"cannot use {directory / FILE}: {in_words(fault)}") from fault
            raise
        journal.messages += messages
        return journal

    def _begin(self) -> None:
        """Go on from what is stored. Raises sqlite3.Error, OSError."""
        self.connection = _open(self.path, durable=self._durably)
        self._place = _place(self.path)
        make_private(self.directory / LAST)
        self._last = os.open(self.directory / LAST, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        self._close = weakref.finalize(self, os.close, self._last)
        self._identity = one_value(self.connection, IDENTITY) or "-"
        self._damage = ""
        """What SQLite has found wrong with the file while it was written."""
        self._backed_up = -1
        """The last commit in the newest backup since then."""
        self._untidy: set[int] | None = None
        """The tables that the upkeep has to look at; None: any, since the start."""
        self._go_on()
        self._moved = self.durable
        """The last commit that was there when the log was last shortened."""
        self._acknowledge()

    def _go_on(self) -> None:
        """Continue behind the last commit that is stored. Raises sqlite3.Error."""
        self.now = database.read_now(self.connection)
        self.durable = self._taken = self.now.number
        """The last commit that is stored, and the last that was taken."""
        self._forget()

    def _forget(self) -> None:
        """Forget what waits."""
        self._entries: list[tuple[object, ...]] = []
        self._tables: dict[int, Table] = {}
        self._sessions: dict[int, Session] = {}
        self._statements: list[Statement] = []
        self._looked_at: set[int] = set()
        self._ended = 0
        """The highest number of a session that has ended."""

    def _acknowledge(self) -> None:
        """Note outside of the log up to where all is stored, so that an end that SQLite loses is missed."""
        with suppress(OSError):  # it only helps to tell of damage
            os.lseek(self._last, 0, os.SEEK_SET)
            os.write(self._last, Last(self._identity, self.durable).line())

    @property
    def pending(self) -> bool:
        return self._taken != self.durable

    def write(self, commit: Commit) -> None:
        """Take a commit. Raises ValueError unless it has the next number."""
        number, table, wall = commit.number, commit.table, self.wall()
        if number != self._taken + 1:
            raise ValueError(f"commit {number} comes after {self._taken}")
        for one in commit.sessions:
            self._sessions[one.number] = one
        for gone in commit.gone:
            self._sessions.pop(gone, None)
            self._ended = max(self._ended, gone)
            self._statements.append((_GONE, (gone,)))
        if table is not None:
            self._write_table(commit, table, wall)
        if commit.bans is not None:
            self._statements.append((_NOTE, (BANS, commit.bans)))
        self._clock, self._wall = commit.now, wall
        self._taken = number  # not before all of it could be written

    def _write_table(self, commit: Commit, table: Table, wall: float) -> None:
        number, notes, entries = commit.number, table.notes, commit.entries
        if not notes.opened:
            notes.opened = wall
        if entries or commit.actions:
            body = write_entries(entries[0].n if entries else table.log.n + 1, commit.actions, entries)
            row = (number, table.number, table.log.n, notes.last, wall, body)
            self._entries.append((*row, rows.entry_sum(*row)))
            notes.last = number
            if notes.game:
                for action in commit.actions:
                    notes.moves += action.kind not in OF_THE_TABLE
            elif table.log.n - notes.trimmed > LONG_LOG:
                self._look_at(table)
            for entry in entries:
                if type(entry.event) in _MATTERS:
                    self._note(number, table, entry.event, wall)
        if table.closed or not commit.ended:  # else its own fault has ended it, and it stays as it was stored
            self._tables[table.number] = table
        if commit.ended:
            self._end_game(table, wall)
            self._statements.append((_ENDED, (wall, table.number)))
            self._look_at(table)

    def _note(self, number: int, table: Table, event: Event | RoomEvent, wall: float) -> None:
        """Note an event with which a game begins or ends, or somebody joins it."""
        notes = table.notes
        match event:
            case GameOpened() | GamePlaced():
                notes.open_game(number, table.room, event.seated)
                head = write_head(table, event, wall)
                self._statements.append((_GAME, (number, table.number, head, checksum(number, head))))
            case PlayerJoined(seat) if notes.game:
                notes.join(seat, table.room)
            case GameSeed() | GameCleared():
                self._end_game(table, wall)
            case _:
                pass

    def _end_game(self, table: Table, wall: float) -> None:
        if game := table.notes.game:
            self._statements.append((_GAME_OVER, (wall, table.notes.last, write_result(table), game)))
            table.notes.game = 0
            self._look_at(table)

    def _look_at(self, table: Table) -> None:
        """Let the upkeep look at a table, once what waits is stored."""
        table.notes.trimmed = table.log.n
        self._looked_at.add(table.number)

    def flush(self) -> None:
        if not self.pending:
            return
        connection, now = self.connection, self.now
        session, table = max(now.session, self._ended, *self._sessions), max(now.table, *self._tables, 0)
        now = Now(self._taken, self._clock, self._wall, session, table)
        try:
            tables = [_row(number, write_table(table)) for number, table in self._tables.items()]
            sessions = [_row(number, _written(one, now)) for number, one in self._sessions.items()]
            self.step("begin")
            self._run_when_free("BEGIN IMMEDIATE")
            self.step("begun")
            connection.executemany(_ENTRIES, self._entries)
            connection.executemany(_TABLE, tables)
            connection.executemany(_SESSION, sessions)
            for statement in self._statements:
                connection.execute(*statement)
            database.write_now(connection, now)
            self.step("inserted")
            connection.execute("COMMIT")
            self.step("committed")
        except Exception as fault:  # of our own too: what was not stored may not count as stored
            raise self._failed(fault) from fault
        self.now, self.durable = now, self._taken
        if self._untidy is not None:
            self._untidy |= self._looked_at
        self._forget()
        self._acknowledge()

    @property
    def log_is_long(self) -> bool:
        return self.durable - self._moved >= LONG_LOG

    def shorten_log(self) -> None:
        self._moved = self.durable
        with self._beside() as connection:
            database.shorten_log(connection)

    @property
    def untidy(self) -> bool:
        return self._untidy is None or bool(self._untidy)

    def tidy(self) -> None:
        tables, self._untidy = self._untidy, set()
        try:
            with self._beside() as connection:
                upkeep.tidy(connection, tables)
        except JournalFailed:
            self._untidy = None if tables is None else self._untidy | tables
            raise

    @contextmanager
    def _beside(self) -> Iterator[sqlite3.Connection]:
        """Another connection, for a thread. Raises JournalFailed: the files are only larger then, until next time."""
        try:
            self._check_place()
            with closing(connect(self.path)) as connection:
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA wal_autocheckpoint = 0")
                yield connection
        except sqlite3.Error as fault:
            raise JournalFailed(f"the journal in {self.directory} is not put in order: {in_words(fault)}") from fault

    def back_up(self) -> None:
        number = self.durable
        if number == self._backed_up:
            return
        try:
            backup.back_up(self.path, self.step)
        except (sqlite3.Error, OSError) as fault:
            raise JournalFailed(f"no backup can be made in {self.directory}: {in_words(fault)}") from fault
        self._backed_up = number

    def pulse(self, now: float) -> None:
        try:
            self._check_place()
            self.now = self.now._replace(clock=now, wall=self.wall())
            self._run_when_free(database.NOW, (*self.now, self.now.sum()))
            self.step("pulse")
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def _run_when_free(self, sql: str, values: tuple[object, ...] = ()) -> None:
        """Run what writes, once the upkeep does not write. Raises sqlite3.Error.

        SQLite itself would look again after 1, 2, 5, 10 ms and so on; the upkeep is done after less than one.
        """
        for _ in range(BUSY_TRIES):
            try:
                self.connection.execute(sql, values)
                return
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
            time.sleep(BUSY_SECONDS)
        self.connection.execute(sql, values)

    def _failed(self, fault: Exception) -> JournalFailed:
        with suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        self._forget()
        self._taken = self.durable  # what comes next is refused: nothing is stored behind a gap
        if isinstance(fault, sqlite3.Error) and is_damage(fault):
            self._damage = str(fault)
        why = in_words(fault) if isinstance(fault, sqlite3.Error) else whereabouts(fault)
        return JournalFailed(f"cannot store in {self.directory}: {why}")

    def go_back(self) -> None:
        try:
            if self._damage:
                self.rescue(f"is damaged ({self._damage})")
                return
            if _place(self.path) != self._place:
                self._put_back()
                self._let_go()
                self._begin()
            self._go_on()  # with the same connection: the last one that closes would move all of the log into the file
        except sqlite3.Error as fault:
            if is_damage(fault):
                self.rescue(f"is damaged ({fault})")
                return
            raise self._failed(fault) from fault
        except OSError as fault:
            raise JournalFailed(f"cannot store in {self.directory}: {in_words(fault)}") from fault

    def _check_place(self) -> None:
        """Raises sqlite3.OperationalError if the file was removed: what is written then is nowhere."""
        if _place(self.path) != self._place:
            raise sqlite3.OperationalError(f"{FILE} has been removed or replaced")

    def _put_back(self) -> None:
        """Rewrite a journal that somebody has removed: while it is open, it can still be read.

        Raises sqlite3.Error, OSError, JournalFailed.
        """
        if self.path.exists():
            raise JournalFailed(f"{self.path} was replaced while it was in use; stop the server and start it again")
        self._lock.close()
        try:
            self.messages += owned(self.directory)
            self._lock = lock(self.directory)
        except CannotOpen as fault:
            raise JournalFailed(str(fault)) from fault
        again = self.path.with_name(FILE + ".part")
        remove(again)
        make_private(again)
        self.connection.execute("VACUUM INTO ?", (str(again),))
        remove(self.path, ["-wal", "-shm"])
        again.rename(self.path)

    def rescue(self, how: str) -> None:
        """Go on with the newest sound backup, and set the rest aside, as `messages` tells. Raises JournalFailed."""
        self._let_go()
        try:
            self.messages += fall_back(self.path, how)
            self._begin()
        except (sqlite3.Error, OSError) as fault:
            raise JournalFailed(f"cannot store in {self.directory}: {in_words(fault)}") from fault

    def close(self, now: float) -> None:
        with suppress(JournalFailed):
            self.flush()
            if _place(self.path) != self._place:
                self.go_back()
            self.pulse(now)
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._let_go()
        self._lock.close()

    def abandon(self) -> None:
        """Let go of the files as they are, like a process that is killed: SQLite does not put them in order."""
        with suppress(sqlite3.Error), closing(connect(self.path, read_only=True)) as last:
            last.execute("SELECT count(*) FROM about").fetchone()
            self.connection.close()
        self._let_go()
        self._lock.close()

    def _let_go(self) -> None:
        self.connection.close()
        self._last = -1  # the number may soon be that of another file
        self._close()

    def note(self, key: str, value: str) -> None:
        """Note something for good. Raises JournalFailed."""
        self._change(_NOTE, key, value)

    def set_aside(self, table: int, reason: str) -> None:
        """Open a table no more. Raises JournalFailed."""
        self._change("UPDATE tables SET ended = ?, aside = ? WHERE number = ?", self.wall(), reason, table)

    def keep_sessions(self, found: Sequence[Session], lost: Sequence[int]) -> None:
        """After a recovery: nobody is connected any more, and some sessions are lost. Raises JournalFailed."""
        self.now = self.now._replace(wall=self.wall())  # the server's time goes on from here
        try:
            self._run_when_free("BEGIN IMMEDIATE")
            self.connection.executemany(_SESSION, [_row(one.number, _written(one, self.now)) for one in found])
            self.connection.executemany(_GONE, [(number,) for number in lost])
            self.connection.execute("COMMIT")
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def _change(self, sql: str, *values: object) -> None:
        try:
            self._run_when_free(sql, values)
        except sqlite3.Error as fault:
            raise self._failed(fault) from fault

    def events_before(self, table: Table) -> Callable[[], Sequence[Event | RoomEvent]]:
        """Looks up the last events of a table that came from the journal."""
        last, n = table.notes.last, table.log.n
        return lambda: rows.events_before(self.connection, table.number, last, n)


def _written(session: Session, now: Now) -> bytes:
    """A session as it is stored; its last use is in calendar time, which passes while no server runs."""
    return write_session(session, None if session.peer is not None else now.wall - (now.clock - session.last_used))


def _row(number: int, body: bytes) -> tuple[int, bytes, int]:
    return number, body, crc32(body, number)  # as `checksum`, which takes a call more


def _place(path: Path) -> tuple[int, int] | None:
    """The identity of a file, to tell it from another with its name; None if it doesn't exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _open(path: Path, *, durable: bool) -> sqlite3.Connection:
    """A connection that writes the journal there. Raises sqlite3.Error."""
    connection = connect(path)
    run = connection.execute
    try:
        run("PRAGMA journal_mode = WAL")
        run(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        run(f"PRAGMA fullfsync = {int(durable)}")  # where the system's own word is not enough (macOS)
        run(f"PRAGMA checkpoint_fullfsync = {int(durable)}")
        run(f"PRAGMA cache_size = -{CACHE_KIB}")
        run("PRAGMA busy_timeout = 0")  # see `_run_when_free`
        run("PRAGMA wal_autocheckpoint = 0")  # a move would wait for the disk: see `tidy`
        run(f"PRAGMA user_version = {database.VERSION}")  # a server that can store nothing does not start
    except sqlite3.Error:
        connection.close()
        raise
    return connection
