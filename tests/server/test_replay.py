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
from uno_server.journal.bodies import write_entries
from uno_server.journal.database import checksum
from uno_server.journal.games import read_head, read_record, write_record
from uno_server.journal.rows import ENTRY, entry_row, entry_sum
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
        games = [game for table in archive.tables.values() for game in table.games]
        assert any(game.told.finished is not None for game in games)
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
        (list, lambda _: [], " is missing"),
        (lambda all_: [*all_, *[Catch(0, 1)] * (Deal() in all_)], list, ": the rules refuse catch (nothing_to_catch)"),
        (lambda all_: [one for one in all_ if type(one) is not Draw], list, ": cards_drawn follows from no action"),
        (
            list,
            lambda all_: [TurnMissed(0) if isinstance(one, RoundDealt) else one for one in all_],
            ": turn_missed, where the rules give round_dealt",
        ),
        (list, lambda all_: [*map(other_card, all_)], ": cards_drawn differs from the rules in: cards"),
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
        number, body = connection.execute("SELECT number, body FROM games WHERE tab = 2").fetchone()
    for commit, wall, (first, actions, events) in read_record(body):
        shown = [Shown("T", n, event) for n, event in enumerate(events_of(events), first)]
        record.append((commit, wall, write_entries(first, actions_of(actions), shown)))
    change(tmp_path, "UPDATE games SET body = ? WHERE number = ?", write_record(record), number)
    assert differences(tmp_path).endswith(said)


def test_a_changed_entry_and_a_changed_seed_are_found_though_their_sums_are_right(tmp_path: Path) -> None:
    with opened(copied(tmp_path)) as connection:
        (row,) = connection.execute(
            f"SELECT {ENTRY} FROM entries WHERE number = (SELECT last FROM games WHERE tab = 2)"
        )
        number, head = connection.execute("SELECT number, head FROM games WHERE tab = 2").fetchone()
    entry = entry_row(row)._replace(body=write_entries(entry_row(row).read().first, [], []))
    values = entry.body, entry_sum(*entry[:-1]), entry.number
    change(tmp_path, "UPDATE entries SET body = ?, sum = ? WHERE number = ?", *values)
    assert "what is listed of it is not what happened" in differences(tmp_path)
    head = head.replace(read_head(head).seed, bytes(32))
    change(tmp_path, "UPDATE games SET head = ?, sum = ? WHERE number = ?", head, checksum(number, head), number)
    assert ": ballot_drawn differs from the rules in: rules" in differences(tmp_path)


def differences(directory: Path) -> str:
    """The one that is found in a game."""
    with opened(directory) as connection:
        (found,) = [line for line in check(Archive(connection)) if line.startswith("game 2.1 ")]
    return found
