"""A chain that breaks is refused with the place of the first card at fault (Q7); the suite asks what may follow."""

import pytest

from tests.engine.tables import at
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.decide import advance
from uno_engine.refused import Code, Refused

TABLE = "seats: ann bob cem; hand ann: R1 R5 RS B5 B+2 W W+4 G7; hand bob: Y1 Y2; hand cem: Y3 Y4; discard: R9"


@pytest.mark.clause("Q7")
@pytest.mark.parametrize(
    ("names", "colours", "code", "place"),
    [
        ("R1 G7", "", Code.CHAIN_BROKEN, 2),
        ("R1 R5 B5 G7", "", Code.CHAIN_BROKEN, 4),
        ("RS R5", "", Code.CHAIN_BROKEN, 2),
        ("R1 W G7", "---", Code.COLOUR_MISSING, 2),
        ("G7 W", "-R", Code.DOES_NOT_FIT, 1),
        ("R1 W+4", "-B", Code.NOT_ALLOWED, 2),
    ],
)
def test_a_chain_is_refused_with_the_place_of_the_first_card_at_fault(
    names: str, colours: str, code: Code, place: int
) -> None:
    state = at(TABLE, "official chains=yes wild_draw_four=enforced")
    before, named = state.copy(), tuple(None if letter == "-" else Colour(letter) for letter in colours)
    with pytest.raises(Refused) as found:
        advance(state, act.Play(0, cards(names), named))
    assert (found.value.code, found.value.arguments["place"]) == (code, place)
    assert state == before
