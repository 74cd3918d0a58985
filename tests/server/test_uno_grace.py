"""The table gives people the time to call UNO, and no more (rule book U1, U3, U4)."""

from typing import Any

import pytest

from tests.server.harness import Person, World, dealt, playing, set_up
from uno_engine.actions import CanPlay
from uno_protocol import messages as m
from uno_server.table.hold import Hold

pytestmark = pytest.mark.clause("U3")


def forgotten(**new: Any) -> tuple[World, list[Person]]:
    """Seat 0 has just laid the next-to-last card and has not called UNO; it is the next one's turn."""
    world, people = dealt("R5 B7", "R1 R2 R3", "R6 R7 R8", **new)
    assert people[0].play(m.Play, cards=["R5"]) == m.Ok(id=people[0].last_id)
    assert people[1].game.window == 0
    return world, people


def test_the_owners_own_next_play_waits_too() -> None:  # U3: two players, a Skip gives the turn back
    world, (ann, bob) = dealt("RS R5", "B1 B2")
    ann.play(m.Play, cards=["RS"])
    assert ann.game.waiting_for is not None
    assert ann.game.waiting_for.seat == 0
    assert ann.play(m.Play, cards=["R5"]) is None
    assert bob.play(m.Catch, target=0) is None
    world.wait(1.6)
    assert bob.answer(bob.last_id) == m.Ok(id=bob.last_id)
    assert ann.answer(ann.last_id) == m.Ok(id=ann.last_id)
    assert ann.game.counts == [2, 2]


def test_what_the_rules_refuse_is_refused_at_once_and_holds_nothing() -> None:  # U3
    world, (_, bob, cem) = forgotten()
    assert bob.refused(m.Play, decision=bob.game.decision, cards=["G9"]) == "not_in_hand"
    assert cem.refused(m.Draw, decision=cem.game.decision) == "not_your_turn"
    assert bob.refused(m.Draw, decision=bob.game.decision - 1) == "stale"
    assert bob.play(m.Draw) is None
    world.wait(1.6)
    assert bob.answer(bob.last_id) == m.Ok(id=bob.last_id)


def test_computer_players_neither_move_nor_catch_during_the_grace() -> None:  # U3
    world, (ann,) = dealt("R5 B7", "R1 R2 R3", "R6 R7 R8", names="ann", seats=3, bots=["normal", "normal"])
    ann.play(m.Play, cards=["R5"])
    n = world.table().log.n
    world.wait(1.49)
    assert world.table().log.n == n
    world.wait(0.02)
    assert world.table().log.n > n


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


def test_what_a_table_holds_when_it_closes_is_answered() -> None:  # U3
    world, (ann,) = dealt("RS R5", "B1 B2", "G1 G2", names="ann", seats=3, bots=["normal", "normal"])
    world.state().window = 2
    world.table().game.hold = Hold(world.now + 1.5)  # type: ignore[union-attr]  # a game is on
    assert ann.play(m.Catch, target=2) is None
    held = ann.last_id
    assert isinstance(ann.ask(m.LeaveTable), m.Ok)
    answer = ann.answer(held)
    assert isinstance(answer, m.Error)
    assert answer.code == "not_at_table"
    assert len(world.hub.lobby) == 0


def test_a_held_catch_shows_in_nothing_that_others_are_sent() -> None:  # DESIGN: its very existence is secret
    def heard_by_bob(catch: bool) -> list[bytes]:
        world, (_, bob, cem) = forgotten()
        if catch:
            cem.play(m.Catch, target=0)
        world.wait(1.4)
        return bob.bytes

    assert heard_by_bob(catch=True) == heard_by_bob(catch=False)


def test_a_vain_catch_does_not_bar_a_good_one() -> None:  # U4
    world, (ann, bob) = dealt("R5 R6", "R1 R2 R3")
    assert bob.refused(m.Catch, decision=bob.game.decision, target=0) == "nothing_to_catch"
    ann.play(m.Play, cards=["R5"])
    assert bob.play(m.Catch, target=0) is None
    world.wait(1.6)
    assert ann.game.counts[0] == 3


