"""Every game follows from its seed and its actions, whatever the server went through meanwhile."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_archive_cli import change, copied, tidied
from tests.simulation.episode import World
from uno_engine.actions import Catch, Deal, Draw
from uno_engine.cards import card
from uno_engine.events import CardsDrawn, RoundDealt, TurnMissed
from uno_protocol.room import GameSeed
from uno_server.archive.reader import Archive, check, opened
from uno_server.journal.bodies import read_head, read_moment, read_record, write_moment, write_record
from uno_server.journal.database import Row, rows, to_write
from uno_server.table.event_log import Shown


@pytest.mark.fast
@pytest.mark.parametrize("seed", ["77.0", "77.1", "77.2"])
def test_games_of_a_server_that_was_killed_again_and_again_can_be_played_again(seed: str) -> None:
    world = World(seed)
    try:
        assert world.play().wrong is None
        with opened(world.disk.journal.directory) as connection:
            archive = Archive(connection)
            assert list(check(archive)) == []
        games = archive.games
        assert any(game.finished for game in games)
        assert sum(game.told.moves for game in games) > 10
    finally:
        world.disk.close()


def other_card(event: object) -> object:
    if not isinstance(event, CardsDrawn) or event.cards is None:
        return event
    return replace(event, cards=(card("B7" if event.cards[0] == card("R5") else "R5"), *event.cards[1:]))


@pytest.mark.parametrize(
    ("actions_of", "events_of", "said"),
    [
        (list, lambda _: [], ": nothing is stored, where the rules give ballot_drawn"),
        (lambda all_: [*all_, *[Catch(0, 1)] * (Deal() in all_)], list, ": the rules refuse catch (nothing_to_catch)"),
        (
            lambda all_: [one for one in all_ if type(one) is not Draw],
            list,
            ": cards_drawn is stored, where the rules give nothing",
        ),
        (
            list,
            lambda all_: [TurnMissed(0) if isinstance(one, RoundDealt) else one for one in all_],
            ": turn_missed is stored, where the rules give round_dealt",
        ),
        (list, lambda all_: [*map(other_card, all_)], ": cards_drawn is stored, where the rules give another"),
        (
            list,
            lambda all_: [GameSeed("ab" * 32) if isinstance(one, GameSeed) else one for one in all_],
            ": the published seed is not that of the game",
        ),
    ],
)
def test_a_changed_record_is_found(
    actions_of: Callable[[Any], Any], events_of: Callable[[Any], Any], said: str, tmp_path: Path
) -> None:
    record = []
    with opened(tidied(copied(tmp_path))) as connection:
        (body,) = connection.execute("SELECT record FROM games WHERE tab = 2").fetchone()
    for commit, before, wall, first, actions, events in read_record(body):
        shown = [Shown("T", n, event) for n, event in enumerate(events_of(events), first)]
        record.append(Row(commit, write_moment(before, wall, first, actions_of(actions), shown), 0))
    change(tmp_path, "UPDATE games SET record = ? WHERE tab = 2", write_record(record))
    assert differences(tmp_path).endswith(said)


def test_a_changed_entry_and_a_changed_seed_are_found_though_their_sums_are_right(tmp_path: Path) -> None:
    with opened(copied(tmp_path)) as connection:
        (last,) = rows(connection, "entries WHERE number = (SELECT last FROM games WHERE tab = 2)")
        (game,) = rows(connection, "games WHERE tab = 2")
    moment = read_moment(*last[:2])
    put(tmp_path, "entries", last.number, write_moment(moment.before, moment.wall, moment.first, [], []))
    assert "what is listed of it is not what happened" in differences(tmp_path)
    put(tmp_path, "games", game.number, game.body.replace(read_head(game.body).seed, bytes(32)))
    assert ": ballot_drawn is stored, where the rules give another" in differences(tmp_path)


def put(directory: Path, table: str, number: int, body: bytes) -> None:
    """Another body, with the right sum."""
    _, (*_, sum_) = to_write(table, number, body)
    change(directory, f"UPDATE {table} SET body = ?, sum = ? WHERE number = ?", body, sum_, number)


def differences(directory: Path) -> str:
    """The one that is found in a game."""
    with opened(directory) as connection:
        (found,) = [line for line in check(Archive(connection)) if line.startswith("game 2.1 ")]
    return found
