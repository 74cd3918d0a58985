"""Every game follows from its seed and its actions, whatever the server went through meanwhile."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.recorded import JOURNALS
from tests.server.test_old_journals import copied
from tests.simulation.episode import World
from uno_engine.actions import Catch, Deal
from uno_engine.events import RoundDealt, TurnMissed
from uno_protocol.room import GameSeed
from uno_server.archive.reader import Archive, Moment, Replay, check, opened
from uno_server.journal import database
from uno_server.table.event_log import Logged


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
        assert any(game.finished is not None for game in games)
        assert sum(game.moves for game in games) > 10
    finally:
        world.disk.close()


def differences(directory: Path, bend: Callable[[Moment], Moment]) -> list[str]:
    """What is found in the first finished game if each of its moments were another."""
    with opened(directory) as connection:
        archive = Archive(connection)
        list(archive.walk())
        table, wanted = next(
            (table, game)
            for table in archive.tables.values()
            for game in table.games
            if game.finished is not None and game.moves > 3
        )
    found: list[str] = []
    replay: Replay | None = None
    with opened(directory) as connection:
        for where, game, moment in Archive(connection).walk(table.number):
            if game is None or where.room is None or game.number != wanted.number:
                continue
            replay = replay or Replay(where.room, game)
            found.append(replay.differs(bend(moment)) or "")
            if found[-1]:
                break
    return [one for one in found if one]


def without_events(moment: Moment) -> Moment:
    return moment._replace(entries=())


def with_a_catch(moment: Moment) -> Moment:
    return moment._replace(actions=(*moment.actions, Catch(0, 1))) if Deal() in moment.actions else moment


def with_another_kind(moment: Moment) -> Moment:
    return moment._replace(
        entries=tuple(
            Logged(one.n, TurnMissed(0)) if isinstance(one.event, RoundDealt) else one for one in moment.entries
        )
    )


def with_another_seed(moment: Moment) -> Moment:
    return moment._replace(
        entries=tuple(
            Logged(one.n, GameSeed("ab" * 32)) if isinstance(one.event, GameSeed) else one for one in moment.entries
        )
    )


@pytest.mark.parametrize(
    ("bend", "said"),
    [
        (without_events, " is missing"),
        (with_a_catch, ": the rules refuse catch (nothing_to_catch)"),
        (with_another_kind, ": turn_missed, where the rules give round_dealt"),
        (with_another_seed, ": the published seed is not that of the game"),
    ],
)
def test_what_does_not_follow_is_told_by_its_kind(bend: Callable[[Moment], Moment], said: str, tmp_path: Path) -> None:
    (found,) = differences(copied(JOURNALS / f"v{database.VERSION}", tmp_path), bend)
    assert found.endswith(said)


def test_what_follows_is_told_nothing_of(tmp_path: Path) -> None:
    assert differences(copied(JOURNALS / f"v{database.VERSION}", tmp_path), lambda moment: moment) == []
