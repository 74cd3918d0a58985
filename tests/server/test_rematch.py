"""The next game starts by itself after one that is over, when people want it and not otherwise (P-7.25)."""

from pathlib import Path

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


def test_a_host_who_is_not_there_is_not_waited_for() -> None:
    world, (ann, bob, cem) = over("ann bob cem", options={"starter": "chosen"})
    ann.drop()
    bob.ask(m.Ready)
    world.wait(20.0)
    assert bob.phase == "playing"
    assert world.table().room.host == bob.seat
    assert bob.game.starter == bob.seat  # A6
    assert cem.agrees()


def test_the_clock_stands_while_too_few_are_there() -> None:
    world, (ann, bob) = over("ann bob")
    ann.ask(m.Ready)
    world.wait(5.0)
    bob.drop()
    assert ann.last(m.Clock).seconds is None
    world.wait(600.0)
    assert ann.phase == "waiting"
    bob.resume()
    assert ann.seconds == 15.0
    world.wait(15.0)
    assert ann.phase == "playing"


@pytest.mark.parametrize(
    "change",
    [
        (m.ChangeTable, {"options": {"stacking": "any"}}),
        (m.ChangeTable, {"preset": "street"}),
        (m.ChangeTable, {"seats": 5}),
        (m.MoveSeat, {"seat": 0, "to": 1}),
    ],
    ids=["options", "preset", "seats", "move"],
)
def test_after_a_change_the_host_starts(change: tuple[type[m.Request], dict[str, object]]) -> None:
    world, people = over("ann bob cem")
    ann, bob, _ = people
    bob.ask(m.Ready)
    kind, fields = change
    assert isinstance(ann.ask(kind, **fields), m.Ok)
    assert bob.seconds is None
    assert bob.table is not None
    assert bob.table.game is None
    for person in people:
        person.ask(m.Ready)
    world.wait(100.0)
    assert bob.phase == "waiting"
    assert isinstance(ann.ask(m.Start), m.Ok)
    assert bob.phase == "playing"


def test_the_clock_goes_on_after_a_restart(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
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
