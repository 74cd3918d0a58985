"""A table goes on when people are away, and a seat is its owner's again at any moment."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, begun, dealt, gathered, over, play_out, playing
from uno_engine.decisions import TakeTurn, asked
from uno_protocol import messages as m
from uno_server.table import transaction


def stand_in(world: World, seat: int) -> str | None:
    occupant = world.table().room.occupants[seat]
    assert occupant is not None
    return occupant.stand_in


def plays_of(person: Person, seat: int) -> int:
    """How often that seat has laid or drawn cards, as the person was told."""
    moves = ("cards_played", "cards_drawn")
    events = [entry.event for entry in person.all(m.Entry)]
    return sum(1 for event in events if event["k"] in moves and event["seat"] == seat)


def at_turn(names: str = "ann bob cem", turn: int = 0, **new: Any) -> tuple[World, list[Person]]:
    """A round in which it is the turn of a person who can play, and nobody ends it soon."""
    hands = ["R1 R2 R3 R4 R5", "R1 R2 R3 R6 R7", "R3 R4 R6 R7 R8", "R4 R5 R6 R7 R8"][: len(names.split())]
    return dealt(*hands, names=names, turn=turn, **{"bot_pause": 1.0, **new})


def test_who_comes_back_before_a_game_has_accepted_nothing() -> None:
    _, (ann, bob) = gathered()
    bob.ask(m.Ready)
    ann.ask(m.Ready)
    bob.ask(m.Away)
    bob.ask(m.Away, away=False)
    assert ann.refused(m.Start) == "not_ready"


def test_the_next_deal_does_not_wait_for_who_goes_away() -> None:
    _, (ann, bob) = over(options={"goal": "points"})
    assert ann.phase == "between_rounds"
    ann.ask(m.Ready)
    bob.ask(m.Away)
    assert ann.phase == "playing"
    assert bob.away


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


def is_asked(person: Person) -> bool:
    return person.seat in asked(person.game.waiting_for)


def draws(person: Person) -> None:
    """The person answers all there is to answer by drawing a card and keeping it."""
    while is_asked(person):
        kind: type[m.PlayRequest] = m.Draw if isinstance(person.game.waiting_for, TakeTurn) else m.Keep
        assert isinstance(person.play(kind), m.Ok)


def one_time_out(world: World, person: Person, other: Person) -> None:
    """The person's time runs out; then it is that person's turn again."""
    assert is_asked(person)
    world.wait(10.0)
    assert is_asked(other)
    draws(other)


def test_what_is_refused_is_no_move_and_who_takes_the_seat_back_has_two_more() -> None:
    world, (ann, bob) = at_turn("ann bob", turn_seconds=10)
    one_time_out(world, ann, bob)
    assert ann.refused(m.Play, cards=["B9"], decision=ann.game.decision) == "not_in_hand"
    assert isinstance(ann.ask(m.WhyNot), m.Reasons)
    one_time_out(world, ann, bob)
    assert stand_in(world, ann.seat) == "normal"
    ann.come_back()
    assert transaction.times(world.table()).time_outs == ()
    one_time_out(world, ann, bob)
    assert not ann.away


def test_a_vote_and_a_card_to_pass_on_count_for_each_who_has_not_answered() -> None:
    options = {"target": "60", "customizable_rule": "vote"}
    world, people = begun("gus hal ida", preset="classic113", options=options, turn_seconds=10)
    gus = people[0]
    assert isinstance(gus.move(), bool)
    assert len(world.state().votes) == 1
    world.wait(10.0)
    counts = transaction.times(world.table()).time_outs
    assert [*counts, 0, 0, 0][:3] == [0, 1, 1]


def test_a_question_to_several_goes_on_without_who_is_away() -> None:
    options = {"target": "60", "customizable_rule": "vote"}
    world = World()
    people = gus, hal, ida = playing(
        world, "gus hal ida", preset="classic113", options=options, turn_seconds=10, bot_pause=1.0
    )
    hal.ask(m.Away)
    world.wait(5.0)
    assert 1 in world.state().votes
    gus.move()
    assert ida.seconds is not None
    assert ida.move()
    assert gus.game.phase.value == "playing"
    assert all(person.agrees() for person in people)


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


def test_time_that_is_given_while_it_runs_is_more_at_once_and_given_back_gains_nothing() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=10)
    world.wait(9.0)
    assert isinstance(ann.ask(m.GiveTime, seat=ann.seat, seconds=30), m.Ok)
    assert bob.seconds == pytest.approx(31.0)
    world.wait(30.0)
    assert plays_of(bob, ann.seat) == 0
    world.wait(1.0)
    assert bob.kinds().count("time_ran_out") == 1
    bob.play(m.Draw)
    bob.play(m.Keep)
    for seconds in (30, 0, 30, 0, 30):
        world.wait(1.0)
        ann.ask(m.GiveTime, seat=2, seconds=seconds)
    world.wait(34.9)
    assert bob.kinds().count("time_ran_out") == 1
    world.wait(0.2)
    assert bob.kinds().count("time_ran_out") == 2
