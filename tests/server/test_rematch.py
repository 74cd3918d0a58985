"""The next game starts by itself after one that is over, when people want it and not otherwise (P-7.25)."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, gathered, over, play_out, playing, set_up, start
from uno_protocol import messages as m


def after_a_game(names: str = "ann bob cem", **new: Any) -> tuple[World, list[Person]]:
    """People at a table where a game is over."""
    return over(names, **new)


def finish(world: World, people: list[Person]) -> None:
    others = ["B1 B2"] * (len(people) - 1)
    set_up(world, people, "R5", *others)
    assert isinstance(people[0].play(m.Play, cards=["R5"]), m.Ok)
    assert people[0].phase == "finished"


def seconds_left(person: Person) -> float | None:
    """The time left on the last clock that the person was sent."""
    return person.seconds


def test_nothing_happens_while_nobody_wants_another_game() -> None:
    world, people = after_a_game()
    world.wait(3600.0)
    assert people[0].phase == "finished"
    assert seconds_left(people[0]) is None


def test_the_next_game_begins_when_all_are_ready() -> None:
    world, people = after_a_game()
    before = world.state().seed
    for person in people:
        assert person.phase != "playing"
        assert isinstance(person.ask(m.Ready), m.Ok)
    assert {person.phase for person in people} == {"playing"}
    assert world.state().seed != before
    assert world.state().round == 1
    assert all(person.agrees() for person in people)
    assert people[0].kinds().count("game_opened") == 2


def test_the_first_who_is_ready_starts_a_clock_that_everybody_is_shown() -> None:  # P-9.8
    world, (ann, bob, cem) = after_a_game()
    bob.ask(m.Ready)
    assert ann.phase == "waiting"
    assert (cem.last(m.Clock).seconds, cem.last(m.Clock).of) == (20.0, 20.0)
    world.wait(8.0)
    ann.ask(m.Ready)
    assert cem.all(m.Clock)[-1].seconds == 20.0  # it goes on, nothing new is told
    world.wait(11.9)
    assert ann.phase == "waiting"
    world.wait(0.1)
    assert ann.phase == "playing"
    assert world.state().seated == [True, True, True]  # cem is connected and plays too


def test_the_clock_ends_with_the_last_who_was_ready_and_begins_anew() -> None:
    world, (ann, bob, _) = after_a_game()
    ann.ask(m.Ready)
    world.wait(19.0)
    ann.ask(m.Ready, ready=False)
    assert seconds_left(bob) is None
    world.wait(100.0)
    assert bob.phase == "waiting"
    bob.ask(m.Ready)
    assert seconds_left(bob) == 20.0


def test_who_is_neither_there_nor_ready_loses_the_seat() -> None:  # P-7.9
    world, (ann, bob, cem) = after_a_game()
    cem.drop()
    ann.ask(m.Ready)
    world.wait(20.0)
    assert ann.phase == "playing"
    assert world.table().room.occupants[2] is None
    assert world.state().seated == [True, True, False]
    assert bob.agrees()


def test_who_is_ready_and_has_lost_the_link_plays_on() -> None:
    world, (ann, bob, cem) = after_a_game()
    cem.ask(m.Ready)
    cem.drop()
    world.wait(20.0)
    assert world.state().seated == [True, True, True]
    assert ann.phase == bob.phase == "playing"


def test_a_host_who_is_not_there_is_not_waited_for() -> None:
    world, (ann, bob, cem) = after_a_game(options={"starter": "chosen"})
    ann.drop()
    bob.ask(m.Ready)
    world.wait(20.0)
    assert bob.phase == "playing"
    assert world.table().room.host == bob.seat
    assert bob.game.starter == bob.seat  # A6
    assert cem.agrees()


def test_the_clock_stands_while_too_few_are_there() -> None:
    world, (ann, bob) = after_a_game("ann bob")
    ann.ask(m.Ready)
    world.wait(5.0)
    bob.drop()
    assert seconds_left(ann) is None
    world.wait(600.0)
    assert ann.phase == "waiting"
    bob.resume()
    assert seconds_left(ann) == 15.0
    world.wait(15.0)
    assert ann.phase == "playing"


def test_no_clock_runs_where_too_few_are_left() -> None:
    world, (ann, bob) = after_a_game("ann bob")
    bob.ask(m.LeaveTable)
    ann.ask(m.Ready)
    assert ann.phase == "waiting"
    assert seconds_left(ann) is None
    world.wait(100.0)
    assert ann.phase == "waiting"
    cem = world.person("cem")
    cem.join()
    ann.ask(m.Ready)
    cem.ask(m.Ready)
    assert cem.phase == "playing"


def test_somebody_new_makes_all_marks_go_and_the_clock_with_them() -> None:  # P-7.7
    world, (ann, bob) = after_a_game("ann bob", seats=3)
    ann.ask(m.Ready)
    cem = world.person("cem")
    cem.join()
    assert seconds_left(bob) is None
    for person in (ann, bob):
        person.ask(m.Ready)
    assert seconds_left(bob) == 20.0
    cem.ask(m.Ready)
    assert world.state().seated == [True, True, True]


def test_with_computer_players_alone_one_who_is_ready_is_enough() -> None:
    _, (ann,) = after_a_game("ann", seats=3, bots=["normal"])
    ann.ask(m.Ready)
    assert ann.phase == "playing"


def test_those_who_sit_in_for_others_want_no_other_game() -> None:
    world, (ann, bob, cem) = after_a_game()
    ann.ask(m.Away)
    bob.ask(m.Away)
    world.wait(100.0)
    assert cem.phase == "finished"
    cem.ask(m.Ready)
    assert cem.phase == "playing"
    assert world.state().seated == [True, True, True]


def test_who_is_ready_and_goes_away_asks_for_nothing_any_more() -> None:
    world, (ann, bob, cem) = after_a_game()
    ann.ask(m.Ready)
    ann.ask(m.Away)
    assert seconds_left(bob) is None
    world.wait(100.0)
    assert bob.phase == "waiting"
    assert cem.agrees()


def test_who_goes_away_is_not_waited_for_by_those_who_are_ready() -> None:
    _, (ann, bob, cem) = after_a_game()
    ann.ask(m.Ready)
    bob.ask(m.Ready)
    cem.ask(m.Away)
    assert ann.phase == "playing"


def test_the_host_may_start_too() -> None:
    _, (ann, bob, cem) = after_a_game()
    bob.ask(m.Ready)
    assert ann.refused(m.Start) == "not_ready"
    cem.drop()
    ann.ask(m.Away)
    assert isinstance(ann.ask(m.Start), m.Ok)
    assert bob.phase == "playing"


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
@pytest.mark.parametrize("somebody_is_ready", [False, True])
def test_after_a_change_the_host_starts(
    change: tuple[type[m.Request], dict[str, object]], somebody_is_ready: bool
) -> None:
    world, people = after_a_game()
    ann, bob, _ = people
    if somebody_is_ready:
        bob.ask(m.Ready)
    kind, fields = change
    assert isinstance(ann.ask(kind, **fields), m.Ok)
    assert seconds_left(bob) is None
    assert bob.table is not None
    assert bob.table.game is None
    for person in people:
        person.ask(m.Ready)
    world.wait(100.0)
    assert bob.phase == "waiting"
    assert isinstance(ann.ask(m.Start), m.Ok)
    assert bob.phase == "playing"


def test_a_game_that_was_ended_without_a_result_is_followed_by_none() -> None:
    world = World()
    ann, bob = people = playing(world)
    ann.ask(m.EndGame)
    for person in people:
        person.ask(m.Ready)
    world.wait(100.0)
    assert bob.phase == "waiting"
    assert seconds_left(bob) is None
    assert isinstance(ann.ask(m.Start), m.Ok)


def test_before_the_first_game_the_host_starts() -> None:
    world, people = gathered()
    for person in people:
        person.ask(m.Ready)
    world.wait(100.0)
    assert people[1].phase == "waiting"


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
    assert seconds_left(ann) is None  # the others may be on the way
    bob.resume()
    cem.resume()
    assert seconds_left(ann) == pytest.approx(15.0)
    world.wait(15.0)
    assert ann.phase == "playing"
    assert all(person.agrees() for person in people)


def test_games_follow_one_another_with_the_same_people() -> None:
    world, people = after_a_game()
    for _ in range(3):
        start(people)
        finish(world, people)
    assert people[0].kinds().count("game_seed") == 4
