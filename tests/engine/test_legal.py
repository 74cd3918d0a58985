"""What is listed for whom: the same from the whole state and from the seat's own view (A13)."""

import pytest

from tests.engine.tables import at, play
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decide import advance
from uno_engine.legal import legal_actions
from uno_engine.state import State
from uno_engine.view import view_for

TABLE = "seats: ann bob; hand ann: R1 R1 R2 B5 W W W+4; hand bob: B3 B4; discard: R9; stock: G1 G2"


def listed(state: State, seat: int) -> list[act.Listed]:
    found = list(legal_actions(state, seat))
    assert list(legal_actions(view_for(state, seat), seat)) == found
    return found


@pytest.mark.clause("A13", "O2")
def test_on_a_turn_are_listed_the_playable_cards_with_what_they_ask_and_a_draw() -> None:
    assert listed(at(TABLE), 0) == [
        act.CanPlay(0, card("R1")),
        act.CanPlay(0, card("R2")),
        act.CanPlay(0, card("W"), ("name_colour",)),
        act.CanPlay(0, card("W+4"), ("name_colour",)),
        act.Draw(0),
    ]
    assert listed(at(TABLE), 1) == []


@pytest.mark.clause("A3", "A8", "A12", "O3", "H6", "law4")
@pytest.mark.parametrize(
    ("rules", "ann", "stock", "draws", "expected"),
    [
        pytest.param("", "W", "stock:", False, [act.CanPlay(0, card("W")), act.Draw(0)], id="a last wild asks nothing"),
        ("", "R1 R2", "stock: R5", True, [act.CanPlay(0, card("R5")), act.Keep(0)]),
        ("", "R1 R2", "stock: G5", True, [act.Keep(0)]),
        ("drawn_card=must_play", "R1 R2", "stock: R5", True, [act.CanPlay(0, card("R5"))]),
        ("", "R1 B2", "stock-only:", False, [act.CanPlay(0, card("R1"))]),
        ("", "G1 B2", "stock-only:", False, [act.Pass(0)]),
        ("voluntary_draw=no", "R1 B2", "stock:", False, [act.CanPlay(0, card("R1"))]),
        ("voluntary_draw=no", "G1 B2", "stock:", False, [act.Draw(0)]),
    ],
)
def test_what_is_listed_depends_on_the_draw_and_on_what_is_left_to_draw(
    rules: str, ann: str, stock: str, draws: bool, expected: list[act.Listed]
) -> None:
    state = at(f"seats: ann bob; hand ann: {ann}; hand bob: G3 B4; discard: R9; {stock}", f"official {rules}")
    if draws:
        advance(state, act.Draw(0))
    assert listed(state, 0) == expected


@pytest.mark.clause("U1", "A13")
def test_calls_and_catches_are_listed_out_of_turn_while_the_window_is_open() -> None:
    state = at("seats: ann bob cem; hand ann: R1 R2; hand bob: R3 B4; hand cem: B5 B6; discard: R9")
    assert listed(state, 2) == []
    play(state, 0, "R1")
    assert listed(state, 0) == [act.CallUno(0)]
    assert listed(state, 2) == [act.Catch(2, 0)]
    assert act.Catch(1, 0) in listed(state, 1)
    assert act.CallUno(1) not in listed(state, 1)
    advance(state, act.Draw(1))
    assert listed(state, 0) == listed(state, 2) == []
