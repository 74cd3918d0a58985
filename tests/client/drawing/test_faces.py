"""Cards: whatever their size, theme and state, rank and shape can be read, also when others lie over them."""

from itertools import product

import pytest
from coloraide import Color

from tests.client.drawing.test_palette import COLOURED, THEMES
from uno_client.drawing.faces import CardSize, card_inks, face, frame_card, rank_sign, tiny
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Depth, palette, themed
from uno_engine.cards import FACES, Colour, card

LOOKS = {
    **{f"{theme} {depth.value}": palette(theme, depth) for theme, depth in product(THEMES, COLOURED)},
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
        apart, said = face(one, size, looks, lit=lit), [canvas.paints(1, y) for y in (0, 1)]
        assert [paints[1:] for paints in said] == [(inks.ink, inks.body)] * 2, one
        assert "ansi" not in inks.edge or inks.edge in str(apart.lines()), one
        every = [apart.paints(x, y) for y, x in product(range(size.rows), range(size.columns))]
        said += [paints for paints in every if paints[0] == looks.signs.shapes[one.colour]]
        assert len(said) > 2 or one.wild, one
        for _sign, ink, ground in said:
            assert ink[:1] != "#" or Color(ink).contrast(ground) >= (4.5 if lit else 3), one
        assert canvas.lines() != face(one, size, looks, lit=not lit, over=True).lines(), one


def test_each_digit_is_in_ink_on_an_oval_or_on_the_body() -> None:
    large, medium = [48, 34, 38, 38, 42, 42, 43, 31, 48, 43], [24, 15, 21, 20, 20, 23, 22, 16, 24, 22]
    for ovals, (size, inked) in product((True, False), ((CardSize.LARGE, large), (CardSize.MEDIUM, medium))):
        looks = themed(palette(ovals=ovals), "light")
        inks = card_inks(card("Y1"), looks)
        cells = [[cell for row in face(card(f"Y{digit}"), size, looks)._rows for cell in row] for digit in range(10)]
        assert [sum(four.count(inks.digit) for four, text in each if text is None) for each in cells] == inked
        rings = {face(card("YS"), size, looks, lit=lit).text()[2] for lit in (True, False)}
        assert len(rings) == 1 + (ovals and size is CardSize.MEDIUM), (
            "the ring of a Skip is in ink where there is no oval"
        )
        assert (looks.roles.paper in inks, Color(inks.digit).contrast(inks.oval) > 5) == (ovals, True)


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
    assert all("TAUSCH" in str(face(card("WS"), size, looks).text()) for size in [*CardSize][:3])


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


def test_a_turned_card_covers_more_than_its_place_and_has_no_text() -> None:
    canvas = face(card("R7"), CardSize.LARGE, palette(), angle=12)
    assert canvas.columns > CardSize.LARGE.columns
    assert not any(char.isalnum() for line in canvas.text() for char in line)


def test_a_face_is_drawn_once() -> None:
    assert face(card("R7"), CardSize.LARGE, palette()) is face(card("R7"), CardSize.LARGE, palette())
