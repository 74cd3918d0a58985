"""A recovery reads a checkpoint of each table and what came after it, and all is as if it had read everything."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Entropy, Person, play_out, playing, start
from tests.server.recorded import JOURNALS, Stored
from tests.server.recorded import picture as hub_picture
from tests.server.test_old_journals import copied
from uno_protocol import messages as m
from uno_server.archive import reader
from uno_server.archive.reader import Archive, KeptTable, opened
from uno_server.base import limits
from uno_server.journal import recovery
from uno_server.journal.database import FILE, LAST
from uno_server.journal.games import Counted
from uno_server.journal.records import Glance, glance, read_checkpoint, write_checkpoint
from uno_server.journal.rows import CommitRow
from uno_server.journal.store import DiskJournal, JournalFailed
from uno_server.table.table import Table

TAIL = 10


def played(directory: Path, moves: int = 40) -> tuple[Crashing, list[Person]]:
    world = Crashing(directory / "live", tail=TAIL)
    people = playing(world, "ann bob cem", seats=4, bots=["normal"], options={"goal": "points", "target": "500"})
    move(world, people, moves)
    return world, people


def move(world: Crashing, people: list[Person], moves: int) -> None:
    for _ in range(moves):
        if not any(person.move() for person in people):
            world.wait(1.0)


def state_of(world: Crashing) -> tuple[object, ...]:
    """The table as far as a restart leaves it: without who is connected."""
    table = world.table()
    members = [(one.session, one.seat, one.dealt) for one in table.members.values()]
    return table.number, table.room.options, table.state, members


def recovered(directory: Path, to: Path, *sqls: str) -> tuple[object, ...]:
    """Everything that a recovery makes of a copy of the journal, after these statements."""
    to.mkdir()
    for name in (FILE, f"{FILE}-wal", LAST):
        shutil.copyfile(directory / name, to / name)
    for sql in sqls:
        ask(to, sql)
    journal = DiskJournal.open(to)
    journal.wall = lambda: 1_000_100.0
    found = recovery.new_hub(journal, name="the test", entropy=Entropy(7))
    hub = found.hub
    logs = {table.number: table.log.missed(max(0, table.log.n - limits.ENTRIES_KEPT), 0) for table in hub.lobby}
    answers = {session.number: (session.last_id, session.answers) for session in hub.sessions}
    journal.abandon()
    return hub_picture(hub, found.now), logs, answers


def agree(world: Crashing, tmp_path: Path) -> None:
    """A recovery with checkpoints gives what one without them gives."""
    forget = [f"DELETE FROM {name}" for name in ("checkpoints", "answers", "tail")]
    with_, without = (
        recovered(world.directory, tmp_path / f"copy {world.journal.durable} {len(sqls)}", *sqls)
        for sqls in ([], forget)
    )
    assert with_ == without
    counts_right(world.directory)


def counts_right(directory: Path) -> dict[int, KeptTable]:
    """Check that a list tells what reading every commit tells. Gives its tables."""
    with opened(directory) as connection:
        counted, walked = Archive(connection), Archive(connection)
        counted.count()
        for _ in walked.walk():
            pass
    assert counted.tables == walked.tables
    return counted.tables


def ask(directory: Path, sql: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the commits that recoveries have folded."""
    numbers: list[int] = []
    go_on = recovery._Story.go_on

    def noted(story: recovery._Story, row: CommitRow) -> None:
        numbers.append(row.number)
        go_on(story, row)

    monkeypatch.setattr(recovery._Story, "go_on", noted)
    return numbers


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_checkpoint_holds_all_that_a_table_is(tmp_path: Path, version: str) -> None:
    world = Stored(copied(JOURNALS / version, tmp_path))
    tables = list(world.recovered.lobby)
    for table in tables:
        kept = read_checkpoint(write_checkpoint(table, 7))
        assert (kept.n, kept.last, kept.room, kept.state) == (table.log.n, 7, table.room, table.state)
        assert (kept.places, kept.times, kept.access) == (table.places_kept, table.times_kept, table.access)
        assert (kept.state and kept.state.effects) == (table.state and table.state.effects)
    assert sum(table.state is not None for table in tables) > 8
    world.journal.abandon()


