"""The store: an SQLite file that holds every commit before anybody hears of it (`server/JOURNAL.md`)."""

import sqlite3
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

from uno_engine.events import PlayerJoined, PlayerLeft, RoundEnded
from uno_engine.state import Phase
from uno_protocol.kept import pack
from uno_protocol.private_files import NotOurs, make_private, own
from uno_protocol.room import GameCleared, GameOpened, GamePlaced, GameSeed, HandsShown
from uno_server.base.logs import whereabouts
from uno_server.core.outputs import Commit, WantedRecord, WantedSeat, wanted_of
from uno_server.core.sessions import Session
from uno_server.journal import database, recording, repair, upkeep
from uno_server.journal.bodies import (
    Moment,
    back_from,
    moves_in,
    read_head,
    read_held,
    read_moment,
    read_record,
    write_head,
    write_moment,
    write_result,
    write_session,
    write_table,
)
from uno_server.journal.database import (
    FILE,
    LAST,
    BodyRow,
    CannotOpen,
    Damaged,
    Now,
    Statement,
    connect,
    in_words,
    to_write,
)
from uno_server.table.state import GameKept
from uno_server.table.table import Table

OURS = ("journal.*", "server.key*")  # the files in the directory that are nobody else's business
ALIVE = 0.5  # seconds after a commit in which no other sign of life is needed
LONG_LOG = 1_000  # commits after which SQLite's log is worth shortening
PASSES = 8
"""Each moves what was written during the one before, so the next is shorter: hardly ever are more than four needed."""
MOMENTS_KEPT = 20_000
"""Commits of a game that are kept in memory; of a longer one there is no record. A long evening has 2,000."""
_MATTERS = frozenset((GameOpened, GamePlaced, PlayerJoined, PlayerLeft, RoundEnded, HandsShown, GameSeed, GameCleared))

_ENDED = "INSERT OR REPLACE INTO ended SELECT number, ?, ?, body, sum FROM tables WHERE number = ?"
_STOPPED = f"DELETE FROM about WHERE key = '{database.BOOT}'"
_GONE = ("DELETE FROM sessions WHERE number = ?", "DELETE FROM held WHERE session = ?")
_HELD = "INSERT OR REPLACE INTO held (session, game, body, sum) VALUES (?, ?, ?, ?)"
_GAME_OVER = "UPDATE games SET ended = ?, last = ?, result = ? WHERE number = ?"


class JournalFailed(Exception):
    """Nothing of the last batch was stored. The text is one line: what is wrong, and what to do."""


class _Story(NamedTuple):
    """A game that is kept in memory."""

    kept: GameKept
    head: bytes
    """How it began, as in a file."""
    moments: list[tuple[int, bytes]]
    """Its commits, as in a file."""


T = TypeVar("T")
U = TypeVar("U")


