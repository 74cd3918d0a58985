"""Saved games: which there are, how each went, and whether it follows from its seed.

A journal is read while a server may be writing it, and never written.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import NamedTuple

from uno_engine import events as ev
from uno_engine.actions import Action
from uno_engine.decide import decide
from uno_engine.evolve import evolve
from uno_engine.refused import Refused
from uno_engine.state import State, new_game
from uno_protocol import room as rm
from uno_protocol.room import Room, RoomEvent, RoomPhase
from uno_server.journal import database
from uno_server.journal.games import KINDS, Counted, KeptGame, games_of
from uno_server.journal.records import Damaged, Extent, glance, read_commit, read_room
from uno_server.table.event_log import Logged
from uno_server.table.positions import state_at

PRUNED = "pruned"
"""The reason in the row of a table of which only the number is left (`uno_server.archive.prune`)."""


class Moment(NamedTuple):
    """A commit within a game: what was asked of the game, and what happened."""

    commit: int
    wall: float
    """Calendar time in seconds."""
    actions: tuple[Action, ...]
    entries: tuple[Logged, ...]


@dataclass(slots=True)
class KeptTable:
    """A table, as far as it was read."""

    number: int
    code: str
    opened: float
    ended: float | None
    aside: str | None
    """Why it was given up at a recovery."""
    counted: Counted | None = None
    """The table as read; None if not even its beginning can be read."""
    n: int = 0
    """The last entry read."""
    games: list[KeptGame] = field(default_factory=list)
    damage: str | None = None
    """The fault that ended the reading."""

    @property
    def room(self) -> Room | None:
        """The fold of what was read; None if not even its beginning can be read."""
        return None if self.counted is None else self.counted.room

    def state_of(self, game: KeptGame) -> str:
        """`finished`, `running`, or `left`: the table ended before the game did, or the host ended it."""
        if game.finished is not None:
            return "finished"
        return "running" if self.ended is None and game is self.games[-1] and not game.over else "left"


@contextmanager
def opened(directory: Path) -> Iterator[sqlite3.Connection]:
    """The journal in a directory as it is at this moment; an older one is migrated in memory.

    Raises CannotOpen with one line for what is not there, not ours, newer than we are, or damaged.
    """
    path = directory / database.FILE
    if not path.is_file():
        raise database.CannotOpen(f"no journal in {directory}")
    try:
        with closing(_connect(path)) as connection:
            version = database.version_of(path, connection)
            connection.execute("BEGIN")
            if version == database.VERSION:
                yield connection
                return
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
                connection.backup(copy)
                database.migrate(copy, version)
                yield copy
    except sqlite3.Error as fault:
        raise database.CannotOpen(f"cannot read {path}: {database.in_words(fault)}") from fault


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
    """The tables of a journal. `walk` reads what happened there; until then they are as they were opened."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.tables: dict[int, KeptTable] = {}
        sql = """
            SELECT number, code, opened, ended, aside, CAST(room AS BLOB), CAST(bot_secret AS BLOB), first, bot_pause,
            sum FROM tables
            ORDER BY number
        """
        for number, code, began, ended, aside, room, secret, first, pause, sum_ in connection.execute(sql):
            if aside == PRUNED:
                continue
            table = self.tables[number] = KeptTable(number, code, began, ended, aside)
            try:
                if sum_ != database.checksum((number, first, pause), room, secret):
                    raise Damaged("what it was opened with is not what was written")
                table.counted = Counted(read_room(room))
            except Damaged as fault:
                table.damage = str(fault)

    def find(self, text: str) -> tuple[KeptTable, int | None]:
        """The table and the number of the game that `12.3`, `12`, `BCDF` or `BCDF.3` means; by code, the last table.

        Raises KeyError.
        """
        name, dot, game = text.partition(".")
        if dot and not (game.isascii() and game.isdigit()):
            raise KeyError(text)
        number = int(game) if dot else None
        if name.isascii() and name.isdigit():
            return self.tables[int(name)], number
        found = [table for table in self.tables.values() if table.code == name.upper()]
        if not found:
            raise KeyError(text)
        return found[-1], number

    def walk(self, only: int | None = None) -> Iterator[tuple[KeptTable, KeptGame | None, Moment]]:
        """What happened at every table, or at only one, in order; with the game that it belongs to, if any.

        A table whose commits cannot be read any further has its `damage`, and no more moments.
        """
        where = "tab IS NOT NULL" if only is None else f"tab = {only}"
        for table, number, wall, body in self._rows(where, {}):
            try:
                kept = read_commit(body)
                events = (logged.event for logged in kept.entries)
                actions = (action.kind for action in kept.actions)
                game = _take(table, kept.extent, events, actions, kept.seed, wall)
            except Damaged as fault:
                table.damage = f"commit {number}: {fault}"
            else:
                yield table, game, Moment(number, wall, tuple(kept.actions), tuple(kept.entries))

    def count(self) -> None:
        """Read what a list tells: of most tables and games that is stored, and only what came after it is read."""
        rows: dict[int, list[tuple[int, int, bytes, int]]] = {}
        for tab, *row in self._connection.execute("SELECT tab, number, upto, body, sum FROM games"):
            rows.setdefault(tab, []).append(tuple(row))
        upto = {number: self._counted(table, rows.get(number, [])) for number, table in self.tables.items()}
        going_on = [number for number, at in upto.items() if at and self.tables[number].ended is None]
        unknown = [number for number, at in upto.items() if not at]
        where = f"tab IN ({_listed(unknown)}) OR (number >= {self._tail()} AND tab IN ({_listed(going_on)}))"
        if not unknown:
            where = f"number >= {self._tail()} AND tab IN ({_listed(going_on)})"
        for table, number, wall, body in self._rows(where, upto):
            try:
                told = glance(body, KINDS)
                _take(table, told.extent, told.events, told.actions, told.seed, wall)
            except Damaged as fault:
                table.damage = f"commit {number}: {fault}"

    def _counted(self, table: KeptTable, rows: list[tuple[int, int, bytes, int]]) -> int:
        """Take over what is stored of a table for the list. Up to which commit; 0 where all has to be read."""
        try:
            found = games_of(table.number, rows) if table.damage is None else None
        except Damaged:
            found = None
        if found is None or (table.ended is not None and found.room.phase is not RoomPhase.CLOSED):
            return 0
        games = found.games
        table.n, table.games = found.n, games
        table.counted = Counted(found.room, len(games), games[-1] if games else None)
        return found.upto

    def _tail(self) -> int:
        """The first commit that may be in no checkpoint, and so not be counted."""
        found = self._connection.execute("SELECT since, sum FROM tail").fetchone()
        return found[0] if found is not None and database.is_sound(found[1], (found[0],)) else 0

    def _rows(self, where: str, upto: Mapping[int, int]) -> Iterator[tuple[KeptTable, int, float, bytes]]:
        """The commits of tables that can be read so far, behind the one that is given for each: number, time, body."""
        sql = f"SELECT wall, {_COMMIT} FROM commits WHERE {where} ORDER BY number"
        for wall, *row in self._connection.execute(sql):
            number, tab, body = row[0], row[1], row[5]
            table = self.tables.get(tab)
            if table is None or table.damage is not None or table.room is None or number <= upto.get(tab, 0):
                continue
            if _sound(*row):
                yield table, number, wall, body
            else:
                table.damage = f"commit {number}: is not what was written"

    def rest(self) -> Iterator[str]:
        """The complaints about rows that belong to no table, a line each."""
        sql = "SELECT number, first, CAST(name AS BLOB), CAST(digest AS BLOB), sum FROM sessions"
        for number, first, name, digest, sum_ in self._connection.execute(sql):
            if sum_ != database.checksum((number, first), name, digest):
                yield f"session {number} is not what was written"
        where = "tab IS NULL OR tab NOT IN (SELECT number FROM tables)"
        for row in self._connection.execute(f"SELECT {_COMMIT} FROM commits WHERE {where}"):
            if not _sound(*row):
                yield f"commit {row[0]} is not what was written"
            elif row[1] is not None:
                yield f"commit {row[0]} is of a table that is not there"


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


