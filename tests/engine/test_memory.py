"""What a seat remembers of the others beside the cards that it was shown."""

import pytest

from tests.engine.tables import at
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.decide import advance
from uno_engine.evolve import evolve
from uno_engine.memory import Memory, remember
from uno_engine.state import State
from uno_engine.view import view_for


def watched(state: State, *actions: act.Action) -> Memory:
    """What seat 0 remembers of these actions, from nothing but what it sees."""
    memory = Memory()
    for action in actions:
        before = state.copy()
        for event in advance(state, action):
            remember(memory, view_for(before, 0), 0, event.seen_by(0))
            evolve(before, event)
    return memory


def lays(seat: int, name: str, colour: Colour | None = None) -> act.Play:
    return act.Play(seat, cards(name), (colour,) if colour else ())


BOB, CEM = 1, 2
TABLE = "seats: ann bob cem; hand ann: R1 Y2; hand bob: W+4 R3 B4 W; hand cem: Y5 Y6; discard: R9; turn: bob"
FOUR = act.Play(BOB, cards("W+4"), (Colour.BLUE,))


def drawn(stock: str, *actions: act.Action) -> Memory:
    """What is remembered when bob has drawn on red rather than play, and done these things."""
    return watched(at(f"{TABLE}; stock: {stock}"), act.Draw(BOB), *actions)


@pytest.mark.clause("O3", "A11")
def test_who_draws_on_a_turn_lacks_the_colour_in_play_but_for_what_is_taken_since() -> None:
    assert drawn("Y7 G5", act.Keep(BOB)).lacks == {BOB: {Colour.RED: 1}}
    assert drawn("R5", lays(BOB, "R5")).lacks == {BOB: {Colour.RED: 0}}
    again = drawn("Y7 G5 B6", act.Keep(BOB), act.Draw(CEM), act.Keep(CEM), lays(0, "R1"), act.Draw(BOB))
    assert again.lacks == {BOB: {Colour.RED: 1}, CEM: {Colour.RED: 1}}
    assert not watched(at(TABLE), act.TimedOut(BOB)).lacks


@pytest.mark.clause("A11")
def test_a_colour_that_a_time_out_named_is_known_to_mean_nothing() -> None:
    four = lays(BOB, "W+4")
    assert watched(at(TABLE), four, act.TimedOut(BOB)).named_itself
    assert not watched(at(TABLE), four, act.Name(BOB, Colour.RED)).named_itself


@pytest.mark.clause("O4", "C8")
def test_who_lays_later_what_forbade_the_draw_four_has_bluffed() -> None:
    table = "seats: ann bob; hand ann: R1 R+2; hand bob: W+4 R3 B4 W; discard: R9; turn: bob"
    four: list[act.Action] = [lays(BOB, "W+4", Colour.BLUE), act.Accept(0), lays(BOB, "W", Colour.RED)]
    assert watched(at(table), *four).guilty == {}
    assert watched(at(table), *four, lays(0, "R1"), lays(BOB, "R3")).guilty == {BOB: 1}
    assert watched(at(table), *four, lays(0, "R+2"), lays(0, "R1"), lays(BOB, "R3")).guilty == {}  # or has drawn it
    assert watched(at(table, "classic113"), *four).guilty == {BOB: 1}
    assert watched(at(table, "classic113"), *four, lays(0, "R1"), lays(BOB, "R3")).guilty == {BOB: 1}
