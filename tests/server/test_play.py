"""How a game goes on by itself: computer players pause, and wait for people."""

import pytest

from tests.server.harness import begun, over, play_out


def test_computer_players_pause_and_a_factor_of_nothing_makes_them_quick() -> None:
    def seconds(bot_pause: float) -> float:
        world, (ann,) = begun("ann", seats=3, bots=["normal", "normal"], bot_pause=bot_pause)
        began = world.now
        play_out(world, [ann])
        return world.now - began

    assert seconds(0.0) == 0.0
    assert seconds(1.0) > 10.0
    assert seconds(0.5) == pytest.approx(seconds(1.0) / 2)


def test_computer_players_do_not_play_on_without_people() -> None:
    world, (ann,) = begun("ann", seats=4, bots=["normal"] * 3, bot_pause=1.0)
    ann.drop()
    n = world.table().log.n
    world.wait(300.0)
    assert world.table().log.n == n
    ann.resume()
    assert ann.agrees()
    world.wait(60.0)
    assert world.table().log.n > n


def test_a_round_that_begins_while_nobody_is_there_waits_for_somebody() -> None:
    world, (ann, bob) = over(options={"goal": "points"})
    ann.drop()
    bob.drop()
    world.wait(60.0)
    assert world.table().room.phase.value == "between_rounds"
    bob.resume()
    world.wait(10.0)
    assert bob.phase == "playing"
