"""Where everything on the table has its place, for every size of the terminal."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from uno_client.drawing.faces import CardSize
from uno_client.drawing.grid import Rect
from uno_client.screens.table.hand import LIFT


class Lying(NamedTuple):
    """A pile: its upper left corner, and the size of its cards."""

    x: int
    y: int
    size: CardSize


class Layout(Struct, frozen=True):
    """The places on a screen. `round`: players sit around an oval, else above it; `log` is None without room for one.

    `facts` is the place for what is said of the piles, `stage` that of loud things: there lie no names and no numbers.
    `hit` is at your side of the table, for a penalty of yours.
    """

    round: bool
    plates: tuple[Rect, ...]
    table: Rect
    felt: Rect
    stock: Lying
    pile: Lying
    facts: Rect
    story: Rect | None
    stage: Rect
    hit: Rect
    log: Rect | None
    question: Rect
    hand: Rect


SMALLEST = (60, 20)
"""Columns and rows from which there is a picture; with less there are lines of text."""
BESIDE = 100
"""Columns from which a log is beside the table."""
_SIDES = (0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3)
"""By the number of other players: how many are at your left, and as many at your right; the others are opposite."""
WATCHING = 3
"""Rows in place of a hand, for those who watch."""
_HANDS = ((150, 48, 14), (100, 38, 11), (60, 22, 8), (0, 0, 6))
"""Columns and rows of the terminal from which on a hand has so many rows."""


@lru_cache(maxsize=32)
def layout(
    columns: int,
    rows: int,
    players: int,
    asked: int = 1,
    *,
    log: bool = False,
    watching: bool = False,
    flat: bool = False,
    simple: bool = False,
) -> Layout:
    """The places on a screen of at least `SMALLEST`. `players` are the others, `asked` the rows of the question.

    Who is `watching` has no hand that takes room. `flat`: no card of the hand is ever raised. `simple`: as in the
    smallest terminal, whatever the size.
    """
    high = _HANDS[-1][2] if simple else next(each for wide, tall, each in _HANDS if columns >= wide and rows >= tall)
    low = WATCHING if watching else high - LIFT if flat else high
    hand = Rect(0, rows - 1 - low, columns, low)
    question = Rect(0, hand.y - asked, columns, asked)
    beside = (34 if columns >= 160 else 26) if log and columns >= BESIDE else 0
    table = Rect(0, 1, columns - beside, question.y - 1)
    place = Rect(table.columns, 1, beside, question.y - 1) if beside else None
    if columns >= 100 and rows >= 36 and not simple:
        return _round(table, players, CardSize.HUGE if high == 14 else CardSize.LARGE, place, question, hand)
    return _flat(table, players, place, question, hand, roomy=not simple and table.columns >= 76 and question.y >= 13)


def _round(table: Rect, players: int, size: CardSize, log: Rect | None, question: Rect, hand: Rect) -> Layout:
    felt = Rect(9, 3, table.columns - 18, question.y - 5)
    middle, y = table.columns // 2, felt.y + (felt.rows - size.rows) // 2 + (size is CardSize.LARGE)
    plates = _around(felt, table, players)
    sides = [plate for plate in plates if plate.y > felt.y + 2]
    edge = max((plate.x + plate.columns for plate in sides if plate.x < middle), default=4) + 1
    top = felt.y + (5 if len(sides) < len(plates) else 1)
    below = y + size.rows + 1
    pile = Lying(middle + 3, y, size)
    facts = Rect(pile.x - 11, below, min(size.columns + 22, (table.columns - 10) // 3), question.y - below)
    story = Rect(edge, below + 3, table.columns - 2 * edge, 1) if size is CardSize.HUGE else None
    stage = Rect(edge, top, table.columns - 2 * edge, question.y - 1 - top)
    stock = Lying(middle - size.columns - 4, y, size)
    high = 5 if size is CardSize.HUGE else 3
    hit = Rect(middle - 12, question.y - high, 24, high)
    return Layout(True, plates, table, felt, stock, pile, facts, story, stage, hit, log, question, hand)


def _around(felt: Rect, table: Rect, players: int) -> tuple[Rect, ...]:
    """Plates from your left around to your right."""
    players = min(players, len(_SIDES) - 1)
    above = players - 2 * (left := _SIDES[players])
    top, low = felt.y + (5 if above else 2), felt.y + felt.rows - 4
    high = 5 if left < 3 or low - top >= 12 else 4
    wide = min(20 if table.columns >= (120 if players > 7 else 90) else 16, (table.columns - 2) // max(1, above) - 2)
    column = [round(top + at * (low - top) / (left - 1)) for at in range(left)] if left > 1 else []
    column = column or [felt.y + felt.rows // 2 - 2] * left
    leaning = []
    for y in column:
        across = abs((y + 2.5 - felt.y - felt.rows / 2) / (felt.rows / 2))
        inset = felt.columns / 2 * (1 - max(0, 1 - across**2.5) ** 0.4)
        leaning.append(min(2 + (table.columns - 70) // 4, max(2, round(felt.x + inset - wide / 2))))
    pitch = max(wide + 2, min(wide * 2, (table.columns - wide - 4) // max(1, above - 1)))
    first = (table.columns - wide - pitch * (above - 1)) // 2
    ours = [Rect(x, y, wide, high) for x, y in zip(leaning, column, strict=True)]
    theirs = [plate._replace(x=table.columns - wide - plate.x) for plate in ours]
    return (*reversed(ours), *(Rect(first + at * pitch, 2, wide, high) for at in range(above)), *theirs)


def _flat(table: Rect, players: int, log: Rect | None, question: Rect, hand: Rect, *, roomy: bool) -> Layout:
    many = players > 4
    high = (2 if roomy else 1) if many else 5 if roomy and question.y >= 22 else 3 if roomy else 2
    per, gap, top = (5, 1, 2 if high > 1 else 1) if many else (max(1, players), 2 if roomy else 1, 2)
    wide = min(30, (table.columns - 2 - gap * (per - 1)) // per)
    pitch = high + (high > 1)
    left = 1 if many else (table.columns - per * (wide + gap) + gap) // 2
    plates = tuple(
        Rect(left + at % per * (wide + gap), top + at // per * pitch, wide, high) for at in range(min(players, 10))
    )
    begin = max((plate.y + plate.rows for plate in plates), default=2)
    felt = Rect(1, begin - min(2, high - 1), table.columns - 2, question.y - begin + min(2, high - 1))
    room, middle = question.y - begin, table.columns // 2
    size = CardSize.LARGE if room >= 8 and roomy else CardSize.MEDIUM if room >= 5 else CardSize.SMALL
    y = begin + max(0, (room - size.rows + 1) // 2)
    pile = Lying(middle - 4 + (size is not CardSize.LARGE) * 2, y, size)
    small = size if size is not CardSize.LARGE else CardSize.MEDIUM
    stock = Lying(pile.x - 10, y + (size.rows - small.rows) // 2, small)
    side = pile.x + size.columns + 4
    facts = Rect(side, y + size.rows // 2 - 1, table.columns - side - 8, question.y - y - size.rows // 2 - 1)
    story = Rect(7, y + (2 if size is CardSize.LARGE else 0), stock.x - 9, 4) if roomy else None
    stage = Rect(1, begin + (high > 1), table.columns - 2, question.y - begin - (high > 1))
    hit = Rect(1, question.y - min(5, room - 1), stock.x - 3, min(5, room - 1))
    return Layout(False, plates, table, felt, stock, pile, facts, story, stage, hit, log, question, hand)
