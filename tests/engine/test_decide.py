"""Deciding changes nothing, and rounds come to an end."""

import pytest

from tests.engine.tables import at, kinds
from uno_engine import actions as act
from uno_engine.cards import cards
from uno_engine.decide import advance, decide
from uno_engine.refused import Refused

TABLE = "seats: ann bob cem; hand ann: R1 R2 W W+4; hand bob: B3 B4; hand cem: B5 B6; discard: R9; stock: Y1 Y2 Y3"


def test_decide_leaves_the_state_alone() -> None:
    state = at(TABLE)
    before = state.copy()
    events = decide(state, act.Draw(0))
    assert kinds(events) == ["cards_drawn", "asked"]
    assert state == before


@pytest.mark.clause("O8")
def test_a_play_for_an_older_decision_is_stale_and_costs_nothing() -> None:
    state = at(TABLE)
    advance(state, act.Draw(0))
    with pytest.raises(Refused, match="stale"):
        advance(state, act.Play(2, cards("B5")), state.decision - 1)


@pytest.mark.clause("A3")
def test_the_thousandth_turn_is_still_played_and_then_the_lowest_hand_scores() -> None:
    lines = "seats: ann bob; hand ann: R1 R2; hand bob: B9 B8; discard: R9; stock: G1 G2 G3"
    state = at(lines, "official goal=points")
    state.turn = 999
    advance(state, act.TimedOut(0))
    advance(state, act.Draw(1))
    assert state.scores == [0, 0]
    assert kinds(advance(state, act.Keep(1)))[-1] == "round_ended"
    assert state.scores == [19, 0]