class Journal:
    """The place for commits. This one is in memory: all counts as stored while the process lives (`--ephemeral`).

    It keeps the running and the last game of each table, for their records, until the table closes.
    """

    def __init__(self) -> None:
        self.wall: Callable[[], float] = time.time
        """Calendar time in seconds."""
        self._stories: dict[int, dict[int, _Story]] = {}
        """By table and by the commit that opened the game."""
        self.pending = self.log_is_long = False
        """Whether `flush` and `shorten_log` have something to do."""
        self.untidy: set[int] = set()
        """The tables that `tidy` has to look at."""
        self.durable = 0
        """The highest number up to which all commits are stored."""
        self.messages: list[str] = []
        """Messages for the administrator about the state of the files, a line each."""
        self.step: Callable[[str], None] = lambda _name: None
        """Called with the name of each step of a write, for tests that end the process there."""

    def write(self, commit: Commit) -> None:
        """Take a commit. Numbers come in order, without gaps; else it raises ValueError."""
        self.durable, table = commit.number, commit.table
        if table is not None and (commit.entries or commit.actions):
            self._note(commit, table, self.wall())
        if table is not None and commit.ended:
            self._stories.pop(table.number, None)

    def _note(self, commit: Commit, table: Table, wall: float) -> None:
        """Note in what is kept with the table how its game goes."""
        notes, kept = table.notes, self._stories.get(table.number)
        if kept and notes.game in kept:
            moments = kept[notes.game].moments
            moments.append(_moment(commit, notes.last, wall))
            if len(moments) > MOMENTS_KEPT:
                del kept[notes.game]
        notes.last = commit.number
        for event in [entry.event for entry in commit.entries if type(entry.event) in _MATTERS]:
            match event:
                case GameOpened() | GamePlaced():
                    notes.open_game(commit.number, table.room, event.seated)
                    for seat in [seat for seat, there in enumerate(event.seated) if there]:
                        notes.kept[-1].join(seat, _session_in(table, seat))
                    self._begin_game(commit, table, event, wall)
                case PlayerJoined(seat) if notes.game:
                    notes.join(seat, table.room)
                    if notes.running is not None:
                        notes.running.join(seat, _session_in(table, seat), commit.number)
                case PlayerLeft(seat) if notes.running is not None:
                    notes.running.leave(seat)
                case RoundEnded() | HandsShown() if (game := notes.running) and game.until != commit.number:
                    game.until = commit.number
                    self._keep(table, game)
                case GameSeed() | GameCleared():
                    self._end_game(table, wall)

    def _begin_game(self, commit: Commit, table: Table, event: GameOpened | GamePlaced, wall: float) -> None:
        """A game begins with that commit."""
        story = _Story(table.notes.kept[-1], write_head(table, event, wall), [_moment(commit, 0, wall)])
        kept = {game.commit for game in table.notes.kept}
        stories = self._stories.get(table.number, {})
        self._stories[table.number] = {number: one for number, one in stories.items() if number in kept}
        self._stories[table.number][commit.number] = story

    def _end_game(self, table: Table, wall: float) -> None:
        """The running game is over, if there is one."""
        notes = table.notes
        if notes.running is not None and table.state is not None and table.state.phase is Phase.OVER:
            notes.running.until, notes.running.finished = notes.last, True
            self._keep(table, notes.running)
        notes.game = 0

    def _keep(self, table: Table, game: GameKept) -> None:
        """A round of a game is over."""

    def found(self, wanted: WantedSeat) -> WantedRecord | None:
        """The record that a session may have of a game in which it sat; None if it has not sat in so many.

        To be called in a thread, as `record` is. Raises JournalFailed.
        """
        stories = [(tab, one.kept) for tab, games in [*self._stories.items()] for one in [*games.values()]]
        held = [one for one in stories if wanted.has(*one)]
        held.sort(key=lambda each: -each[1].commit)
        return next((wanted_of(*one, wanted.session, wanted.given) for one in held[wanted.back :]), None)

    def record(self, wanted: WantedRecord) -> bytes | None:
        """The file of a record; None if it can't be had. To be called in a thread; no move has to wait.

        Raises JournalFailed.
        """
        story = self._stories.get(wanted.table, {}).get(wanted.game)
        if story is None:
            return None
        return _recorded(wanted, story.head, (read_moment(*moment) for moment in story.moments[:]))

    def flush(self) -> None:
        """Make everything taken durable, in one transaction. Raises JournalFailed, with nothing of it stored."""

    def pulse(self, now: float) -> None:
        """Note the server's time, in seconds, as a sign of life. Raises JournalFailed."""

    def shorten_log(self) -> None:
        """Move SQLite's log into the file. To be called in a thread; no move has to wait. Raises JournalFailed."""

    def tidy(self) -> None:
        """Move finished games to records. To be called in a thread; no move has to wait. Raises JournalFailed."""

    def back_up(self) -> None:
        """Keep a copy of what is stored, if there is anything new. To be called in a thread. Raises JournalFailed."""

    def go_back(self) -> None:
        """After a failure: start again from what is stored. Raises JournalFailed if that is unknown."""

    def close(self, now: float) -> None:
        """The server stops cleanly."""


