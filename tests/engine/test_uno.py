"""How the UNO window opens and closes, event by event (U1, U2, O6, O7)."""

import pytest

from tests.engine.tables import at, kinds, play
from uno_engine import actions as act
from uno_engine.decide import advance

TABLE = "seats: ann bob cem; hand ann: R+2 W W+4; hand bob: R3 B4; hand cem: B5 B6; discard: R9; stock: Y1 Y2 Y3 Y4"
TWO = "seats: ann bob cem; hand ann: R+2 W; hand bob: R3 B4; hand cem: B5 B6; discard: R9; stock: Y1 Y2 Y3 Y4"


@pytest.mark.clause("U1", "U2", "O6", "O7")
@pytest.mark.parametrize(
    ("rules", "table", "names", "colour", "uno", "told"),
    [
        ("", TWO, "R+2", "", False, "cards_played uno_window_opened cards_drawn turn_missed asked"),
        ("", TWO, "W", "", False, "cards_played uno_window_opened asked"),
        ("", TWO, "W", "B", True, "cards_played uno_called asked"),
        ("", TABLE, "R+2", "", False, "cards_played cards_drawn turn_missed asked"),
        ("", TABLE, "R+2", "", True, "cards_played false_uno cards_drawn cards_drawn turn_missed asked"),
        ("", TABLE, "W", "", True, "cards_played false_uno cards_drawn asked"),
        ("false_uno_penalty=0", TABLE, "W", "", True, "cards_played asked"),
        ("uno=automatic", TWO, "W", "B", False, "cards_played uno_announced asked"),
    ],
)
def test_a_window_opens_and_a_call_is_judged_before_the_effect_of_the_card(
    rules: str, table: str, names: str, colour: str, uno: bool, told: str
) -> None:
    assert kinds(play(at(table, f"official {rules}"), 0, names, colour, uno=uno)) == told.split()


@pytest.mark.clause("U2", "A10")
def test_a_call_that_is_not_judged_yet_goes_with_whoever_leaves() -> None:
    state = at(
        "seats: ann bob cem; hand ann: WC R1 B2; hand bob: B3 B4; hand cem: G5 G6; discard: R9; custom: discard_colour",
        "skyrus false_uno_penalty=4",
    )
    play(state, 0, "WC", uno=True)
    assert state.claimed == 0
    advance(state, act.Left(0))
    assert state.claimed is None
