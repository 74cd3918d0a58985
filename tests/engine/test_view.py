"""A view holds what its viewer may know, and nothing else that is hidden (A9)."""

from tests.engine.tables import at, play
from uno_engine import actions as act
from uno_engine.decide import advance
from uno_engine.view import view_for

TABLE = "seats: ann bob cem; hand ann: R1 R2 W+4; hand bob: B3 B4; hand cem: B5 B6; discard: R9; stock: G1 G2"


def test_a_view_shares_nothing_with_the_state() -> None:
    state = at(TABLE)
    view = view_for(state, 0)
    before = view.copy()
    play(state, 0, "R1")
    advance(state, act.Draw(1))
    assert view == before
