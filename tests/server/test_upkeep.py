"""A running server's journal loses what is over, by age and by size, and nothing else."""

import time
from pathlib import Path

import pytest

from tests.server.recorded import JOURNALS, WALL
from tests.server.test_old_journals import copied
from tests.server.test_prune import ask
from uno_server.archive import upkeep
from uno_server.archive.upkeep import DAY, Retention, Upkeep, due
from uno_server.journal import database
from uno_server.journal.store import DiskJournal

FINISHED = "SELECT count(*) FROM tables WHERE ended IS NOT NULL AND aside IS NULL"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of a recorded journal; one of its tables has ended, on the day after WALL."""
    return copied(JOURNALS / f"v{database.VERSION}", tmp_path)


def looked_after(directory: Path, keep: Retention) -> list[str]:
    """What is said when it is looked at once, beside a server."""
    said: list[str] = []
    journal = DiskJournal.open(directory)
    Upkeep(directory, keep, said.append, said.append).look()
    journal.abandon()
    return said


def test_what_is_over_goes_when_it_is_old_enough(kept: Path) -> None:
    assert due(kept, Retention(10, 0), WALL + 5 * DAY) is None
    assert due(kept, Retention(10, 0), WALL + 11 * DAY) == WALL + DAY
    assert due(kept, Retention(0, 0), WALL + 1000 * DAY) is None


def test_where_the_journal_is_too_large_the_oldest_that_is_over_goes(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert due(kept, Retention(0, 1), WALL) is None
    monkeypatch.setattr(upkeep, "MIB", 1)
    before = due(kept, Retention(0, 1), WALL)
    assert before is not None
    ((ended,),) = ask(kept, "SELECT ended FROM tables WHERE ended IS NOT NULL")
    assert isinstance(ended, float)
    assert ended < before < ended + 1


def test_it_goes_beside_a_server_and_that_is_said_in_words(kept: Path) -> None:
    assert time.time() > WALL + 2 * DAY
    (said,) = looked_after(kept, Retention(1, 0))
    assert said.startswith("pruned the journal: 1 finished table and ")
    assert ask(kept, FINISHED) == [(0,)]
    assert looked_after(kept, Retention(1, 0)) == []


def test_a_large_journal_in_which_nothing_is_over_stays(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_after(kept, Retention(1, 0))
    monkeypatch.setattr(upkeep, "MIB", 1)
    assert due(kept, Retention(0, 1), WALL) is None


def test_a_server_that_stops_does_not_wait_for_it(kept: Path) -> None:
    said: list[str] = []
    journal = DiskJournal.open(kept)
    work = Upkeep(kept, Retention(1, 0), said.append, said.append)
    work.stop()
    work.look()
    journal.abandon()
    assert ask(kept, FINISHED) == [(1,)]


def test_without_a_bound_nothing_is_begun(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", lambda _self: pytest.fail("a thread"))
    Upkeep(kept, Retention(0, 0), print, print).start()


def test_a_fault_is_one_line(tmp_path: Path) -> None:
    said: list[str] = []
    Upkeep(tmp_path, Retention(1, 0), print, said.append).look()
    assert said == [f"the journal is not pruned: no journal in {tmp_path}"]