# A flipped bit can make text of bytes that is none: nothing is decoded before it is known to be sound.
_COMMIT = """
    number, tab, session, request, CAST(answer AS BLOB), CAST(body AS BLOB), sum,
    typeof(body) = 'blob' AND typeof(answer) IN ('blob', 'null'), wall, clock
"""


def _sound(
    number: int,
    tab: int | None,
    session: int | None,
    request: int | None,
    answer: bytes | None,
    body: bytes,
    sum_: int,
    typed: int,
    wall: float,
    clock: float,
) -> bool:
    return bool(typed) and sum_ == database.checksum((number, wall, clock, tab, session, request), answer or b"", body)


def _take(
    table: KeptTable,
    extent: Extent,
    events: Iterable[ev.Event | RoomEvent],
    actions: Iterable[str],
    seed: bytes | None,
    wall: float,
) -> KeptGame | None:
    """Read one commit of a table; the game that it belongs to, if any. Raises Damaged."""
    if extent.entries and extent.first != table.n + 1:
        raise Damaged(f"entry {table.n + 1} is missing")
    counted = table.counted
    assert counted is not None
    game = counted.game if counted.on else None
    counted.take(events, actions, seed, wall)
    if counted.game is not None and counted.games > len(table.games):
        game = counted.game
        table.games.append(game)
    table.n += extent.entries
    return game


