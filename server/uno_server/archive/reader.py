"""Saved games: which there are, how each went, and whether it follows from its seed.

A journal is read while a server may be writing it, and never written.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

from uno_engine import events as ev
from uno_engine.decide import decide
from uno_engine.evolve import evolve
from uno_engine.refused import Refused
from uno_engine.state import State
from uno_protocol.room import GameSeed, Room, RoomEvent
from uno_server.journal import database, rows
from uno_server.journal.bodies import Damaged, glance
from uno_server.journal.database import CannotOpen, is_sound
from uno_server.journal.games import GameSummary, Head, Moment, played, read_head, read_record, read_result
from uno_server.journal.repair import READS_OLD
from uno_server.table.state import JournalNotes


@dataclass(slots=True)
class SavedGame:
    """A game of a table."""

    table: int
    row: int
    """The commit that opened it."""
    head: Head
    told: GameSummary
    """What a list tells of it."""
    ended: float | None
    last: int | None
    """The last commit of it, if that is known; not while it runs."""

    @property
    def name(self) -> str:
        """Its number in the journal."""
        return f"{self.table}.{self.head.number}"

    @property
    def state(self) -> str:
        """`finished`, `running`, or `left`: the table ended before the game did, or the host ended it."""
        if self.told.finished is not None:
            return "finished"
        return "running" if self.ended is None else "left"


@dataclass(slots=True)
class SavedTable:
    """A table, as far as it was read."""

    number: int
    ended: float | None
    damage: str | None
    """Why it was set aside, or what of it cannot be read."""
    room: Room | None = None
    notes: JournalNotes = field(default_factory=JournalNotes)
    games: list[SavedGame] = field(default_factory=list)

    @property
    def code(self) -> str:
        """Its code; `?` if that cannot be read."""
        return "?" if self.room is None else self.room.code


@contextmanager
def opened(directory: Path) -> Iterator[sqlite3.Connection]:
    """The journal in a directory as it is at this moment.

    Raises CannotOpen with one line for what is not there, not ours, of another version, or damaged.
    """
    path, old = directory / database.FILE, directory / database.OLD
    if not path.is_file():
        if old.is_file():
            raise CannotOpen(f"{old} is of version 0.3 or earlier: uno-journal {READS_OLD} reads it")
        raise CannotOpen(f"no journal in {directory}")
    try:
        with closing(_connect(path)) as connection:
            database.version_of(path, connection)
            connection.execute("BEGIN")
            yield connection
    except sqlite3.Error as fault:
        raise CannotOpen(f"cannot read {path}: {database.in_words(fault)}") from fault


def _connect(path: Path) -> sqlite3.Connection:
    """Read only. If SQLite can't create its files beside it, a closed journal can still be read."""
    log = database.with_suffix(path, "-wal")
    if os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
        return database.connect(path, read_only=True)
    return database.connect_alone(path)


