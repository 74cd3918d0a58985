"""A table goes on when people are away, and a seat is its owner's again at any moment."""

from tests.server.crashing import Crashing
from tests.server.harness import play_out, playing
from uno_server.table import transaction


def test_time_outs_in_a_row_are_counted_across_a_restart(world: Crashing) -> None:
    people = ann, bob = playing(world, turn_seconds=10)
    first = next(person for person in people if person.listed)
    other = bob if first is ann else ann
    while first.listed:
        world.wait(1.0)
    assert sum(transaction.times(world.table()).time_outs) == 1
    world.crash_and_return(*people)
    assert sum(transaction.times(world.table()).time_outs) == 1
    for _ in range(100):
        if first.away:
            break
        if not other.move():
            world.wait(1.0)
    assert first.away
    first.come_back()
    play_out(world, people)
