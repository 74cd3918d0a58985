"""Pruning removes what is over, upkeep moves finished games to records, and nothing goes that anybody may need."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import play_out, start
from tests.server.recorded import WALL, ask, copied, gather, started
from tests.server.test_archive_cli import tidied
from uno_protocol import messages as m
from uno_server.archive import cli
from uno_server.archive import prune as pruning
from uno_server.archive.opening import opened
from uno_server.archive.prune import DAY, Pruner, Retention, due, prune
from uno_server.archive.reader import Archive, check
from uno_server.journal import recovery, upkeep
from uno_server.journal.database import FILE, Damaged
from uno_server.journal.repair import copies
from uno_server.journal.store import DiskJournal, JournalFailed

pytestmark = pytest.mark.fast

EVER = float("inf")


def contents(directory: Path) -> list[list[tuple[object, ...]]]:
    return [ask(directory, f"SELECT * FROM {of} ORDER BY number") for of in ("tables", "sessions", "entries", "games")]


def agrees(directory: Path) -> int:
    """Every game is there, and follows from its seed; how many tables there are."""
    with opened(directory) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        return len(archive.tables)


def over(world: Crashing) -> str:
    """Play a game to its end, and close its table; the game's seed."""
    people = started(world, "kitchen", "ann bob")
    play_out(world, people)
    seed = world.state("kitchen").seed.hex()
    for one in people:
        assert isinstance(one.ask(m.LeaveTable), m.Ok)
    return seed


def test_what_has_ended_goes_and_all_else_is_as_it_was(kept: Path) -> None:
    tables, sessions, entries, games = contents(kept)
    assert prune(kept, EVER) == (1, 1)
    tables, games = ([row for row in rows if row[at] != 1] for rows, at in ((tables, 0), (games, 1)))
    assert contents(kept) == [tables, sessions, [row for row in entries if row[1] != 1], games]
    assert agrees(kept) == 12
    assert prune(kept, EVER) == (0, 0)


