"""Block letters: words that nobody overlooks, out of five by five dots."""

from collections.abc import Sequence

from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Paint
from uno_client.drawing.texts import width

_DOTS = """
A .###. #...# ##### #...# #...#   B ####. #...# ####. #...# ####.   C .#### #.... #.... #.... .####
D ####. #...# #...# #...# ####.   E ##### #.... ####. #.... #####   F ##### #.... ####. #.... #....
G .#### #.... #..## #...# .####   H #...# #...# ##### #...# #...#   I .###. ..#.. ..#.. ..#.. .###.
J ....# ....# ....# #...# .###.   K #...# #..#. ###.. #..#. #...#   L #.... #.... #.... #.... #####
M #...# ##.## #.#.# #...# #...#   N #...# ##..# #.#.# #..## #...#   O .###. #...# #...# #...# .###.
P ####. #...# ####. #.... #....   Q .###. #...# #.#.# #..#. .##.#   R ####. #...# ####. #..#. #...#
S .#### #.... .###. ....# ####.   T ##### ..#.. ..#.. ..#.. ..#..   U #...# #...# #...# #...# .###.
V #...# #...# #...# .#.#. ..#..   W #...# #...# #.#.# ##.## #...#   X #...# .#.#. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#..   Z ##### ...#. ..#.. .#... #####   Ä #...# .###. #...# ##### #...#
Ö #...# .###. #...# #...# .###.   Ü #...# ..... #...# #...# .###.   ẞ .###. #...# #.##. #...# #.##.
0 .###. #..## #.#.# ##..# .###.   1 ..#.. .##.. ..#.. ..#.. .###.   2 ####. ....# .###. #.... #####
3 ####. ....# .###. ....# ####.   4 ..##. .#.#. #..#. ##### ...#.   5 ##### #.... ####. ....# ####.
6 .###. #.... ####. #...# .###.   7 ##### ....# ...#. ..#.. ..#..   8 .###. #...# .###. #...# .###.
9 .###. #...# .#### ....# .###.   ! ..#.. ..#.. ..#.. ..... ..#..   ? .###. #...# ..##. ..... ..#..
+ ..... ..#.. .###. ..#.. .....   - ..... ..... .###. ..... .....   . ..... ..... ..... ..... ..#..
"""


def _font() -> dict[str, tuple[str, ...]]:
    words = _DOTS.split()
    return {words[at]: tuple(words[at + 1 : at + 6]) for at in range(0, len(words), 6)}


FONT = _font()
SCALES = ((6, 3), (4, 3), (4, 2), (3, 2), (2, 2), (3, 1), (2, 1), (1, 1))
"""Pixels of a dot, across and down; the largest that fits is taken."""
_STEP, _BLANK = 6, 3
"""Dots from one letter to the next, and for a blank."""


def block_letters(
    canvas: Canvas, x: float, y: float, words: str, paints: Sequence[Paint], columns: float, rows: float
) -> tuple[float, float]:
    """Draw words around column x from row y on, as large as fits into the room; the paints take turns.

    What is too wide, or has a character that is not in the font, is bold text. Returns columns and rows of it.
    """
    words = words.replace("ß", "ẞ").upper()
    first, last = (FONT.get(char, (".#.",)) for char in (words[:1], words[-1:]))
    before = min(len(row) - len(row.lstrip(".")) for row in first)
    dots = sum(_BLANK if char == " " else _STEP for char in words) - 1 - before
    dots -= min(len(row) - len(row.rstrip(".")) for row in last)
    for wide, high in SCALES if all(char in FONT or char == " " for char in words) else ():
        taken = dots * wide / 2, 5 * high / 2
        if taken[0] <= columns and taken[1] <= rows:
            left = round(2 * x - taken[0]) - before * wide
            for at, char in enumerate(words):
                _letter(canvas, left / 2, y, FONT.get(char, ()), paints[at % len(paints)], wide, high)
                left += (_BLANK if char == " " else _STEP) * wide
            return taken
    canvas.centre(x, int(y + max(0, (rows - 1) // 2)), words, paints[-1], bold=True)
    return width(words), 1


def _letter(canvas: Canvas, x: float, y: float, dots: Sequence[str], paint: Paint, wide: int, high: int) -> None:
    for row, line in enumerate(dots):
        for column, dot in enumerate(line):
            if dot == "#":
                canvas.fill(x + column * wide / 2, y + row * high / 2, wide / 2, high / 2, paint)
