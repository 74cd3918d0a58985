"""A journal of an older version is brought up to date whole, or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.recorded import JOURNALS
from tests.server.test_old_journals import copied
from uno_server.archive.reader import Archive, opened
from uno_server.journal import database
from uno_server.journal.database import CannotOpen
from uno_server.journal.store import DiskJournal

NEXT = database.VERSION + 1


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A journal of what is made to be the version before today's."""
    return copied(JOURNALS / f"v{database.VERSION}", tmp_path)


def add_a_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")


def add_and_fail(connection: sqlite3.Connection) -> None:
    add_a_column(connection)
    connection.execute("INSERT INTO nowhere VALUES (1)")


def newer(monkeypatch: pytest.MonkeyPatch, *steps: object) -> None:
    """The program is so many versions further."""
    monkeypatch.setattr(database, "VERSION", database.VERSION + len(steps))
    for at, step in enumerate(steps):
        monkeypatch.setitem(database.MIGRATIONS, NEXT - 1 + at, step)


def version_and_columns(directory: Path) -> tuple[int, list[str]]:
    with closing(sqlite3.connect(directory / database.FILE)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return version, [row[1] for row in connection.execute("PRAGMA table_info(tables)")]


def test_an_older_journal_becomes_one_of_todays(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, add_a_column)
    journal = DiskJournal.open(old)
    assert journal.messages == []
    tables = list(journal.kept.tables())
    assert tables
    assert all(row.sound for row in tables)
    journal.close(0.0)
    version, columns = version_and_columns(old)
    assert version == NEXT
    assert "colour" in columns
    DiskJournal.open(old).abandon()  # and is not brought up to date twice: the column is there already


def test_every_version_between_has_its_step(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE tables RENAME COLUMN colour TO shade")

    newer(monkeypatch, add_a_column, rename)
    DiskJournal.open(old).abandon()
    version, columns = version_and_columns(old)
    assert version == NEXT + 1
    assert "shade" in columns


def test_a_step_that_fails_leaves_the_journal_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = version_and_columns(old)
    newer(monkeypatch, add_and_fail)
    with pytest.raises(CannotOpen, match="nowhere"):
        DiskJournal.open(old)
    assert version_and_columns(old) == before


def test_a_newer_journal_is_left_alone(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "VERSION", database.VERSION - 1)
    before = (old / database.FILE).read_bytes()
    with pytest.raises(CannotOpen, match="newer uno-server"):
        DiskJournal.open(old)
    with pytest.raises(CannotOpen, match="newer uno-server"), opened(old):
        pass
    assert (old / database.FILE).read_bytes() == before


def test_an_older_journal_is_read_without_being_changed(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch, add_a_column)
    before = (old / database.FILE).read_bytes()
    with opened(old) as connection:
        assert len(Archive(connection).tables) > 5
        assert connection.execute("SELECT DISTINCT colour FROM tables").fetchall() == [("red",)]
    assert (old / database.FILE).read_bytes() == before


def test_every_step_up_to_todays_version_is_there() -> None:
    assert sorted(database.MIGRATIONS) == list(range(1, database.VERSION))
