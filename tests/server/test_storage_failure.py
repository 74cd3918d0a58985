"""Nobody hears of anything that is not stored; play goes on once it can be, and none waits for a backup (FAULTS 43)."""

import asyncio
import logging
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.patience import HANG, until
from tests.server.harness import Entropy
from tests.server.test_net import Serving, codes
from tests.wire import Wire
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.core.hub import Hub
from uno_server.core.outputs import Commit
from uno_server.journal import repair
from uno_server.journal.database import FILE, now_of
from uno_server.journal.recovery import Recovered, new_hub
from uno_server.journal.store import DiskJournal, JournalFailed
from uno_server.net import server
from uno_server.net.clock import ServerClock
from uno_server.web.door import Door
from uno_server.web.site import Site

pytestmark = pytest.mark.fast

HURRIED = limits.Limits(changes_per_second=1000)
"""For who fills a disk by changing one's mind."""


class Stored(Serving):
    """A server in this process with a journal on disk."""

    def __init__(self, directory: Path, *, as_they_come: bool = False, door: Door | None = None) -> None:
        self.directory = directory
        self.journal = DiskJournal.open(directory)
        first = new_hub(
            self.journal, partial(Hub, name="the test", entropy=Entropy(1), limits=HURRIED), as_they_come=as_they_come
        )
        self.told = [*self.journal.messages, *first.messages]
        super().__init__(
            server.Server(first.hub, self.journal, now=first.now, coming=first.coming, again=self._again, door=door),
            first.hub,
        )

    def _again(self) -> Recovered:
        self.journal.go_back()
        return new_hub(self.journal, partial(Hub, name="the test", entropy=Entropy(2), limits=HURRIED))

    async def back(self) -> Wire:
        """A connection to a server that can store again."""
        async with asyncio.timeout(60):
            while True:
                wire = await self.wire()
                wire.send(m.Hello(versions=[*m.SPOKEN]))
                with suppress(ConnectionError):  # a goodbye: not yet
                    await wire.hear(m.Welcome)
                    return wire
                await wire.close()
                await asyncio.sleep(server.PULSE_SECONDS)

    async def resumed(self, token: str) -> tuple[Wire, m.Snapshot]:
        wire = await self.back()
        wire.send(m.Resume(token=token))
        return wire, await wire.hear(m.Snapshot)


@asynccontextmanager
async def stored(directory: Path, *, as_they_come: bool = False, door: Door | None = None) -> AsyncIterator[Stored]:
    here = Stored(directory, as_they_come=as_they_come, door=door)
    await here.listen()
    try:
        yield here
    finally:
        await here.close()


@pytest.fixture(autouse=True)
def _at_short_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(server, "HOUSEKEEPING_SECONDS", 0.05)


def fails(fault: Exception, step: str) -> None:
    """A journal's `step` that fails each time rows were inserted, before they are durable."""
    if step == "inserted":
        raise fault


NO_ROOM = partial(fails, sqlite3.OperationalError("database or disk is full"))


async def turned_away(here: Stored) -> None:
    """A newcomer gets a goodbye and nothing else."""
    late = await here.wire()
    assert [type(one) for one in await late.rest()] == [m.Bye]


def ready(snapshot: m.Snapshot) -> bool:
    """The one in the first seat is ready."""
    return bool(snapshot.room["occupants"][0].get("ready", False))


async def at_table(here: Stored) -> tuple[Wire, str]:
    wire, token = await here.login("ann")
    wire.send(m.JoinTable(id=1, table="T", new=m.NewTable(seats=3)))
    await wire.hear(m.Joined)
    return wire, token


async def until_refused(wire: Wire, first: int) -> list[int]:
    """Change one's mind about being ready until the server says goodbye; the requests that it has acknowledged."""
    acknowledged: list[int] = []
    for number in range(first, first + 5000):
        wire.send(m.Ready(id=number, ready=bool(number % 2)))
        answer = await wire.hear(m.Ok | m.Bye)  # type: ignore[arg-type]
        if isinstance(answer, m.Bye):
            assert (answer.code, answer.come_back) == ("storage", True)
            return acknowledged
        acknowledged.append(number)
    raise AssertionError("the disk is never full")


