"""Every game follows from its seed and its actions, whatever the server went through meanwhile."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.test_archive_cli import change, tidied
from tests.server.test_old_journals import copied
from tests.simulation.episode import World
from uno_engine.actions import Action, Catch, Deal, Draw
from uno_engine.cards import card
from uno_engine.events import CardsDrawn, Event, RoundDealt, TurnMissed
from uno_protocol.room import GameSeed, RoomEvent
from uno_server.archive.reader import Archive, check, check_game, opened
from uno_server.journal.bodies import read_entries, write_entries
from uno_server.journal.database import FILE
from uno_server.journal.games import read_record, write_record
from uno_server.journal.rows import ENTRY, entry_row, entry_sum
from uno_server.table.event_log import Shown

Events = list[Event | RoomEvent]
Bend = Callable[[list[Action], Events], tuple[list[Action], Events]]


@pytest.mark.fast
@pytest.mark.parametrize("seed", ["77.0", "77.1", "77.2"])
def test_games_of_a_server_that_was_killed_again_and_again_can_be_played_again(seed: str) -> None:
    world = World(seed)
    try:
        assert world.play().wrong is None
        with opened(world.disk.journal.directory) as connection:
            archive = Archive(connection)
            assert list(check(archive)) == []
        games = [game for table in archive.tables.values() for game in table.games]
        assert any(game.told.finished is not None for game in games)
        assert sum(game.told.moves for game in games) > 10
    finally:
        world.disk.close()


def without_events(actions: list[Action], _: Events) -> tuple[list[Action], Events]:
    return actions, []


def with_a_catch(actions: list[Action], events: Events) -> tuple[list[Action], Events]:
    return [*actions, Catch(0, 1)] if Deal() in actions else actions, events


def without_the_draw(actions: list[Action], events: Events) -> tuple[list[Action], Events]:
    return [one for one in actions if not isinstance(one, Draw)], events


def with_another_kind(actions: list[Action], events: Events) -> tuple[list[Action], Events]:
    return actions, [TurnMissed(0) if isinstance(one, RoundDealt) else one for one in events]


def with_another_card(actions: list[Action], events: Events) -> tuple[list[Action], Events]:
    def other(one: Event | RoomEvent) -> Event | RoomEvent:
        if not isinstance(one, CardsDrawn) or one.cards is None:
            return one
        return replace(one, cards=(card("R5" if one.cards[0] != card("R5") else "B7"), *one.cards[1:]))

    return actions, [other(one) for one in events]


def with_another_seed(actions: list[Action], events: Events) -> tuple[list[Action], Events]:
    return actions, [GameSeed("ab" * 32) if isinstance(one, GameSeed) else one for one in events]


BENT = [
    (without_events, " is missing"),
    (with_a_catch, ": the rules refuse catch (nothing_to_catch)"),
    (without_the_draw, ": cards_drawn follows from no action"),
    (with_another_kind, ": turn_missed, where the rules give round_dealt"),
    (with_another_card, ": cards_drawn differs from the rules in: cards"),
    (with_another_seed, ": the published seed is not that of the game"),
]


def bent(bend: Bend, body: bytes) -> bytes:
    first, actions, events = read_entries(body)
    actions, events = bend(actions, events)
    return write_entries(first, actions, [Shown("T", n, event) for n, event in enumerate(events, first)])


@pytest.mark.parametrize(("bend", "said"), BENT)
def test_a_changed_entry_is_found_though_its_sum_is_right(bend: Bend, said: str, tmp_path: Path) -> None:
    with opened(copied(tmp_path)) as connection:
        rows = [entry_row(row) for row in connection.execute(f"SELECT {ENTRY} FROM entries WHERE tab = 2")]
    changed = [row._replace(body=bent(bend, row.body)) for row in rows]
    values = [(row.body, entry_sum(*row[:-1]), row.number) for row in changed]
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.executemany("UPDATE entries SET body = ?, sum = ? WHERE number = ?", values)
        connection.commit()
    assert_found(tmp_path, said)


@pytest.mark.parametrize(("bend", "said"), BENT)
def test_a_changed_record_is_found(bend: Bend, said: str, tmp_path: Path) -> None:
    with opened(tidied(copied(tmp_path))) as connection:
        number, body = connection.execute("SELECT number, body FROM games WHERE tab = 2").fetchone()
    record = []
    for commit, wall, (first, *told) in read_record(body):
        actions, events = bend(*told)
        shown = [Shown("T", n, event) for n, event in enumerate(events, first)]
        record.append((commit, wall, write_entries(first, actions, shown)))
    change(tmp_path, "UPDATE games SET body = ? WHERE number = ?", write_record(record), number)
    assert_found(tmp_path, said)


def test_a_changed_seed_is_found(tmp_path: Path) -> None:
    with opened(copied(tmp_path)) as connection:
        game = Archive(connection).find("2")
        assert list(check_game(Archive(connection), game)) == []
        game.head = game.head._replace(seed=bytes(32))
        (found,) = check_game(Archive(connection), game)
    assert found.endswith(": ballot_drawn differs from the rules in: rules")


def assert_found(directory: Path, said: str) -> None:
    """The first difference is that, and no card is told."""
    with opened(directory) as connection:
        archive = Archive(connection)
        (found,) = [line for line in check(archive) if line.startswith("game 2.1 ")]
    assert found.endswith(said)
