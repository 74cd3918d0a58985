"""A page that is read over the screen: keys on the first one where it has some, then text that is scrolled."""

from collections.abc import Sequence

from msgspec import Struct

from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import width, wrap
from uno_client.messages import Typed
from uno_client.screens.frame import Frame, KeyGroup, framed, rows_below
from uno_client.screens.pieces import Ink, SaidLine, more_of, put
from uno_client.structs import replace

WIDEST = 112
"""Columns of the text, at most."""
KEY = 9
"""Columns of a key on the first screen."""
KEYS = 16
"""Columns for the keys in the text, at least; longer ones move what they do to the right in the whole list."""
NEXT = Typed(" ")
"""What turns the page."""


class Paragraph(Struct, frozen=True):
    """A sentence, so far from the left; its later lines are indented by `hang` more.

    `keys` do what it says. `titles`: it is a heading, with an empty line above.
    """

    words: str
    ink: Ink = "text"
    bold: bool = False
    left: int = 0
    hang: int = 0
    keys: str = ""
    titles: bool = False


def heading(words: str) -> Paragraph:
    """A title."""
    return Paragraph(words, "strong", bold=True, titles=True)


class ReadPage(Struct, frozen=True):
    """What is read, from line `scroll` on. `more` is at the foot of the keys, if there are any."""

    frame: Frame
    blocks: tuple[Paragraph, ...] = ()
    scroll: int = 0
    groups: tuple[KeyGroup, ...] = ()
    more: str = ""


PageRow = tuple[tuple[int, SaidLine], ...]
"""A line of the page: texts, each from its column on."""


def show(canvas: Canvas, page: ReadPage) -> None:
    """The page, drawn; the header tells how far it is read."""
    room = room_of(page, canvas.columns, canvas.rows)
    lines = laid(page, canvas.columns, room)
    first = min(page.scroll, max(0, len(lines) - room))
    hints = page.frame.hints if len(lines) > room else tuple(each for each in page.frame.hints if each.press != NEXT)
    facts = " · ".join(filter(None, (page.frame.facts, more_of(first, room, len(lines)))))
    with framed(canvas, replace(page.frame, hints=hints, facts=facts), WIDEST) as area:
        for at, line in enumerate(lines[first : first + area.rows], area.y):
            for left, said in line:
                put(canvas, area.x + left, at, said, canvas.columns - area.x - left)


def room_of(page: ReadPage, columns: int, rows: int) -> int:
    """Lines of the page that are seen."""
    return max(1, rows - 1 - rows_below(page.frame, columns))


def laid(page: ReadPage, columns: int, room: int) -> list[PageRow]:
    """Every line of the page; the keys have a screen of their own."""
    columns = min(WIDEST, columns - 4)
    lines = _sheet(page, columns, room) if page.groups else []
    wide = max([KEYS, *(width(each.keys) for each in page.blocks)]) + 4
    for each in page.blocks:
        left = wide if each.keys else each.left
        lines += [()] if each.titles else []
        for at, line in enumerate(wrap(each.words, columns - left, " " * each.hang)):
            keys = ((2, SaidLine(each.keys, "strong", bold=True)),) if each.keys and not at else ()
            lines.append((*keys, (left, SaidLine(line, each.ink, each.bold))))
    return lines


def _sheet(page: ReadPage, columns: int, room: int) -> list[PageRow]:
    """The groups of keys in two columns, filled up to a whole screen with what follows said at its foot."""
    right = columns // 2 + 1
    lines = [[each for group in half for each in _group(group, right - KEY - 3)] for half in _halves(page.groups)]
    most = room - bool(page.more)
    rows: list[PageRow] = [()] * (max(map(len, lines)) < most)
    for at in range(most - len(rows)):
        pieces = [(left, half[at]) for left, half in zip((0, right), lines, strict=True) if at < len(half)]
        rows.append(tuple((left + x, said) for left, texts in pieces for x, said in texts))
    return [*rows, ((0, SaidLine(page.more, "quiet")),)] if page.more else rows


def _halves(groups: Sequence[KeyGroup]) -> tuple[Sequence[KeyGroup], Sequence[KeyGroup]]:
    """The groups such that both columns are about as long."""
    sizes = [len(group.keys) + 2 for group in groups]
    best = min(range(1, len(groups) + 1), key=lambda at: max(sum(sizes[:at]), sum(sizes[at:])))
    return groups[:best], groups[best:]


def _group(group: KeyGroup, columns: int) -> list[PageRow]:
    """A title, and a line for each key: a sentence where there is room for it."""
    rows = [
        ((0, SaidLine(key, "strong", bold=True)), (KEY, SaidLine(does if width(does) <= columns else short)))
        for key, short, does in group.keys
    ]
    return [((0, SaidLine(group.title, "quiet")),), *rows, ()]
