"""Saved games: which there are, how each went, and whether it follows from its seed.

A journal is read while a server may be writing it, and never written.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

from uno_engine import events as ev
from uno_engine.decide import decide
from uno_engine.evolve import evolve
from uno_engine.refused import Refused
from uno_engine.state import State
from uno_protocol import room as rm
from uno_protocol.room import Room, RoomEvent
from uno_server.journal import database, rows
from uno_server.journal.bodies import Damaged, glance
from uno_server.journal.database import CannotOpen, is_sound
from uno_server.journal.games import Head, KeptGame, Moment, counted, from_result, read_head, read_record
from uno_server.journal.repair import READS_OLD
from uno_server.table.state import Chain


@dataclass(slots=True)
class SavedGame:
    """A game of a table, with how it began."""

    row: int
    """The commit that opened it."""
    head: Head
    told: KeptGame
    """What a list tells of it; after `Archive.moments`, of what was read."""
    ended: float | None
    last: int | None
    """The last commit of it; None while it runs."""


@dataclass(slots=True)
class KeptTable:
    """A table, as far as it was read."""

    number: int
    ended: float | None
    damage: str | None
    """Why it was set aside, or cannot be read."""
    room: Room | None = None
    chain: Chain = field(default_factory=Chain)
    games: list[SavedGame] = field(default_factory=list)

    @property
    def code(self) -> str:
        """Its code; `?` if that cannot be read."""
        return "?" if self.room is None else self.room.code


def state_of(game: SavedGame) -> str:
    """`finished`, `running`, or `left`: the table ended before the game did, or the host ended it."""
    if game.told.finished is not None:
        return "finished"
    return "running" if game.ended is None else "left"


@contextmanager
def opened(directory: Path) -> Iterator[sqlite3.Connection]:
    """The journal in a directory as it is at this moment.

    Raises CannotOpen with one line for what is not there, not ours, of another version, or damaged.
    """
    path = directory / database.FILE
    if not path.is_file():
        if (old := directory / database.OLD).is_file():
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
    """Read only. If SQLite can't create its files beside it, only a closed journal can be read."""
    connection = database.connect(path, read_only=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        wal = path.with_name(path.name + "-wal")
        if wal.exists() and wal.stat().st_size:
            raise
        return database.connect_alone(path)
    return connection


class Archive:
    """The tables of a journal and their games."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.tables: dict[int, KeptTable] = {}
        self.faults: list[str] = []
        """What cannot be read besides tables, a line each."""
        sql = "SELECT number, ended, aside, body, sum FROM tables ORDER BY number"
        for number, ended, aside, body, sum_ in connection.execute(sql):
            table = self.tables[number] = KeptTable(number, ended, aside)
            try:
                if not is_sound(sum_, number, body):
                    raise Damaged("the table is not what was written")
                table.room, _, table.chain = glance(body)
            except Damaged as fault:
                table.damage = table.damage or str(fault)
        sql = "SELECT number, tab, ended, last, head, sum, result FROM games ORDER BY number"
        for number, tab, ended, last, head, sum_, result in connection.execute(sql).fetchall():
            try:
                if not is_sound(sum_, number, head) or tab not in self.tables:
                    raise Damaged("how it began is not what was written")
                self.tables[tab].games.append(self._game(tab, number, read_head(head), ended, last, result))
            except Damaged as fault:
                self.faults.append(f"the game of commit {number}: {fault}")

    def _game(
        self, tab: int, number: int, head: Head, ended: float | None, last: int | None, result: bytes | None
    ) -> SavedGame:
        if result is not None and ended is not None:
            return SavedGame(number, head, from_result(head, result, ended), ended, last)
        game = SavedGame(number, head, head.game(), ended, last)
        game.told = counted(head, self.moments(self.tables[tab], game))
        return game

    def moments(self, table: KeptTable, game: SavedGame) -> Iterator[Moment]:
        """What happened in a game, in order. Raises Damaged, behind all that can be read."""
        found = self._connection.execute("SELECT body FROM games WHERE number = ?", (game.row,)).fetchone()
        if found is not None and found[0] is not None:
            moments = list(read_record(found[0]))
        else:
            last = table.chain.last if game.last is None else game.last
            back = [row for row in rows.back_from(self._connection, table.number, last) if row.number >= game.row]
            moments = [Moment(row.number, row.wall, row.read()) for row in reversed(back)]
        if not moments or moments[0].commit != game.row:
            raise Damaged(f"game {table.number}.{game.head.number}: what happened in it is not all there")
        yield from moments

    def find(self, text: str) -> tuple[KeptTable, SavedGame]:
        """The game that `12.3`, `12`, `BCDF` or `BCDF.3` means; by code, of the last table. Raises KeyError."""
        name, dot, number = text.partition(".")
        if dot and not (number.isascii() and number.isdigit()):
            raise KeyError(text)
        by_number = int(name) if name.isascii() and name.isdigit() else None
        for table in reversed(self.tables.values()):
            if table.number == by_number or (by_number is None and table.code == name.upper()):
                for game in reversed(table.games):
                    if not dot or game.head.number == int(number):
                        return table, game
                break
        raise KeyError(text)

    def rest(self) -> Iterator[str]:
        """The complaints about rows that are not what was written, a line each."""
        yield from self.faults
        for table in self.tables.values():
            if table.damage is not None:
                yield f"table {table.number} ({table.code}): {table.damage}"
        for row in rows.sessions(self._connection):
            if not row.sound:
                yield f"session {row.number} is not what was written"
        for entry in map(rows.entry_row, self._connection.execute(f"SELECT {rows.ENTRY} FROM entries")):
            if not entry.sound:
                yield f"commit {entry.number} is not what was written"


def check(archive: Archive, table: KeptTable, game: SavedGame) -> str | None:
    """Play a game again beside what the journal tells of it: the first difference, without saying cards; None."""
    try:
        moments = list(archive.moments(table, game))
        state = game.head.state()
        game.told = counted(game.head, moments)
        for moment in moments:
            if found := _differs(state, game.head, moment):
                return f"game {table.number}.{game.head.number} at {table.code}: {found}"
    except Damaged as fault:
        return f"game {table.number}.{game.head.number} at {table.code}: {fault}"
    return None


def _differs(state: State, head: Head, moment: Moment) -> str | None:
    """Carry out what was asked at that moment; what comes out otherwise than it is stored."""
    first, events = moment.entries.first, moment.entries.events
    stored = [(n, event) for n, event in enumerate(events, first) if not isinstance(event, RoomEvent)]
    at = 0
    for action in moment.entries.actions:
        try:
            due = decide(state, action)
        except Refused as refused:
            return f"commit {moment.commit}: the rules refuse {action.kind} ({refused.code.value})"
        for event in due:
            if at == len(stored):
                return f"commit {moment.commit}: {event.kind} is missing"
            n, there = stored[at]
            assert isinstance(there, ev.Event)
            if there != event:
                return f"entry {n}: {_difference(event, there)}"
            evolve(state, there)
            at += 1
    if at < len(stored):
        return f"entry {stored[at][0]}: {stored[at][1].kind} follows from no action"
    for n, told in enumerate(events, first):
        if isinstance(told, rm.GameSeed) and told.seed != head.seed.hex():
            return f"entry {n}: the published seed is not that of the game"
    return None


def _difference(due: ev.Event, stored: ev.Event) -> str:
    if type(due) is not type(stored):
        return f"{stored.kind}, where the rules give {due.kind}"
    names = [one.name for one in fields(due) if getattr(due, one.name) != getattr(stored, one.name)]  # type: ignore[arg-type]  # every event is a dataclass
    return f"{stored.kind} differs from the rules in: {', '.join(names)}"
