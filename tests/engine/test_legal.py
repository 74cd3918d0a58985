"""What is listed where neither a law nor a scenario says so (A13)."""

import pytest

from tests.engine.tables import at, play
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.legal import legal_actions


@pytest.mark.clause("A8", "law4")
@pytest.mark.parametrize(
    ("ann", "stock", "listed"),
    [("W", "stock:", [act.CanPlay(0, card("W")), act.Draw(0)]), ("G1 B2", "stock-only:", [act.Pass(0)])],
)
def test_a_last_wild_asks_nothing_and_who_can_neither_play_nor_draw_passes(
    ann: str, stock: str, listed: list[act.Listed]
) -> None:
    assert legal_actions(at(f"seats: ann bob; hand ann: {ann}; hand bob: G3 B4; discard: R9; {stock}"), 0) == listed


@pytest.mark.clause("A13", "H6")
@pytest.mark.parametrize(("hand", "listed"), [("W B+2", []), ("W+4 B+2", [act.Draw(0)])])
def test_a_bluff_leaves_the_draw_where_others_must_play(hand: str, listed: list[act.Listed]) -> None:
    table = f"seats: ann bob; hand ann: {hand}; hand bob: B3 B4; discard: R8 W+4; colour: B; stock: G1"
    state = at(table, "official voluntary_draw=no draw_two_on_wild_draw_four=no")
    assert legal_actions(state, 0)[1:] == listed


@pytest.mark.clause("A13")
def test_a_call_is_listed_for_whoever_forgot_it_and_a_catch_for_all_others() -> None:
    state = at("seats: ann bob cem; hand ann: R1 R2; hand bob: R3 B4; hand cem: B5 B6; discard: R9")
    play(state, 0, "R1")
    assert [legal_actions(state, seat)[-1] for seat in range(3)] == [act.CallUno(0), act.Catch(1, 0), act.Catch(2, 0)]
