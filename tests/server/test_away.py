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


def test_a_computer_player_sits_in_for_who_is_away_and_everybody_is_told() -> None:
    world, people = at_turn()
    ann, bob, _ = people
    assert ann.ask(m.Away) == m.Ok(id=ann.last_id)
    assert bob.kinds()[-1] == "stand_in_changed"
    assert ann.away
    world.wait(5.0)
    assert plays_of(bob, ann.seat) == 1
    assert stand_in(world, ann.seat) == "normal"
    assert all(person.agrees() for person in people)


def test_who_comes_later_sees_who_is_away() -> None:
    world, (ann, *_) = at_turn()
    ann.ask(m.Away)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    occupant = eve.occupant(ann.seat)
    assert occupant.stand_in == "normal"
    assert occupant.connected


def test_the_owner_plays_again_at_once_after_taking_the_seat_back() -> None:
    world, (ann, bob, _) = at_turn()
    ann.ask(m.Away)
    assert ann.listed == ()
    assert isinstance(ann.ask(m.Away, away=False), m.Ok)
    assert ann.listed != ()
    assert isinstance(ann.play(m.Play, cards=["R1"]), m.Ok)
    assert plays_of(bob, ann.seat) == 1
    assert (world.hub.next_deadline() or 0.0) > world.now


@pytest.mark.parametrize("waited", [0.0, 0.3])
def test_nothing_is_done_for_a_seat_once_it_has_been_taken_back(waited: float) -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=60)
    ann.ask(m.Away)
    world.wait(waited)
    assert plays_of(bob, ann.seat) == 0
    ann.ask(m.Away, away=False)
    world.wait(50.0)
    assert plays_of(bob, ann.seat) == 0
    assert ann.seconds is not None


def test_away_and_back_are_said_twice_without_harm() -> None:
    world, (ann, bob, _) = at_turn()
    for away in (False, True, True, False, False):
        assert isinstance(ann.ask(m.Away, away=away), m.Ok)
    assert bob.kinds().count("stand_in_changed") == 2
    assert stand_in(world, ann.seat) is None


def test_who_is_away_does_not_play_and_is_not_ready() -> None:
    world, (ann, bob, _) = at_turn(turn=1)
    bob.ask(m.Away)
    n = world.table().log.n
    assert bob.refused(m.Play, cards=["R1"], decision=bob.game.decision) == "away"
    assert bob.refused(m.CallUno, decision=bob.game.decision) == "away"
    assert world.table().log.n == n
    assert ann.agrees()
    assert isinstance(bob.ask(m.WhyNot), m.Reasons)


@pytest.mark.parametrize("ready", [True, False])
def test_who_is_away_counts_as_ready_and_cannot_say_otherwise(ready: bool) -> None:
    _, (ann, bob) = gathered()
    ann.ask(m.Away)
    assert bob.kinds()[-1] == "stand_in_changed"
    assert ann.refused(m.Ready, ready=ready) == "away"
    bob.ask(m.Ready)
    assert isinstance(ann.ask(m.Start), m.Ok)  # a host who is away is the host
    assert ann.phase == "playing"


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


def test_who_goes_away_keeps_name_seat_host_and_hand() -> None:
    world, people = at_turn()
    ann = people[0]
    hand = ann.game.hands[ann.seat]
    ann.ask(m.Away)
    assert world.table().room.host == ann.seat
    assert ann.game.hands[ann.seat] == hand
    world.wait(3.0)
    ann.ask(m.Away, away=False)
    assert ann.agrees()
    assert ann.seat == 0


def test_a_table_goes_on_where_everybody_is_away_and_one_is_connected() -> None:
    world, (ann, bob, cem) = at_turn(options={"goal": "points", "target": "100"})
    for person in (ann, bob, cem):
        person.ask(m.Away)
    bob.drop()
    cem.drop()
    world.wait(3600.0)
    assert ann.phase == "finished"
    world.wait(3600.0)
    assert ann.phase == "finished"  # those who sit in ask for nothing
    assert ann.game.winners


def test_a_table_pauses_where_everybody_is_away_and_nobody_is_connected() -> None:
    world, (ann, bob) = at_turn("ann bob")
    for person in (ann, bob):
        person.ask(m.Away)
    for person in (ann, bob):
        person.drop()
    n = world.table().log.n
    world.wait(3600.0)
    assert world.table().log.n == n
    assert world.table().room.phase.value == "paused"
    ann.resume()
    world.wait(60.0)
    assert world.table().log.n > n


