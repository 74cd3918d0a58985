"""Everything that is sent waits until what it shows is stored."""

from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from tests.server.harness import Person, World, begun, gathered, play_out, playing, set_up
from uno_engine.actions import Deal
from uno_protocol import messages as m
from uno_server.core import admin
from uno_server.core.outputs import Close, Commit, Deliver
from uno_server.journal.database import FILE, CannotOpen, connect
from uno_server.journal.store import LONG_LOG, DiskJournal, JournalFailed, MemoryJournal
from uno_server.net.outbox import Outbox


class HeldJournal(MemoryJournal):
    """A journal that stores nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0
        self.held = False

    def write(self, commit: Commit) -> None:
        assert commit.number == self.written + 1
        self.written = commit.number
        if not self.held:
            self.durable = self.written


def world_with_journal() -> tuple[World, HeldJournal]:
    journal = HeldJournal()
    return World(journal=journal), journal


def heard(*people: Person) -> int:
    return sum(len(person.bytes) for person in people)


def test_no_answer_no_event_and_no_snapshot_leaves_before_it_is_stored() -> None:
    world, journal = world_with_journal()
    ann, bob = playing(world)
    set_up(world, [ann, bob], "R5 R6 R7", "B1 B2")
    eve = world.person("eve")
    before = heard(ann, bob, eve)
    journal.held = True
    assert ann.play(m.Play, cards=["R5"]) is None
    assert eve.ask(m.SpectateTable, table="T") is None
    bob.drop()
    bob.resume(seen=None)
    assert heard(ann, bob, eve) == before
    journal.durable = journal.written
    world.flush()
    assert ann.answer(ann.last_id) == m.Ok(id=ann.last_id)
    assert bob.game.counts == [2, 2]
    assert all(person.agrees() for person in (ann, bob, eve))


def test_what_is_stored_leaves_though_later_commits_wait() -> None:
    world, journal = world_with_journal()
    ann, bob = playing(world)
    set_up(world, [ann, bob], "R5 R6 R7", "R1 R2 R3")
    journal.held = True
    ann.play(m.Play, cards=["R5"])
    first = journal.written
    bob.say(m.Play(id=50, decision=bob.game.decision + 1, cards=["R1"]))
    assert journal.written == first + 1
    journal.durable = first
    world.flush()
    assert bob.game.counts == [2, 3]
    assert bob.answer(50) is None
    journal.durable = journal.written
    world.flush()
    assert bob.answer(50) == m.Ok(id=50)
    assert ann.game.counts == [2, 2]


def test_even_what_depends_on_nothing_keeps_its_place_in_the_queue() -> None:
    world, journal = world_with_journal()
    ann, bob = playing(world)
    set_up(world, [ann, bob], "R5 R6", "B1 B2")
    journal.held = True
    ann.play(m.Draw)
    ann.say(m.Ping(nonce=9))
    assert m.Pong(nonce=9) not in ann.heard
    journal.durable = journal.written
    world.flush()
    assert ann.heard[-1] == m.Pong(nonce=9)


def test_a_login_is_stored_before_the_token_is_given() -> None:
    world, journal = world_with_journal()
    journal.held = True
    ann = world.person("ann", login=False)
    ann.say(m.Login(name="ann"))
    assert ann.all(m.LoggedIn) == []
    journal.durable = 1
    world.flush()
    assert ann.last(m.LoggedIn).name == "ann"


def test_what_is_said_in_the_lobby_is_stored_before_it_is_told() -> None:  # P-6.3
    world, journal = world_with_journal()
    ann, bob = world.person("ann"), world.person("bob")
    ann.ask(m.ListTables)
    journal.held = True
    assert ann.ask(m.Chat, text="hello", to="lobby") is None
    assert bob.all(m.LobbySaid) == []
    journal.durable = journal.written
    world.flush()
    assert isinstance(ann.answer(ann.last_id), m.Ok)
    assert bob.last(m.LobbySaid).text == "hello"


def test_a_ban_is_stored_before_anybody_is_told() -> None:
    world, journal = world_with_journal()
    ann = world.person("ann")
    journal.held = True
    world.do(admin.ban(world.hub, "ann", world.now).outputs)
    assert ann.all(m.Bye) == []
    journal.durable = journal.written
    world.flush()
    assert ann.last(m.Bye).code == "banned"


def test_the_queue_is_in_order_of_commit_and_sending() -> None:
    journal = HeldJournal()
    journal.held = True
    outbox = Outbox(journal)
    first, second, third = (Deliver((1,), (m.Ok(id=number),)) for number in (1, 2, 3))

    def commit(number: int) -> Commit:
        return Commit(number, 0.0)

    outbox.put([first, commit(1), second, commit(2), third, Close(1)])
    assert outbox.release() == [first]
    assert outbox.release() == []
    journal.durable = 1
    assert outbox.release() == [second]
    journal.durable = 2
    assert outbox.release() == [third, Close(1)]


def test_the_journal_in_memory_stores_at_once() -> None:
    outbox = Outbox(MemoryJournal())
    send = Deliver((1,), (m.Ok(id=1),))
    outbox.put([Commit(1, 0.0), send])
    assert outbox.release() == [send]


def test_commits_are_numbered_without_gaps_and_hold_the_whole_table() -> None:
    world, people = begun(seats=3, bots=["normal"], options={"goal": "points", "target": "100"})
    play_out(world, people)
    commits = world.commits
    assert [commit.number for commit in commits] == list(range(1, len(commits) + 1))
    entries = [logged for commit in commits for logged in commit.entries]
    assert [logged.n for logged in entries] == list(range(1, world.table().log.n + 1))


def test_an_action_is_stored_with_its_own_commit_alone() -> None:
    world, people = begun()
    for _ in range(5):
        before = len(world.commits)
        assert any(person.move() for person in people)
        assert len([action for commit in world.commits[before:] for action in commit.actions]) == 1


def test_a_refusal_is_not_stored() -> None:
    world, (ann, _) = gathered()
    before = len(world.commits)
    assert ann.refused(m.Start) == "not_ready"
    assert len(world.commits) == before


def test_a_commit_that_cannot_be_written_leaves_no_hole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = DiskJournal.open(tmp_path)
    _, (ann, _) = begun()
    table = ann.world.table()
    journal.write(Commit(1, 0.0))
    with monkeypatch.context() as patch:
        patch.setattr("uno_server.journal.store.write_moment", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            journal.write(Commit(2, 0.0, table, actions=(Deal(),)))
    with pytest.raises(ValueError, match="comes after 1"):
        journal.write(Commit(3, 0.0))
    journal.write(Commit(2, 0.0))
    journal.flush()
    assert journal.durable == 2
    journal.abandon()


@pytest.mark.parametrize(("durable", "synchronous"), [(False, 1), (True, 2)])
def test_a_durable_journal_waits_for_the_disk(tmp_path: Path, durable: bool, synchronous: int) -> None:
    journal = DiskJournal.open(tmp_path, durable=durable)
    run = journal.connection.execute
    names = ("synchronous", "fullfsync", "checkpoint_fullfsync")
    assert [run(f"PRAGMA {name}").fetchone()[0] for name in names] == [synchronous, durable, durable]
    journal.close(0.0)


def store_one(journal: DiskJournal) -> None:
    journal.write(Commit(journal.durable + 1, 0.0))
    journal.flush()


def test_a_durable_journal_that_is_written_anew_waits_for_the_disk_too(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path, durable=True)
    store_one(journal)
    (tmp_path / FILE).unlink()
    journal.go_back()
    assert journal.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.close(0.0)


def test_one_server_uses_a_directory_at_a_time(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    with pytest.raises(CannotOpen, match="another uno-server uses"):
        DiskJournal.open(tmp_path)
    journal.close(0.0)
    DiskJournal.open(tmp_path).close(0.0)


def test_no_move_puts_the_files_in_order(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    path, log = tmp_path / FILE, tmp_path / f"{FILE}-wal"
    before = path.read_bytes()
    due = []
    for _ in range(LONG_LOG):
        due.append(journal.log_is_long)
        store_one(journal)
    assert path.read_bytes() == before
    assert journal.log_is_long
    journal.shorten_log()
    assert path.read_bytes() != before
    size = log.stat().st_size
    for _ in range(100):
        due.append(journal.log_is_long)
        store_one(journal)
    assert log.stat().st_size == size  # it begins anew
    assert not any(due)
    journal.abandon()


def test_the_upkeep_looks_at_a_table_once_its_end_is_stored(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    journal.tidy()
    world, _ = begun()
    journal.write(Commit(1, 0.0, world.table(), ended=True))
    before = set(journal.untidy)
    journal.flush()
    assert (before, journal.untidy) == (set(), {1})
    journal.abandon()


def test_a_journal_that_was_removed_is_not_made_again(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    store_one(journal)
    (tmp_path / FILE).unlink()
    with pytest.raises(JournalFailed, match="removed"):
        journal.shorten_log()  # SQLite would make an empty one
    assert not (tmp_path / FILE).exists()
    journal.abandon()


def test_a_commit_waits_until_nobody_else_writes(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    with closing(connect(tmp_path / FILE)) as prune:
        prune.execute("BEGIN IMMEDIATE")
        done = Timer(0.05, prune.execute, ["COMMIT"])
        done.start()
        store_one(journal)
        done.join()
    assert journal.durable == 1
    journal.abandon()


def test_a_fault_of_our_own_stores_nothing_and_acknowledges_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = DiskJournal.open(tmp_path)
    store_one(journal)
    monkeypatch.setattr("uno_server.journal.database.Now.to_write", lambda *_: 1 / 0)
    with pytest.raises(JournalFailed, match=r"ZeroDivisionError at test_journal\.py"):
        store_one(journal)
    assert (journal.durable, journal.pending) == (1, False)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="commit 3 comes after 1"):
        journal.write(Commit(3, 0.0))
    journal.go_back()
    store_one(journal)
    assert journal.durable == 2
    journal.abandon()
