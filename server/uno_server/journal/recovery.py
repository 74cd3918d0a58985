"""Recovery: how a server continues from its journal, with sessions, answers and tables as they were (FAULTS 42, 43).

Recovery only evolves: the entries behind a table's checkpoint are folded again, nothing is decided anew. A table whose
commits are damaged goes on from the last entry before the damage, or is set aside alone; what was lost is told. If a
checkpoint is damaged, everything that its table ever did is folded.
"""

from __future__ import annotations

import gc
import sqlite3
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from uno_engine.evolve import evolve
from uno_engine.state import new_game
from uno_protocol.room import GameCleared, GameOpened, GamePlaced, Room, RoomEvent
from uno_protocol.text import clean
from uno_server.base import limits as numbers
from uno_server.base.limits import Limits
from uno_server.base.logs import plain, whereabouts
from uno_server.base.secrets import Entropy
from uno_server.core.admission import Bans
from uno_server.core.hub import Hub
from uno_server.core.sessions import Session
from uno_server.journal.checkpoints import Answered, Stored, Waiting
from uno_server.journal.database import in_words, is_damage
from uno_server.journal.games import Counted
from uno_server.journal.records import (
    Answer,
    Damaged,
    Kept,
    extent,
    read_answer,
    read_answers,
    read_checkpoint,
    read_commit,
    read_room,
)
from uno_server.journal.rows import CheckpointRow, CommitRow, Pulse, SessionRow, TableRow
from uno_server.journal.store import DiskJournal, Journal, JournalFailed
from uno_server.table import restart
from uno_server.table.access import Access
from uno_server.table.facts import BANS, MemberPlace, Times
from uno_server.table.game import GameAtTable
from uno_server.table.positions import state_at
from uno_server.table.table import Table
from uno_server.table.thinking import AtOnce, Thinker

SERVER_ID = "server_id"


class Recovered(NamedTuple):
    """A server, restored from its journal."""

    hub: Hub
    now: float
    """Seconds of the server's time at its last sign of life, where it continues."""
    messages: list[str]
    """Messages for the administrator, a line each."""
    tables: int
    """The number of tables that continue."""
    coming: Iterator[Table] | None = None
    """The tables, one at a time, if they are not with the hub yet: `Hub.arrived` takes them. Raises JournalFailed."""


class UnsoundError(Exception):
    """Something in the journal is damaged, and only a recovery of everything can repair it."""


def new_hub(
    journal: Journal,
    *,
    name: str,
    entropy: Entropy,
    program: str = "uno-server",
    limits: Limits = Limits(),  # noqa: B008  (a frozen value)
    password: str | None = None,
    test_deals: bool = False,
    fingerprint: str | None = None,
    web: bool = False,
    thinker: Thinker = AtOnce(),  # noqa: B008  (it has no state)
    as_they_come: bool = False,
) -> Recovered:
    """The hub of a server with that journal. Raises JournalFailed if nothing can be written there.

    `as_they_come`: the tables may come later, one at a time (`Recovered.coming`), if all of the journal is sound.
    """
    make = partial(
        Hub,
        name=name,
        entropy=entropy,
        program=program,
        limits=limits,
        password=password,
        test_deals=test_deals,
        fingerprint=fingerprint,
        web=web,
        thinker=thinker,
    )
    if isinstance(journal, DiskJournal):
        return _recovered(journal, make, entropy, as_they_come=as_they_come)
    return Recovered(make(), 0.0, [], 0)


def _recovered(journal: DiskJournal, make: Callable[..., Hub], entropy: Entropy, *, as_they_come: bool) -> Recovered:
    """The hub as the journal has kept it; call `Hub.begin` next. Raises JournalFailed.

    If the file turns out to be damaged, it is salvaged, and the recovery starts over.
    """
    with _no_collecting():
        try:
            if as_they_come:
                with suppress(UnsoundError, sqlite3.Error):
                    return _recover(journal, make, entropy, at_once=False)
            try:
                return _recover(journal, make, entropy, at_once=True)
            except sqlite3.Error as fault:
                if not is_damage(fault):
                    raise
                told = len(journal.messages)
                journal.rescue()
                recovered = _recover(journal, make, entropy, at_once=True)
                recovered.messages[:0] = journal.messages[told:]
                del journal.messages[told:]
                return recovered
        except sqlite3.Error as fault:
            raise JournalFailed(f"cannot use {journal.directory}: {in_words(fault)}") from fault


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Nothing of what a recovery makes is garbage, and looking for some takes a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all of it is old now, so that the next look for garbage does not go through it
        gc.enable()


