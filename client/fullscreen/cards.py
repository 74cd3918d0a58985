"""Cards as boxes: how large they can be where they lie, and a hand of them with the playable ones raised."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from math import ceil

from client.fullscreen.themes import SHAPES
from client.fullscreen.widgets import CURSOR, Line, Lines, clip, colour_style, text
from engine.cards import Card

MARGIN = 1
"""Columns to the left of a card: for the mark of the cursor."""
_EDGES, _UNDER_CURSOR = tuple("╭─╮│╰╯"), tuple("╔═╗║╚╝")


@dataclass(frozen=True, slots=True)
class Box:
    """Columns and rows of a card, how much higher a playable one lies, and rows beyond a hand that it wants."""

    columns: int
    rows: int
    lift: int
    beside: int

    def per_row(self, columns: int) -> int:
        """How many cards lie next to each other."""
        return max(1, (columns - 1) // (self.columns + MARGIN))

    def rows_for(self, count: int, columns: int) -> int:
        """Rows of a hand of so many cards."""
        return max(1, ceil(count / self.per_row(columns))) * self.rows


BOXES = (Box(14, 9, 3, beside=9), Box(10, 6, 2, beside=6), Box(6, 4, 1, beside=0))
"""The sizes of cards, largest first."""


def largest(count: int, columns: int, rows: int) -> Box | None:
    """The largest size in which so many cards fit, and leave what they want to leave; None: not even the smallest."""
    return next((box for box in BOXES if box.rows_for(count, columns) + box.beside <= rows), None)


def boxed(card: Card, box: Box, *, playable: bool = False, selected: bool = False) -> Lines:
    """A card with its letter and rank in the corners and its shape in the middle."""
    style = colour_style(card.colour)
    if playable:
        style += " class:playable"
    rank = card.rank.value if card.colour is not None else card.rank.value[1:]
    letter = "W" if card.colour is None else card.colour.value
    shape = "●▲■◆" if card.colour is None else SHAPES[card.colour] * (2 if box.columns > 6 else 1)
    wide = box.columns - 2
    middle = [shape] if box.rows < 9 else [shape] * 2
    inside = [f"{letter}{rank:>{wide - 1}}", *_centred(middle, box.rows - 3 - (box.rows > 4))]
    if box.rows > 4:  # also upside down, as on a real one
        inside.append(f"{rank:<{wide - 1}}{letter}")
    lines = framed_box([f"{line:^{wide}}" for line in inside], style, _UNDER_CURSOR if selected else _EDGES)
    if selected:
        lines[1] = [(f"{kind} {CURSOR}", part) for kind, part in lines[1]]
    return lines


def _centred(lines: Sequence[str], rows: int) -> list[str]:
    above = (rows - len(lines)) // 2
    return [*[""] * above, *lines, *[""] * (rows - len(lines) - above)]


def framed_box(inside: Sequence[str], style: str, edges: Sequence[str] = _EDGES) -> Lines:
    """Lines of the same width in a box."""
    left, across, right, side, low_left, low_right = edges
    wide = len(inside[0])
    return [
        text(f"{left}{across * wide}{right}", style),
        *(text(f"{side}{line}{side}", style) for line in inside),
        text(f"{low_left}{across * wide}{low_right}", style),
    ]


def stock_box(count: int, box: Box) -> Lines:
    """The draw pile, with how many cards it has."""
    wide = box.columns - 2
    return framed_box([f"{line:^{wide}}" for line in _centred([str(count)], box.rows - 2)], "class:strong")


def hand_of_boxes(hand: Sequence[Card], may: Container[Card], at: int, box: Box, columns: int) -> Lines:
    """A hand: playable cards lie higher and are seen whole, of the others the lower edge is hidden."""
    rows = box.rows_for(len(hand), columns) // box.rows
    per_row = max(1, ceil(len(hand) / rows))  # as many in each, so that no card lies alone
    lines: Lines = []
    for first in range(0, len(hand), per_row):
        row: list[Line] = [[] for _ in range(box.rows)]
        for place, card in enumerate(hand[first : first + per_row], first):
            lift, here = box.lift if card in may else 0, place == at
            shown = boxed(card, box, playable=bool(lift), selected=here)
            empty: Lines = [text(" " * box.columns)] * (box.lift - lift)
            for number, line in enumerate([*empty, *shown][: box.rows]):
                marked = here and number == box.lift - lift + 1
                row[number] += [("class:selected", "▸") if marked else ("", " "), *line]
        lines += [clip(line, columns) for line in row]
    return lines
