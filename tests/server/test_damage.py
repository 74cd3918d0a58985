"""What is damaged costs as little as can be, and the person at the server reads what is gone (FAULTS 43)."""

import random
import shutil
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import Entropy, Person, play_out, playing
from tests.server.recorded import JOURNALS, ask
from tests.server.test_history import history
from uno_engine.state import State
from uno_protocol import messages as m
from uno_server.core.hub import Hub
from uno_server.journal import database, repair
from uno_server.journal.database import FILE, LAST, OLD, CannotOpen
from uno_server.journal.recovery import new_hub
from uno_server.journal.repair import JUMP
from uno_server.journal.store import DiskJournal, JournalFailed

pytestmark = pytest.mark.fast

LOG = f"{FILE}-wal"


def move(people: list[Person], moves: int) -> None:
    for _ in range(moves):
        assert any(person.move() for person in people)


def spoil(path: Path) -> None:
    """Damage every page but the first of a journal that nobody uses."""
    ask(path.parent, "PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"nonsense" * ((len(whole) - 4096) // 8))


def test_a_damaged_file_falls_back_to_its_backup_and_no_number_is_given_twice(tmp_path: Path, world: Crashing) -> None:
    people = playing(world, options={"goal": "points", "target": "500"})
    move(people, 10)
    world.journal.back_up()
    kept, n, durable = world.state().copy(), world.table().log.n, world.journal.durable
    move(people, 5)
    late = world.person("late")
    lost = world.journal.durable - durable
    world.crash(*people, late, meanwhile=lambda: spoil(tmp_path / FILE))
    (told,) = world.told
    assert told.startswith(f"{tmp_path / FILE} is damaged (")
    assert "games continue from the backup of 20" in told
    assert told.endswith(f": the last {lost} commits are lost")
    (aside,) = [path for path in tmp_path.iterdir() if "damaged" in path.name and path.name in told]
    assert aside.read_bytes()[4096:4104] == b"nonsense"
    assert world.state() == kept
    assert world.journal.durable > durable + JUMP
    assert world.table().log.n >= n + JUMP
    for person in people:
        person.resume()
        assert person.last(m.Snapshot).n >= n + JUMP
        assert person.agrees()
    late.resume()
    assert late.last(m.Error).code == "bad_token"
    eve = world.person("eve")
    assert world.hub.sessions.like("eve")[0].number > durable + JUMP
    eve.join("Other", seats=2)
    assert world.table("Other").number > durable + JUMP
    play_out(world, people)
    world.crash_and_return(*people)
    assert world.told == []


@pytest.mark.parametrize("backup", [True, False])
@pytest.mark.parametrize("how", [" is missing: ", " is damaged ("])
def test_a_file_that_is_lost_goes_on_from_its_backup_if_there_is_one(tmp_path: Path, how: str, *, backup: bool) -> None:
    world = Crashing(tmp_path)
    people = playing(world)
    if backup:
        world.journal.back_up()
    durable = world.journal.durable

    def lost() -> None:
        spoil(tmp_path / FILE)
        for file in database.files_of(tmp_path / FILE) if how == " is missing: " else ():
            file.unlink(missing_ok=True)

    world.crash(*people, meanwhile=lost)
    (told,) = world.told
    assert f"{FILE}{how}" in told
    assert ("games continue from the backup" if backup else ": all games and players are lost") in told
    assert world.journal.durable >= durable + JUMP
    people[0].resume()
    if backup:
        assert people[0].agrees()
    else:
        assert len(world.hub.lobby) == len(world.hub.sessions) == 0
        assert people[0].last(m.Error).code == "bad_token"
        world.person("eve")
        assert world.hub.sessions.like("eve")[0].number > durable + JUMP


def test_a_log_that_has_lost_its_end_is_told_and_those_who_saw_more_get_a_snapshot(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = playing(world)
    move(people, 4)
    n, kept = world.table().log.n, world.state().copy()
    log = (tmp_path / LOG).read_bytes()
    move(people, 3)
    world.crash_and_return(*people, meanwhile=lambda: (tmp_path / LOG).write_bytes(log))
    assert "has lost its end: the last 3 commits are gone" in world.told[0]
    assert world.table().log.n >= n + JUMP
    assert world.state() == kept
    play_out(world, people)
    world.crash_and_return(*people)
    assert world.told == []


def test_who_saw_more_gets_a_snapshot_though_nothing_tells_that_the_log_was_cut(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = playing(world, "ann bob cem")
    move(people, 4)
    log = (tmp_path / LOG).read_bytes()
    move(people, 1)
    (tmp_path / LAST).unlink()
    world.crash(*people, meanwhile=lambda: (tmp_path / LOG).write_bytes(log))
    assert world.told == []
    for person in people:
        person.resume()
        if isinstance(person.heard[-1], m.Error):  # more than there is even now: `bad_seq`
            person.resume(seen=None)
        assert person.agrees()


def test_a_note_that_is_not_what_was_written_means_nothing(tmp_path: Path, world: Crashing) -> None:
    note = (tmp_path / LAST).read_bytes()
    world.crash(meanwhile=lambda: (tmp_path / LAST).write_bytes(note.replace(b" 0", b" 9", 1)))
    assert world.told == []


def test_who_missed_damaged_entries_gets_a_snapshot(tmp_path: Path, world: Crashing) -> None:
    people = playing(world)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    eve.drop()
    move(people, 3)
    ask(tmp_path, "UPDATE entries SET sum = sum + 1 WHERE number = (SELECT max(number) FROM entries)")
    world.crash(*people)
    eve.heard.clear()
    eve.resume()
    assert eve.all(m.Snapshot) != []
    assert eve.agrees()


def test_a_damaged_row_sets_its_table_aside_alone(tmp_path: Path, world: Crashing) -> None:
    ann, bob = playing(world)
    cem = world.person("cem")
    cem.join("Other", seats=2)
    ask(tmp_path, "UPDATE tables SET body = substr(body, 1, 30) WHERE number = 1")
    world.crash(ann, bob, cem)
    assert world.told == ["table 1 is set aside, as it cannot be restored: it is not what was written"]
    cem.resume()
    assert cem.agrees()
    ann.resume()
    assert ann.last(m.Resumed).table is None
    world.crash(ann, bob, cem)
    assert world.told == []


@pytest.mark.parametrize("stopped", [True, False])
def test_a_start_of_the_system_leaves_numbers_out_if_the_server_was_not_stopped(
    tmp_path: Path, world: Crashing, monkeypatch: pytest.MonkeyPatch, *, stopped: bool
) -> None:
    people = playing(world, options={"goal": "points", "target": "500"})
    move(people, 9)
    number, n, counted = world.journal.durable, world.table().log.n, world.table().log.counted().counts
    told = [entry.event for entry in history(people[0]).entries]
    if stopped:
        world.journal.close(world.now)
    monkeypatch.setattr(database, "booted", lambda: "another start")
    world.crash_and_return(*people)
    assert world.told == []
    assert (world.journal.durable > number + JUMP) is (world.table().log.n >= n + JUMP) is not stopped
    assert world.table().log.counted().counts == counted
    for person in people:
        again = history(person)
        assert not again.cut
        assert [entry.event for entry in again.entries][: len(told)] == told or person is not people[0]


@pytest.mark.parametrize(("was", "now", "again"), [("7.0", "7.9", False), ("7.0", "99", True), ("a", "7.0", True)])
def test_where_the_system_has_no_name_for_its_start_the_time_of_it_tells(
    tmp_path: Path, world: Crashing, monkeypatch: pytest.MonkeyPatch, was: str, now: str, *, again: bool
) -> None:
    ask(tmp_path, "UPDATE about SET value = ? WHERE key = 'boot'", was)
    monkeypatch.setattr(database, "booted", lambda: now)
    assert database.has_rebooted(world.journal.connection) is again


def test_who_falls_back_twice_to_one_backup_numbers_nothing_as_before_and_counts_what_is_lost(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = playing(world, options={"goal": "points", "target": "500"})
    world.journal.back_up()
    stored, lost = world.journal.durable, 0
    for at in range(3):
        move(people, 4)
        highest, lost = world.table().log.n, lost + world.journal.durable - stored
        world.crash(*people, meanwhile=lambda: spoil(tmp_path / FILE))
        assert int(world.told[0].split()[-4]) in range(lost, lost + at + 1)  # a start has one of its own
        assert world.table().log.n > highest
        stored = world.journal.durable
        for person in people:
            person.resume()
            assert person.agrees()


def test_a_backup_of_another_journal_is_not_used(tmp_path: Path) -> None:
    world = Crashing(tmp_path / "one")
    playing(world)
    world.journal.back_up()
    world.journal.close(world.now)
    copy = repair.copies(tmp_path / "one" / FILE)[0]
    other = Crashing(tmp_path / "other")

    shutil.copyfile(copy, repair.copies(tmp_path / "other" / FILE)[0])
    other.crash(meanwhile=lambda: spoil(tmp_path / "other" / FILE))
    assert len(other.hub.lobby) == 0


@pytest.mark.parametrize("renamed", range(4))
def test_a_fall_back_may_be_killed_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renamed: int) -> None:
    world = Crashing(tmp_path)
    people = playing(world)
    world.journal.back_up()
    move(people, 1)
    abandon(world.journal)
    spoil(tmp_path / FILE)
    left = iter(range(renamed))
    rename = Path.rename

    def until_killed(path: Path, to: Path) -> Path:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return rename(path, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", until_killed)
        with suppress(KeyboardInterrupt):
            abandon(DiskJournal.open(tmp_path))
    world._go_on()
    assert world.hub.lobby.find("T") is not None
    assert world.table().log.n >= JUMP


@pytest.mark.parametrize("only_writing", [True, False])
def test_damage_that_shows_while_a_server_runs_falls_back_and_is_told(tmp_path: Path, *, only_writing: bool) -> None:
    world = Crashing(tmp_path)
    playing(world)
    world.journal.back_up()

    def damaged(step: str) -> None:
        if step == "inserted":
            fault = sqlite3.DatabaseError("database disk image is malformed")
            fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise fault

    if only_writing:
        world.journal.step = damaged
        with pytest.raises(JournalFailed):
            world.person("eve")
        world.journal.step = lambda _: None
    else:
        ask(tmp_path, "UPDATE now SET sum = 0")
    world.journal.go_back()
    told = new_hub(world.journal, partial(Hub, name="the test", entropy=Entropy(2))).messages[-1]
    assert ("is damaged (database disk image is malformed)" in told) is only_writing
    assert "games continue from the backup" in told


@pytest.mark.parametrize("which", [FILE, LOG, LAST])
def test_whatever_bit_is_flipped_the_server_starts_and_each_table_is_as_it_once_was(tmp_path: Path, which: str) -> None:
    live, once = tmp_path / "live", list[State]()
    world = Crashing(live)
    people = playing(world, options={"goal": "points", "target": "500"})
    for at in range(30):
        any(person.move() for person in people)
        once.append(world.state().copy())
        if at == 10:
            world.journal.back_up()
        if at == 20:
            world.journal.shorten_log()
    abandon(world.journal)
    choice = random.Random(which)
    for number in range(25):
        here = shutil.copytree(live, tmp_path / str(number))
        flipped = bytearray((here / which).read_bytes())
        flipped[choice.randrange(len(flipped))] ^= 1 << choice.randrange(8)
        (here / which).write_bytes(flipped)
        again = Crashing(here)
        table = again.hub.lobby.find("T")
        assert table is not None or again.told
        assert table is None or table.state in once
        abandon(again.journal)
        shutil.rmtree(here)


def test_what_is_not_ours_or_newer_is_left_alone(tmp_path: Path) -> None:
    DiskJournal.open(tmp_path).close(0.0)
    ask(tmp_path, f"PRAGMA user_version = {database.VERSION + 1}")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(CannotOpen, match="was written by a newer uno-server"):
        DiskJournal.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    ask(tmp_path, f"PRAGMA user_version = {database.VERSION ^ 4}")  # one bit
    (again := DiskJournal.open(tmp_path)).close(0.0)
    assert "the header is damaged" in again.messages[0]
    other = tmp_path / "other"
    other.mkdir()
    ask(other, "CREATE TABLE notes (text)")
    with pytest.raises(CannotOpen, match="is not a journal of uno-server"):
        DiskJournal.open(other)


def test_an_older_journal_that_is_damaged_is_named_too(tmp_path: Path) -> None:
    (tmp_path / OLD).write_bytes(b"SQLite format 3\0" + b"nonsense" * 1000)
    (tmp_path / OLD).chmod(0o600)
    (tmp_path / LAST).write_bytes(database.last_line("0123456789abcdef", 9))
    (told,) = Crashing(tmp_path).told
    assert told.startswith(f"{tmp_path / OLD} is of an older version and cannot be read (")
    assert told.endswith("; a new journal begins beside it")


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_an_older_journal_is_named_and_a_new_one_begins_beside_it(tmp_path: Path, version: str) -> None:
    shutil.copyfile(JOURNALS / version / OLD, tmp_path / OLD)
    (tmp_path / OLD).chmod(0o600)
    with closing(sqlite3.connect(tmp_path / OLD)) as connection:
        sql = "INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)"
        connection.executemany(sql, [("server_id", "0123456789abcdef"), ("bans", '[["Bo", []]]')])
        connection.commit()
        (tmp_path / LAST).write_bytes(database.last_line(str(database.about(connection, database.IDENTITY)), 9))
    (tmp_path / "server.key").write_text("its key")
    before = (tmp_path / OLD).read_bytes()
    world = Crashing(tmp_path)
    (told,) = world.told
    assert (tmp_path / "server.key").read_text() == "its key"
    assert told.startswith(f"{tmp_path / OLD} is of version 0.3 or earlier and is not continued: the tables left in it")
    assert "(finished), " in told
    assert told.endswith("; uno-journal 0.3.0 reads it")
    assert (tmp_path / OLD).read_bytes() == before
    assert world.hub.id == "0123456789abcdef"
    assert world.hub.admission.is_banned("Bo", "192.0.2.1")
    assert len(world.hub.lobby) == 0
    world.person("ann")
    world.journal.close(world.now)
    again = Crashing(tmp_path)
    assert again.told == []
    again.journal.close(again.now)
    (tmp_path / FILE).unlink()
    assert Crashing(tmp_path).told == [f"{tmp_path / FILE} is missing: all games and players are lost"]
