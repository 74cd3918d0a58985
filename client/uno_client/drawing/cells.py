"""Cells as a terminal shows them: four pixels in two paints, text above them, and rows as runs of one style."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import dist
from typing import NamedTuple

from uno_client.drawing.palette import GROUND, INK, Paint, rgb
from uno_client.drawing.texts import char_width, width

Four = tuple[Paint | None, Paint | None, Paint | None, Paint | None]
"""The pixels of a cell: upper left, upper right, lower left, lower right. None is clear."""
Fragment = tuple[str, str]
Line = list[Fragment]
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # bit 1: upper left, 2: upper right, 4: lower left, 8: lower right


class Text(NamedTuple):
    """A character above the pixels. `char` is empty in the second cell of a wide character."""

    char: str
    ink: Paint
    marks: str = ""


Cell = tuple[Four, Text | None]
CLEAR: Cell = ((None,) * 4, None)


@lru_cache(maxsize=16384)
def common(four: Four) -> Paint:
    """The paint that most of the pixels have."""
    return max(four, key=four.count) or GROUND


@lru_cache(maxsize=16384)
def glyph(four: Four) -> tuple[str, Paint, Paint]:
    """A character, its ink and its ground for four pixels: the two commonest paints; the others become the nearer."""
    pixels = [each or GROUND for each in four]
    kinds = sorted(set(pixels), key=lambda each: (-pixels.count(each), each))
    if len(kinds) == 1:
        return " ", kinds[0], kinds[0]
    if len(kinds) > 2 and pixels.count(kinds[1]) == 1:  # a tie: the pair that differs most
        kinds[1] = max(kinds[1:], key=lambda each: dist(rgb(each), rgb(kinds[0])))
    ground, ink = kinds[:2]
    if ink == GROUND or (ground == INK and ink != GROUND):
        ground, ink = ink, ground
    near = [
        each if each in (ground, ink) else min((ground, ink), key=lambda k: dist(rgb(k), rgb(each))) for each in pixels
    ]
    return QUADRANTS[sum(1 << at for at, each in enumerate(near) if each == ink)], ink, ground


@lru_cache(maxsize=1024)
def join(cells: Sequence[Cell], ground: Paint) -> tuple[Line, str]:
    """A row as fragments and as text, with as few changes of style as possible. `ground` stays blank."""
    runs: list[tuple[str, list[str]]] = []
    plain: list[str] = []
    before: tuple[Paint, Paint, str] | None = None
    last: Cell | None = None
    char = shown = ""
    for at, cell in enumerate(cells):
        if cell is last:  # most are as the one before
            runs[-1][1].append(char)
            plain.append(shown)
            continue
        four, text = cell
        last = cell if text is None else None
        if text is not None:
            if not text.char and _wide(cells, at - 1):
                continue
            ink, under, marks = text.ink, common(four), text.marks
            char = shown = text.char if text.char and (char_width(text.char) == 1 or _wide(cells, at)) else " "
        else:
            shown, ink, under = glyph(four)
            char, ink, under, marks = _like(before, shown, ink, under, ground)
        if (ink, under, marks) != before:
            before = ink, under, marks
            runs.append((style(ink, under, marks), []))
        runs[-1][1].append(char)
        plain.append(shown)
    return [(kind, "".join(chars)) for kind, chars in runs], "".join(plain)


def _wide(cells: Sequence[Cell], at: int) -> bool:
    """Whether a wide character begins there, of which nothing covers the second half."""
    both = [text.char if text is not None else " " for _four, text in cells[max(0, at) : at + 2]]
    return len(both) == 2 and not both[1] and width(both[0]) == 2


def _like(
    before: tuple[Paint, Paint, str] | None, char: str, ink: Paint, under: Paint, ground: Paint
) -> tuple[str, Paint, Paint, str]:
    """The same picture, if possible in the style of the cell before: blocks have no weight, and no sides."""
    if before is None:
        return char, ink, under, ""
    ink0, under0, marks = before
    if char == " ":
        if under == ink0 and under not in (ground, GROUND, INK) and under0 not in (under, GROUND):
            return "█", under, under0, marks  # the ground stays blank, for those who copy or listen
        return char, ink0, under, marks
    if not (ink.startswith("#") and under.startswith("#")):
        return char, ink, under, ""
    if ink == under0 or under == ink0:
        return QUADRANTS[15 - QUADRANTS.index(char)], under, ink, marks
    return char, ink, under, marks


@cache
def style(ink: Paint, ground: Paint, marks: str = "") -> str:
    """prompt_toolkit's style of an ink on a ground."""
    if ground == INK or (ink == GROUND and ground != GROUND):  # only reversed
        ink, ground, marks = ground, ink, f"{marks} reverse".strip()
    parts = (ink if ink != INK else "", f"bg:{ground}" if ground not in (GROUND, INK) else "", marks)
    return " ".join(part for part in parts if part)
