"""Cards as boxes: their possible sizes, and a hand of them with the playable ones raised."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from math import ceil

from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.themes import SHAPES
from uno_client.fullscreen.widgets import CURSOR, Line, Lines, clickable, clip, colour_style, face, pile, text
from uno_engine.cards import Card, Colour

MARGIN = 1
"""Columns to the left of a card: for the mark of the cursor."""
_EDGES, _UNDER_CURSOR = tuple("╭─╮│╰╯"), tuple("╔═╗║╚╝")


@dataclass(frozen=True, slots=True)
class Box:
    """Columns and rows of a card, by how much a playable one is raised, and rows that it wants beyond a hand."""

    columns: int
    rows: int
    lift: int
    beside: int

    @property
    def low(self) -> Box:
        """The size of a card that can't be played: the missing rows are above it."""
        return replace(self, rows=self.rows - self.lift, lift=0)

    def per_row(self, columns: int) -> int:
        """The number of cards next to each other."""
        return max(1, (columns - 1) // (self.columns + MARGIN))

    def rows_for(self, count: int, columns: int) -> int:
        """Rows of a hand of that many cards."""
        return max(1, ceil(count / self.per_row(columns))) * self.rows


BOXES = (
    Box(30, 18, 2, beside=24),
    Box(22, 14, 2, beside=13),
    Box(18, 11, 2, beside=10),
    Box(14, 9, 2, beside=8),
    Box(10, 6, 1, beside=6),
    Box(6, 4, 1, beside=0),
)
"""The sizes of cards, largest first."""


def largest(count: int, columns: int, rows: int) -> Box | None:
    """The largest size in which that many cards fit, with the space they want; None: not even the smallest."""
    return next((box for box in BOXES if box.rows_for(count, columns) + box.beside <= rows), None)


def rank_of(card: Card) -> str:
    """The text in the corners of a card."""
    return card.rank.value if card.colour is not None else card.rank.value[1:]


def boxed(
    card: Card,
    box: Box,
    *,
    playable: bool = False,
    selected: bool = False,
    rank: str | None = None,
    edge: str | None = None,
) -> Lines:
    """A card with its letter and rank in the corners and its shape in the middle; `edge` is another style around it."""
    style = colour_style(card.colour)
    if playable:
        style += " class:playable"
    rank = rank_of(card) if rank is None else rank
    letter = "W" if card.colour is None else card.colour.value
    shape = "●▲■◆" if card.colour is None else SHAPES[card.colour] * (2 if box.columns > 6 else 1)
    shape = shape if box.columns < 18 else " ".join(shape)
    wide = box.columns - 2
    middle = [shape] * (1 if box.rows < 9 else 2 if box.rows < 11 else 3)
    if box.rows == 3:
        sign = letter if card.colour is None else letter + shape
        inside = [f"{sign}{rank:>{wide - len(sign)}}"]
    else:
        inside = [f"{letter}{rank:>{wide - 1}}", *_centred(middle, box.rows - 3 - (box.rows > 4))]
    if box.rows > 4:  # also upside down, as on a real one
        inside.append(f"{rank:<{wide - 1}}{letter}")
    lines = framed_box([f"{line:^{wide}}" for line in inside], style, _UNDER_CURSOR if selected else _EDGES, edge)
    if selected:
        (kind, part), *rest = lines[1]
        lines[1] = [(f"{kind} {CURSOR}", part), *rest]
    return lines


def _centred(lines: Sequence[str], rows: int) -> list[str]:
    above = (rows - len(lines)) // 2
    return [*[""] * above, *lines, *[""] * (rows - len(lines) - above)]


def framed_box(inside: Sequence[str], style: str, edges: Sequence[str] = _EDGES, around: str | None = None) -> Lines:
    """Lines of the same width in a box; `around` is the style of the box, if it has another one."""
    left, across, right, side, low_left, low_right = edges
    wide, edge = len(inside[0]), style if around is None else around
    return [
        text(f"{left}{across * wide}{right}", edge),
        *([(edge, side), (style, line), (edge, side)] for line in inside),
        text(f"{low_left}{across * wide}{low_right}", edge),
    ]


def discard_pile(top: Card | None, colour: Colour | None, box: Box | None, rank: str | None = None) -> Lines:
    """The discard pile with the colour in play around it; without a size it is as small as it can be.

    `rank` is another word for that of the top card.
    """
    edge = "class:rule" if colour is None else colour_style(colour)
    if top is None:
        return pile("", "", edge)
    if box is None:
        return pile(face(top, rank), f"{colour_style(top.colour)} class:strong", edge)
    return boxed(top, box, edge=edge, rank=rank)


def stock_box(count: int, box: Box) -> Lines:
    """The draw pile, with how many cards it has."""
    wide = box.columns - 2
    return framed_box([f"{line:^{wide}}" for line in _centred([str(count)], box.rows - 2)], "class:strong")


def hand_of_boxes(
    hand: Sequence[Card],
    may: Container[Card],
    at: int,
    box: Box,
    columns: int,
    first: int = 0,
    rank: Callable[[Card], str] = rank_of,
) -> Lines:
    """A hand: playable cards are as large as possible and raised, the others are shorter.

    `first` is the index of its first card if it is a part of the hand; `rank` gives the text in the corners.
    """
    rows = box.rows_for(len(hand), columns) // box.rows
    per_row = max(1, ceil(len(hand) / rows))  # as many in each, so that no card lies alone
    lines: Lines = []
    for begin in range(0, len(hand), per_row):
        row: list[Line] = [[] for _ in range(box.rows)]
        for place, card in enumerate(hand[begin : begin + per_row], begin):
            playable, here = card in may, place == at
            shown = boxed(card, box if playable else box.low, playable=playable, selected=here, rank=rank(card))
            empty: Lines = [text(" " * box.columns)] * (box.rows - len(shown))
            for number, line in enumerate([*empty, *shown]):
                marked = here and number == len(empty) + 1
                edge = ("class:selected", "▸") if marked else ("", " ")
                row[number] += clickable([edge, *line], spot(first + place))
        lines += [clip(line, columns) for line in row]
    return lines