class DiskJournal(Journal):
    """The journal in a directory that only one server uses at a time."""

    def __init__(self, directory: Path, *, durable: bool) -> None:
        """Use `open`. Raises CannotOpen, sqlite3.Error, OSError."""
        super().__init__()
        self.directory, self.path, self._durably = directory, directory / FILE, durable
        self._hold()
        try:
            self.messages += repair.prepare(directory)
            self._begin()
        except BaseException:
            self._lock.close()
            raise

    @classmethod
    def open(cls, directory: Path, *, durable: bool = False) -> Self:
        """The journal in `directory`, which is made where it is missing.

        `durable`: every commit also survives a loss of power. Where the file is damaged, its newest backup takes its
        place, as `messages` tells. Raises CannotOpen with one line that says why and what to do.
        """
        try:
            return cls(directory, durable=durable)
        except (sqlite3.Error, OSError) as fault:
            raise CannotOpen(f"cannot use {directory / FILE}: {in_words(fault)}") from fault

    def _hold(self) -> None:
        """Make the directory if need be, and keep others out of it. Raises CannotOpen, OSError, sqlite3.Error."""
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self.messages += own(self.directory, OURS)
        except NotOurs as fault:
            raise CannotOpen(str(fault)) from fault
        self._lock = database.lock(self.directory)

    def _begin(self) -> None:
        """Go on from what is stored. Raises sqlite3.Error, OSError."""
        self.connection = connect(self.path)
        try:
            for pragma in (
                "journal_mode = WAL",
                f"synchronous = {'FULL' if self._durably else 'NORMAL'}",
                f"fullfsync = {self._durably:d}",  # where the system's own word is not enough (macOS)
                f"checkpoint_fullfsync = {self._durably:d}",
                "cache_size = -256",  # KiB
                "wal_autocheckpoint = 0",  # a move would wait for the disk: see `shorten_log`
                f"user_version = {database.VERSION}",  # a server that can store nothing does not start
            ):
                self.connection.execute(f"PRAGMA {pragma}")
            self.connection.execute(database.NOTE, (database.BOOT, database.booted()))
            self.connection.execute(database.HELD)
            self._go_on()
            sql = "SELECT number FROM ended WHERE aside IS NULL"
            self.untidy = {number for (number,) in self.connection.execute(sql)}
            self._identity = database.about(self.connection, database.IDENTITY) or "-"
            make_private(self.directory / LAST)
            self._last = (self.directory / LAST).open("r+b", buffering=0)
            weakref.finalize(self, self._last.close)
        except BaseException:
            self.connection.close()
            raise
        self._place = _place(self.path)
        self._damage = ""  # what SQLite has found wrong with the file while it was written
        self._moved = self.durable  # the last commit that was there when the log was last shortened
        self._acknowledge()

    def _go_on(self) -> None:
        """Continue behind the last commit that is stored. Raises sqlite3.Error."""
        self.now = database.now_of(self.connection)
        self.durable = self.now.number
        self._forget()

    def _forget(self) -> None:
        """Drop the commits that wait. The next ones are refused, as nothing is stored behind a gap."""
        self.pending, self._next = False, self.now
        self._statements: list[Statement] = []
        self._tables: dict[int, Table] = {}
        self._sessions: dict[int, Session] = {}
        self._looked_at: set[int] = set()  # by the upkeep, then

    def _acknowledge(self) -> None:
        """Note outside of the log up to where all is stored, so that an end that SQLite loses is missed."""
        with suppress(OSError):  # it only helps to tell of damage
            self._last.seek(0)
            self._last.write(database.last_line(self._identity, self.durable))

    def write(self, commit: Commit) -> None:
        number, table, wall, now = commit.number, commit.table, self.wall(), self._next
        if number != now.number + 1:
            raise ValueError(f"commit {number} comes after {now.number}")
        for one in commit.sessions:
            self._sessions[one.number] = one
        for gone in commit.gone:
            self._sessions.pop(gone, None)
            self._statements += [(sql, (gone,)) for sql in _GONE]
        if table is not None:
            self._write_table(commit, table, wall)
        if commit.bans is not None:
            self._statements.append((database.NOTE, (database.BANS, commit.bans)))
        session = max(now.session, 0, *commit.gone, *[one.number for one in commit.sessions])
        tables = now.table if table is None else max(now.table, table.number)
        self._next = Now(number, commit.now, wall, session, tables)  # not before all of it could be written
        self.pending = True

    def _write_table(self, commit: Commit, table: Table, wall: float) -> None:
        number, notes, entries = commit.number, table.notes, commit.entries
        if not notes.opened:
            notes.opened = wall
        if entries or commit.actions:
            first = entries[0].n if entries else table.log.n + 1
            body = write_moment(notes.last, wall, first, commit.actions, entries)
            self._statements.append(to_write("entries", number, body, table.number))
            if notes.game:
                notes.moves += moves_in(commit.actions)
            self._note(commit, table, wall)
        self._tables[table.number] = table
        if commit.ended and not table.closed:  # its own fault has ended it, and it stays as it was stored
            del self._tables[table.number]
        if commit.ended:
            self._end_game(table, wall)
            self._statements.append((_ENDED, (wall, None, table.number)))
        if not notes.game:
            self._looked_at.add(table.number)

    def _begin_game(self, commit: Commit, table: Table, event: GameOpened | GamePlaced, wall: float) -> None:
        self._statements.append(to_write("games", commit.number, write_head(table, event, wall), table.number))

    def _end_game(self, table: Table, wall: float) -> None:
        if game := table.notes.game:
            self._statements.append((_GAME_OVER, (wall, table.notes.last, write_result(table), game)))
        super()._end_game(table, wall)

    def _keep(self, table: Table, game: GameKept) -> None:
        body = pack((table.number, game.values()))
        self._statements += [
            (_HELD, (session, game.commit, body, database.sum_of(session, body))) for session in game.players
        ]

    def found(self, wanted: WantedSeat) -> WantedRecord | None:
        return self._read(_held, wanted)

    def record(self, wanted: WantedRecord) -> bytes | None:
        return self._read(_stored_record, wanted)

    def _read(self, read: Callable[[sqlite3.Connection, T], U | None], wanted: T) -> U | None:
        try:
            with closing(connect(self.path, database.READING)) as connection:
                return read(connection, wanted)
        except Damaged:
            return None
        except sqlite3.Error as fault:
            raise JournalFailed(f"a record cannot be read in {self.directory}: {in_words(fault)}") from fault

    def flush(self) -> None:
        if self.pending:
            tables = (to_write("tables", number, write_table(table)) for number, table in self._tables.items())
            sessions = self._of_sessions(self._sessions.values(), self._next)
            self.store(chain(tables, sessions, self._statements), self._next)
            self.durable = self.now.number
            self.log_is_long = self.durable - self._moved >= LONG_LOG
            self.untidy.update(self._looked_at)
            self._forget()
            self._acknowledge()

    def pulse(self, now: float) -> None:
        self._check_place()
        if now - self.now.clock >= ALIVE:
            self.store((), self.now._replace(clock=now, wall=self.wall()))
        self.step("pulse")

    def store(self, statements: Iterable[Statement], now: Now | None = None) -> None:
        """Carry these out in one transaction, and go on from `now`. Raises JournalFailed, with nothing of it stored."""
        run = self.connection.execute
        try:
            self.step("begin")
            run("BEGIN IMMEDIATE")
            self.step("begun")
            for sql, some in groupby(statements, itemgetter(0)):
                self.connection.executemany(sql, map(itemgetter(1), some))
            run(*(now or self.now).to_write())
            self.step("inserted")
            run("COMMIT")
        except Exception as fault:  # of our own too: what was not stored may not count as stored
            with suppress(sqlite3.Error):
                if self.connection.in_transaction:
                    run("ROLLBACK")
            self._forget()
            if database.is_damage(fault) and getattr(fault, "sqlite_errorcode", 0) != sqlite3.SQLITE_ERROR:  # or ours
                self._damage = str(fault)
            why = in_words(fault) if isinstance(fault, sqlite3.Error) else whereabouts(fault)
            raise JournalFailed(f"cannot store in {self.directory}: {why}") from fault
        self.step("committed")
        self.now = now or self.now

    def shorten_log(self) -> None:
        # Once nothing is left to move, the next commit restarts the log, so what is written meanwhile is moved too.
        self._moved, self.log_is_long, before = self.durable, False, -1
        with self._beside() as connection:
            for _ in range(PASSES):
                _, there, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if there == before:
                    break
                before = there

    def tidy(self) -> None:
        tables = list(self.untidy)
        self.untidy.difference_update(tables)  # in place and in one step each: moves add to it meanwhile
        try:
            with self._beside() as connection:
                upkeep.tidy(connection, tables)
        except BaseException:
            self.untidy.update(tables)
            raise

    @contextmanager
    def _beside(self) -> Iterator[sqlite3.Connection]:
        """Another connection, for a thread. Raises JournalFailed: the files are only larger then, until next time."""
        self._check_place()
        try:
            with closing(upkeep.connected(self.path)) as connection:
                yield connection
        except sqlite3.Error as fault:
            raise JournalFailed(f"the journal in {self.directory} is not put in order: {in_words(fault)}") from fault

    def back_up(self) -> None:
        if self.durable == repair.backed_up(self.path, self._identity):
            return
        try:
            repair.back_up(self.path, self.step)
        except (sqlite3.Error, OSError, CannotOpen) as fault:
            why = f"{fault}; start the server again to repair it" if database.is_damage(fault) else in_words(fault)
            raise JournalFailed(f"no backup can be made in {self.directory}: {why}") from fault

    def go_back(self) -> None:
        try:
            if self._damage:
                raise sqlite3.DatabaseError(self._damage)
            if _place(self.path) != self._place:
                self._put_back()
                self._let_go()
                self._begin()
            self._go_on()  # with the same connection: the last one that closes would move all of the log into the file
        except (sqlite3.Error, OSError) as fault:
            if not database.is_damage(fault):
                raise JournalFailed(f"cannot store in {self.directory}: {in_words(fault)}") from fault
            self.rescue(f"is damaged ({fault})")

    def _check_place(self) -> None:
        """Raises JournalFailed if the file was removed: what is written then is nowhere."""
        if _place(self.path) != self._place:
            raise JournalFailed(f"cannot store in {self.directory}: {FILE} has been removed or replaced")

    def _put_back(self) -> None:
        """Rewrite a journal that somebody has removed: while it is open, it can still be read.

        Raises sqlite3.Error, OSError, JournalFailed.
        """
        if self.path.exists():
            raise JournalFailed(f"{self.path} was replaced while it was in use; stop the server and start it again")
        self._lock.close()
        try:
            self._hold()
        except CannotOpen as fault:
            raise JournalFailed(str(fault)) from fault
        again = database.fresh(self.path.with_name(FILE + ".part"))
        self.connection.execute("VACUUM INTO ?", (str(again),))
        again.replace(database.fresh(self.path))

    def rescue(self, how: str) -> None:
        """Go on with the newest sound backup, and set the rest aside, as `messages` tells. Raises JournalFailed."""
        self._let_go()
        try:
            self.messages.append(repair.fall_back(self.path, how))
            self._begin()
        except (sqlite3.Error, OSError) as fault:
            raise JournalFailed(f"cannot store in {self.directory}: {in_words(fault)}") from fault

    def close(self, now: float) -> None:
        with suppress(JournalFailed):
            self.flush()
            if _place(self.path) != self._place:
                self.go_back()
            self.store([(_STOPPED, ())], self.now._replace(clock=now, wall=self.wall()))
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._let_go()
        self._lock.close()

    def _let_go(self) -> None:
        self.connection.close()
        self._last.close()

    def set_aside(self, table: int, reason: str) -> None:
        """Open a table no more. Raises JournalFailed."""
        self.store([(_ENDED, (self.wall(), reason, table))])

    def keep_sessions(self, found: Iterable[Session], lost: Iterable[int]) -> None:
        """After a recovery: nobody is connected any more, and some sessions are lost. Raises JournalFailed."""
        now = self.now._replace(wall=self.wall())  # the server's time goes on from here
        self.store(chain(self._of_sessions(found, now), ((sql, (number,)) for number in lost for sql in _GONE)), now)

    @staticmethod
    def _of_sessions(sessions: Iterable[Session], now: Now) -> Iterator[Statement]:
        """Their rows. Their last use is in calendar time, which passes while no server runs."""
        for one in sessions:
            parted = None if one.peer is not None else now.wall - (now.clock - one.last_used)
            yield to_write("sessions", one.number, write_session(one, parted))