class Replay:
    """One game, played again beside what the journal tells of it."""

    def __init__(self, room: Room, game: KeptGame) -> None:
        self._seed = game.seed
        self._state: State = (
            state_at(game.position, room.rules)
            if game.position
            else new_game(room.rules, game.seated, game.seed, game.chosen)
        )

    def differs(self, moment: Moment) -> str | None:
        """Carry out what was asked at that moment; what comes out otherwise than it is stored, without saying cards.

        The next moment continues from the stored events, so that one difference doesn't cause others.
        """
        stored = [logged for logged in moment.entries if not isinstance(logged.event, RoomEvent)]
        at = 0
        for action in moment.actions:
            try:
                due = decide(self._state, action)
            except Refused as refused:
                return f"commit {moment.commit}: the rules refuse {action.kind} ({refused.code.value})"
            for event in due:
                if at == len(stored):
                    return f"commit {moment.commit}: {event.kind} is missing"
                logged = stored[at]
                assert isinstance(logged.event, ev.Event)
                if logged.event != event:
                    return f"entry {logged.n}: {_difference(event, logged.event)}"
                evolve(self._state, logged.event)
                at += 1
        if at < len(stored):
            return f"entry {stored[at].n}: {stored[at].event.kind} follows from no action"
        for logged in moment.entries:
            if isinstance(logged.event, rm.GameSeed) and logged.event.seed != self._seed.hex():
                return f"entry {logged.n}: the published seed is not that of the game"
        return None


def _difference(due: ev.Event, stored: ev.Event) -> str:
    if type(due) is not type(stored):
        return f"{stored.kind}, where the rules give {due.kind}"
    names = [one.name for one in fields(due) if getattr(due, one.name) != getattr(stored, one.name)]  # type: ignore[arg-type]  # every event is a dataclass
    return f"{stored.kind} differs from the rules in: {', '.join(names)}"


def check(archive: Archive, table: KeptTable | None = None, number: int | None = None) -> Iterator[str]:
    """Read everything, or one table (or one game of it); a line for whatever is not as it must be.

    `archive` counts what was read.
    """
    replays: dict[tuple[int, int], Replay | None] = {}
    for where, game, moment in archive.walk(None if table is None else table.number):
        if game is None or where.room is None or number not in (None, game.number):
            continue
        key = where.number, game.number
        if key not in replays:
            replays[key] = Replay(where.room, game)
        replay = replays[key]
        found = None if replay is None else replay.differs(moment)
        if found is not None:
            yield f"game {where.number}.{game.number} at {where.code}: {found}"
        if found is not None or game.finished is not None:
            replays[key] = None  # what comes after a difference follows from it
    for where in archive.tables.values() if table is None else (table,):
        if where.damage is not None:
            yield f"table {where.number} ({where.code}): {where.damage}"
    if table is None:
        yield from archive.rest()
