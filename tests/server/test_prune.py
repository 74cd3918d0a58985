"""Pruning removes what is over, and nothing that anybody may still need."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.harness import play_out, start
from tests.server.recorded import JOURNALS, WALL, Stored, differences, gather, picture, states
from tests.server.test_old_journals import copied, recorded_of
from uno_protocol import messages as m
from uno_server.archive import prune as pruning
from uno_server.archive.prune import prune
from uno_server.archive.reader import Archive, check, opened
from uno_server.journal import database
from uno_server.journal.backup import copies
from uno_server.journal.database import CannotOpen
from uno_server.journal.store import DiskJournal

EVER = float("inf")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the journal that is recorded of today's version; one of its tables has ended."""
    return copied(JOURNALS / f"v{database.VERSION}", tmp_path)


def ask(directory: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(directory / database.FILE, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


def test_what_has_ended_goes_and_all_else_is_as_it_was(kept: Path) -> None:
    found = prune(kept, EVER)
    assert (found.tables, found.sessions) == (1, 0)
    recorded = recorded_of(kept)["states"]
    assert "tables closed" not in recorded
    world = Stored(kept)
    assert world.told == []
    assert differences(recorded, states(picture(world.recovered, world.now))) == []
    world.journal.abandon()
    with opened(kept) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        assert len(archive.tables) == 15
    assert prune(kept, EVER)[:3] == (0, 0, 0)


def test_only_what_ended_before_that_day(kept: Path) -> None:
    assert prune(kept, WALL, dry_run=True).tables == 0
    assert prune(kept, WALL + 24 * 3600, dry_run=True).tables == 1
    assert prune(kept, WALL).tables == 0
    assert len(ask(kept, "SELECT * FROM tables")) == 16


def test_a_dry_run_changes_nothing(kept: Path) -> None:
    before = (kept / database.FILE).read_bytes()
    found = prune(kept, EVER, dry_run=True)
    assert found.tables == 1
    assert found.commits > 10
    assert (kept / database.FILE).read_bytes() == before
    assert prune(kept, EVER)[:3] == found[:3]


def test_beside_a_server_goes_what_goes_without_one(kept: Path, tmp_path: Path) -> None:
    (alone := tmp_path / "alone").mkdir()
    copied(kept, alone)
    found = prune(alone, EVER)
    journal = DiskJournal.open(kept)
    journal.back_up()
    assert prune(kept, EVER) == found._replace(bytes=0)
    for name in ("commits", "tables", "sessions", "checkpoints", "answers"):
        sql = f"SELECT * FROM {name} ORDER BY number"
        assert ask(kept, sql) == ask(alone, sql)
    with closing(sqlite3.connect(copies(kept / database.FILE)[0])) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (15,)
    assert not copies(kept / database.FILE)[1].exists()
    journal.abandon()


def test_a_server_goes_on_while_what_is_over_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world, seed = over(tmp_path)
    people = gather(world, "hall", "cem dora")
    start(people)
    numbers: list[int] = []

    def pause(_: float) -> None:
        """The server has the journal between two slices."""
        numbers.append(world.journal.durable)
        if not any(one.move() for one in people):
            assert [one.ask(m.Ready) for one in people]

    monkeypatch.setattr("time.sleep", pause)
    monkeypatch.setattr(pruning, "SLICE_SECONDS", 0.0)
    assert prune(tmp_path, EVER).tables == 1
    assert len(set(numbers)) > 20
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.suffix in (".db", ".backup-1"))
    assert bytes.fromhex(seed) not in left
    state, n = world.state("hall").copy(), world.table("hall").log.n
    world.journal.abandon()
    again = Stored(tmp_path)
    assert again.told == []
    assert (again.recovered.lobby.find("hall") or world.table("hall")).log.n == n
    assert next(iter(again.recovered.lobby)).state == state
    again.journal.abandon()
    with opened(tmp_path) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        assert [table.code for table in archive.tables.values()] == [world.table("hall").room.code]


def test_what_was_interrupted_is_brought_to_its_end(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = DiskJournal.open(kept)

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pruning, "SLICE_SECONDS", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr("time.sleep", stop)
        with pytest.raises(KeyboardInterrupt):
            prune(kept, EVER)
    with opened(kept) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        assert len(archive.tables) == 15
    prune(kept, EVER)
    assert ask(kept, "SELECT count(*) FROM tables") == [(15,)]
    assert ask(kept, "SELECT count(*) FROM commits WHERE tab NOT IN (SELECT number FROM tables)") == [(0,)]
    journal.abandon()


def test_where_there_is_no_journal_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no journal"):
        prune(tmp_path / "nowhere", EVER)
    assert list(tmp_path.iterdir()) == []


def over(directory: Path) -> tuple[Stored, str]:
    """A server at which one game was played to its end, its table closed; and the game's seed."""
    world = Stored(directory)
    world.go_on()
    ann, bob = gather(world, "kitchen", "ann bob")
    start([ann, bob])
    play_out(world, [ann, bob])
    seed = world.state("kitchen").seed.hex()
    for one in (ann, bob):
        assert isinstance(one.ask(m.LeaveTable), m.Ok)
    return world, seed


def test_no_number_is_ever_given_again(tmp_path: Path) -> None:
    world, _ = over(tmp_path)
    world.journal.close(world.now)
    with closing(sqlite3.connect(tmp_path / database.FILE)) as connection:
        connection.execute("UPDATE sessions SET ended = 1.0")
        connection.commit()
    numbers = [ask(tmp_path, f"SELECT max(number) FROM {name}") for name in ("sessions", "tables", "commits")]
    found = prune(tmp_path, EVER)
    assert (found.tables, found.sessions) == (1, 2)
    assert [ask(tmp_path, f"SELECT max(number) FROM {name}") for name in ("sessions", "tables", "commits")] == numbers
    assert [ask(tmp_path, f"SELECT count(*) FROM {name}") for name in ("sessions", "tables", "commits")] == [[(1,)]] * 3
    again = Stored(tmp_path)
    assert again.told == []
    again.go_on()
    gather(again, "kitchen", "cem dora")
    assert again.table("kitchen").number == 2
    assert [session.number for session in again.hub.sessions] == [3, 4]
    again.journal.close(again.now)
    assert prune(tmp_path, EVER)[:2] == (0, 0)
    assert ask(tmp_path, "SELECT number FROM tables") == [(2,)]
    with opened(tmp_path) as connection:
        assert list(check(Archive(connection))) == []


def test_a_repeated_request_has_its_answer_though_its_table_is_gone(tmp_path: Path) -> None:
    world, _ = over(tmp_path)
    ann = world.person("eve")
    assert isinstance(ann.ask(m.JoinTable, table="hall", new=m.NewTable(seats=2)), m.Joined)
    assert isinstance(ann.ask(m.LeaveTable), m.Ok)
    world.journal.close(world.now)
    prune(tmp_path, EVER)
    again = Stored(tmp_path)
    assert again.told == []
    again.go_on()
    ann.link, ann.table, ann.world = None, None, again
    ann.resume()
    assert ann.last(m.Resumed).last_id == ann.last_id
    before = ann.answer(1)
    heard = len(ann.heard)
    ann.say(m.JoinTable(id=1, table="hall", new=m.NewTable(seats=2)))
    assert ann.heard[heard:] == [before]
    assert len(again.hub.lobby) == 0
    again.journal.abandon()


def test_nothing_of_what_was_removed_is_left_in_the_file(tmp_path: Path) -> None:
    world, seed = over(tmp_path)
    world.journal.close(world.now)
    assert b"kitchen" in (tmp_path / database.FILE).read_bytes()
    assert bytes.fromhex(seed) in (tmp_path / database.FILE).read_bytes()
    assert prune(tmp_path, EVER).bytes > 4096
    left = (tmp_path / database.FILE).read_bytes()
    assert bytes.fromhex(seed) not in left
    assert seed.encode() not in left


def test_a_step_for_many_rows_has_no_text_of_its_own(kept: Path) -> None:
    with pruning._writable(kept) as connection:
        pruning._plan(connection, EVER)
        steps = [(sql, values) for sql, values in pruning._steps(connection) if "FROM commits" in sql]
    rows = sum(len(values) for _, values in steps)
    assert rows > 5 * pruning.AT_ONCE
    assert len(steps) <= rows / pruning.AT_ONCE + 1
    assert len({id(sql) for sql, _ in steps}) <= 2