def test_a_computer_player_is_removed_and_nobody_who_is_away() -> None:
    _, (ann, bob, _) = at_turn()
    bob.ask(m.Away)
    assert ann.refused(m.RemoveBot, seat=bob.seat) == "not_a_bot"


def test_a_seat_that_is_left_while_away_is_free() -> None:  # A10
    world, (ann, bob, cem) = at_turn(turn=1)
    bob.ask(m.Away)
    bob.ask(m.LeaveTable)
    assert world.table().room.occupants[1] is None
    world.wait(10.0)
    assert plays_of(ann, 1) == 0
    assert ann.game.playing[1] is False
    assert cem.agrees()
    bob.join()
    assert stand_in(world, bob.seat) is None


def test_after_two_time_outs_in_a_row_a_computer_player_sits_in() -> None:  # A11
    world, (ann, bob) = at_turn("ann bob", turn_seconds=10)
    world.wait(10.0)
    assert bob.kinds().count("time_ran_out") == 1
    draws(bob)
    assert stand_in(world, ann.seat) is None
    world.wait(10.0)
    assert stand_in(world, ann.seat) == "normal"
    assert stand_in(world, bob.seat) is None
    assert ann.agrees()
    assert isinstance(ann.ask(m.Away, away=False), m.Ok)
    assert stand_in(world, ann.seat) is None


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


def test_a_move_between_makes_the_count_begin_anew() -> None:
    world, (ann, bob) = at_turn("ann bob", turn_seconds=10)
    one_time_out(world, ann, bob)
    assert transaction.times(world.table()).time_outs == (1,)
    assert isinstance(ann.play(m.Draw), m.Ok)
    assert transaction.times(world.table()).time_outs == ()
    draws(ann)
    draws(bob)
    one_time_out(world, ann, bob)
    assert stand_in(world, ann.seat) is None


def test_what_is_refused_is_no_move() -> None:
    world, (ann, bob) = at_turn("ann bob", turn_seconds=10)
    one_time_out(world, ann, bob)
    assert ann.refused(m.Play, cards=["B9"], decision=ann.game.decision) == "not_in_hand"
    assert isinstance(ann.ask(m.WhyNot), m.Reasons)
    one_time_out(world, ann, bob)
    assert stand_in(world, ann.seat) == "normal"


def test_who_takes_the_seat_back_has_two_more() -> None:
    world, (ann, bob) = at_turn("ann bob", turn_seconds=10)
    one_time_out(world, ann, bob)
    one_time_out(world, ann, bob)
    assert ann.away
    ann.come_back()
    assert transaction.times(world.table()).time_outs == ()
    one_time_out(world, ann, bob)
    assert not ann.away


def test_somebody_sits_in_for_who_has_lost_the_link_too() -> None:
    world, (ann, bob) = at_turn("ann bob", turn_seconds=10)
    ann.drop()
    for _ in range(200):
        if stand_in(world, 0) is not None:
            break
        world.wait(1.0)
        bob.move()
    assert stand_in(world, 0) == "normal"
    world.wait(3.0)
    ann.resume()
    assert ann.away  # only the owner takes it back
    assert ann.listed == ()
    ann.ask(m.Away, away=False)
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


def test_no_clock_runs_for_a_seat_that_somebody_sits_in_for() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=10)
    world.wait(4.0)
    ann.ask(m.Away)
    assert bob.seconds is None
    assert world.table().play.clock.deadline is None


def test_going_away_and_coming_back_gains_no_time() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=10)
    began = world.now
    while plays_of(bob, ann.seat) == 0 and world.now < began + 100:
        ann.ask(m.Away)
        world.wait(0.4)
        if plays_of(bob, ann.seat) == 0:
            ann.ask(m.Away, away=False)
            world.wait(0.01)
    assert world.now - began < 15.0


def test_a_table_without_a_limit_waits_for_who_does_not_answer() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=0)
    world.wait(3600.0)
    assert plays_of(bob, ann.seat) == 0
    ann.ask(m.Away)
    world.wait(5.0)
    assert plays_of(bob, ann.seat) == 1


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


