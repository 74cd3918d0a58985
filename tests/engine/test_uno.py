"""How the UNO window opens and closes, event by event (U1, U2, O6, O7)."""

import pytest

from tests.engine.tables import SEED, at, kinds, official, play
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decide import advance
from uno_engine.events import Event, UnoAnnounced
from uno_engine.state import new_game

TABLE = "seats: ann bob cem; hand ann: R+2 W W+4; hand bob: R3 B4; hand cem: B5 B6; discard: R9; stock: Y1 Y2 Y3 Y4"
TWO = "seats: ann bob cem; hand ann: R+2 W; hand bob: R3 B4; hand cem: B5 B6; discard: R9; stock: Y1 Y2 Y3 Y4"


@pytest.mark.clause("U1", "U2", "O6", "O7", "C9")
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


@pytest.mark.clause("C9")
@pytest.mark.parametrize(("bobs", "announced"), [("R3 B4", [1]), ("R3", [0, 1])])
def test_a_swap_that_leaves_one_card_is_announced_once_for_whoever_has_it_then(bobs: str, announced: list[int]) -> None:
    table = f"seats: ann bob cem; hand ann: WS R5; hand bob: {bobs}; hand cem: B5 B6; discard: R9; custom: open_hand"
    state = at(table, "classic113")
    events = advance(state, act.Play(0, (card("WS"),), (Colour.BLUE,), 1))
    assert [event.seat for event in events if isinstance(event, UnoAnnounced)] == announced


@pytest.mark.clause("U2")
def test_hands_dealt_with_one_card_are_announced_and_open_no_window() -> None:
    state = new_game(official(hand_size="1"), [True] * 3, SEED)
    events = kinds(advance(state, act.Deal()))
    assert events.count("uno_announced") == 3
    assert state.window is None


@pytest.mark.clause("U2")
def test_nothing_is_announced_where_nobody_says_uno() -> None:
    lines = "seats: ann bob; hand ann: R7 R1 R2; hand bob: B3; discard: R9"
    swapped = play(at(lines, "official seven_zero=yes uno=off"), 0, "R7")
    swapped_with_uno = play(at(lines, "official seven_zero=yes"), 0, "R7")
    assert "uno_announced" not in kinds(swapped)
    assert "uno_announced" in kinds(swapped_with_uno)


@pytest.mark.clause("U3")
def test_the_grace_is_the_tables_and_the_engine_knows_only_the_order() -> None:
    def course(grace: str) -> list[Event]:
        state = at(TWO, f"official uno_grace={grace}")
        told = play(state, 0, "W", "B")
        told += advance(state, act.Catch(2, 0))
        return told + advance(state, act.Draw(1))

    assert course("0") == course("1.5") == course("10")
    assert "uno_window_opened" in kinds(course("0"))
