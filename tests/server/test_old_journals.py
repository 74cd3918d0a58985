"""Today's program continues from what every version of the journal has stored."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Person, World, play_out
from tests.server.recorded import JOURNALS, STATES, Stored, differences, kinds_in, picture, record, states
from uno_engine.events import Event
from uno_protocol import messages as m
from uno_protocol.codec import encode
from uno_protocol.room import RoomEvent
from uno_server.archive.reader import Archive, check, opened
from uno_server.core.outputs import Commit
from uno_server.journal import database
from uno_server.journal.records import read_answer, read_commit, read_room, write_answer, write_commit, write_room
from uno_server.table.event_log import Shown
from uno_server.table.facts import AccessChanged, Fact, GameBegun, PlacesChanged

VERSIONS = sorted(path.name for path in JOURNALS.iterdir())
TODAY = JOURNALS / f"v{database.VERSION}"
ANEW = "the format has changed: raise VERSION, write a migration, run scripts/generate.py journal (server/JOURNAL.md)"


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a recorded journal."""
    return copied(JOURNALS / request.param, tmp_path)


def copied(recorded: Path, to: Path) -> Path:
    shutil.copy(recorded / database.FILE, to / database.FILE)
    (to / database.FILE).chmod(0o600)
    shutil.copy(recorded / STATES, to / STATES)
    return to