def _recover(journal: DiskJournal, make: Callable[..., Hub], entropy: Entropy, *, at_once: bool) -> Recovered:
    pulse = journal.kept.last_pulse() or Pulse(0.0, journal.wall())
    server_id = journal.kept.about(SERVER_ID)
    if server_id is None:
        server_id = entropy(8).hex()
        journal.note(SERVER_ID, server_id)
    work = _Recovery(journal, pulse, entropy, at_once=at_once)
    sessions = work.sessions()
    tables = list(work.tables()) if at_once else []
    work.read_answers(sessions)
    if at_once:
        work.take_answers(sessions.values())
        work.forget_damaged()
        journal.checkpoints.complete(journal.kept.tail())
    journal.part_all(pulse.wall)
    last_session, last_table = journal.kept.last_numbers()
    hub = make(id=server_id, commits=journal.durable)
    hub.admission.bans = Bans.read(journal.kept.about(BANS))
    hub.sessions.recover(sessions.values(), last_session)
    hub.lobby.count_from(last_table)
    for table in tables:
        hub.put_back(table)
    if at_once:
        return Recovered(hub, pulse.clock, work.messages, len(tables))
    hub.expect_tables()
    return Recovered(hub, pulse.clock, work.messages, work.count, _as_they_come(journal, work, sessions))


def _as_they_come(journal: DiskJournal, work: _Recovery, sessions: dict[int, Session]) -> Iterator[Table]:
    with _no_collecting():
        try:
            for table in work.tables():
                work.take_answers(sessions.pop(number) for number in table.members if number in sessions)
                yield table
            work.take_answers(sessions.values())
            journal.checkpoints.complete(journal.kept.tail())
        except (UnsoundError, sqlite3.Error) as fault:
            raise JournalFailed("some tables are damaged, so all are restored anew") from fault