def _session_in(table: Table, seat: int) -> int:
    """The session of the person in that seat; 0: a computer's, or nobody's."""
    return next((member.session for member in table.members.values() if member.seat == seat), 0)


def _moment(commit: Commit, before: int, wall: float) -> tuple[int, bytes]:
    """A commit of a game, for `read_moment`."""
    first = commit.entries[0].n if commit.entries else 0
    return commit.number, write_moment(before, wall, first, commit.actions, commit.entries)


def _held(connection: sqlite3.Connection, wanted: WantedSeat) -> WantedRecord | None:
    """Raises Damaged, sqlite3.Error."""
    there = "game IN (SELECT number FROM games)"  # and not pruned
    sql = f"SELECT session, body, sum FROM held WHERE session = ? AND {there} ORDER BY game DESC"
    rows_ = connection.execute(sql, (wanted.session,))
    held = (one for row in rows_ if (one := read_held(wanted, BodyRow(*row).written())) is not None)
    return next(islice(held, wanted.back, None), None)


def _stored_record(connection: sqlite3.Connection, wanted: WantedRecord) -> bytes | None:
    """Raises Damaged, sqlite3.Error."""
    connection.execute("BEGIN")  # upkeep may move the game to a record of its own meanwhile
    sql = "SELECT number, body, sum, record FROM games WHERE number = ?"
    for *row, record in connection.execute(sql, (wanted.game,)).fetchall():
        head = BodyRow(*row).written()
        if record is not None:
            return _recorded(wanted, head, read_record(record))
        commits = [row for row, _ in back_from(connection, wanted.until, wanted.game)][::-1]
        return _recorded(wanted, head, (read_moment(row.number, row.body) for row in commits))
    return None


def _recorded(wanted: WantedRecord, head: bytes, moments: Iterable[Moment]) -> bytes | None:
    """The record of what happened up to the commit that is wanted. Raises Damaged."""
    began = read_head(head)
    there = [moment for moment in recording.at_leisure(moments) if moment.commit <= wanted.until]
    if not there or (there[0].commit, there[-1].commit) != (wanted.game, wanted.until):
        raise Damaged("a commit is missing")
    name, pace = f"{wanted.table}.{began.number}", recording.at_leisure
    if wanted.whole:
        return recording.whole_record(name, began, there, pace)
    viewer, finished, spans = wanted.viewer, wanted.finished, wanted.spans
    return recording.own_record(name, began, there, viewer, finished=finished, spans=spans, pace=pace)


def _place(path: Path) -> tuple[int, int] | None:
    """The identity of a file, to tell it from another with its name; None if it doesn't exist."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None