def test_rules_that_the_host_has_changed_since_the_game_are_not_those_of_the_game(tmp_path: Path) -> None:
    world = Stored(copied(JOURNALS / "v2", tmp_path))
    table = next(table for table in world.recovered.lobby if table.state is not None)
    assert table.state is not None
    table.room.options = {"hand_size": "3"}
    table.rules = table.room.rules
    assert table.state.rules != table.rules
    assert read_checkpoint(write_checkpoint(table, 7)).state == table.state
    world.journal.abandon()


def test_only_what_comes_after_the_checkpoint_is_folded(tmp_path: Path, folded: list[int]) -> None:
    world, people = played(tmp_path, 60)
    last = world.journal.durable
    assert last > 5 * TAIL
    agree(world, tmp_path)
    folded.clear()
    world.crash(*people)
    assert world.told == []
    assert folded
    assert min(folded) >= last - 2 * TAIL
    for person in people:
        person.resume()
        assert person.agrees()
    play_out(world, people)


def test_who_was_away_for_long_gets_what_was_before_the_checkpoint(tmp_path: Path) -> None:
    world, people = played(tmp_path, 10)
    ann, *others = people
    assert ann.table is not None
    seen = ann.table.n
    ann.drop()
    world.wait(1.0)
    move(world, others, 40)
    world.crash(*others)
    for person in others:
        person.resume()
    heard = len(ann.heard)
    ann.resume(seen=seen)
    assert [one.n for one in ann.heard[heard:] if isinstance(one, m.Entry)][:2] == [seen + 1, seen + 2]
    assert not any(isinstance(one, m.Snapshot) for one in ann.heard[heard:])
    assert ann.agrees()


def test_where_what_was_before_is_damaged_there_is_a_snapshot(tmp_path: Path) -> None:
    world, people = played(tmp_path)
    ask(world.directory, "UPDATE commits SET sum = sum + 1 WHERE number BETWEEN 20 AND 30")
    world.crash(*people)
    assert world.told == []
    assert world.table().log.missed(0, 0) is None
    for person in people:
        person.resume(seen=1)
        assert person.agrees()


def test_a_damaged_checkpoint_costs_nothing_but_time(tmp_path: Path, folded: list[int]) -> None:
    world, people = played(tmp_path)
    before = state_of(world)
    ask(world.directory, "UPDATE checkpoints SET body = substr(body, 1, 30) || x'00' || substr(body, 32)")
    world.crash(*people)
    assert "checkpoint" in world.told[0]
    assert state_of(world) == before
    assert min(folded) < TAIL
    world.crash(*people)
    assert world.told == []
    assert state_of(world) == before
    for person in people:
        person.resume()
        assert person.agrees()


@pytest.mark.parametrize("sql", ["DELETE FROM tail", "UPDATE tail SET since = since + 20", "DELETE FROM checkpoints"])
def test_what_is_not_known_is_read_from_the_beginning(tmp_path: Path, sql: str) -> None:
    world, _ = played(tmp_path)
    assert recovered(world.directory, tmp_path / "a", sql) == recovered(world.directory, tmp_path / "b")


@pytest.mark.parametrize("damage", ["", "UPDATE answers SET body = x'90'"])
def test_answers_from_before_the_tail_are_known(tmp_path: Path, damage: str) -> None:
    world, people = played(tmp_path, 12)
    ann = people[0]
    asked, answers = ann.last_id, dict(world.hub.sessions[1].answers)
    ann.drop()
    world.wait(1.0)
    move(world, people[1:], 40)
    assert ask(world.directory, "SELECT count(*) FROM answers WHERE number = 1") == [(1,)]
    if damage:
        ask(world.directory, damage)
    world.crash(*people)
    ann.resume(seen=None)
    assert ann.last(m.Resumed).last_id == asked
    assert {id: answers[id] for id in world.hub.sessions[1].answers} == world.hub.sessions[1].answers
    n = world.table().log.n
    ann.say(m.Ready(id=asked))
    assert ann.heard[-1] == answers[asked]
    assert world.table().log.n == n


