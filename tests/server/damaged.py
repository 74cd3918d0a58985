"""The journal of a whole session, the truth about it, and what comes back when its files are damaged."""

import re
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from tests.server.crashing import Crashing
from tests.server.harness import Entropy, Person, World, play_out
from uno_engine.state import State
from uno_protocol import messages as m
from uno_protocol.room import Room
from uno_server.journal.checkpoints import TAIL
from uno_server.journal.database import FILE, LOCK
from uno_server.journal.recovery import new_hub
from uno_server.journal.store import DiskJournal
from uno_server.table.table import Table

LOG = "journal.db-wal"
MOVES = 36


class Moment(NamedTuple):
    """How a table stood when it had `n` entries."""

    name: str
    n: int
    room: Room
    state: State | None


class Truth:
    """How each table stood after each commit, by the table's number and how many entries it had."""

    def __init__(self) -> None:
        self.moments: dict[tuple[int, int], Moment] = {}
        self.last: dict[int, Moment] = {}

    def note(self, world: World) -> None:
        """Take a picture of every table that has gone on."""
        for table in world.hub.lobby:
            key = table.number, table.log.n
            if key not in self.moments:
                state = None if table.game is None else table.game.state.copy()
                self.moments[key] = Moment(table.room.name, table.log.n, deepcopy(table.room), state)
            self.last[table.number] = self.moments[key]

    def is_prefix(self, table: Table) -> bool:
        """True if the table stands as it did once."""
        moment = self.moments.get((table.number, table.log.n))
        state = None if table.game is None else table.game.state
        return moment is not None and (table.room, state) == (moment.room, moment.state)


class Session:
    """A recorded session of three tables, of which the second has ended, and its journal as a kill has left it."""

    def __init__(
        self,
        directory: Path,
        *,
        checkpoint_at: int | None = None,
        backup_at: int | None = None,
        closed: bool = False,
        tail: int = TAIL,
    ) -> None:
        """`checkpoint_at`: after so many moves, what the log holds goes into the database; `backup_at`: into a backup.

        `closed`: the server ended in good order, so that there is no log; `tail`: what no checkpoint need cover.
        """
        self.directory = directory
        self.truth = Truth()
        world = _Watched(directory / "live", self.truth, tail)
        people = {
            name: [self._join(world, one, name, **new) for one in names.split()]
            for name, names, new in (
                ("First", "ann bob", {"options": {"goal": "points", "target": "500"}}),
                ("Second", "cem dee", {}),
                ("Third", "eve fay", {"options": {"goal": "points", "target": "500"}, "bot_pause": 0.5}),
            )
        }
        for at_table in people.values():
            for person in at_table:
                person.ask(m.Ready)
            at_table[0].ask(m.Start)
        for at in range(MOVES):
            for at_table in people.values():
                if not any(person.move() for person in at_table):
                    for person in at_table:
                        if person.phase == "between_rounds":
                            person.ask(m.Ready)
            world.wait(0.1)
            if at == checkpoint_at:
                world.journal._connection.execute("PRAGMA wal_checkpoint")
            if at == backup_at:
                world.journal.back_up()
        for person in people["Second"]:
            person.ask(m.LeaveTable)
        del self.truth.last[2]
        world.journal.pulse(world.now)
        world.journal.abandon()
        if closed:
            journal = DiskJournal.open(world.directory)
            journal.wall = lambda: 1_000_100.0
            journal.close(1000.0)
        self.people = {person.name: person for at_table in people.values() for person in at_table}
        self.live = directory / "live"
        self.commits = len(world.commits)

    def _join(self, world: World, person: str, table: str, **new: object) -> Person:
        somebody = world.person(person)
        somebody.join(table, seats=2, **new)
        return somebody

    def copy(self, directory: Path) -> Path:
        """Its files, in a directory of their own."""
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        for path in self.live.iterdir():
            if path.name not in (LOCK, f"{FILE}-shm"):
                shutil.copyfile(path, directory / path.name)
        return directory


class _Watched(Crashing):
    def __init__(self, directory: Path, truth: Truth, tail: int) -> None:
        self.truth = truth
        super().__init__(directory, tail=tail)

    def flush(self) -> None:
        super().flush()
        self.truth.note(self)


class Outcome(NamedTuple):
    """What came back."""

    messages: list[str]
    tables: list[Table]

    def told_names(self, directory: Path) -> list[Path]:
        """The files that messages name, besides the journal itself."""
        words = [Path(word.rstrip(";,:")) for message in self.messages for word in message.split()]
        return [path for path in words if path.parent == directory and path.name != FILE]


def come_back(directory: Path) -> Outcome:
    """Open the journal, put all together again, close it. Raises CannotOpen."""
    journal = DiskJournal.open(directory)
    journal.wall = lambda: 1_000_100.0
    try:
        recovered = new_hub(journal, name="the test", entropy=Entropy(7))
        return Outcome([*journal.messages, *recovered.messages], list(recovered.hub.lobby))
    finally:
        journal.abandon()


def check(session: Session, directory: Path, damage: Callable[[Path], object], *, complete: bool = False) -> Outcome:
    """Damage a copy of the journal: what comes back is sound, what is lost is told, and then all is well.

    `complete`: nothing may be lost. Gives what came back.
    """
    session.copy(directory)
    damage(directory)
    outcome = come_back(directory)
    for table in outcome.tables:
        assert session.truth.is_prefix(table), f"table {table.number} at {table.log.n} never stood like that"
    whole = {table.number for table in outcome.tables if session.truth.last.get(table.number, _NONE).n == table.log.n}
    lost = session.truth.last.keys() - whole
    assert not (complete and lost), (lost, outcome.messages)
    if lost or {table.number for table in outcome.tables} - session.truth.last.keys():
        assert outcome.messages, f"lost without a word: {lost}"
    told = " ".join(outcome.messages)
    in_all = any(words in told for words in ("tables lost", "tables and logins since ", ": starting a new journal"))
    for moment in (session.truth.last[number] for number in lost):
        assert in_all or moment.name in told or moment.room.code in told, told
    named = outcome.told_names(directory)
    assert all(path.exists() for path in named)
    assert bool(named) == bool(outcome.messages) or re.search("is missing|was empty|is empty", told)
    again = come_back(directory)
    assert again.messages == []
    assert [(table.number, table.log.n) for table in again.tables] == [
        (one.number, one.log.n) for one in outcome.tables
    ]
    return outcome


_NONE = Moment("", -1, Room("", "", "official", {}, 30, []), None)


def play_to_the_end(session: Session, directory: Path) -> None:
    """Everybody comes back to what the directory holds, and plays it out."""
    world = Crashing(directory)
    tables = list(world.hub.lobby)
    people = [again(person, world) for person in session.people.values()]
    for table in tables:
        there = [person for person in people if person.table is not None and person.table.code == table.room.code]
        assert there
        play_out(world, there)
        assert all(person.agrees() for person in there)
    world.journal.abandon()


def again(person: Person, world: World) -> Person:
    """The player, back in another world with the same token, unless the session was lost there."""
    same = Person(world, person.name, person.address)
    same.token = person.token
    same.last_id = 10_000
    same.resume(seen=None)
    return same
