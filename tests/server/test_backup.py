"""Backups of the journal: when they are made, who may read them, and that no move waits for one."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.server.test_storage_failure import at_table, stored
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.core.outputs import Commit
from uno_server.journal import repair
from uno_server.journal.database import FILE, now_of
from uno_server.journal.store import DiskJournal, JournalFailed
from uno_server.net import server

pytestmark = pytest.mark.fast


def last_commit(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return now_of(connection).number


def written(journal: DiskJournal, *numbers: int) -> None:
    for number in numbers:
        journal.write(Commit(number, 0.0))
    journal.flush()


def test_the_last_two_are_kept_and_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        journal = DiskJournal.open(tmp_path)
        for number in (1, 2, 3):
            written(journal, number)
            journal.back_up()
        journal.back_up()  # of nothing new there is none
        journal.abandon()
    finally:
        os.umask(before)
    newer, older = repair.copies(tmp_path / FILE)
    assert (last_commit(newer), last_commit(older)) == (3, 2)
    assert {path.name for path in tmp_path.glob("*backup*")} == {newer.name, older.name}
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_of_two_sound_ones_the_newer_goes_on_else_the_sound_one(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    for number in (1, 2):
        written(journal, number)
        journal.back_up()
    (page,) = journal.connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    journal.abandon()
    newer, older = repair.copies(tmp_path / FILE)
    assert repair.newest(tmp_path / FILE, None) == newer
    with newer.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"nonsense" * 512)
    assert repair.newest(tmp_path / FILE, None) == older


def test_while_one_is_made_moves_are_stored(tmp_path: Path) -> None:
    """The copy is held between its two halves, with its connections open."""
    journal = DiskJournal.open(tmp_path)
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
    journal.abandon()
    assert last_commit(repair.copies(tmp_path / FILE)[0]) == 1


def test_a_damaged_journal_replaces_no_sound_backup(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    written(journal, 1)
    journal.back_up()
    written(journal, 2)
    journal.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(4096)
        file.write(b"nonsense" * 512)
    with pytest.raises(JournalFailed, match="start the server again to repair it"):
        journal.back_up()
    journal.abandon()
    newer, older = repair.copies(tmp_path / FILE)
    assert last_commit(newer) == 1
    assert not older.exists()


async def until(reached: Callable[[], bool]) -> None:
    for _ in range(500):
        if reached():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("that never comes")


def holds(copy: Path, number: int) -> bool:
    with suppress(sqlite3.OperationalError):  # it is moved at this moment, or not there yet
        return last_commit(copy) >= number
    return False


async def test_a_server_makes_one_at_its_start_and_then_every_so_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HOUSEKEEPING_SECONDS", 0.02)
    monkeypatch.setattr(limits, "BACKUP_SECONDS", 0.05)
    newer, older = repair.copies(tmp_path / FILE)
    async with stored(tmp_path) as here:
        await until(lambda: holds(newer, 0))
        ann, _ = await at_table(here)
        await until(lambda: holds(newer, here.journal.durable))
        await until(lambda: holds(older, 0))
        ann.send(m.Ready(id=2))
        await ann.hear(m.Ok)
        await until(lambda: holds(newer, here.journal.durable))
    assert here.told == []


@pytest.mark.parametrize(
    ("took", "since", "due"), [(0.0, 60, False), (0.0, 180, True), (3.0, 240, False), (3.0, 360, True)]
)
async def test_the_next_comes_two_minutes_later_and_a_hundred_times_what_the_last_one_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, took: float, since: int, due: bool
) -> None:
    newer, _ = repair.copies(tmp_path / FILE)
    async with stored(tmp_path) as here:
        await until(lambda: holds(newer, 0) and here.server._backup is not None and here.server._backup.done())
        begun: list[float] = []
        monkeypatch.setattr(here.server, "_begin_backup", begun.append)
        here.server._backup_took, here.server._backup_begun = took, here.server.clock() - since
        assert here.server._housekeeping is not None
        here.server._housekeeping.cancel()
        here.server._keep_house()
        assert bool(begun) is due


async def test_a_server_makes_one_at_its_start_however_rarely_it_makes_others(tmp_path: Path) -> None:
    newer, _ = repair.copies(tmp_path / FILE)
    async with stored(tmp_path):
        await until(lambda: holds(newer, 0))


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
