"""What may follow in a chain, and where one breaks (Q2, Q3, Q7)."""

import pytest

from tests.engine.tables import at
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.decide import advance
from uno_engine.legal import continuations
from uno_engine.refused import Code, Refused
from uno_engine.state import State
from uno_engine.view import view_for

HAND = "R1 R5 RS B5 B+2 W W+4 G7"
TABLE = f"seats: ann bob cem; hand ann: {HAND}; hand bob: Y1 Y2; hand cem: Y3 Y4; discard: R9"


def table() -> State:
    return at(TABLE, "official chains=yes")


def refusal(state: State, names: str, *colours: str) -> Refused:
    before = state.copy()
    named = tuple(Colour(letter) if letter else None for letter in colours)
    with pytest.raises(Refused) as found:
        advance(state, act.Play(0, cards(names), named))
    assert state == before
    return found.value


@pytest.mark.clause("Q2", "Q3", "A9", "A13")
@pytest.mark.parametrize(
    ("laid", "colours", "follow"),
    [
        ("R1", "", "R5 RS W W+4"),
        ("R5", "", "R1 RS B5 W W+4"),
        ("R5 B5", "", "B+2 W W+4"),
        pytest.param("RS", "", "W+4", id="after an action card only action cards follow"),
        ("RS W+4", "-B", "B+2"),
        ("RS W+4", "-R", ""),
        pytest.param("W", "B", "B5 B+2 W+4", id="after a wild the colour that is named counts"),
        ("W", "G", "G7 W+4"),
        pytest.param("W", "", "", id="without a colour nothing follows"),
    ],
)
def test_what_may_follow_in_a_chain(laid: str, colours: str, follow: str) -> None:
    named = tuple(None if letter == "-" else Colour(letter) for letter in colours)
    for there in (table(), view_for(table(), 0)):
        assert [listed.card.name for listed in continuations(there, 0, cards(laid), named)] == follow.split()


@pytest.mark.clause("Q7")
@pytest.mark.parametrize(
    ("names", "colours", "code", "place"),
    [
        ("R1 G7", (), Code.CHAIN_BROKEN, 2),
        ("R1 R5 B5 G7", (), Code.CHAIN_BROKEN, 4),
        ("RS R5", (), Code.CHAIN_BROKEN, 2),
        ("R1 W G7", ("", "", ""), Code.COLOUR_MISSING, 2),
        ("G7 W", ("", "R"), Code.DOES_NOT_FIT, 1),
        ("R1 W+4", ("", "B"), Code.NOT_ALLOWED, 2),
    ],
)
def test_a_chain_is_refused_with_the_place_of_the_first_card_at_fault(
    names: str, colours: tuple[str, ...], code: Code, place: int
) -> None:
    refused = refusal(at(TABLE, "official chains=yes wild_draw_four=enforced"), names, *colours)
    assert (refused.code, refused.arguments["place"]) == (code, place)