def test_of_a_session_no_more_answers_are_remembered_than_are_kept(tmp_path: Path) -> None:
    world = Crashing(tmp_path / "live")
    ann = world.person("ann")
    ann.join("T", seats=2)
    for at in range(2 * limits.ANSWERS_KEPT):
        ann.ask(m.Ready, ready=at % 2 == 0)
        world.wait(1.0)
    for _ in range(2):
        assert [len(one.answers) for one in world.journal.checkpoints._sessions.values()] == [limits.ANSWERS_KEPT]
        world.crash(ann)


@pytest.mark.parametrize("number", ["20", "(SELECT upto + 1 FROM checkpoints)"])
def test_numbers_that_are_given_again_are_read_all_the_same(tmp_path: Path, number: str) -> None:
    """Once a table is cut off, a journal can be shorter than it was when the checkpoints were made."""
    world, people = played(tmp_path)
    ask(world.directory, f"UPDATE commits SET sum = sum + 1 WHERE number = {number}")
    if number == "20":
        ask(world.directory, "UPDATE checkpoints SET sum = sum + 1")
    world.crash(*people)
    assert "lost its last" in world.told[-1]
    for moves in (1, 3, 9):
        for person in people:
            person.resume(seen=None)
        move(world, people, moves)
        agree(world, tmp_path)
        before = state_of(world)
        world.crash(*people)
        assert world.told == []
        assert state_of(world) == before


def test_a_number_that_is_given_again_is_behind_the_checkpoint_that_covered_it(tmp_path: Path) -> None:
    world, people = played(tmp_path)
    while [(world.journal.durable,)] != ask(world.directory, "SELECT upto FROM checkpoints"):
        move(world, people, 1)
    before = state_of(world)
    ask(world.directory, "UPDATE commits SET tab = 9 WHERE number = (SELECT max(number) FROM commits)")
    world.journal.abandon()
    found = recovery.new_hub(world._open(), name="killed before it has begun", entropy=Entropy(7))
    assert "belong to no open table" in found.messages[0]
    world.crash(*people)
    assert state_of(world) == before
    for person in people:
        person.resume()
    move(world, people, 3)
    before = state_of(world)
    world.crash(*people)
    assert world.told == []
    assert state_of(world) == before


def test_what_was_before_is_looked_for_at_the_same_table_alone(tmp_path: Path) -> None:
    world = Crashing(tmp_path / "live", tail=TAIL)
    tables_for_two(world, "one", "two")
    stored = world.journal.checkpoints._stored[2]
    assert len(world.journal.kept.entries_before(2, stored.last, stored.n)) == stored.n
    assert world.journal.kept.entries_before(1, stored.last, stored.n) == []


def test_of_what_has_ended_no_checkpoint_is_left(tmp_path: Path) -> None:
    world, people = played(tmp_path)
    assert len(ask(world.directory, "SELECT number FROM checkpoints")) == 1
    for person in people:
        person.ask(m.LeaveTable)
    assert len(world.hub.lobby) == 0
    assert ask(world.directory, "SELECT number FROM checkpoints") == []
    for person in people:
        person.drop()
    world.wait(limits.SESSION_SECONDS + 1)
    world.person("eve")
    assert ask(world.directory, "SELECT number FROM answers") == []


def tables_for_two(world: Crashing, *names: str) -> list[list[Person]]:
    """The people of so many tables, who have begun to play."""
    groups = []
    for name in names:
        people = [world.person(f"{name} {who}") for who in "ab"]
        for person in people:
            person.join(name, seats=2, options={"goal": "points", "target": "500"})
        start(people)
        groups.append(people)
    return groups


