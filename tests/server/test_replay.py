"""Does every game follow from its seed and its actions, whatever the server went through meanwhile?"""

from __future__ import annotations

import pytest

from server.archive import Archive, opened
from server.replay import check
from tests.simulation.episode import World


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
