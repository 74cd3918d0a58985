"""Every question of the rules at a table: clocks and computer players answer it, and it outlives whoever leaves."""

from typing import NamedTuple

import pytest

from tests.server.harness import Person, World, play_out, playing, set_up
from uno_engine.decisions import DECISIONS, asked
from uno_protocol import messages as m

CUSTOM = {"extra": "0,0,4", "goal": "points"}


class Case(NamedTuple):
    """How a question comes about: ann (seat 0) plays with these options and this hand; who is asked then."""

    options: dict[str, str]
    hand: str
    play: dict[str, object] | None
    asked: int
    top: str = "R9"


CASES: dict[str, Case] = {
    "take_turn": Case({}, "R5 R6 R7", {"cards": ["R5"]}, 1),
    "play_drawn": Case({}, "G5 G6 G7", None, 0),
    "name_colour": Case({}, "W R6 R7", {"cards": ["W"]}, 0),
    "choose_player": Case({"seven_zero": "yes"}, "R7 R6 R5", {"cards": ["R7"]}, 0),
    "answer_draw_four": Case({}, "W+4 R6 R7", {"cards": ["W+4"], "colours": ["B"]}, 1),
    "answer_stack": Case({"stacking": "same"}, "R+2 R6 R7", {"cards": ["R+2"]}, 1),
    "keep_one": Case(
        {**CUSTOM, "customizable_rule": "discard_colour"}, "WC R6 R7", {"cards": ["WC"], "colours": ["R"]}, 0
    ),
    "pass_card": Case(
        {**CUSTOM, "customizable_rule": "everyone_passes_one"}, "WC R6 R7", {"cards": ["WC"], "colours": ["R"]}, 2
    ),
    "confirm": Case({**CUSTOM, "customizable_rule": "own"}, "WC R6 R7", {"cards": ["WC"], "colours": ["R"]}, 2),
}


def asking(kind: str, **new: object) -> tuple[World, list[Person], Person]:
    """Three people, and somebody is asked a question of that kind."""
    world = World()
    if kind == "vote":
        people = playing(world, "ann bob cem", options=CUSTOM, **new)
        return world, people, people[1]
    case = CASES[kind]
    people = playing(world, "ann bob cem", options=case.options, own_text="Sing.", **new)
    set_up(world, people, case.hand, "B1 B2 B3", "Y1 Y2 Y3", top=case.top)
    ann = people[0]
    answer = ann.play(m.Draw) if case.play is None else ann.play(m.Play, **case.play)
    assert isinstance(answer, m.Ok), answer
    assert ann.game.waiting_for is not None
    assert ann.game.waiting_for.kind == kind
    assert case.asked in asked(ann.game.waiting_for)
    return world, people, people[case.asked]


def test_there_is_a_case_for_every_question() -> None:
    assert {*CASES, "vote"} == DECISIONS.keys()


def goes_on(world: World, people: list[Person], seat: int) -> None:
    """The seat is free, nobody waits for it, and the game comes to its end."""
    assert world.table().room.occupants[seat] is None
    assert seat not in asked(world.state().waiting_for)
    assert not world.state().playing[seat]
    assert all(person.agrees() for person in people)
    play_out(world, people)
    assert all(person.agrees() for person in people)


@pytest.mark.fast
@pytest.mark.clause("A10")
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