@pytest.mark.parametrize(
    ("full", "why"),
    [
        (True, "the disk is full; free some space"),
        (False, "the disk refuses it (disk I/O error); check whether it is full or broken"),
    ],
)
async def test_on_a_disk_that_is_full_or_refuses_nobody_is_told_of_what_is_not_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, why: str, *, full: bool
) -> None:
    async with stored(tmp_path) as here:
        ann, token = await at_table(here)
        bob, _ = await here.login("bob")
        run = here.journal.connection.execute
        (pages,) = run("PRAGMA page_count").fetchone()
        ann.send(m.Ready(id=3))
        await ann.hear(m.Ok)
        if full:
            run(f"PRAGMA max_page_count = {pages}")
        else:
            here.journal.step = partial(fails, sqlite3.OperationalError("disk I/O error"))
        acknowledged = [3, *await until_refused(ann, 4)]
        assert (await bob.hear(m.Bye)).code == "storage"
        await turned_away(here)
        complaints = [record.message for record in caplog.records if record.levelno == logging.ERROR]
        assert len(complaints) == 1
        assert why in complaints[0]
        run("PRAGMA max_page_count = 1000000")
        here.journal.step = lambda _: None
        ann, snapshot = await here.resumed(token)
        assert ready(snapshot) == bool(acknowledged[-1] % 2)
        ann.send(m.Ready(id=acknowledged[-1], ready=False))
        assert await ann.hear(m.Ok) == m.Ok(id=acknowledged[-1])
        lost = acknowledged[-1] + 1
        ann.send(m.Ready(id=lost, ready=bool(lost % 2)))
        assert await ann.hear(m.Ok) == m.Ok(id=lost)
        assert (await ann.hear(m.Entry)).n == snapshot.n + 1
    async with stored(tmp_path) as again:
        assert again.told == []
        assert ready((await again.resumed(token))[1]) == bool(lost % 2)


async def test_a_failure_of_the_server_itself_does_not_keep_it_down(tmp_path: Path) -> None:
    async with stored(tmp_path) as here:
        ann, token = await at_table(here)
        again, failures = here.server._again, iter([ValueError("ours"), sqlite3.OperationalError("odd")])
        assert again is not None

        def failing() -> Recovered:
            for failure in failures:
                raise failure
            assert again is not None
            return again()

        here.server._again = failing
        here.journal.step = NO_ROOM
        await until_refused(ann, 2)
        here.journal.step = lambda _: None
        await here.resumed(token)


async def test_a_server_without_tables_answers_again_after_a_failure(tmp_path: Path) -> None:
    """What it failed to store holds up nobody who comes later."""
    async with stored(tmp_path) as here:
        here.journal.step = NO_ROOM
        ann = await here.wire()
        ann.send(m.Hello(versions=[*m.SPOKEN]), m.Login(name="ann"))
        assert codes(await ann.rest()) == ["storage"]
        here.journal.step = lambda _: None
        await here.back()


@pytest.mark.parametrize("noticed", [True, False])
async def test_a_journal_that_is_removed_is_written_anew_and_nothing_is_lost(tmp_path: Path, *, noticed: bool) -> None:
    """Noticed: the server runs on; else it is stopped at once."""
    directory = tmp_path / "there"
    async with stored(directory) as here:
        ann, token = await at_table(here)
        ann.send(m.Ready(id=2))
        await ann.hear(m.Ok)
        shutil.rmtree(directory.rename(tmp_path / "gone"), ignore_errors=True)  # a backup may just be written to it
        if noticed:
            assert (await ann.hear(m.Bye)).code == "storage"
            assert ready((await here.resumed(token))[1])
    async with stored(directory) as again:
        assert again.told == []
        assert ready((await again.resumed(token))[1])


async def test_a_journal_that_was_replaced_is_not_written_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with stored(tmp_path) as here:
        ann, _ = await at_table(here)
        (tmp_path / FILE).rename(tmp_path / "old.db")
        (tmp_path / FILE).write_bytes(b"mine")
        assert (await ann.hear(m.Bye)).code == "storage"
        await turned_away(here)
    assert (tmp_path / FILE).read_bytes() == b"mine"
    assert "removed or replaced" in caplog.text


def test_the_servers_clock_stands_while_the_machine_sleeps() -> None:
    times = iter((50.0, 53.0, 3653.0, 3654.0))
    clock = ServerClock(lambda: next(times), 1000.0)
    assert [clock() for _ in range(3)] == [1003.0, 1003.0, 1004.0]


def nonsense(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"nonsense" * 512)


