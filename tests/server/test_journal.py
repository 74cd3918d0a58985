"""Everything that is sent waits until what it shows is stored."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from tests.server.harness import Person, World, begun, playing, set_up
from uno_engine.actions import Action, Deal
from uno_protocol import messages as m
from uno_server.core import admin
from uno_server.core.outputs import Close, Commit, Deliver
from uno_server.journal.database import FILE, CannotOpen, connect, pragma
from uno_server.journal.store import LONG_LOG, DiskJournal, Journal, JournalFailed
from uno_server.net.outbox import Outbox
from uno_server.table.table import Table


class HeldJournal(Journal):
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

    def let_go(self, world: World) -> None:
        self.durable = self.written
        world.flush()


def heard(*people: Person) -> int:
    return sum(len(person.bytes) for person in people)


def test_no_answer_no_event_and_no_snapshot_leaves_before_it_is_stored() -> None:
    world = World(journal=(journal := HeldJournal()))
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
    journal.let_go(world)
    assert ann.answer(ann.last_id) == m.Ok(id=ann.last_id)
    assert bob.game.counts == [2, 2]
    assert all(person.agrees() for person in (ann, bob, eve))


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (lambda _, ann: ann.say(m.Login(name="ann")), m.LoggedIn),
        (lambda _, ann: ann.ask(m.Chat, text="hello", to="lobby"), m.LobbySaid),
        (lambda world, _: world.do(admin.ban(world.hub, "ann", world.now).outputs), m.Bye),
    ],
)
def test_it_is_stored_before_anybody_is_told(
    what: Callable[[World, Person], object], told: type[m.ServerMessage]
) -> None:  # P-6.3
    world = World(journal=(journal := HeldJournal()))
    ann, bob = world.person("ann", login=told is not m.LoggedIn), world.person("bob")
    ann.ask(m.ListTables)
    bob.ask(m.ListTables)
    journal.held, before = True, heard(ann, bob)
    what(world, ann)
    assert heard(ann, bob) == before
    journal.let_go(world)
    assert ann.all(told)


def test_the_queue_is_in_order_of_commit_and_sending() -> None:
    journal = HeldJournal()
    journal.held = True
    outbox = Outbox(journal)
    first, second, third = (Deliver((1,), (m.Ok(id=number),)) for number in (1, 2, 3))
    outbox.put([first, Commit(1, 0.0), second, Commit(2, 0.0), third, Close(1)])
    assert outbox.release() == [first]
    assert outbox.release() == []
    journal.durable = 1
    assert outbox.release() == [second]
    journal.durable = 2
    assert outbox.release() == [third, Close(1)]


def store_one(journal: DiskJournal, table: Table | None = None, actions: tuple[Action, ...] = ()) -> None:
    journal.write(Commit(journal.durable + 1, 0.0, table, actions=actions))
    journal.flush()


@pytest.mark.parametrize(("durable", "synchronous"), [(False, 1), (True, 2)])
def test_a_durable_journal_waits_for_the_disk_when_it_is_written_anew_too(
    tmp_path: Path, durable: bool, synchronous: int
) -> None:
    journal = DiskJournal.open(tmp_path, durable=durable)
    store_one(journal)
    names = ("synchronous", "fullfsync", "checkpoint_fullfsync")
    assert [pragma(journal.connection, name) for name in names] == [synchronous, durable, durable]
    (tmp_path / FILE).unlink()
    journal.go_back()
    assert pragma(journal.connection, "synchronous") == synchronous
    journal.close(0.0)


def test_a_sign_of_life_is_stored_only_where_nothing_else_has_been_for_a_while(journal: DiskJournal) -> None:
    store_one(journal)
    begun = list[str]()
    journal.step = begun.append
    journal.pulse(0.4)  # else somebody's move would wait for three syncs of a durable journal
    assert "begin" not in begun
    journal.pulse(0.6)
    assert ("begin" in begun, journal.now.clock) == (True, 0.6)


def test_a_mistake_of_ours_is_no_damage(journal: DiskJournal) -> None:
    store_one(journal)
    with pytest.raises(JournalFailed, match="no such table"):
        journal.store([("DELETE FROM nowhere WHERE number = ?", (1,))])
    journal.go_back()
    assert (journal.messages, journal.durable) == ([], 1)


def test_one_server_uses_a_directory_at_a_time(tmp_path: Path, journal: DiskJournal) -> None:
    with pytest.raises(CannotOpen, match="another uno-server uses"):
        DiskJournal.open(tmp_path)
    journal.close(0.0)
    DiskJournal.open(tmp_path).close(0.0)


def test_no_move_puts_the_files_in_order(tmp_path: Path, journal: DiskJournal) -> None:
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


def test_the_upkeep_looks_at_a_table_once_its_end_is_stored(journal: DiskJournal) -> None:
    journal.tidy()
    journal.write(Commit(1, 0.0, begun()[0].table(), ended=True))
    before = set(journal.untidy)
    journal.flush()
    assert (before, journal.untidy) == (set(), {1})


def test_a_journal_that_was_removed_is_not_made_again(tmp_path: Path, journal: DiskJournal) -> None:
    store_one(journal)
    (tmp_path / FILE).unlink()
    with pytest.raises(JournalFailed, match="removed"):
        journal.shorten_log()  # SQLite would make an empty one
    assert not (tmp_path / FILE).exists()


def test_a_commit_waits_until_nobody_else_writes(tmp_path: Path, journal: DiskJournal) -> None:
    with closing(connect(tmp_path / FILE)) as prune:
        prune.execute("BEGIN IMMEDIATE")
        done = Timer(0.05, prune.execute, ["COMMIT"])
        done.start()
        store_one(journal)
        done.join()
    assert journal.durable == 1


@pytest.mark.parametrize(
    ("broken", "fault", "said"),
    [
        ("store.write_moment", ZeroDivisionError, "division"),
        ("database.Now.to_write", JournalFailed, r"ZeroDivisionError at test_journal\.py"),
    ],
)
def test_a_fault_of_our_own_stores_nothing_acknowledges_nothing_and_leaves_no_hole(
    journal: DiskJournal, monkeypatch: pytest.MonkeyPatch, broken: str, fault: type[Exception], said: str
) -> None:
    table = begun()[0].table()
    store_one(journal)
    monkeypatch.setattr(f"uno_server.journal.{broken}", lambda *_: 1 / 0)
    with pytest.raises(fault, match=said):
        store_one(journal, table, (Deal(),))
    assert (journal.durable, journal.pending) == (1, False)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="commit 3 comes after 1"):
        journal.write(Commit(3, 0.0))
    if fault is JournalFailed:
        journal.go_back()
    store_one(journal)
    assert journal.durable == 2
