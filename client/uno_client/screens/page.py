"""A page that is read over the screen: keys on the first one where it has some, then text that is scrolled."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from uno_client.drawing.faces import tiny
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import width, wrap
from uno_client.messages import Typed
from uno_client.screens.frame import Frame, KeyGroup, KeyLine, framed, rows_below
from uno_client.screens.pieces import Ink, SaidLine, more_of, put
from uno_client.structs import replace
from uno_engine.cards import Card

WIDEST = 112
"""Columns of the text, at most."""
KEY = 9
"""Columns of a key on the first screen."""
KEYS = 16
"""Columns for the keys in the text, at least; longer ones move what they do to the right in the whole list."""
NEXT = Typed(" ")
"""What turns the page."""


class Paragraph(Struct, frozen=True):
    """A sentence, so far from the left; its later lines are indented by `hang` more."""

    words: str
    ink: Ink = "text"
    bold: bool = False
    left: int = 0
    hang: int = 0


class Heading(Struct, frozen=True):
    """A title with an empty line above."""

    words: str


class CardRow(Struct, frozen=True):
    """Cards, in as many lines as they take."""

    cards: tuple[Card, ...]


class KeyRows(Struct, frozen=True):
    """Keys, and what each does."""

    rows: tuple[KeyLine, ...]


Block = Paragraph | Heading | CardRow | KeyRows


class ReadPage(Struct, frozen=True):
    """What is read, from line `scroll` on. `more` is at the foot of the keys, if there are any."""

    frame: Frame
    blocks: tuple[Block, ...] = ()
    scroll: int = 0
    groups: tuple[KeyGroup, ...] = ()
    more: str = ""


class PageRow(NamedTuple):
    """A line of the page: texts, each from its column on, and cards."""

    texts: tuple[tuple[int, SaidLine], ...] = ()
    cards: tuple[Card, ...] = ()


def show(page: ReadPage, columns: int, rows: int, palette: Palette) -> Canvas:
    """The page, drawn; the header tells how far it is read."""
    room = room_of(page, columns, rows)
    lines = laid(page, columns, room)
    first = min(page.scroll, max(0, len(lines) - room))
    hints = page.frame.hints if len(lines) > room else tuple(each for each in page.frame.hints if each.press != NEXT)
    facts = " · ".join(filter(None, (page.frame.facts, more_of(first, room, len(lines)))))
    frame, x = replace(page.frame, hints=hints, facts=facts), (columns - _wide(columns)) // 2

    def body(canvas: Canvas, y: int, rows: int) -> None:
        for at, line in enumerate(lines[first : first + rows], y):
            for left, said in line.texts:
                put(canvas, x + left, at, said, columns - x - left, palette)
            left = x + 2
            for card in line.cards:
                left += tiny(card, palette).columns + 1
                canvas.blit(tiny(card, palette), left - tiny(card, palette).columns - 1, at)

    return framed(frame, columns, rows, palette, body)


def room_of(page: ReadPage, columns: int, rows: int) -> int:
    """Lines of the page that are seen."""
    return max(1, rows - 1 - rows_below(page.frame, columns))


def laid(page: ReadPage, columns: int, room: int) -> list[PageRow]:
    """Every line of the page; the keys have a screen of their own."""
    columns = _wide(columns)
    lines = _sheet(page, columns, room) if page.groups else []
    for block in page.blocks:
        match block:
            case Paragraph(words, ink, bold, left, hang):
                wrapped = wrap(words, columns - left, " " * hang) if words else [""]
                lines += [PageRow(((left, SaidLine(line, ink, bold)),)) for line in wrapped]
            case Heading(words):
                lines += [PageRow(), PageRow(((0, SaidLine(words, "strong", bold=True)),))]
            case CardRow(cards):
                per = max(1, (columns - 2) // 7)
                lines += [PageRow((), cards[at : at + per]) for at in range(0, len(cards), per)]
            case KeyRows(rows):
                lines += _listed(rows, columns, page)
    return lines


def _wide(columns: int) -> int:
    return min(WIDEST, columns - 4)


def _listed(rows: Sequence[KeyLine], columns: int, page: ReadPage) -> list[PageRow]:
    """Keys in a column, and behind it what they do."""
    every = [keys for block in page.blocks if isinstance(block, KeyRows) for keys, *_does in block.rows]
    wide = max(KEYS, *(width(keys) for keys in every)) + 2
    lines = []
    for keys, does, _short in rows:
        for at, line in enumerate(wrap(does, columns - wide - 2)):
            key = ((2, SaidLine(keys, "strong", bold=True)),) if at == 0 else ()
            lines.append(PageRow((*key, (wide + 2, SaidLine(line)))))
    return lines


def _sheet(page: ReadPage, columns: int, room: int) -> list[PageRow]:
    """The groups of keys in two columns, filled up to a whole screen with what follows said at its foot."""
    right = columns // 2 + 1
    lines = [[each for group in half for each in _group(group, right - KEY - 3)] for half in _halves(page.groups)]
    most = room - bool(page.more)
    rows = [PageRow()] * (max(map(len, lines)) < most)
    for at in range(most - len(rows)):
        pieces = [(left, half[at]) for left, half in zip((0, right), lines, strict=True) if at < len(half)]
        rows.append(PageRow(tuple((left + x, said) for left, texts in pieces for x, said in texts)))
    return [*rows, *([PageRow(((0, SaidLine(page.more, "quiet")),))] if page.more else [])]


def _halves(groups: Sequence[KeyGroup]) -> tuple[Sequence[KeyGroup], Sequence[KeyGroup]]:
    """The groups such that both columns are about as long."""
    sizes = [len(group.keys) + 2 for group in groups]
    best = min(range(1, len(groups) + 1), key=lambda at: max(sum(sizes[:at]), sum(sizes[at:])))
    return groups[:best], groups[best:]


def _group(group: KeyGroup, columns: int) -> list[tuple[tuple[int, SaidLine], ...]]:
    """A title, and a line for each key: a sentence where there is room for it."""
    rows = [
        ((0, SaidLine(key, "strong", bold=True)), (KEY, SaidLine(does if width(does) <= columns else short)))
        for key, does, short in group.keys
    ]
    return [((0, SaidLine(group.title, "quiet")),), *rows, ()]