class _Recovery:
    """One pass over a journal. Unless it is `at_once`, it raises UnsoundError for whatever is not sound."""

    def __init__(self, journal: DiskJournal, pulse: Pulse, entropy: Entropy, *, at_once: bool) -> None:
        self._journal = journal
        self._pulse = pulse
        self._entropy = entropy
        self._at_once = at_once
        self.messages: list[str] = []
        self._aside: str | None = None
        self._damaged: set[int] = set()
        """Damaged commits that no table needs."""
        self._restored: set[int | None] = set()
        self._since = journal.kept.tail()
        self._checkpoints = journal.kept.checkpoints_kept()
        self._rows = list(journal.kept.tables())
        self.count = len(self._rows)
        """How many tables have not ended."""
        self._commits: dict[int | None, list[CommitRow]] = {row.number: [] for row in self._rows}
        """By table: what it did since then."""
        self._answers: list[CommitRow] = []
        """The commits since then that answer requests."""
        self._fresh: dict[int, list[CommitRow]] = {}
        """By session: those that answer its requests."""
        self._kept: dict[int, CheckpointRow] = {}
        """By session: what it was answered before."""
        sound = self._since > 0 and all(row.sound for row in self._rows)
        sound = sound and all(checkpoint.sound for checkpoint in self._checkpoints.values())
        for row in journal.kept.commits(self._since):
            sound = sound and row.sound
            if row.request is not None and row.session is not None:
                self._answers.append(row._replace(body=b""))
            if row.table in self._commits:
                self._commits[row.table].append(row)
            elif not row.sound:
                self._damaged.add(row.number)
        if not (at_once or sound):
            raise UnsoundError
        journal.checkpoints.begin()

    def sessions(self) -> dict[int, Session]:
        """The sessions that have not ended."""
        return {row.number: self._session(row) for row in list(self._journal.kept.sessions()) if self._sound(row)}

    def read_answers(self, sessions: Container[int]) -> None:
        """Read what the sessions were answered."""
        stored = self._journal.kept
        since = stored.tail()  # not noted any more if a table was cut off: with what it did, answers are lost
        for row in self._answers if since else stored.answers(numbers.ANSWERS_KEPT):
            if not row.sound and row.table not in self._restored:
                self._damaged.add(row.number)
            elif row.sound and row.session is not None and row.session in sessions:
                self._fresh.setdefault(row.session, []).append(row)
        self._kept = stored.answers_kept() if since else {}

    def take_answers(self, sessions: Iterable[Session]) -> None:
        """Give sessions the answers that were read for them."""
        for session in sessions:
            number = session.number
            self._take_answers(session, self._fresh.pop(number, []), self._kept.pop(number, None))

    def _take_answers(self, session: Session, rows: list[CommitRow], checkpoint: CheckpointRow | None) -> None:
        """Restore the session's answers from its checkpoint and from the commits since."""
        kept: list[Answer] = []
        if checkpoint is not None and checkpoint.sound:
            kept, rows = read_answers(checkpoint.body), [row for row in rows if row.number > checkpoint.upto]
        elif checkpoint is not None:  # they are in the commits too
            rows = [row for row in self._journal.kept.answers(numbers.ANSWERS_KEPT, session.number) if row.sound]
        fresh = [(row.request, row.answer) for row in rows if row.request is not None]
        if rows:
            answered = Answered(rows[0].number, rows[-1].number, deque(fresh, numbers.ANSWERS_KEPT))
            self._journal.checkpoints.put_session(session.number, answered)
        for request, answer in [*kept, *fresh][-numbers.ANSWERS_KEPT :]:
            session.last_id = max(session.last_id, request)
            try:
                session.answers.keep(request, None if answer is None else read_answer(request, answer))
            except Damaged as fault:
                self._say(f"an answer to {clean(session.name)} is lost: {fault}")

    def _sound(self, row: SessionRow) -> bool:
        if not row.sound:
            self._keep_a_copy()
            self._journal.end_session(row.number)
            self._say(f"session {row.number} is damaged and lost: its player must log in again; see {self._aside}")
        return row.sound

    def _session(self, row: SessionRow) -> Session:
        """Its last use is in calendar time, which passes while no server runs."""
        used = self._pulse.wall if row.parted is None else row.parted
        since = max(0.0, self._journal.wall() - used)
        return Session(row.number, row.digest, row.name, self._pulse.clock - since, taken_up=row.taken_up)

    def tables(self) -> Iterator[Table]:
        """The tables that have not ended."""
        for row in self._rows:
            table = self._table(row, self._commits.pop(row.number))
            if table is not None:
                self._restored.add(row.number)
                yield table

    def forget_damaged(self) -> None:
        """Strike out the commits that nobody needs and nobody can read."""
        if not self._damaged:
            return
        self._keep_a_copy()
        for number in self._damaged:
            self._journal.forget_commit(number)
        lost, first = len(self._damaged), min(self._damaged)
        text = f"{lost} damaged commits belong to no open table (the first is {first})"
        self._say(f"{text}; see {self._aside}")

    def _table(self, row: TableRow, commits: list[CommitRow]) -> Table | None:
        try:
            if not row.sound:
                raise Damaged("how it was opened cannot be read")
            story = self._story(row, commits)
            if not story.table.log.n:
                raise Damaged("none of its moves can be read")
            return story.end(self._pulse.clock)
        except (JournalFailed, UnsoundError, sqlite3.Error):
            raise
        except Exception as fault:  # noqa: BLE001  (the edge of a table: what cannot be folded is set aside, alone)
            self._keep_a_copy()
            why = str(fault) if isinstance(fault, Damaged) else whereabouts(fault)  # whose text may name cards
            self._journal.end_table(row.number, why)
            text = f"table {plain(str(row.code)):.20} is set aside, as it cannot be restored: {why}"
            self._say(f"{text}; see {self._aside}")
            return None

    def _story(self, row: TableRow, tail: list[CommitRow]) -> _Story:
        """The table at the last commit that is sound; from its checkpoint on if there is a sound one."""
        story = self._at_checkpoint(row)
        if story is not None:
            commits, begin = [one for one in tail if one.number > story.stored.upto], 0
        else:
            commits = list(self._journal.kept.commits_of(row.number)) if row.first < self._since else tail
            begin, story = self._beginning(row, commits)
        waiting = Waiting(commits[0].number, story.table) if commits else None
        found = (0, Counted(read_room(row.room))) if story.stored.upto == 0 else self._journal.kept.games(row.number)
        if found is not None and found[0] >= story.stored.upto:
            story.counted_to, story.stored.counted = found
        for at in range(begin, len(commits)):
            try:
                story.go_on(commits[at])
            except Damaged as fault:
                self._cut_off(story, commits[at], len(commits) - at, fault)
                break
        self._journal.checkpoints.put_table(row.number, story.stored, waiting)
        return story

    def _at_checkpoint(self, row: TableRow) -> _Story | None:
        """The table as its checkpoint has it; None if there is none that can be read."""
        found = self._checkpoints.pop(row.number, None)
        if found is None:
            return None
        try:
            if not found.sound:
                raise Damaged("it is not what was written")
            kept = read_checkpoint(found.body)
        except Damaged as fault:
            self._keep_a_copy()
            self._journal.forget_checkpoint(row.number)
            self._say(f"the checkpoint of table {plain(str(row.code)):.20} is passed over: {fault}; see {self._aside}")
            return None
        table = Table(row.number, kept.room, row.bot_pause, row.bot_secret, self._entropy)
        if kept.state is not None:
            table.play.game = GameAtTable(kept.state, table.log.note_all)
        table.log.pass_over(kept.n)
        table.log.rebase(kept.room, kept.state, now=True)
        table.log.earlier = partial(self._journal.kept.entries_before, row.number, kept.last, kept.n)
        return _Story(table, Stored(found.upto, kept.last, kept.n), kept.places, kept.times, kept.access)

    def _beginning(self, row: TableRow, commits: list[CommitRow]) -> tuple[int, _Story]:
        """The commit from which on all is folded, and the table before it. Of old games only the room is looked at."""
        try:
            begin, story = _beginning(commits), self._new_story(row)
            for commit in commits[:begin]:
                story.pass_over(commit)
            story.table.log.rebase(story.table.room, None, now=True)
        except Damaged:  # where exactly, and what was before, is found by folding everything
            return 0, self._new_story(row)
        return begin, story

    def _new_story(self, row: TableRow) -> _Story:
        return _Story(Table(row.number, read_room(row.room), row.bot_pause, row.bot_secret, self._entropy))

    def _cut_off(self, story: _Story, commit: CommitRow, lost: int, fault: Damaged) -> None:
        self._keep_a_copy()
        self._journal.forget_commits(story.table.number, commit.number)
        if story.counted_to >= commit.number:
            story.stored.counted = None
        room = story.table.room
        self._say(f"table {room.code} ({clean(room.name)}) lost its last {lost} moves: {fault}; see {self._aside}")

    def _keep_a_copy(self) -> None:
        if not self._at_once:
            raise UnsoundError
        if self._aside is None:
            self._aside = str(self._journal.copy_aside())

    def _say(self, text: str) -> None:
        if not self._at_once:
            raise UnsoundError
        self.messages.append(text)


