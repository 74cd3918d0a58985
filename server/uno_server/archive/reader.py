"""Saved games: which there are, how each went, and whether it follows from its seed."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from uno_engine.actions import Deal
from uno_engine.decide import decide
from uno_engine.evolve import evolve
from uno_engine.mixing import commitment, list_fault
from uno_engine.refused import Refused
from uno_engine.state import State
from uno_protocol.room import (
    DealCommitted,
    DealMixed,
    GameOpened,
    GameSeed,
    HandsShown,
    PhaseChanged,
    Room,
    RoomEvent,
    RoomPhase,
)
from uno_server.journal import bodies, database
from uno_server.journal.bodies import GameSummary, Head, Moment, played, seed_after
from uno_server.journal.database import BodyRow, CannotOpen, Damaged, rows
from uno_server.journal.recording import is_open, listed_in
from uno_server.table.state import JournalNotes


@dataclass(slots=True)
class SavedTable:
    """A table, as far as it was read."""

    number: int
    ended: float | None
    damage: str | None  # why it was set aside, or what of it cannot be read
    code: str = "?"
    room: Room | None = None
    notes: JournalNotes = field(default_factory=JournalNotes)
    games: list["SavedGame"] = field(default_factory=list)


@dataclass(slots=True)
class SavedGame:
    """A game of a table."""

    table: SavedTable
    row: int  # the commit that opened it
    head: Head
    ended: float | None
    last: int  # the last commit of it; of its table while it runs
    finished: bool  # it was played to its end
    told: GameSummary  # what a list tells of it

    @property
    def name(self) -> str:
        """Its number in the journal."""
        return f"{self.table.number}.{self.head.number}"

    @property
    def open(self) -> bool:
        """Whether everybody may see its seed and every hand."""
        return is_open(self.head, finished=self.finished)

    @property
    def state(self) -> str:
        """`finished`, `running`, or `left`: the table ended before the game did, or the host ended it."""
        return "finished" if self.finished else "running" if self.ended is None else "left"


class Archive:
    """The tables of a journal and their games."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.tables: dict[int, SavedTable] = {}
        self.games: list[SavedGame] = []
        self._faults: list[str] = []
        self._commits: dict[int, list[int]] = defaultdict(list)  # those in `entries`, by table
        for number, tab in connection.execute("SELECT number, tab FROM entries ORDER BY number"):
            self._commits[tab].append(number)
        sql = "SELECT at, aside, number, body, sum FROM known ORDER BY number"
        for ended, aside, *row in connection.execute(sql):
            self._add_table(BodyRow(*row), ended, aside)
        sql = "SELECT tab, ended, last, result, number, body, sum FROM games ORDER BY number"
        for tab, ended, last, result, *row in connection.execute(sql).fetchall():
            try:
                self._add_game(BodyRow(*row), self.tables[tab], ended, last, result)
            except (Damaged, KeyError) as fault:
                self._faults.append(f"the game of commit {row[0]}: {fault}")

    def _add_table(self, row: BodyRow, ended: float | None, aside: str | None) -> None:
        table = self.tables[row.number] = SavedTable(row.number, ended, aside)
        try:
            table.room, _, table.notes = bodies.glance(row.written())
            table.code = table.room.code
        except Damaged as fault:
            table.damage = aside or str(fault)
        if table.damage is not None:
            self._faults.append(f"table {table.number} ({table.code}): {table.damage}")

    def _add_game(
        self, row: BodyRow, table: SavedTable, ended: float | None, last: int | None, result: bytes | None
    ) -> None:
        head = bodies.read_head(row.written())
        last = last or table.notes.last
        game = SavedGame(table, row.number, head, ended or table.ended, last, False, played(head))
        self.games.append(game)
        table.games.append(game)
        try:
            if result is None:
                game.told = played(head, self.moments(game))
            else:  # `finished` only if it can be read, as it opens the hands
                game.told, game.finished = bodies.read_result(result), True
        except Damaged as fault:
            table.damage = table.damage or f"game {game.name}: {fault}"

    def moments(self, game: SavedGame) -> Iterator[Moment]:
        """The commits of a game, in order. Raises Damaged, after all that can be read."""
        (record,) = self._connection.execute("SELECT record FROM games WHERE number = ?", (game.row,)).fetchone()
        before = None
        for moment in self._from_entries(game) if record is None else bodies.read_record(record):
            if moment.commit != game.row if before is None else moment.before != before:
                break
            yield moment
            before = moment.commit
        if before != (game.last or before):
            raise Damaged("a commit is missing")

    def _from_entries(self, game: SavedGame) -> Iterator[Moment]:
        for number in self._commits[game.table.number]:
            if game.row <= number <= (game.last or number):
                (row,) = rows(self._connection, f"entries WHERE number = {number}")
                yield bodies.read_moment(number, row.written())

    def find(self, text: str) -> SavedGame:
        """The game that `12.3`, `12`, `BCDF` or `BCDF.3` means: the last one of that name. Raises CannotOpen."""
        for game in reversed(self.games):
            code = game.table.code
            if text.upper() in (game.name, str(game.table.number), code, f"{code}.{game.head.number}"):
                return game
        raise CannotOpen(f"no game {text!a}; see uno-records list")

    def faults(self) -> Iterator[str]:
        """What is not as it was written, besides what happened in games, a line each."""
        yield from self._faults
        sums = [("session", "sessions"), ("commit", "entries")]
        if database.has_numbers(self._connection):
            sums.append(("summary", "numbers"))
        for what, table in sums:
            yield from (
                f"{what} {row.number} is not what was written" for row in rows(self._connection, table) if not row.sound
            )


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
            found = found or _unbound(game.head, story) or _unopened(game.head, story)
            if not found and not _listed_rightly(played(game.head, story), game.told):
                found = "what is listed of it is not what happened"
        except Damaged as fault:
            found = found or str(fault)
        if found:
            yield f"game {game.name} at {game.table.code}: {found}"


