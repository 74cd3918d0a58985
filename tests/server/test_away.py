"""A table goes on when people are away, and a seat is its owner's again at any moment."""

from pathlib import Path
from typing import Any

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, dealt, play_out, playing
from uno_protocol import messages as m
from uno_server.table import transaction


def at_turn(names: str = "ann bob cem", turn: int = 0, **new: Any) -> tuple[World, list[Person]]:
    """A round in which it is the turn of a person who can play, and nobody ends it soon."""
    hands = ["R1 R2 R3 R4 R5", "R1 R2 R3 R6 R7", "R3 R4 R6 R7 R8", "R4 R5 R6 R7 R8"][: len(names.split())]
    return dealt(*hands, names=names, turn=turn, **{"bot_pause": 1.0, **new})


def test_a_table_where_everybody_is_away_goes_on_while_one_is_connected() -> None:
    world, (ann, bob, cem) = at_turn(options={"goal": "points", "target": "100"})
    for person in (ann, bob, cem):
        person.ask(m.Away)
    for person in (ann, bob, cem):
        person.drop()
    n = world.table().log.n
    world.wait(3600.0)
    assert (world.table().log.n, world.table().room.phase.value) == (n, "paused")
    ann.resume()
    world.wait(3600.0)
    assert ann.phase == "finished"
    world.wait(3600.0)
    assert ann.phase == "finished"  # those who sit in ask for nothing
    assert ann.game.winners


def test_who_is_away_is_away_after_a_restart(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = ann, bob = playing(world, bot_pause=1.0)
    bob.ask(m.Away)
    world.crash(*people)
    assert world.told == []
    for person in people:
        person.resume()
    assert bob.away
    assert all(person.agrees() for person in people)
    ann.ask(m.Away)
    world.wait(600.0)
    assert ann.phase == "finished"


def test_time_outs_in_a_row_are_counted_across_a_restart(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = ann, bob = playing(world, turn_seconds=10)
    first = next(person for person in people if person.listed)
    other = bob if first is ann else ann
    while first.listed:
        world.wait(1.0)
    assert sum(transaction.times(world.table()).time_outs) == 1
    world.crash(*people)
    for person in people:
        person.resume()
    assert sum(transaction.times(world.table()).time_outs) == 1
    for _ in range(100):
        if first.away:
            break
        if not other.move():
            world.wait(1.0)
    assert first.away
    first.come_back()
    play_out(world, people)
