"""Which cards there are, what they are worth and how they are written."""

import copy
import pickle
from collections import Counter

import pytest

from uno_engine.cards import EXTRAS, Colour, Rank, card, cards, deck, points

COLOURS = "RYGB"


@pytest.mark.clause("A1")
def test_a_deck_has_four_colours_of_25_and_eight_wilds() -> None:
    expected = Counter({"W": 4, "W+4": 4})
    for colour in COLOURS:
        expected[colour + "0"] = 1
        expected |= Counter({colour + symbol: 2 for symbol in [*"123456789", "S", "R", "+2"]})
    assert Counter(face.name for face in deck()) == expected
    assert len(deck()) == 108


@pytest.mark.clause("A7")
def test_points_of_a_hand() -> None:
    worth = [points(cards(hand)) for hand in ("R0 Y1 G9", "RS GR B+2", "W W+4", "WS WX WC", "")]
    assert worth == [10, 60, 100, 120, 0]


def test_a_face_is_itself_however_it_is_come_by() -> None:
    face = card("B+2")
    assert card("B+2") is face
    assert copy.deepcopy([face])[0] is face
    assert copy.copy(face) is face
    assert pickle.loads(pickle.dumps(face)) is face
    assert repr([face, Colour.RED, Rank.DRAW_TWO]) == "[B+2, RED, DRAW_TWO]"


@pytest.mark.parametrize("name", ["", "r5", "R10", "W+2", "5R", "RW", " R5", "R5 ", "WZ"])
def test_what_is_no_card_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no card is written"):
        card(name)


@pytest.mark.clause("A1", "C1", "K1")
@pytest.mark.parametrize(("extra", "size"), [((1, 1, 3), 113), ((1, 0, 1), 110), ((1, 0, 3), 112), ((4, 4, 4), 120)])
def test_extra_cards_come_to_the_108(extra: tuple[int, int, int], size: int) -> None:
    cards = deck(1, extra)
    assert len(cards) == size
    assert tuple(sum(card.name == name for card in cards) for name in ("WS", "WX", "WC")) == extra
    assert [card for card in cards if card.rank not in EXTRAS] == list(deck())
    assert len(deck(2, extra)) == 2 * size
