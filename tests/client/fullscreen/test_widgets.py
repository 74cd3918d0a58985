"""Lines know how wide they are, whatever is in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_client.fullscreen import widgets
from uno_client.wording.sanitize import clean
from uno_engine.cards import FACES, card

WORDS = st.text(max_size=60).map(clean)


@given(WORDS, st.integers(0, 40))
def test_a_line_is_clipped_or_padded_to_its_columns(words: str, columns: int) -> None:
    assert widgets.width(widgets.clip([("", words), ("class:x", words)], columns)) == columns


@given(WORDS, WORDS, st.integers(1, 50))
def test_two_ends_of_a_line_fill_it(left: str, right: str, columns: int) -> None:
    assert widgets.width(widgets.spread(widgets.text(left), widgets.text(right), columns)) == columns


@given(WORDS, st.integers(4, 30))
def test_wrapped_lines_fit_and_lose_no_letter(words: str, columns: int) -> None:
    lines = widgets.wrap(words, columns)
    assert all(widgets.width(line) <= columns for line in lines)
    assert "".join(part for line in lines for _, part in line).replace(" ", "") == words.replace(" ", "")


@pytest.mark.parametrize(
    ("words", "columns", "fitted"),
    [("ann", 3, "ann"), ("anna", 3, "an…"), ("日本語", 5, "日本…"), ("日本", 4, "日本"), ("x", 0, "")],
)
def test_a_text_is_cut_with_an_ellipsis(words: str, columns: int, fitted: str) -> None:
    assert widgets.fit(words, columns) == fitted


@pytest.mark.parametrize(
    ("name", "shown"), [("R5", "R● 5"), ("Y0", "Y▲ 0"), ("G+2", "G■+2"), ("BS", "B◆ S"), ("W", "W   "), ("W+4", "W+4 ")]
)
def test_a_card_is_letter_shape_and_rank(name: str, shown: str) -> None:
    assert widgets.face(card(name)) == shown


def test_no_two_cards_look_alike_without_colour() -> None:
    assert len({widgets.face(each) for each in FACES}) == len(FACES)


def test_a_playable_card_is_marked_without_colour() -> None:
    words = ["".join(part for _, part in widgets.chip(card("R5"), playable=may)) for may in (True, False)]
    assert words == [" [R● 5]", "  R● 5 "]


def test_keys_of_the_lowest_rank_stay_in_the_bottom_line() -> None:
    keys = [("Enter", "play", 1), ("←→", "cards", 3), ("m", "menu", 2), ("q", "leave", 0), ("?", "help", 0)]
    hints = [widgets.KeyHint(*each) for each in keys]
    shown = ["".join(part for _, part in widgets.key_line(hints, columns)) for columns in (60, 44, 36, 16)]
    assert [" ".join(line.split()) for line in shown] == [
        "Enter play ←→ cards m menu q leave ? help",
        "Enter play m menu q leave ? help",
        "Enter play m menu q leave ? help",
        "q leave ? help",
    ]


@pytest.mark.parametrize("columns", [1, 8, 20, 30])
def test_of_a_name_with_a_mark_the_name_is_cut(columns: int) -> None:
    shown = widgets.fit_name("Grandma Elisabeth the Elder", " (you)*", columns)
    assert shown.endswith(" (you)*")
    assert widgets.width(shown) == max(columns, 8)