def _listed_rightly(rightly: GameSummary, listed: GameSummary) -> bool:
    """Whether what is listed of a game is what happened; older results lack the seed."""
    return listed == (rightly if listed.seed else rightly._replace(seed=b""))


def _unbound(head: Head, story: Sequence[Moment]) -> str:
    """The fault in the commitment to the secret or in the list of players' bytes; empty if none (P-7.33 to P-7.35)."""
    if head.room.commitment is not None and head.room.commitment != commitment(head.seed).hex():
        return "its secret is not the one that the server had committed itself to"
    mixed = [event for moment in story for event in moment.events if isinstance(event, DealMixed)]
    if not mixed and not any(moment.actions for moment in story):
        return ""  # its list is open, or the game was ended before it was closed
    fault = list_fault(head.room.kinds, listed_in(story[0]), mixed[0] if mixed else None)
    return "" if fault is None else fault.value


def _unopened(head: Head, story: Sequence[Moment]) -> str:
    """The fault if a finished game at a table that opens hands has not told what its deals came from (P-7.36)."""
    events = [event for moment in story for event in moment.events if isinstance(event, GameSeed | PhaseChanged)]
    if not head.room.show_hands or head.room.commitment is None or PhaseChanged(RoomPhase.FINISHED) not in events:
        return ""
    opened = (event for event in events if isinstance(event, GameSeed) and event.seed and event.secret)
    return "" if any(opened) else "its secret was never opened"


def _difference(state: State, head: Head, moment: Moment) -> str:
    """Carry out what was asked at that moment. Gives what comes out otherwise than it is stored, if anything does."""
    due, at = [], f"commit {moment.commit}: "
    bound = False
    for event in moment.events:
        bound = bound or isinstance(event, DealCommitted)
        if bound and isinstance(event, GameOpened):  # else that is at the end of the game before (P-7.33)
            return f"{at}the server commits itself to a secret when players are ready"
        if isinstance(event, DealMixed):
            state.seed = seed_after(head, event)
    for action in moment.actions:
        try:
            new = decide(state, action)
        except Refused as refused:
            return f"{at}the rules refuse {action.kind} ({refused.code.value})"
        for event in new:
            evolve(state, event)
        due += new
    for one in moment.events:
        if isinstance(one, HandsShown) and not (_held(state, one) or Deal() in moment.actions):  # those are gone
            return f"{at}other hands are shown than the rules give"
        # A table that keeps its hands closed publishes none.
        if (
            isinstance(one, GameSeed)
            and one.seed
            and (one.seed, one.secret or head.seed.hex())
            != (
                state.seed.hex(),
                head.seed.hex(),
            )
        ):
            return f"{at}the published seed is not that of the game"
    for stored, rightly in zip_longest((one for one in moment.events if not isinstance(one, RoomEvent)), due):
        if stored != rightly:
            what, due_ = (one.kind if one else "nothing" for one in (stored, rightly))
            return f"{at}{what} is stored, where the rules give {'another' if what == due_ else due_}"
    return ""


def _held(state: State, shown: HandsShown) -> bool:
    """Whether these are the hands at the end of the round."""
    return all(hand is None or hand == tuple(held) for hand, held in zip(shown.hands, state.hands, strict=True))


def missing(archive: Archive, game: SavedGame) -> list[str]:
    """The names of those whose bytes were listed and not mixed in (P-7.35). Raises Damaged."""
    if game.head.room.shares is None:
        return []
    mixed = (one for moment in archive.moments(game) for one in moment.events if isinstance(one, DealMixed))
    told = next(mixed, None)
    return [] if told is None else [game.head.room.name_at(seat) for seat in told.dropped]
