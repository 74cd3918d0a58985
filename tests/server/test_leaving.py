"""A table is rid of a player who leaves for good at once, whatever it waits for (A10, P-7.10)."""

import pytest

from tests.server.harness import Person, World, play_out, sit_down
from tests.server.test_questions import asking
from uno_engine.decisions import DECISIONS, asked
from uno_protocol import messages as m

pytestmark = pytest.mark.clause("A10")


def goes_on(world: World, people: list[Person], seat: int) -> None:
    """The seat is free, nobody waits for it, and the game comes to its end."""
    assert world.table().room.occupants[seat] is None
    assert seat not in asked(world.state().waiting_for)
    assert not world.state().playing[seat]
    assert all(person.agrees() for person in people)
    play_out(world, people)
    assert all(person.agrees() for person in people)


@pytest.mark.fast
@pytest.mark.parametrize("who", ["asked", "another", "away"])
@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_the_game_goes_on_whatever_was_asked(kind: str, who: str) -> None:
    world, people, person = asking(kind, turn_seconds=0)
    leaves = next(one for one in people if one is not person) if who == "another" else person
    if who == "away":
        leaves.ask(m.Away)
    seat = leaves.seat
    assert isinstance(leaves.ask(m.LeaveTable), m.Ok)
    goes_on(world, [one for one in people if one is not leaves], seat)


@pytest.mark.parametrize("phase", ["waiting", "paused", "between_rounds", "held", "finished", "rematch"])
def test_the_seat_is_free_in_every_phase(phase: str) -> None:
    world = World()
    options = {"hand_size": "2"} | ({"goal": "points"} if phase in ("between_rounds", "held") else {})
    people = sit_down(world, "ann bob cem", options=options)
    ann, bob, cem = people
    if phase != "waiting":
        for person in people:
            person.ask(m.Ready)
        ann.ask(m.Start)
    if phase == "paused":
        ann.ask(m.Pause)
    elif phase in ("between_rounds", "held"):
        while ann.phase == "playing":
            if not any(person.move() for person in people):
                world.wait(0.5)
        assert ann.phase == "between_rounds"
        if phase == "held":
            ann.ask(m.Pause)
    elif phase in ("finished", "rematch"):
        play_out(world, people)
        if phase == "rematch":
            bob.ask(m.Ready)
    assert isinstance(cem.ask(m.LeaveTable), m.Ok)
    assert world.table().room.occupants[2] is None
    assert bob.agrees()
    assert isinstance(ann.ask(m.LeaveTable), m.Ok)
    assert world.table().room.host == bob.seat
    assert bob.agrees()
    dee = world.person("dee")
    dee.join()
    assert dee.seat == 0
    assert isinstance(bob.ask(m.LeaveTable), m.Ok)
    assert isinstance(dee.ask(m.LeaveTable), m.Ok)
    assert world.hub.lobby.find("T") is None
