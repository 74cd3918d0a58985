"""What is stored is what is in memory, in the format of its version (P-6): every field of game, table and session is
stored, or derived, and what was recorded is written again as it was.
"""

import sqlite3
import zlib
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import closing
from dataclasses import fields
from itertools import chain, compress
from pathlib import Path
from typing import Any

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import Entropy, World, playing
from tests.server.recorded import copied, play
from uno_engine.state import Game
from uno_protocol import messages as m
from uno_protocol.kept import pack, unpack
from uno_server.core.sessions import Session
from uno_server.journal import bodies, database
from uno_server.journal.bodies import STATE, read_session, read_table, write_session, write_table
from uno_server.journal.store import DiskJournal
from uno_server.table.bots import BotsAtTable
from uno_server.table.clock import TableClock
from uno_server.table.event_log import Shown, TableLog
from uno_server.table.game import GameAtTable
from uno_server.table.hold import Hold
from uno_server.table.play import TableGames
from uno_server.table.state import JournalNotes, Member
from uno_server.table.table import Table

STORED: dict[type, set[str]] = {
    Game: {field.name for field in STATE} | {"rules", "seed"},
    Table: {
        *("room", "log", "notes", "access", "opener", "members", "times_kept", "play", "number", "deserted_since"),
        *("result", "dealing"),
    },
    Member: {"session", "name", "seat", "since", "dealt", "away_since", "left_at", "time_outs"},
    TableGames: {"game", "bots", "clock"},
    BotsAtTable: {"pace", "secret"},
    GameAtTable: {"state", "feats", "hold"},
    Hold: {"until", "left"},
    TableClock: {"of", "_left", "_running_since"},
    Session: {"number", "digest", "name", "last_used", "last_id", "done", "taken_up", "answers", "screen", "face"}
    | {"before", "replaced", "program", "given"},
    JournalNotes: {"opened", "last", "games", "game", "moves", "names", "bots", "kept"},
}
DERIVED: dict[type, dict[str, tuple[str, ...]]] = {
    Game: {"from the rules": ("effects",), "a state has none": ("viewer",)},
    Table: {
        "from the room": ("rules", "bot_levels", "packed_room"),
        "as the table after its last commit": ("settled",),
        "of the server or the lobby": ("limits", "entropy", "changed", "experts"),
        "a restart is another chance": ("frozen", "expected", "arrived_at"),
        "from the members": ("_present",),
        "from the entries": ("story",),
        "from clocks and plans": ("deadline", "watched"),
        "everybody is told anew": ("clock_telling",),
        "empty once settled": ("kicked", "gone", "back", "touched", "decided"),
        "a restart voids it": ("claim",),
    },
    Member: {"everybody gets their list anew": ("told",), "known when they are back": ("address",)},
    TableGames: {
        "the table": ("_table",),
        "counts since the start": ("games",),
        "the game": ("_reacted_to",),
        "held requests are repeated": ("dropped",),
        "empty once settled": ("taking", "put_away"),
    },
    BotsAtTable: {"planned anew": ("thinker", "_plans", "_taken_back", "_levels", "_game", "_window", "_laid")},
    GameAtTable: {
        "empty once settled": ("actions",),
        "held requests are repeated": ("released",),
        "computers start anew": ("memories",),
        "the log": ("_note",),
        "a wrong catch may be told twice": ("_vain",),
        "the server's settings": ("_without_grace",),
    },
    Hold: {"held requests are repeated": ("held",)},
    TableClock: {"from the game": ("waits_for",), "from what is left": ("deadline",)},
    Session: {
        "nobody is connected": ("peer",),
        "from the members": ("table",),
        "held requests are repeated": ("unanswered", "not_repeated"),
        "a restart voids it": ("code",),
    },
    JournalNotes: {},
}
"""What is not stored, and why that loses nothing."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Crashing]:
    """Fixed games of every kind, stored."""
    made = Crashing(tmp_path, test_deals=True)
    play(made)
    yield made
    abandon(made.journal)


def names_of(kind: type, world: World) -> set[str]:
    if kind in (Table, TableGames, BotsAtTable, GameAtTable):
        table = world.table()
        held = {Table: table, TableGames: table.play, BotsAtTable: table.play.bots, GameAtTable: table.game}[kind]
        return set(vars(held)) if hasattr(held, "__dict__") else set(type(held).__slots__)  # type: ignore[attr-defined]
    return {field.name for field in fields(kind)}


@pytest.mark.parametrize("kind", STORED)
def test_every_field_is_stored_or_derived(kind: type) -> None:
    world = World()
    playing(world)
    assert sorted(names_of(kind, world)) == sorted([*STORED[kind], *chain(*DERIVED[kind].values())])


def test_bytes_that_are_no_msgpack_are_a_value_error() -> None:
    with pytest.raises(ValueError, match="not msgpack"):
        unpack(b"\xc1")


def test_what_the_bytes_give_back_is_what_is_in_memory(world: Crashing) -> None:
    hub = world.hub
    world.person("Zed", address="192.0.2.9").join("elsewhere", seats=2)
    assert_as_in_memory(world.journal, hub.lobby, hub.sessions, world.now)
    assert {row.number for row in database.rows(world.journal.connection, "tables")} == {
        one.number for one in hub.lobby
    }
    assert {row.number for row in database.rows(world.journal.connection, "sessions")} == hub.sessions.by_number.keys()


def assert_as_in_memory(journal: DiskJournal, tables: Iterable[Table], sessions: Iterable[Session], now: float) -> None:
    """These tables and sessions are stored as they are in memory, and come back so."""
    for table in tables:
        body = stored(journal, "tables", table.number)
        assert body == write_table(table)
        there = read_table(table.number, body, Entropy(1), now)
        assert write_table(there) == body
        assert kept_of(there) == kept_of(table)
    for session in sessions:
        body = stored(journal, "sessions", session.number)
        again = read_session(session.number, body, lambda parted: parted or 0.0)
        assert write_session(again, again.last_used or None) == body
        told = [(one.name, one.digest, one.taken_up, one.done, one.face) for one in (again, session)]
        assert told[0] == told[1]
        kept, left = told_of(again), told_of(session)
        assert kept[len(kept) - len(left) :] == left  # answers that are not stored may have displaced the first


def kept_of(value: Any, here: Container[int] = ()) -> Any:
    """What is to be stored of it, by `STORED`; `here`: sessions that are at the table: when they left means nothing.

    Clocks and holds go by what the table waits for (`times_kept`), and differ by what has passed since.
    """
    if isinstance(value, TableLog):
        return value.n
    if isinstance(value, dict):
        return {key: kept_of(one, here) for key, one in value.items()}
    kind = next((kind for kind in STORED if isinstance(value, kind)), None)
    if kind is None:
        return value
    here = value.present() if isinstance(value, Table) else here
    names = STORED[kind] - {"clock", "hold", *(["left_at"] if kind is Member and value.session in here else [])}
    return {name: kept_of(getattr(value, name), here) for name in names}


def told_of(session: Session) -> list[m.ServerMessage]:
    """The answers that are stored of it."""
    return [session.answers[id] for id in compress(session.answers.ids, session.answers.stored)]


def stored(journal: DiskJournal, name: str, number: int) -> bytes:
    """The body of a row, which must be sound."""
    (row,) = database.rows(journal.connection, f"{name} WHERE number = {number}")
    return row.written()


CHANGED = "the format has changed: raise VERSION and run scripts/generate.py journal (server/JOURNAL.md)"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The recorded journal, with its finished games in records."""
    journal = DiskJournal.open(copied(tmp_path))
    journal.tidy()
    yield journal.connection
    abandon(journal)


def a_table(number: int, body: bytes) -> bytes:
    return write_table(read_table(number, body, Entropy(1), 0.0))


def a_session(number: int, body: bytes) -> bytes:
    again = read_session(number, body, lambda parted: parted or 0.0)
    return write_session(again, again.last_used or None)


def a_moment(number: int, body: bytes) -> bytes:
    _, before, wall, first, actions, events = bodies.read_moment(number, body)
    return bodies.write_moment(
        before, wall, first, actions, [Shown("T", n, one) for n, one in enumerate(events, first)]
    )


def a_head(_: int, body: bytes) -> bytes:
    *parts, room = bodies.read_head(body)
    return pack((*parts, pack(bodies.room_to_map(room))))


def a_result(_: int, body: bytes) -> bytes:
    return bodies.read_result(body).written()


def a_record(_: int, body: bytes) -> bytes:
    commits = unpack(zlib.decompress(body))
    assert [bodies.read_moment(*commit) for commit in commits] == list(bodies.read_record(body))
    return bodies.write_record([database.BodyRow(number, a_moment(number, one), 0) for number, one in commits])


@pytest.mark.parametrize(
    ("table", "column", "again"),
    [
        ("tables", "body", a_table),
        ("sessions", "body", a_session),
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