def _beginning(commits: list[CommitRow]) -> int:
    """The commit that opens a game and has all entries behind it that may be replayed to somebody; else the first.

    Raises Damaged.
    """
    behind = 0
    for at in range(len(commits) - 1, -1, -1):
        found = extent(commits[at].body)
        behind += found.entries
        if found.opens and behind >= numbers.ENTRIES_KEPT:
            return at
    return 0


class _Story:
    """A table, made again commit by commit."""

    def __init__(
        self,
        table: Table,
        stored: Stored | None = None,
        places: tuple[MemberPlace, ...] = (),
        times: Times = Times(),  # noqa: B008  (a frozen value)
        access: Access = Access(),  # noqa: B008
    ) -> None:
        self.table = table
        self.stored = Stored(0, 0, 0) if stored is None else stored
        self.counted_to = 0
        """The last commit of which the games are counted already."""
        self._places = places
        self._times = times
        self._access = access

    def pass_over(self, row: CommitRow) -> None:
        """Fold a commit of an old game, as far as it is about the room. Raises Damaged."""
        kept = self._read(row, of_room=True)
        try:
            for logged in kept.entries:
                if isinstance(logged.event, RoomEvent):
                    logged.event.fold(self.table.room)
        except Exception as fault:  # whatever nonsense brings about
            raise Damaged("an old entry does not fit those before it") from fault
        self.table.log.pass_over(kept.extent.entries)
        self._take(row, kept)

    def _read(self, row: CommitRow, *, of_room: bool = False) -> Kept:
        """The commit, if it is sound and follows the table's last one. Raises Damaged."""
        if not row.sound:
            raise Damaged("a commit is damaged")
        kept, n = read_commit(row.body, of_room=of_room), self.table.log.n
        if kept.extent.entries and kept.extent.first != n + 1:
            raise Damaged(f"entry {n + 1} is missing")
        return kept

    def _take(self, row: CommitRow, kept: Kept) -> None:
        self.stored.upto = row.number
        if kept.extent.entries:
            self.stored.last, self.stored.n = row.number, self.table.log.n
        self._times = kept.times
        self._places = self._places if kept.places is None else kept.places
        self._access = self._access if kept.access is None else kept.access

    def go_on(self, row: CommitRow) -> None:
        """Fold one commit. Raises Damaged, with the table as it was before."""
        kept = self._read(row)
        log = self.table.log
        self._check_seed(kept)
        try:
            self._fold(kept)
        except Exception as fault:  # whatever nonsense brings about
            self._back()
            raise Damaged(f"entry {log.n + 1} does not fit those before it") from fault
        self._take(row, kept)
        self._count(row, kept)

    def _count(self, row: CommitRow, kept: Kept) -> None:
        if self.stored.counted is None or row.number <= self.counted_to:
            return
        events, actions = (logged.event for logged in kept.entries), (action.kind for action in kept.actions)
        try:
            self.stored.counted.take(events, actions, kept.seed, row.wall)
        except Damaged:
            self.stored.counted = None  # the list reads all commits of this table

    def _fold(self, kept: Kept) -> None:
        log, room = self.table.log, self.table.room
        opened = False
        for logged in kept.entries:
            event = logged.event
            log.note(event)
            if isinstance(event, GameOpened):
                opened = True
                self._open_game(room, event, kept.seed or b"")
            elif isinstance(event, GamePlaced):
                opened = True
                self.table.play.game = GameAtTable(state_at(event.position or "", room.rules), log.note_all)
            elif isinstance(event, GameCleared):
                self.table.play.game = None
            if isinstance(event, RoomEvent):
                event.fold(room)
            elif self.table.play.game is not None:
                evolve(self.table.play.game.state, event)
        log.settle()
        if kept.entries:
            log.rebase(room, None if self.table.play.game is None else self.table.play.game.state, now=opened)

    def _back(self) -> None:
        """To the end of the commit before."""
        table = self.table
        table.log.drop()
        table.room, state = table.log.rebuilt()
        if state is None:
            table.play.game = None
        elif table.play.game is not None:
            table.play.game.state = state

    def _check_seed(self, kept: Kept) -> None:
        if kept.seed is None and any(isinstance(logged.event, GameOpened) for logged in kept.entries):
            raise Damaged("a game has no seed")

    def _open_game(self, room: Room, event: GameOpened, seed: bytes) -> None:
        table = self.table
        table.play.game = GameAtTable(new_game(room.rules, event.seated, seed, event.chosen), table.log.note_all)

    def end(self, now: float) -> Table:
        """The table as it was at the last commit, `now` at the latest."""
        restart.recover(self.table, self._places, self._access, self._times, now)
        return self.table