def test_the_referee_waits_for_the_grace_and_for_the_next_player() -> None:  # S6, U3
    world, (ann, bob, cem) = forgotten(preset="street")
    assert cem.refused(m.Catch, decision=cem.game.decision, target=0) == "nothing_to_catch"
    assert bob.play(m.Play, cards=["R1"]) is None
    world.wait(1.4)
    assert ann.game.counts == [1, 3, 3]
    world.wait(0.2)
    assert bob.answer(bob.last_id) == m.Ok(id=bob.last_id)
    assert ann.game.counts == [3, 2, 3]
    caught = [entry.event for entry in ann.all(m.Entry) if entry.event["k"] == "uno_caught"]
    assert caught == [{"k": "uno_caught", "seat": 0}]
    assert all(person.agrees() for person in (ann, bob, cem))


def test_a_call_within_the_grace_comes_before_the_referee() -> None:  # S6, U3
    world, (ann, bob, _) = forgotten(preset="street")
    assert bob.play(m.Draw) is None
    world.wait(1.0)
    assert isinstance(ann.play(m.CallUno), m.Ok)
    assert bob.answer(bob.last_id) == m.Ok(id=bob.last_id)
    assert ann.game.counts == [1, 4, 3]


def test_with_the_referee_the_owners_next_play_waits_and_comes_after_the_two_cards() -> None:  # S6, U3
    world, (ann, _) = dealt("RS R5", "B1 B2", preset="street")
    ann.play(m.Play, cards=["RS"])
    assert ann.play(m.Play, cards=["R5"]) is None
    world.wait(1.6)
    assert ann.answer(ann.last_id) == m.Ok(id=ann.last_id)
    assert ann.game.counts == [2, 2]
    assert ann.phase == "playing"


def test_the_answer_to_a_stack_waits_too() -> None:  # U3, S4
    world, (ann, bob, cem) = dealt("R+2 B7", "B+2 B2 B3", "Y1 Y2 Y3", preset="street")
    ann.play(m.Play, cards=["R+2"])
    assert bob.play(m.Play, cards=["B+2"]) is None
    world.wait(0.5)
    assert isinstance(ann.play(m.CallUno), m.Ok)
    assert bob.answer(bob.last_id) == m.Ok(id=bob.last_id)
    assert cem.play(m.Accept) == m.Ok(id=cem.last_id)
    assert cem.game.counts == [1, 2, 7]


def test_a_challenge_waits_and_a_catch_that_comes_later_goes_first() -> None:  # U3, O5
    world, (ann, bob, cem) = dealt("W+4 B7", "R1 R2 R3", "Y1 Y2 Y3")
    ann.play(m.Play, cards=["W+4"], colours=["G"])
    assert bob.play(m.Challenge) is None
    assert cem.play(m.Catch, target=0) is None
    world.wait(1.6)
    kinds = [entry.event["k"] for entry in ann.all(m.Entry)]
    assert kinds.index("uno_caught") < kinds.index("challenged")
    assert ann.game.counts == [3, 9, 3]


def jumping() -> tuple[World, list[Person]]:
    world, people = dealt("R5 B7", "R1 R5 R3", "R5 R7 R8", options={"jump_in": "yes", "decks": "2"})
    people[0].play(m.Play, cards=["R5"])
    assert people[1].game.window == 0
    return world, people


def test_a_jump_in_waits_while_the_owner_may_call() -> None:  # U3, H4
    world, (ann, bob, cem) = jumping()
    assert [one.card.name for one in cem.listed if isinstance(one, CanPlay)] == ["R5"]
    assert cem.play(m.Play, cards=["R5"]) is None
    world.wait(1.0)
    assert isinstance(ann.play(m.CallUno), m.Ok)
    assert cem.answer(cem.last_id) == m.Ok(id=cem.last_id)
    assert cem.game.counts == [1, 3, 2]
    assert bob.game.waiting_for is not None
    assert bob.game.waiting_for.seat == 0