class Archive:
    """The tables of a journal and their games."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.tables: dict[int, SavedTable] = {}
        self.games: list[SavedGame] = []
        self._faults: list[str] = []
        self._commits: dict[int, list[int]] = defaultdict(list)
        """Those in `entries`, by table."""
        for number, tab in connection.execute("SELECT number, tab FROM entries ORDER BY number"):
            self._commits[tab].append(number)
        for row in connection.execute("SELECT number, ended, aside, body, sum FROM tables ORDER BY number"):
            self._add_table(*row)
        sql = "SELECT number, tab, ended, last, head, sum, result FROM games ORDER BY number"
        for row in connection.execute(sql).fetchall():
            self._add_game(*row)

    def _add_table(self, number: int, ended: float | None, aside: str | None, body: bytes, sum_: int) -> None:
        table = self.tables[number] = SavedTable(number, ended, aside)
        try:
            if not is_sound(sum_, number, body):
                raise Damaged("the table is not what was written")
            table.room, _, table.notes = glance(body)
        except Damaged as fault:
            table.damage = aside or str(fault)
        if table.damage is not None:
            self._faults.append(f"table {number} ({table.code}): {table.damage}")

    def _add_game(
        self, row: int, tab: int, ended: float | None, last: int | None, head: bytes, sum_: int, result: bytes | None
    ) -> None:
        try:
            if not is_sound(sum_, row, head) or tab not in self.tables:
                raise Damaged("how it began is not what was written")
            table, began = self.tables[tab], read_head(head)
            game = SavedGame(tab, row, began, played(began), ended or table.ended, last)
        except Damaged as fault:
            self._faults.append(f"the game of commit {row}: {fault}")
            return
        self.games.append(game)
        table.games.append(game)
        try:
            if result is not None and ended is not None:
                game.told = read_result(result, ended)
            else:
                game.told = played(began, self.moments(game))
        except Damaged as fault:
            table.damage = table.damage or f"game {game.name}: {fault}"

    def moments(self, game: SavedGame) -> Iterator[Moment]:
        """What happened in a game, in order. Raises Damaged, behind all that can be read."""
        (record,) = self._connection.execute("SELECT body FROM games WHERE number = ?", (game.row,)).fetchone()
        moments = self._from_entries(game) if record is None else read_record(record)
        first = next(moments, None)
        if first is None or first.commit != game.row:
            raise Damaged("its beginning is not there")
        yield first
        yield from moments

    def _from_entries(self, game: SavedGame) -> Iterator[Moment]:
        before, end = None, game.last or self.tables[game.table].notes.last
        for number in self._commits[game.table]:
            if game.row <= number <= (game.last or number):
                sql = f"SELECT {rows.ENTRY} FROM entries WHERE number = ?"
                entry = rows.entry_row(self._connection.execute(sql, (number,)).fetchone())
                if before not in (None, entry.before):
                    break
                yield Moment(number, entry.wall, entry.read())
                before = number
        if end not in (0, before):
            raise Damaged("a commit is missing")

    def find(self, text: str) -> SavedGame:
        """The game that `12.3`, `12`, `BCDF` or `BCDF.3` means: the last one of that name. Raises KeyError."""
        for game in reversed(self.games):
            table, number = self.tables[game.table], game.head.number
            if text.upper() in (game.name, str(table.number), table.code, f"{table.code}.{number}"):
                return game
        raise KeyError(text)

    def faults(self) -> Iterator[str]:
        """What is not as it was written, besides what happened in games, a line each."""
        yield from self._faults
        for row in rows.sessions(self._connection):
            if not row.sound:
                yield f"session {row.number} is not what was written"
        for row in self._connection.execute(f"SELECT {rows.ENTRY} FROM entries"):
            if not (entry := rows.entry_row(row)).sound:
                yield f"commit {entry.number} is not what was written"


def check(archive: Archive, only: SavedGame | None = None) -> Iterator[str]:
    """What is not as it was written, and the first difference of each game from the rules, without saying cards."""
    if only is None:
        yield from archive.faults()
    for game in archive.games if only is None else [only]:
        found, story = "", list[Moment]()
        try:
            state = game.head.state()
            for moment in archive.moments(game):
                found = found or _difference(state, game.head, moment)
                story.append(moment)
            if not found and played(game.head, story) != game.told:
                found = "what is listed of it is not what happened"
        except Damaged as fault:
            found = found or str(fault)
        if found:
            yield f"game {game.name} at {archive.tables[game.table].code}: {found}"


def _difference(state: State, head: Head, moment: Moment) -> str:
    """Carry out what was asked at that moment. Gives what comes out otherwise than it is stored, if anything does."""
    due: list[ev.Event] = []
    for action in moment.entries.actions:
        try:
            new = decide(state, action)
        except Refused as refused:
            return f"commit {moment.commit}: the rules refuse {action.kind} ({refused.code.value})"
        for event in new:
            evolve(state, event)
        due += new
    for n, told in enumerate(moment.entries.events, moment.entries.first):
        if isinstance(told, GameSeed) and told.seed != head.seed.hex():
            return f"entry {n}: the published seed is not that of the game"
        if isinstance(told, RoomEvent):
            continue
        if not due:
            return f"entry {n}: {told.kind} follows from no action"
        if (rightly := due.pop(0)) != told:
            return f"entry {n}: {_in_words(rightly, told)}"
    return f"commit {moment.commit}: {due[0].kind} is missing" if due else ""


def _in_words(due: ev.Event, stored: ev.Event) -> str:
    if type(due) is not type(stored):
        return f"{stored.kind}, where the rules give {due.kind}"
    names = [one.name for one in fields(due) if getattr(due, one.name) != getattr(stored, one.name)]  # type: ignore[arg-type]  # every event is a dataclass
    return f"{stored.kind} differs from the rules in: {', '.join(names)}"
