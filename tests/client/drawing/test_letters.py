"""Block letters: as large as there is room, and plain bold text where there is none."""

import pytest

from uno_client.drawing.grid import Canvas
from uno_client.drawing.letters import FONT, block_letters

W, K = "#ffffff", "#000000"


def test_every_letter_has_five_by_five_dots_and_no_two_are_the_same() -> None:
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞ0123456789!?+-.") == set(FONT)
    assert {tuple(map(len, dots)) for dots in FONT.values()} == {(5,) * 5}
    assert len(set(FONT.values())) == len(FONT)


@pytest.mark.parametrize(
    ("words", "room", "taken"),
    [
        ("UNO!", (42, 8), (42, 7.5)),
        ("UNO!", (99, 99), (63, 7.5)),
        ("ÜBÜNG", (29, 4), (29, 2.5)),
        ("UNO!", (20, 9), (10.5, 2.5)),
        ("UNO!", (10, 9), (4, 1)),
        ("日本", (99, 9), (4, 1)),
        ("1", (9, 9), (9, 7.5)),
    ],
)
def test_words_are_as_large_as_fits(words: str, room: tuple[float, float], taken: tuple[float, float]) -> None:
    assert block_letters(Canvas(99, 20, K), 40, 0, words, [W], *room) == taken


def test_what_does_not_fit_is_bold_text() -> None:
    canvas = Canvas(9, 3, K)
    block_letters(canvas, 4.5, 0, "Füße", [W], 9, 3)
    assert canvas.text()[1].strip() == "FÜẞE"
    assert ("#ffffff bg:#000000 bold", "FÜẞE  ") in canvas.lines()[1]