def test_what_is_typed_is_carried_out(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for argv, said, left in (
        ("--all-finished --dry-run", "would remove: tables 1, games 1\n", 13),
        ("--older-than 999999", "removed: tables 0, games 0\n", 13),
        ("--older-than 1", "removed: tables 1, games 1\n", 12),
    ):
        assert cli.run(["prune", *argv.split()], {"UNO_DATA_DIR": str(kept)}) == 0
        assert capsys.readouterr().out.startswith(said)
        assert ask(kept, "SELECT count(*) FROM known") == [(left,)]


def test_beside_a_server_goes_what_goes_without_one(kept: Path, tmp_path: Path) -> None:
    (alone := tmp_path / "alone").mkdir()
    found = prune(copied(alone), EVER)
    with opened(kept) as connection:
        seed = Archive(connection).find("1").head.seed
    journal = DiskJournal.open(kept)
    journal.back_up()
    newer, older = copies(kept / FILE)
    assert seed in newer.read_bytes()
    assert prune(kept, EVER) == found
    assert contents(kept) == contents(alone)
    with closing(sqlite3.connect(newer)) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (12,)
    assert seed not in newer.read_bytes()
    assert not older.exists()
    abandon(journal)


def test_what_was_interrupted_is_brought_to_its_end(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = iter((True, True, False, False, False))  # one of them for the summary
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "SLICE_SECONDS", 0.0)
        prune(kept, EVER, go_on=lambda: next(steps))
    assert agrees(kept) == 13
    prune(kept, EVER)
    assert agrees(kept) == 12
    assert ask(kept, "SELECT count(*) FROM entries WHERE tab NOT IN (SELECT number FROM known)") == [(0,)]


def test_nothing_is_left_in_the_file_and_no_number_is_given_again(tmp_path: Path, world: Crashing) -> None:
    seed = over(world)
    world.journal.close(world.now)
    assert bytes.fromhex(seed) in (tmp_path / FILE).read_bytes()
    size = (tmp_path / FILE).stat().st_size
    prune(tmp_path, EVER)
    left = (tmp_path / FILE).read_bytes()
    assert len(left) < size - 4096
    assert bytes.fromhex(seed) not in left
    assert seed.encode() not in left
    again = Crashing(tmp_path)
    assert again.told == []
    gather(again, "kitchen", "cem dora")
    assert again.table("kitchen").number == 2


def test_in_a_journal_that_is_too_large_the_oldest_is_due(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(
        tidied(kept), "INSERT INTO ended SELECT number, ?, NULL, body, sum FROM tables WHERE number = 2", WALL + 2 * DAY
    )
    assert due(kept, Retention(0, 1), WALL) is None
    for room, gone in ((0.999, 1), (0.1, 2)):
        monkeypatch.setattr(pruning, "MIB", (kept / FILE).stat().st_size - 1)
        monkeypatch.setattr(pruning, "ROOM", room)
        before = due(kept, Retention(0, 1), WALL)
        assert before is not None
        assert prune(kept, before, dry_run=True)[0] == gone


def test_what_is_over_is_due_when_it_is_old_enough(kept: Path) -> None:
    assert due(kept, Retention(10, 0), WALL + 5 * DAY) is None
    assert due(kept, Retention(10, 0), WALL + 11 * DAY) == WALL + DAY
    assert due(kept, Retention(0, 0), WALL + 1000 * DAY) is None


def looked_after(directory: Path, *, stopped: bool = False) -> list[str]:
    """What is said when a server looks at it."""
    said: list[str] = []
    journal = DiskJournal.open(directory)
    pruner = Pruner(directory, Retention(1, 0), said.append, said.append)
    if stopped:
        pruner.stopped.set()
    pruner.look()
    abandon(journal)
    return said


def test_it_goes_beside_a_server_and_that_is_said_in_words(kept: Path) -> None:
    assert time.time() > WALL + 2 * DAY
    assert looked_after(kept, stopped=True) == []
    assert looked_after(kept) == ["pruned what ended long ago: tables 1, games 1"]
    assert ask(kept, "SELECT count(*) FROM ended") == [(0,)]
    assert looked_after(kept) == []


def test_a_table_that_stays_open_keeps_its_last_two_games(world: Crashing, tmp_path: Path) -> None:  # P-8.10
    people = started(world, "office", "ann bob")
    for _ in range(3):
        play_out(world, people)
        start(people)
    world.journal.tidy()
    now = world.calendar + world.now
    assert due(tmp_path, Retention(10, 0), now + 9 * DAY) is None
    before = due(tmp_path, Retention(10, 0), now + 11 * DAY)
    assert before == now + DAY
    (first, *others) = ask(tmp_path, "SELECT number, ended IS NULL FROM games ORDER BY number")
    assert [running for _, running in others] == [0, 0, 1]
    assert prune(tmp_path, before) == (0, 2)
    assert ask(tmp_path, "SELECT number, ended IS NULL FROM games ORDER BY number") == others[1:]
    assert (first[0],) in ask(tmp_path, "SELECT number FROM numbers")
    assert due(tmp_path, Retention(10, 0), now + 11 * DAY) is None
    world.crash(*people)
    assert agrees(tmp_path) == 1


def test_without_a_bound_nothing_is_begun(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", lambda _self: pytest.fail("a thread"))
    Pruner(kept, Retention(0, 0), print, print).start()


def test_a_fault_is_one_line(tmp_path: Path) -> None:
    said: list[str] = []
    Pruner(tmp_path, Retention(1, 0), print, said.append).look()
    assert said == [f"the journal is not pruned: no journal in {tmp_path}"]
    assert list(tmp_path.iterdir()) == []


ENTRIES = "SELECT number FROM entries WHERE tab = {} ORDER BY number"


@pytest.fixture
def keeps_20(world: Crashing, monkeypatch: pytest.MonkeyPatch) -> Crashing:
    """A server whose tables keep twenty entries for those who miss some."""
    monkeypatch.setattr(upkeep, "ENTRIES_KEPT", 20)
    world.journal.tidy()
    return world


def test_a_finished_game_moves_to_a_record_and_its_last_entries_stay(keeps_20: Crashing, tmp_path: Path) -> None:
    world = keeps_20
    people = started(world, "hall", "ann bob")
    play_out(world, people)
    table = world.table("hall")
    world.journal.tidy()
    assert ask(tmp_path, "SELECT count(*) FROM games WHERE record IS NOT NULL") == [(1,)]
    there = recovery.events_before(world.journal, table.notes.last, table.log.n)
    assert 20 <= len(there) < 40
    start(people)  # of this one all entries are needed
    while len(ask(tmp_path, ENTRIES.format(1))) < 60:
        assert any(one.move() for one in people) or [one.ask(m.Ready) for one in people]
    upkeep.tidy(world.journal.connection, [1])
    assert ask(tmp_path, ENTRIES.format(1))[0] == (table.notes.game,)
    agrees(tmp_path)


def test_a_record_of_a_damaged_game_tells_it_up_to_the_damage_as_its_entries_did(kept: Path) -> None:
    (game, table, last), *_ = ask(kept, "SELECT number, tab, last FROM games WHERE ended IS NOT NULL")
    entries = ask(kept, f"SELECT number FROM entries WHERE tab = {table} AND number BETWEEN {game} AND {last}")
    ask(kept, f"UPDATE entries SET sum = sum + 1 WHERE number = {entries[len(entries) // 2][0]}")
    told = up_to_damage(kept, game)
    assert told == [number for (number,) in entries[: len(entries) // 2]]
    assert up_to_damage(tidied(kept), game) == told


def up_to_damage(directory: Path, number: object) -> list[int]:
    """The commits of a game that can be read."""
    read: list[int] = []
    with opened(directory) as connection:
        archive = Archive(connection)
        moments = archive.moments(next(game for game in archive.games if game.row == number))
        with pytest.raises(Damaged):
            read.extend(moment.commit for moment in moments)
    return read


def test_no_entries_go_because_of_what_a_damaged_table_says(kept: Path) -> None:
    for name in ("tables", "ended"):
        ask(kept, f"UPDATE {name} SET sum = sum + 1")
    there = ask(kept, "SELECT number FROM entries")
    with closing(upkeep.connected(kept / FILE)) as connection:
        upkeep.tidy(connection, range(1, 20))
    assert ask(kept, "SELECT number FROM entries") == there


def test_a_table_without_a_game_keeps_no_more_than_somebody_may_have_missed(keeps_20: Crashing) -> None:
    world = keeps_20
    ann, _ = gather(world, "hall", "ann bob")
    for ready in (True, False) * 40:
        world.wait(1.0)
        ann.ask(m.Ready, ready=ready)
        if world.journal.untidy:
            world.journal.tidy()
    table = world.table("hall")
    kept = recovery.events_before(world.journal, table.notes.last, table.log.n)
    assert table.log.n > 80
    assert 20 <= len(kept) < 75


def test_of_a_table_that_has_ended_only_the_record_stays_though_at_first_the_upkeep_failed(
    tmp_path: Path, world: Crashing, monkeypatch: pytest.MonkeyPatch
) -> None:
    over(world)
    left = set(world.journal.untidy)
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "tidy", Mock(side_effect=sqlite3.OperationalError("database is locked")))
        with pytest.raises(JournalFailed):
            world.journal.tidy()
    assert world.journal.untidy == left != set()
    world.journal.tidy()
    assert ask(tmp_path, ENTRIES.format(1)) == []
    agrees(tmp_path)


def test_after_a_start_it_looks_at_all_but_what_was_set_aside(tmp_path: Path, world: Crashing) -> None:
    over(world)
    gather(world, "hall", "cem dora")
    gather(world, "cellar", "eve fay")
    world.journal.set_aside(3, "damaged")
    world.crash()
    before = ask(tmp_path, "SELECT number FROM entries WHERE tab > 1")
    assert world.journal.untidy
    world.journal.tidy()
    assert ask(tmp_path, "SELECT number FROM entries") == before