def recorded_of(directory: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((directory / STATES).read_text(encoding="utf-8"))
    return found


def back_at(world: World, recorded: dict[str, Any], table: str) -> list[Person]:
    """The people of a table, at their seats again; those who watch are left out."""
    last = {session.name: session.last_id for session in world.hub.sessions}
    people = []
    for row in recorded["people"]:
        if row["table"] != table or row["seat"] is None:
            continue
        one = Person(world, row["name"])
        one.token = row["token"]
        one.last_id = last[one.name]
        one.connect()
        one.say(m.Resume(token=one.token, table=world.table(table).room.code, seen=None))
        assert one.seat == row["seat"]
        assert isinstance(one.ask(m.ListTables), m.Tables)  # `move` waits for the answer to the last request
        people.append(one)
    return people


def test_every_version_up_to_todays_is_recorded() -> None:
    assert sorted(f"v{number}" for number in range(1, database.VERSION + 1)) == VERSIONS, ANEW


def test_all_is_as_it_was(old: Path) -> None:
    recorded = recorded_of(old)
    world = Stored(old)
    assert world.told == []
    assert world.now == recorded["now"]
    assert differences(recorded["states"], states(picture(world.recovered, world.now))) == []
    world.journal.abandon()


@pytest.mark.fast
def test_every_table_goes_on_to_the_end_of_its_game(old: Path) -> None:
    recorded = recorded_of(old)
    world = Stored(old)
    world.go_on()
    names = [table.room.name for table in world.hub.lobby]
    for name in names:
        people = back_at(world, recorded, name)
        assert all(one.agrees() for one in people), name
        for one in people:
            one.come_back()
        host = next(one for one in people if one.seat == world.table(name).room.host)
        if world.table(name).room.held:
            assert isinstance(host.ask(m.Pause, paused=False), m.Ok)
        if people[0].phase in ("waiting", "finished"):
            for one in people:
                assert isinstance(one.ask(m.Ready), m.Ok)
            if people[0].phase == "waiting":  # otherwise it has begun by itself
                assert isinstance(host.ask(m.Start), m.Ok)
        play_out(world, people)
        assert all(one.agrees() for one in people), name
        for one in people:
            one.drop()
    world.journal.close(world.now)
    with opened(old) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        finished = {table.room.name: table.games[-1].finished for table in archive.tables.values() if table.room}
        assert [name for name in names if finished[name] is None] == []


def test_a_request_from_before_gets_the_answer_from_before(old: Path) -> None:
    recorded = recorded_of(old)
    world = Stored(old)
    world.go_on()
    (gus,) = (one for one in back_at(world, recorded, "voting") if one.name == "Gus")
    (answers,) = (dict(session.answers) for session in world.hub.sessions if session.name == "Gus")
    n = world.table("voting").log.n
    for id, answer in answers.items():
        gus.say(m.Ready(id=id))
        assert gus.bytes[-1] == encode(answer)
    assert answers
    assert world.table("voting").log.n == n
    world.journal.abandon()


def test_every_recorded_game_can_be_dealt_and_played_again(old: Path) -> None:
    with opened(old) as connection:
        archive = Archive(connection)
        assert list(check(archive)) == []
        assert sum(game.moves for table in archive.tables.values() for game in table.games) > 80


def rows(sql: str) -> Iterator[Any]:
    with closing(database.connect(TODAY / database.FILE, read_only=True)) as connection:
        yield from connection.execute(sql).fetchall()


def test_the_tables_of_the_journal_are_those_of_its_version() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        database.make(fresh)
        for sql in ("SELECT name, sql FROM sqlite_schema ORDER BY name", "PRAGMA user_version"):
            assert list(rows(sql)) == fresh.execute(sql).fetchall(), ANEW


def test_the_document_names_every_column() -> None:
    text = (Path(database.__file__).parents[2] / "JOURNAL.md").read_text(encoding="utf-8")
    format_ = text[text.index(f"## Format, version {database.VERSION}") : text.index("## Recovery")]
    for (table,) in rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"):
        line = next(line for line in format_.splitlines() if line.startswith(f"| `{table}` |"))
        missing = {row[1] for row in rows(f"PRAGMA table_info({table})")} - {"id"}
        assert [name for name in missing if f"`{name}`" not in line] == [], table


def test_what_is_written_of_a_commit_is_what_was_recorded() -> None:
    checked = 0
    for number, wall, clock, session, request, answer, body, sum_, tab in rows(
        "SELECT number, wall, clock, session, request, answer, body, sum, tab FROM commits"
    ):
        kept = read_commit(body)
        facts: list[Fact] = [] if kept.seed is None else [GameBegun(kept.seed)]
        facts += [] if kept.places is None else [PlacesChanged(kept.places)]
        facts += [] if kept.access is None else [AccessChanged(kept.access)]
        entries = tuple(Shown("T", *logged) for logged in kept.entries)
        said = None if request is None else read_answer(request, answer)
        times = kept.times if tab is not None else None
        commit = Commit(number, clock, session, request, said, tab, tuple(kept.actions), entries, tuple(facts), times)
        assert write_commit(commit, kept.before) == body, ANEW
        assert write_answer(request, said) == answer, ANEW
        assert database.checksum((number, wall, clock, tab, session, request), answer or b"", body) == sum_, ANEW
        checked += 1
    assert checked > 100


def test_what_is_written_of_a_table_is_what_was_recorded() -> None:
    for number, first, pause, room, secret, sum_ in rows(
        "SELECT number, first, bot_pause, room, bot_secret, sum FROM tables"
    ):
        assert write_room(read_room(room)) == room, ANEW
        assert database.checksum((number, first, pause), room, secret) == sum_, ANEW


@pytest.mark.fast
def test_what_is_recorded_is_worth_reading(tmp_path: Path) -> None:
    recorded = record(tmp_path)
    ended = {name: table["state"] for name, table in recorded["tables"].items()}
    asked = {name: state.get("waiting_for", {}).get("kind") for name, state in ended.items() if state is not None}
    assert asked["voting"] == "vote"
    assert len(ended["voting"]["votes"]) == 2
    assert asked["passing"] == "pass_card"
    assert len(ended["passing"]["gifts"]) == 2
    assert asked["stacking"] == "answer_stack"
    assert 0 < recorded["tables"]["stacking"]["seconds_left"] < 20
    assert ended["window"]["window"] is not None
    assert recorded["tables"]["window"]["hold_until"] > recorded_of(tmp_path)["now"]
    assert recorded["tables"]["waiting"]["room"]["watchers"] == ["Tom", "Uwe"]
    phases = {name: table["room"]["phase"] for name, table in recorded["tables"].items()}
    assert (phases["between"], phases["finished"], phases["waiting"]) == ("between_rounds", "finished", "waiting")
    assert "closed" not in phases
    tables = recorded["tables"]
    assert tables["away"]["time_outs"] == [1, 0, 2]
    assert [one.get("stand_in") for one in tables["away"]["room"]["occupants"]] == [None, "normal", "normal", None]
    door = tables["guarded"]["door"]
    assert all(door[name] for name in ("salt", "digest", "banned_names", "banned_addresses"))
    assert tables["guarded"]["room"]["muted"] == ["Flo"]
    assert (phases["held"], tables["held"]["room"]["held"]) == ("paused", True)
    assert door["position"] == ""
    assert tables["placed"]["door"]["position"].startswith("rules: official")
    assert tables["placed"]["state"]["scores"] == [0, 20]
    assert (phases["ended"], tables["ended"]["state"]) == ("waiting", None)
    assert phases["again"] == "waiting"
    assert 0 < tables["again"]["seconds_left"] <= 20
    assert len({table["room"]["preset"] for table in recorded["tables"].values()}) >= 5
    with opened(tmp_path) as connection:
        archive = Archive(connection)
        list(archive.walk())
        states_of = {table.state_of(game) for table in archive.tables.values() for game in table.games}
    assert states_of == {"finished", "running", "left"}
    events = kinds_in(tmp_path)
    assert sum(issubclass(kind, Event) for kind in events) >= 20
    today = kinds_in(shutil.copytree(TODAY, tmp_path / "today"))
    assert {kind for kind in today if issubclass(kind, RoomEvent)} <= events
    assert (tmp_path / database.FILE).stat().st_size <= 200 * 1024
