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
from uno_server.journal import bodies, database
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


def a_moment(number: int, body: bytes) -> bytes:
    _, before, wall, first, actions, events = bodies.read_moment(number, body)
    return bodies.write_moment(
        before, wall, first, actions, [Shown("T", n, one) for n, one in enumerate(events, first)]
    )


def a_head(_: int, body: bytes) -> bytes:
    *parts, room = bodies.read_head(body)
    return pack((*parts, pack(bodies.room_to_map(room))))


def a_result(_: int, body: bytes) -> bytes:
    return pack(bodies.read_result(body))


def a_record(_: int, body: bytes) -> bytes:
    commits = unpack(zlib.decompress(body))
    assert [bodies.read_moment(*commit) for commit in commits] == bodies.read_record(body)
    return bodies.write_record([database.Row(number, a_moment(number, one), 0) for number, one in commits])


@pytest.mark.parametrize(
    ("table", "column", "again"),
    [
        ("entries", "body", a_moment),
        ("games", "body", a_head),
        ("games", "result", a_result),
        ("games", "record", a_record),
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
