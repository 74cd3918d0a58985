"""The canvas: pixels in cells, text above them, and what a terminal gets of both."""

import pytest
from prompt_toolkit.utils import get_cwidth

from uno_client.drawing.cells import glyph, style
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import GROUND, INK
from uno_client.drawing.texts import char_width, width, wrap

W, R, K = "#ffffff", "#cc2233", "#000000"


def drawn(canvas: Canvas) -> list[str]:
    return [line.rstrip() for line in canvas.text()]


@pytest.mark.parametrize(
    ("four", "shown"),
    [
        ((K, K, K, K), (" ", K, K)),
        ((W, K, K, K), ("▘", W, K)),
        ((W, W, K, K), ("▀", W, K)),
        ((R, W, W, W), ("▘", R, W)),
        (("#fefefe", K, K, W), ("▚", W, K)),  # a third paint becomes the nearer one
        (("", "ansired", "ansired", "ansired"), ("▟", "ansired", "")),  # the terminal's ground is never an ink
    ],
)
def test_four_pixels_become_a_character_in_two_paints(
    four: tuple[str, str, str, str], shown: tuple[str, str, str]
) -> None:
    assert glyph(four) == shown


@pytest.mark.parametrize(
    ("ink", "ground", "marks", "said"),
    [
        (W, R, "bold", "#ffffff bg:#cc2233 bold"),
        (INK, GROUND, "", ""),
        (GROUND, INK, "", "reverse"),
        (R, INK, "bold", "bg:#cc2233 bold reverse"),
        (GROUND, R, "", "#cc2233 reverse"),
    ],
)
def test_paints_become_styles(ink: str, ground: str, marks: str, said: str) -> None:
    assert style(ink, ground, marks) == said


def test_text_is_above_pixels_and_goes_when_pixels_are_drawn_over_it() -> None:
    canvas = Canvas(4, 1, K)
    canvas.fill(1, 0, 2, 1, R)
    canvas.put(0, 0, "abcd", W, bold=True)
    assert canvas.lines() == [
        [("#ffffff bg:#000000 bold", "a"), ("#ffffff bg:#cc2233 bold", "bc"), ("#ffffff bg:#000000 bold", "d")]
    ]
    canvas.dot(2, 0, K)
    assert drawn(canvas) == ["a▘cd"]


def test_blanks_and_blocks_keep_the_style_before_them() -> None:
    canvas = Canvas(6, 1, K)
    canvas.put(0, 0, "a", W)
    canvas.fill(2, 0, 0.5, 1, W)
    canvas.fill(3.5, 0, 2.5, 1, W)
    assert canvas.lines() == [[("#ffffff bg:#000000", "a ▌▐██")]]
    canvas = Canvas(2, 1, K)
    canvas.fill(0, 0, 1, 1, W)
    canvas.dot(1, 1, K)
    canvas.dot(3, 1, W)
    assert canvas.lines() == [[("#000000 bg:#ffffff", "▗▛")]]  # the second has its two paints exchanged


def test_nothing_is_drawn_outside() -> None:
    canvas = Canvas(3, 2, K)
    canvas.fill(-5, -5, 20, 5.5, W)
    canvas.put(-1, 1, "abcdef", W)
    canvas.put(0, 7, "far", W)
    canvas.dot(99, 0, R)
    canvas.frame(0, 0, 3, 2, R)
    canvas.blit(Canvas(2, 2, R), 2, 1)
    assert drawn(canvas) == ["▀▀▀", "bc"]


def test_half_of_a_wide_character_is_a_blank() -> None:
    canvas = Canvas(6, 1, K)
    canvas.put(0, 0, "日本語", W)
    assert drawn(canvas) == ["日本語"]
    canvas.put(1, 0, "x", W)
    canvas.put(4, 0, "y", W)
    assert drawn(canvas) == [" x本y"]
    canvas.put(5, 0, "語", W)  # only half of it would be on the canvas
    assert [width(line) for line in canvas.text()] == [6]


