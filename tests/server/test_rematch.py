"""The next game starts by itself after one that is over, when people want it and not otherwise (P-7.25)."""

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import over, play_out, playing
from uno_protocol import messages as m


def test_those_who_sit_in_for_others_want_no_other_game_and_are_not_waited_for() -> None:
    world, (ann, bob, cem) = over("ann bob cem")
    ann.ask(m.Away)
    world.wait(3600.0)
    assert (cem.phase, cem.seconds) == ("finished", None)
    bob.ask(m.Ready)
    assert cem.last(m.Clock).seconds == 20.0
    bob.ask(m.Away)
    assert cem.seconds is None
    world.wait(100.0)
    assert cem.phase == "waiting"
    cem.ask(m.Ready)
    assert cem.phase == "playing"
    assert world.state().seated == [True, True, True]


def test_the_clock_goes_on_after_a_restart(world: Crashing) -> None:
    people = ann, bob, cem = playing(world, "ann bob cem")
    play_out(world, people)
    ann.ask(m.Ready)
    world.wait(5.0)
    world.journal.pulse(world.now)
    world.crash(*people)
    assert world.told == []
    ann.resume()
    assert ann.seconds is None  # the others may be on the way
    bob.resume()
    cem.resume()
    assert ann.seconds == pytest.approx(15.0)
    world.wait(15.0)
    assert ann.phase == "playing"
    assert all(person.agrees() for person in people)