def test_the_player_chosen_and_the_card_kept_are_answered_while_others_wait() -> None:  # U1, U3
    world = World()
    options = {"extra": "0,0,4", "customizable_rule": "chosen_player_draws_three"}
    ann, bob, cem = playing(world, "ann bob cem", options=options)
    set_up(world, [ann, bob, cem], "WC B7", "R1 R2 R3", "R6 R7 R8")
    ann.play(m.Play, cards=["WC"], colours=["B"])
    assert cem.game.window == 0
    assert cem.play(m.Catch, target=0) is None
    assert isinstance(ann.play(m.Choose, target=2), m.Ok)
    assert cem.game.counts == [1, 3, 6]
    world.wait(1.6)
    assert cem.answer(cem.last_id) == m.Ok(id=cem.last_id)
    assert cem.game.counts == [3, 3, 6]


def test_the_grace_after_a_discarded_colour_begins_when_the_card_is_kept() -> None:  # U2, U3
    world = World()
    options = {"extra": "0,0,4", "customizable_rule": "discard_colour"}
    ann, bob, cem = playing(world, "ann bob cem", options=options)
    set_up(world, [ann, bob, cem], "WC B7 B8", "R1 R2 R3", "R6 R7 R8")
    ann.play(m.Play, cards=["WC"], colours=["B"])
    assert "uno_window_opened" not in cem.kinds()
    assert isinstance(ann.play(m.Retain, card="B8"), m.Ok)
    assert cem.game.window == 0
    assert cem.play(m.Catch, target=0) is None
    world.wait(1.6)
    assert cem.game.counts == [3, 3, 3]


def test_the_owners_false_play_out_of_turn_waits_because_it_would_close_the_window() -> None:  # U3, O8
    world, (ann, bob, cem) = forgotten()
    assert ann.play(m.Play, cards=["B7"]) is None
    assert cem.play(m.Catch, target=0) is None
    world.wait(1.6)
    assert ann.answer(ann.last_id) == m.Ok(id=ann.last_id)
    assert cem.answer(cem.last_id) == m.Ok(id=cem.last_id)
    assert ann.game.counts[0] == 5
    assert bob.agrees()


def test_all_that_was_held_is_taken_before_anything_else_comes_in() -> None:  # U3, P-13.1
    world, (_, bob, cem) = forgotten()
    assert cem.play(m.Catch, target=0) is None
    assert bob.play(m.Draw) is None
    deadline = world.hub.next_deadline()
    assert deadline is not None
    world.now = deadline
    world.do(world.hub.tick(deadline))
    assert isinstance(cem.answer(cem.last_id), m.Ok)
    assert isinstance(bob.answer(bob.last_id), m.Ok)


@pytest.mark.parametrize("called", [True, False])
def test_the_grace_stands_while_the_game_is_paused(called: bool) -> None:  # U3, P-7.22, FAULTS 23
    world, (ann, bob, cem) = forgotten()
    assert cem.play(m.Catch, target=0) is None
    world.wait(1.0)
    ann.ask(m.Pause)
    world.wait(60)
    assert ann.refused(m.CallUno, decision=ann.game.decision) == "paused"
    assert cem.answer(cem.last_id) is None
    ann.ask(m.Pause, paused=False)
    world.wait(0.4)
    if called:
        assert isinstance(ann.play(m.CallUno), m.Ok)
    world.wait(0.2)
    assert isinstance(cem.answer(cem.last_id), m.Error if called else m.Ok)
    assert ann.game.counts[0] == (1 if called else 3)
    assert bob.agrees()


def test_who_was_held_up_has_not_let_the_time_run_out() -> None:
    world, (_, bob, _) = forgotten(turn_seconds=10)
    member = next(one for one in world.table().members.values() if one.seat == bob.seat)
    member.time_outs = 1
    bob.play(m.Draw)
    world.wait(1.6)
    assert bob.answer(bob.last_id) == m.Ok(id=bob.last_id)
    assert member.time_outs == 0