def test_a_rectangle_may_have_halves_and_round_corners() -> None:
    canvas = Canvas(4, 2, K)
    canvas.fill(0.5, 0.5, 3, 1, W)
    assert drawn(canvas) == ["▗▄▄▖", "▝▀▀▘"]
    canvas = Canvas(3, 2, K)
    canvas.box(0, 0, 3, 2, W)
    assert [canvas.paints(x, 0)[0] for x in (0, 2)] == ["▘", "▝"]
    assert canvas.paints(1, 1) == (" ", W, W)


def test_a_frame_drains_clockwise_from_the_middle_above() -> None:
    canvas = Canvas(6, 3, K)
    canvas.frame(1, 1, 4, 1, W, left=0.5)
    assert drawn(canvas) == [" ▂▂", "▐", " ▆▆"]
    canvas = Canvas(5, 3, K)
    canvas.frame(1, 1, 3, 1, W, apart=True)
    assert [canvas.paints(x, y)[0] for x, y in ((2, 0), (0, 1), (4, 1), (2, 2))] == ["▆", "▌", "▐", "▂"]
    canvas = Canvas(5, 3, GROUND)
    canvas.frame(1, 1, 3, 1, INK, left=0, lost=GROUND)
    assert drawn(canvas) == ["", "", ""]


def test_a_canvas_on_another_one_hides_only_what_it_covers() -> None:
    above = Canvas(3, 1, origin=(1, 0))
    above.dot(0, 0, R)
    above.put(2, 0, "x", R)
    above.spot(0, 0, 3, 1, "spot")
    canvas = Canvas(5, 1, K)
    canvas.put(0, 0, "abcde", W)
    canvas.blit(above, 2, 0)
    assert drawn(canvas) == ["a▘cxe"]
    assert canvas.hit(1, 0) == "spot"


def test_what_is_dimmed_keeps_its_text() -> None:
    canvas = Canvas(2, 1, K)
    canvas.put(0, 0, "ab", W)
    canvas.dim(1, 0, 9, 1, 0.5, K)
    assert canvas.lines() == [[("#ffffff bg:#000000", "a"), ("#808080 bg:#000000", "b")]]


def test_a_copy_shares_the_rows_that_are_not_drawn_on() -> None:
    canvas = Canvas(3, 2, K)
    canvas.put(0, 0, "abc", W)
    before = canvas.lines()
    copy = canvas.copy()
    copy.put(0, 1, "x", W)
    assert copy.lines()[0] is before[0]
    assert drawn(copy) == ["abc", "x"]
    assert canvas.lines() == before


def test_the_uppermost_spot_is_hit() -> None:
    canvas = Canvas(9, 3, K)
    canvas.spot(0, 0, 5, 3, "below")
    canvas.spot(3, 0, 5, 3, "above")
    assert [canvas.hit(x, 1) for x in (2, 3, 7, 8)] == ["below", "above", "above", None]


def test_text_may_end_at_or_lie_around_a_column() -> None:
    canvas = Canvas(9, 2, K)
    assert canvas.put_right(9, 0, "日1", W) == 6
    assert canvas.centre(4.5, 1, "abc", W) == 3
    assert drawn(canvas) == ["      日1", "   abc"]


def test_widths_are_those_that_prompt_toolkit_counts() -> None:
    texts = "aß€日本ｗ한☎👍e\u0301\u200b●▲■◆✦⊘⇄▸━▂"
    assert [char_width(char) for char in texts] == [get_cwidth(char) for char in texts]


@pytest.mark.parametrize(
    ("words", "columns", "lines"),
    [
        ("one two three", 8, ["one two", " three"]),
        ("abcdefgh ij", 5, ["abcde", " fgh", " ij"]),
        ("", 5, [""]),
        ("日本語", 4, ["日本", " 語"]),
    ],
)
def test_a_text_is_wrapped_between_words_where_it_can_be(words: str, columns: int, lines: list[str]) -> None:
    assert wrap(words, columns, indent=" ") == lines