def test_the_tail_is_short_however_many_tables_there_are(tmp_path: Path) -> None:
    world = Crashing(tmp_path / "live", tail=TAIL)
    groups = tables_for_two(world, "one", "two", "three")
    for _ in range(20):
        for people in groups:
            any(person.move() for person in people)
    groups.pop()
    for _ in range(30):
        for people in groups:
            any(person.move() for person in people)
    assert world.journal.kept.tail() > world.journal.durable - 2 * TAIL
    agree(world, tmp_path)


def test_a_table_of_which_no_checkpoint_can_be_made_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = Crashing(tmp_path / "live", tail=TAIL)
    ill, well = tables_for_two(world, "ill", "well")
    move(world, ill, 2 * TAIL)
    assert ask(world.directory, "SELECT number FROM checkpoints WHERE number = 1") == [(1,)]

    def failing(table: Table, last: int) -> bytes:
        return write_checkpoint(table, last // (table.room.name != "ill"))

    monkeypatch.setattr("uno_server.journal.checkpoints.write_checkpoint", failing)
    began = world.journal.durable
    move(world, ill, TAIL)
    move(world, well, 3 * TAIL)
    assert world.journal.kept.tail() > world.journal.durable - 2 * TAIL
    move(world, ill, 3)
    assert 1 <= caplog.text.count("no checkpoint of table") <= (world.journal.durable - began) / TAIL
    agree(world, tmp_path)
    before = [table.state for table in world.hub.lobby]
    world.crash(*ill, *well)
    assert world.told == []
    assert [table.state for table in world.hub.lobby] == before
    monkeypatch.undo()
    for person in (*ill, *well):
        person.resume()
    move(world, ill, 2 * TAIL)
    assert ask(world.directory, "SELECT number FROM checkpoints WHERE number = 1") == [(1,)]
    agree(world, tmp_path)


def test_checkpoints_are_stored_with_their_commits_or_not_at_all(tmp_path: Path) -> None:
    world, people = played(tmp_path)
    before = ask(world.directory, "SELECT upto FROM checkpoints")

    def full(step: str) -> None:
        if (
            step == "inserted"
            and world.journal._connection.execute("SELECT upto FROM checkpoints").fetchall() != before
        ):
            raise sqlite3.OperationalError("the disk is full")

    world.journal.step = full
    with pytest.raises(JournalFailed):
        move(world, people, 2 * TAIL)
    assert ask(world.directory, "SELECT upto FROM checkpoints") == before
    world.journal.step = lambda _: None
    agree(world, tmp_path)


@pytest.fixture
def glanced(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The commits that a list had to read."""
    bodies: list[bytes] = []

    def noted(body: bytes, kinds: frozenset[str]) -> Glance:
        bodies.append(body)
        return glance(body, kinds)

    monkeypatch.setattr(reader, "glance", noted)
    return bodies


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_list_tells_what_all_commits_tell(tmp_path: Path, version: str) -> None:
    tables = counts_right(copied(JOURNALS / version, tmp_path))
    assert sum(len(table.games) for table in tables.values()) > 10


@pytest.mark.parametrize("tail", [TAIL, 12_288])
def test_what_has_ended_is_not_read_again_for_a_list(tmp_path: Path, glanced: list[bytes], tail: int) -> None:
    world = Crashing(tmp_path / "live", tail=tail)
    people = playing(world, "ann bob cem", seats=4, bots=["normal"])
    play_out(world, people)
    world.crash(*people)
    for person in people:
        person.resume()
    start(people)
    world.wait(1.0)
    move(world, people, 3)
    world.crash(*people)
    for person in people:
        person.resume()
    play_out(world, people)
    tables = counts_right(world.directory)
    assert [game.finished is None for game in tables[1].games] == [False, False]
    assert tables[1].games[1].moves > 10
    for person in people:
        person.ask(m.LeaveTable)
    glanced.clear()
    assert counts_right(world.directory)[1].ended
    assert glanced == []


def test_of_a_running_game_a_list_reads_the_end_alone(tmp_path: Path, glanced: list[bytes]) -> None:
    world, people = played(tmp_path)
    for _ in range(3):
        counts_right(world.directory)
        assert 0 < len(glanced) <= 2 * TAIL
        glanced.clear()
        world.crash(*people)
        for person in people:
            person.resume()
        move(world, people, 20)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM games WHERE number = 0",
        "DELETE FROM games WHERE number = 1",
        "UPDATE games SET body = x'90'",
        "UPDATE games SET upto = upto + 1",
        "DELETE FROM tail",
    ],
)
def test_what_is_not_known_of_games_is_read_from_the_beginning(tmp_path: Path, sql: str) -> None:
    world, people = played(tmp_path)
    ask(world.directory, sql)
    counts_right(world.directory)
    world.crash(*people)
    for person in people:
        person.resume()
    move(world, people, 30)
    assert counts_right(world.directory)[1].games[0].moves > 40


def test_a_game_that_cannot_be_counted_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("uno_server.journal.games.count_event", lambda *_: 1 / 0)
    world, _ = played(tmp_path)
    assert "are not counted" in caplog.text
    assert ask(world.directory, "SELECT * FROM games") == []
    monkeypatch.undo()
    assert counts_right(world.directory)[1].games[0].moves > 10


def test_once_a_game_cannot_be_counted_the_list_reads_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, people = played(tmp_path)
    assert ask(world.directory, "SELECT number FROM games") == [(0,), (1,)]
    monkeypatch.setattr(Counted, "take", lambda *_: 1 / 0)
    move(world, people, 1)
    monkeypatch.undo()
    for _ in range(2):
        move(world, people, 3 * TAIL)
        counts_right(world.directory)
        world.crash(*people)
        for person in people:
            person.resume()


def test_what_was_counted_before_the_checkpoint_is_not_gone_on_with(tmp_path: Path) -> None:
    world, people = played(tmp_path)
    counted = ask(world.directory, "SELECT * FROM games")
    move(world, people, 3 * TAIL)
    with closing(sqlite3.connect(world.directory / FILE, isolation_level=None)) as connection:
        connection.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?)", counted)
    world.crash(*people)
    for person in people:
        person.resume()
    move(world, people, 3 * TAIL)
    counts_right(world.directory)


def test_what_was_counted_of_moves_that_are_lost_is_not_gone_on_with(tmp_path: Path) -> None:
    world = Crashing(tmp_path / "live", tail=TAIL)
    people = playing(world, "ann bob", seats=2)
    play_out(world, people)
    [(stored,)], [(counted,)] = (
        ask(world.directory, f"SELECT upto FROM {name}") for name in ("checkpoints", "games WHERE number = 0")
    )
    assert stored + 1 < counted
    ask(world.directory, f"UPDATE commits SET sum = sum + 1 WHERE number = {stored + 1}")
    world.crash(*people)
    assert "lost its last" in world.told[0]
    for person in people:
        person.resume(seen=None)
    world.wait(5.0)
    for _ in range(3):
        play_out(world, people)
        counts_right(world.directory)
        start(people)


@pytest.mark.parametrize("change", [{"preset": "quickplay"}, {"seats": 2}])
def test_of_requests_that_are_stored_together_each_is_counted_as_it_was(tmp_path: Path, change: dict[str, Any]) -> None:
    world = Crashing(tmp_path / "live", tail=TAIL)
    people = ann, _ = playing(world, "ann bob", seats=4, options={"goal": "points", "target": "500"})
    move(world, people, 3)
    ann.ask(m.EndGame)
    for person in people:
        person.ask(m.Ready)
    assert ann.link is not None
    first, outputs = ann.last_id + 1, []
    for request in (m.Start(id=first), m.EndGame(id=first + 1), m.ChangeTable(id=first + 2, **change)):
        outputs += world.hub.handle(ann.link, request, world.now)
    world.do(outputs)
    ann.last_id = first + 2
    assert ann.answer(ann.last_id) == m.Ok(id=ann.last_id)
    assert [game.preset for game in counts_right(world.directory)[1].games] == ["official", "official"]
    start(people)
    move(world, people, 2 * TAIL)
    assert len(counts_right(world.directory)[1].games) == 3
    assert ask(world.directory, "SELECT number FROM games") == [(0,), (1,), (2,), (3,)]