def test_a_seat_that_was_given_time_has_more_for_every_answer() -> None:
    world, (ann, bob, cem) = at_turn(turn_seconds=10)
    assert isinstance(ann.ask(m.GiveTime, seat=bob.seat, seconds=60), m.Ok)
    assert cem.kinds()[-1] == "time_given"
    assert ann.last(m.Clock).of == 10.0
    ann.play(m.Play, cards=["R1"])
    assert (cem.last(m.Clock).seconds, cem.last(m.Clock).of) == (70.0, 70.0)
    world.wait(69.0)
    assert plays_of(cem, bob.seat) == 0
    assert isinstance(bob.play(m.Play, cards=["R1"]), m.Ok)
    assert cem.last(m.Clock).of == 10.0
    assert cem.agrees()


def test_time_that_is_given_while_it_runs_is_more_at_once() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=10)
    world.wait(9.0)
    assert isinstance(ann.ask(m.GiveTime, seat=ann.seat, seconds=30), m.Ok)
    assert bob.seconds == pytest.approx(31.0)
    world.wait(30.0)
    assert plays_of(bob, ann.seat) == 0
    world.wait(1.0)
    assert "time_ran_out" in bob.kinds()


def test_time_that_is_given_back_gains_nothing() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=10)
    for seconds in (30, 0, 30, 0, 30):
        world.wait(5.0)
        ann.ask(m.GiveTime, seat=ann.seat, seconds=seconds)
    assert bob.seconds is not None
    world.wait(15.0)
    assert "time_ran_out" in bob.kinds()


def test_of_several_who_are_asked_the_one_with_most_time_decides() -> None:
    options = {"target": "60", "customizable_rule": "vote"}
    _, (gus, hal, ida) = gathered("gus hal ida", preset="classic113", options=options, turn_seconds=10)
    hal.ask(m.GiveTime, seat=hal.seat, seconds=40)
    gus.ask(m.GiveTime, seat=ida.seat, seconds=20)
    for person in (gus, hal, ida):
        person.ask(m.Ready)
    gus.ask(m.Start)
    assert (gus.last(m.Clock).seconds, gus.last(m.Clock).of) == (50.0, 50.0)


def test_where_there_is_no_limit_time_that_is_given_means_nothing() -> None:
    _, (ann, bob, _) = at_turn(turn_seconds=0)
    ann.ask(m.GiveTime, seat=ann.seat, seconds=30)
    assert bob.seconds is None
    ann.play(m.Play, cards=["R1"])
    assert bob.seconds is None


def test_the_host_gives_time_to_people_and_others_to_themselves() -> None:
    world, (ann, bob) = gathered(seats=4, bots=["normal"])
    eve = world.person("eve")
    assert eve.refused(m.GiveTime, seat=0, seconds=10) == "not_at_table"
    eve.ask(m.SpectateTable, table="T")
    assert eve.refused(m.GiveTime, seat=0, seconds=10) == "not_seated"
    assert bob.refused(m.GiveTime, seat=ann.seat, seconds=10) == "not_host"
    assert isinstance(bob.ask(m.GiveTime, seat=bob.seat, seconds=10), m.Ok)
    assert isinstance(ann.ask(m.GiveTime, seat=bob.seat, seconds=300), m.Ok)
    bots = [seat for seat, one in enumerate(world.table().room.occupants) if one is not None and one.bot is not None]
    assert ann.refused(m.GiveTime, seat=bots[0], seconds=10) == "not_a_person"
    assert ann.refused(m.GiveTime, seat=3, seconds=10) == "empty_seat"
    assert ann.refused(m.GiveTime, seat=4, seconds=10) == "no_such_seat"
    n = world.table().log.n
    assert isinstance(bob.ask(m.GiveTime, seat=bob.seat, seconds=300), m.Ok)
    assert world.table().log.n == n
    assert eve.agrees()


def test_whoever_sits_down_has_no_time_from_before() -> None:
    world, (ann, bob, _) = at_turn(turn_seconds=10)
    ann.ask(m.GiveTime, seat=bob.seat, seconds=60)
    bob.ask(m.LeaveTable)
    bob.join()
    occupant = world.table().room.occupants[bob.seat]
    assert occupant is not None
    assert occupant.extra_seconds == 0
