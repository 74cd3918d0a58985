"""The table gives people the time to call UNO, and no more (rule book U1, U3, U4)."""

from typing import Any

import pytest

from tests.server.harness import Person, World, dealt
from uno_protocol import messages as m

pytestmark = pytest.mark.clause("U3")


def forgotten(**new: Any) -> tuple[World, list[Person]]:
    """Seat 0 has just laid the next-to-last card and has not called UNO; it is the next one's turn."""
    world, people = dealt("R5 B7", "R1 R2 R3", "R6 R7 R8", **new)
    assert people[0].play(m.Play, cards=["R5"]) == m.Ok(id=people[0].last_id)
    assert people[1].game.window == 0
    return world, people


def test_a_repeat_of_a_held_request_has_no_answer_of_its_own() -> None:  # U3, P-6.4
    world, (_, _, cem) = forgotten()
    cem.play(m.Catch, target=0)
    cem.say(m.Catch(id=cem.last_id, decision=cem.game.decision, target=0))
    assert cem.answer(cem.last_id) is None
    world.wait(1.6)
    assert [one for one in cem.heard if getattr(one, "id", None) == cem.last_id] == [m.Ok(id=cem.last_id)]


def test_a_held_request_that_is_decided_before_its_repeat_comes_is_answered_once() -> None:  # U3, P-6.4
    world, (ann, _, cem) = forgotten()
    cem.play(m.Catch, target=0)
    cem.drop()
    cem.resume()
    world.wait(1.6)
    again = m.Catch(id=cem.last_id, decision=cem.game.decision, target=0)
    cem.say(again)
    assert cem.heard.count(m.Ok(id=again.id)) == 1
    cem.drop()
    cem.resume()
    cem.say(again)
    assert cem.heard.count(m.Ok(id=again.id)) == 2  # the first may have been lost with its connection
    assert ann.game.counts[0] == 3


def test_who_leaves_while_held_is_answered_and_the_others_go_on() -> None:  # U3, A10
    world, (ann, bob, cem) = forgotten()
    bob.play(m.Play, cards=["R1"])
    held = bob.last_id
    assert isinstance(bob.ask(m.LeaveTable), m.Ok)
    world.wait(1.6)
    answer = bob.answer(held)
    assert isinstance(answer, m.Error)
    assert answer.code == "not_at_table"
    assert cem.game.waiting_for is not None
    assert cem.game.waiting_for.seat == 2
    assert ann.agrees()


@pytest.mark.parametrize("called", [True, False])
def test_the_grace_stands_while_the_game_is_paused(called: bool) -> None:  # U3, P-7.22, FAULTS 23
    world, (ann, bob, cem) = forgotten()
    assert cem.play(m.Catch, target=0) is None
    world.wait(1.0)
    ann.ask(m.Pause)
    world.wait(60)
    assert ann.refused(m.CallUno, decision=ann.game.decision) == "paused"
    assert bob.refused(m.Catch, target=0, decision=ann.game.decision) == "paused"
    assert cem.answer(cem.last_id) is None
    ann.ask(m.Pause, paused=False)
    world.wait(0.4)
    if called:
        assert isinstance(ann.play(m.CallUno), m.Ok)
    world.wait(0.2)
    assert isinstance(cem.answer(cem.last_id), m.Error if called else m.Ok)
    assert ann.game.counts[0] == (1 if called else 3)
    assert bob.agrees()
