"""What the journal stores is what is in memory: every field of game, table and session is stored, or derived (P-6)."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import fields
from itertools import compress
from pathlib import Path

import pytest

from tests.server.harness import Entropy, World, playing
from tests.server.recorded import JOURNALS, Stored, play
from uno_engine.state import Game
from uno_protocol import messages as m
from uno_server.core.sessions import Session
from uno_server.journal import database
from uno_server.journal.bodies import STATE, read_session, read_table, write_session, write_table
from uno_server.journal.store import DiskJournal
from uno_server.table.bots import BotsAtTable
from uno_server.table.clock import TableClock, Times
from uno_server.table.game import GameAtTable
from uno_server.table.hold import Hold
from uno_server.table.play import TableGames
from uno_server.table.state import JournalNotes, Member
from uno_server.table.table import Table

STORED = {
    Game: {field.name for field in STATE} | {"rules", "seed"},
    Table: {"room", "log", "notes", "access", "opener", "members", "times_kept", "play", "number", "deserted_since"},
    Member: {"session", "name", "seat", "since", "dealt", "away_since", "left_at", "time_outs"},
    TableGames: {"game", "bots", "clock"},
    BotsAtTable: {"pace", "secret"},
    GameAtTable: {"state", "feats", "hold"},
    Hold: {"until", "left"},
    TableClock: {"of", "_left", "_running_since"},
    Session: {"number", "digest", "name", "last_used", "last_id", "done", "taken_up", "answers"},
    JournalNotes: {"opened", "last", "games", "game", "moves", "names", "bots"},
}
DERIVED = {
    Game: {"effects": "from the rules", "viewer": "a state has none"},
    Table: {
        "rules": "from the room",
        "settled": "as the table after its last commit",
        "limits": "of the server",
        "changed": "of the lobby",
        "experts": "of the lobby",
        "entropy": "of the server",
        "frozen": "a restart is another chance",
        "bot_levels": "from the room",
        "_present": "from the members",
        "expected": "made anew by a restart",
        "deadline": "from clocks and plans",
        "watched": "from the deadline",
        "clock_telling": "everybody is told anew",
        "kicked": "empty once settled",
        "gone": "empty once settled",
        "back": "empty once settled",
        "packed_room": "from the room",
        "touched": "false once settled",
    },
    Member: {"told": "everybody gets their list anew", "address": "known when they are back"},
    TableGames: {
        "_table": "the table",
        "games": "counts since the start",
        "_reacted_to": "the game",
        "dropped": "held requests are repeated",
        "taking": "empty once settled",
        "put_away": "empty once settled",
    },
    BotsAtTable: dict.fromkeys(
        ("thinker", "_plans", "_taken_back", "_levels", "_game", "_window", "_laid"), "planned anew"
    ),
    GameAtTable: {
        "actions": "empty once settled",
        "released": "held requests are repeated",
        "memories": "computers start anew",
        "_note": "the log",
        "_vain": "a wrong catch may be told twice",
    },
    Hold: {"held": "held requests are repeated"},
    TableClock: {"waits_for": "from the game", "deadline": "from what is left"},
    Session: {
        "peer": "nobody is connected",
        "table": "from the members",
        "unanswered": "held requests are repeated",
        "not_repeated": "held requests are repeated",
    },
    JournalNotes: {},
}
"""What is not stored, and why that loses nothing."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Stored]:
    """Fixed games of every kind, stored."""
    made = Stored(tmp_path)
    made.go_on(1000.0)
    play(made)
    yield made
    made.journal.abandon()


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
    assert names_of(kind, world) == STORED[kind] | DERIVED[kind].keys()
    assert not STORED[kind] & DERIVED[kind].keys()


def test_the_times_that_are_stored_are_those_of_the_table() -> None:
    assert set(Times.__struct_fields__) == {
        "of", "left", "running_since", "hold_until", "deserted_since", "time_outs", "hold_left", "feats"
    }  # fmt: skip


def test_what_the_bytes_give_back_is_what_is_in_memory(world: Stored) -> None:
    hub = world.hub
    world.person("Zed", address="192.0.2.9").join("elsewhere", seats=2)
    assert_as_in_memory(world.journal, hub.lobby, hub.sessions, world.now)
    assert {row.number for row in database.rows(world.journal.connection, database.OPEN_TABLES)} == {
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
        assert there.opener == table.opener
    for session in sessions:
        body = stored(journal, "sessions", session.number)
        again = read_session(session.number, body, lambda parted: parted or 0.0)
        assert write_session(again, again.last_used or None) == body
        told = [(one.name, one.digest, one.taken_up, one.done) for one in (again, session)]
        assert told[0] == told[1]
        kept, left = told_of(again), told_of(session)
        assert kept[len(kept) - len(left) :] == left  # answers that are not stored may have displaced the first


def told_of(session: Session) -> list[m.ServerMessage]:
    """The answers that are stored of it."""
    return [session.answers[id] for id in compress(session.answers.ids, session.answers.stored)]


def stored(journal: DiskJournal, name: str, number: int) -> bytes:
    """The body of a row, which must be sound."""
    (row,) = database.rows(journal.connection, f"{name} WHERE number = {number}")
    return row.written()


def test_what_was_recorded_is_read_and_written_as_it_was() -> None:
    """Where a byte is another, the format has changed: it needs another `VERSION`, and a recording of its own."""
    path = JOURNALS / f"v{database.VERSION}" / database.FILE
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        tables, sessions = (list(database.rows(connection, of)) for of in (database.OPEN_TABLES, "sessions"))
    assert len(tables) > 10
    for row in tables:
        assert write_table(read_table(row.number, row.body, Entropy(1), 0.0)) == row.body
    for row in sessions:
        again = read_session(row.number, row.body, lambda parted: parted or 0.0)
        assert write_session(again, again.last_used or None) == row.body
