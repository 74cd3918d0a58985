"""The format is that of its version: what was recorded is written again as it was, in the tables as documented."""

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_archive_cli import copied
from uno_protocol.kept import pack, unpack
from uno_server.journal import database, games
from uno_server.journal.bodies import read_entries, room_to_map, write_entries
from uno_server.journal.store import DiskJournal
from uno_server.table.event_log import Shown

CHANGED = "the format has changed: raise VERSION and run scripts/generate.py journal (server/JOURNAL.md)"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The recorded journal, with its finished games in records."""
    journal = DiskJournal.open(copied(tmp_path))
    journal.tidy()
    yield journal.connection
    journal.abandon()


def some_entries(_: int, body: bytes) -> bytes:
    first, actions, events = read_entries(body)
    return write_entries(first, actions, [Shown("T", n, event) for n, event in enumerate(events, first)])


def a_head(_: int, body: bytes) -> bytes:
    *parts, room = games.read_head(body)
    return pack((*parts, pack(room_to_map(room))))


def a_result(_: int, body: bytes) -> bytes:
    told = games.read_result(body, 0.0)
    return pack((told.names, told.bots, told.rounds, told.moves, told.scores, told.winners))


def a_record(_: int, body: bytes) -> bytes:
    moments = unpack(zlib.decompress(body))
    assert [games.Moment(number, wall, read_entries(entries)) for number, wall, entries in moments] == list(
        games.read_record(body)
    )
    return games.write_record([(number, wall, some_entries(number, entries)) for number, wall, entries in moments])


@pytest.mark.parametrize(
    ("table", "column", "again"),
    [
        ("entries", "body", some_entries),
        ("games", "head", a_head),
        ("games", "result", a_result),
        ("games", "body", a_record),
    ],
)
def test_what_was_recorded_is_written_again_byte_by_byte(
    kept: sqlite3.Connection, table: str, column: str, again: Callable[[int, bytes], bytes]
) -> None:
    stored = kept.execute(f"SELECT number, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
    assert stored
    for number, body in stored:
        assert again(number, body) == body, CHANGED


def schema(connection: sqlite3.Connection) -> list[Any]:
    return connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


def test_the_tables_are_those_of_the_version(kept: sqlite3.Connection, tmp_path: Path) -> None:
    database.make(tmp_path / "new", 0.0)
    with closing(sqlite3.connect(tmp_path / "new")) as fresh:
        assert schema(kept) == schema(fresh), CHANGED


def test_the_document_names_every_column(kept: sqlite3.Connection) -> None:
    text = (Path(database.__file__).parents[2] / "JOURNAL.md").read_text(encoding="utf-8")
    for table, _ in schema(kept):
        line = next(line for line in text.splitlines() if line.startswith(f"| `{table}` |"))
        missing = {row[1] for row in kept.execute(f"PRAGMA table_info({table})")} - {"id"}
        assert [name for name in missing if f"`{name}`" not in line] == [], table
