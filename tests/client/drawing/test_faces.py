"""Cards: whatever their size, theme and state, rank and shape can be read, also when others lie over them."""

from itertools import product

import pytest
from coloraide import Color

from uno_client.drawing.faces import CardSize, card_inks, face, frame_card, rank_sign, tiny
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Depth, palette
from uno_engine.cards import FACES, Colour, card

THEMES = ("dark", "light", "contrast", "colourblind")
LOOKS = {
    **{f"{theme} {depth.value}": palette(theme, depth) for theme in THEMES for depth in (Depth.TRUE, Depth.FEW)},
    "16": palette("dark", Depth.SIXTEEN),
    "mono": palette("dark", Depth.MONO),
    "narrow": palette("dark", signs="narrow"),
}
ONE_OF_EACH = [face for face in FACES if face.colour in (None, list(Colour)[face.order % 4])]
"""Every rank, in one of its colours."""


@pytest.mark.parametrize("size", CardSize)
@pytest.mark.parametrize("name", LOOKS)
def test_every_face_shows_rank_and_below_it_the_shape_in_its_left_columns(name: str, size: CardSize) -> None:
    looks = LOOKS[name]
    for one, lit in product(ONE_OF_EACH, (True, False)):
        canvas, inks = face(one, size, looks, lit=lit, over=True), card_inks(one, looks, lit=lit)
        rank, shape = (line[1:3] for line in canvas.text()[:2])  # what others that lie over it leave to be seen
        assert rank.startswith(rank_sign(one.rank, looks)), one
        assert shape.startswith(looks.signs.shapes[one.colour]), one
        for y in (0, 1):
            _char, ink, ground = canvas.paints(1, y)
            assert (ink, ground) == (inks.ink, inks.body), one
            if ink.startswith("#"):
                assert Color(ink).contrast(ground) >= (4.5 if lit else 3), one
        assert canvas.lines() != face(one, size, looks, lit=not lit, over=True).lines(), one
        apart = face(one, size, looks, lit=lit)
        cells = [apart.paints(x, y) for y, x in product(range(size.rows), range(size.columns))]
        shapes = [paints for sign, *paints in cells if sign == looks.signs.shapes[one.colour]]
        assert shapes or one.wild, one
        for ink, ground in shapes:
            assert ink[:1] != "#" or Color(ink).contrast(ground) >= (4.5 if lit else 3), one


GERMAN = (("Ro", "Ge", "Gr", "Bl"), ("ROT", "GELB", "GRÜN", "BLAU"), ("TAUSCH", "MISCH", "REGEL"))


@pytest.mark.parametrize(
    ("size", "row", "said"),
    [(CardSize.LARGE, -1, " GELB    ▲ "), (CardSize.MEDIUM, -1, " Ge  ▲ "), (CardSize.SMALL, 0, " Ge▲")],
)
def test_large_letters_are_those_of_the_language(size: CardSize, row: int, said: str) -> None:
    looks = palette("colourblind", words=GERMAN)
    assert face(card("Y7"), size, looks).text()[row].startswith(said)


def test_a_wild_with_a_word_shows_it() -> None:
    looks = palette(words=GERMAN)
    for size in (CardSize.HUGE, CardSize.LARGE, CardSize.MEDIUM):
        assert "TAUSCH" in "".join(face(card("WS"), size, looks).text())


def test_a_card_in_a_line_shows_rank_and_shape() -> None:
    assert tiny(card("R+2"), palette()).text() == [" +2● "]
    assert tiny(card("R+2"), palette("colourblind", words=GERMAN)).text() == [" +2●Ro "]
    assert tiny(card("W"), palette(), lit=False).text() == [" W  "]
    assert tiny(card("GS"), palette(signs="ascii")).text() == ["[skipG]"]
    assert tiny(card("GS"), palette(signs="ascii"), lit=False).text() == [" skipG "]
    assert tiny(card("G5"), palette(depth=Depth.MONO, letters=False)).text() == ["[5■]"]


def test_without_unicode_cards_are_boxes() -> None:
    looks = palette(signs="ascii")
    assert face(card("YS"), CardSize.MEDIUM, looks).text() == ["+-----+", "|skip |", "|yel  |", "|     |", "+-----+"]
    assert face(card("Y7"), CardSize.SMALL, looks).text() == ["+---+", "|7  |", "+Y--+"]
    assert face(card("Y7"), CardSize.LARGE, looks).text()[-2] == "|        7|"
    assert face(None, CardSize.SMALL, looks).text() == ["+---+", "|UNO|", "+---+"]


def test_a_chosen_card_is_framed() -> None:
    for looks, row in ((palette(), "▐"), (palette(depth=Depth.MONO), "▌"), (palette(signs="ascii"), " H     H ")):
        canvas = Canvas(9, 7, looks.roles.ground)
        canvas.blit(face(card("R7"), CardSize.MEDIUM, looks), 1, 1)
        frame_card(canvas, 1, 1, CardSize.MEDIUM, looks)
        assert canvas.text()[4].startswith(row)


def test_backs_have_no_face() -> None:
    for size in CardSize:
        assert "".join(face(None, size, palette()).text()).count("UNO") == (size is not CardSize.SMALL)


def test_a_turned_card_covers_more_than_its_place_and_has_no_text() -> None:
    canvas = face(card("R7"), CardSize.LARGE, palette(), angle=12)
    assert canvas.columns > CardSize.LARGE.columns
    assert not any(char.isalnum() for line in canvas.text() for char in line)


def test_a_face_is_drawn_once() -> None:
    assert face(card("R7"), CardSize.LARGE, palette()) is face(card("R7"), CardSize.LARGE, palette())