def last_commit(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return now_of(connection).number


def written(journal: DiskJournal, *numbers: int) -> None:
    for number in numbers:
        journal.write(Commit(number, 0.0))
    journal.flush()


def test_the_last_two_are_kept_and_the_newer_sound_one_is_taken(tmp_path: Path, journal: DiskJournal) -> None:
    for number in (1, 2, 3):
        written(journal, number)
        journal.back_up()
    journal.back_up()  # of nothing new there is none
    newer, older = repair.copies(tmp_path / FILE)
    journal.close(0.0)
    journal = DiskJournal.open(tmp_path)
    journal.back_up()
    assert (last_commit(newer), last_commit(older)) == (3, 2)
    assert {path.name for path in tmp_path.glob("*backup*")} == {newer.name, older.name}
    (page,) = journal.connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    assert repair.newest(tmp_path / FILE, None) == newer
    nonsense(newer, page)
    assert repair.newest(tmp_path / FILE, None) == older


def test_while_one_is_made_moves_are_stored(tmp_path: Path, journal: DiskJournal) -> None:
    """The copy is held between its two halves, with its connections open."""
    written(journal, 1)
    copied, go_on = threading.Event(), threading.Event()

    def hold(step: str) -> None:
        if step == "copied":
            copied.set()
            assert go_on.wait(HANG)

    journal.step = hold
    thread = threading.Thread(target=journal.back_up)
    thread.start()
    assert copied.wait(HANG)
    for number in range(2, 50):
        written(journal, number)
    assert journal.durable == 49
    journal.pulse(1.0)
    go_on.set()
    thread.join()
    assert last_commit(repair.copies(tmp_path / FILE)[0]) == 1


def test_a_damaged_journal_replaces_no_sound_backup(tmp_path: Path, journal: DiskJournal) -> None:
    written(journal, 1)
    journal.back_up()
    written(journal, 2)
    journal.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    nonsense(tmp_path / FILE, 2)
    with pytest.raises(sqlite3.DatabaseError):
        repair.renew(tmp_path / FILE)
    with pytest.raises(JournalFailed, match="start the server again to repair it"):
        journal.back_up()
    newer, older = repair.copies(tmp_path / FILE)
    assert last_commit(newer) == 1
    assert not older.exists()


@pytest.mark.parametrize(
    ("took", "since", "due"), [(0.0, 60, False), (0.0, 180, True), (3.0, 240, False), (3.0, 360, True)]
)
async def test_the_next_comes_two_minutes_later_and_a_hundred_times_what_the_last_one_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, took: float, since: int, due: bool
) -> None:
    async with stored(tmp_path) as here:
        await until(lambda: here.server._backup is not None and here.server._backup.done())
        assert last_commit(repair.copies(tmp_path / FILE)[0]) >= 0
        begun: list[float] = []
        monkeypatch.setattr(here.server, "_begin_backup", begun.append)
        here.server._backup_took, here.server._backup_begun = took, here.server.clock() - since
        assert here.server._housekeeping is not None
        here.server._housekeeping.cancel()
        here.server._keep_house()
        assert bool(begun) is due


async def test_who_is_turned_away_just_before_games_are_saved_again_is_told_all_the_same(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("table", encoding="utf-8")
    async with stored(tmp_path, door=Door(Site(page), HURRIED)) as here:  # how to speak to somebody shows as they speak
        here.server._cannot_store(JournalFailed("the disk is full"))
        assert here.server._retry is not None
        here.server._retry.cancel()
        silent, plain = await here.wire(), await here.wire()
        while len(here.server._links) < 2:  # noqa: ASYNC110  (there is no event for it)
            await asyncio.sleep(0)
        here.server._try_again()
        plain.send(m.Hello(versions=[*m.SPOKEN]))
        for late in (silent, plain):
            assert codes(await late.rest()) == ["storage"]
        await here.back()


async def test_what_hinders_it_is_told_once_and_the_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "HOUSEKEEPING_SECONDS", 0.02)
    monkeypatch.setattr(limits, "BACKUP_SECONDS", 0.05)
    tries = 0

    def full(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(repair, "back_up", full)
    async with stored(tmp_path) as here:
        ann, _ = await at_table(here)
        await until(lambda: tries > 2)
        ann.send(m.Ready(id=2))
        await ann.hear(m.Ok)
    told = [record.message for record in caplog.records]
    assert told == [f"no backup can be made in {tmp_path}: the disk is full; free some space"]
