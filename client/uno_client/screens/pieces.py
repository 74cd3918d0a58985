"""The pieces that screens are made of: panels, paragraphs, marked lines, lights, QR codes. Drawn on a canvas."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeVar

from msgspec import Struct

from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import GROUND, INK, Depth, Paint, Palette, Roles, mix
from uno_client.drawing.texts import fit, width, wrap
from uno_engine.cards import Card, Colour, cards
from uno_protocol.qr import half_blocks

Ink = Literal["faint", "quiet", "text", "strong", "good", "alarm", "chat"]
"""The paint of a text: a role of the palette."""
RULE_ROWS = 4
"""Rows that a rule may take beside its card."""
QUIET = 2
"""Light modules around a QR code."""
_HAND = cards("R9 YS G7 W B6")
FANS = ((CardSize.HUGE, 9, 16), (CardSize.LARGE, 7, 12), (CardSize.MEDIUM, 6, 8))
"""Sizes of the cards of a fan, by how many degrees each is turned, and the rows that they take."""


Line = TypeVar("Line")


class SaidLine(Struct, frozen=True):
    """A text and its paint; `bold` where it is what one looks for."""

    text: str
    ink: Ink = "text"
    bold: bool = False


class PicturedRule(Struct, frozen=True):
    """A rule in a few words, and a card that goes with it. `changed`: it is not as in the preset."""

    card: Card
    text: str
    changed: bool = False


def paint(palette: Palette, ink: Ink) -> Paint:
    """The paint of that name."""
    return palette.roles[Roles._fields.index(ink)]


def put(canvas: Canvas, x: int, y: int, said: SaidLine, columns: int) -> int:
    """One line, cut to `columns`. Returns the column behind it."""
    text = fit(said.text, columns, canvas.signs.more)
    return canvas.put(x, y, text, paint(canvas.palette, said.ink), bold=said.bold)


def put_all(canvas: Canvas, x: int, y: int, lines: Iterable[SaidLine], columns: int) -> int:
    """Lines below each other, each cut to `columns`. Returns the row below them."""
    for line in lines:
        put(canvas, x, y, line, columns)
        y += 1
    return y


def paragraph(
    canvas: Canvas, x: int, y: int, said: SaidLine, columns: int, most: int = 99, *, centred: bool = False
) -> int:
    """A text over as many lines as it takes, at most that many. Returns how many it took."""
    lines = wrap(said.text, columns) if said.text else []
    if len(lines) > most:
        lines = [*lines[: max(0, most - 1)], canvas.signs.more] if most > 0 else []
    for at, line in enumerate(lines):
        left = x + (columns - width(line)) // 2 if centred else x
        put(canvas, left, y + at, SaidLine(line, said.ink, said.bold), columns)
    return len(lines)


def wrapped(said: Iterable[SaidLine], columns: int, indent: str = "") -> list[SaidLine]:
    """Texts in lines of at most so many columns."""
    return [SaidLine(line, each.ink, each.bold) for each in said for line in wrap(each.text, columns, indent)]


def put_named(canvas: Canvas, x: int, y: int, letters: str, name: SaidLine, columns: int) -> int:
    """Write a name behind the letters of the player's face, if there are any. Returns the column behind it."""
    canvas.put(x, y, letters, canvas.roles.quiet)
    begins = width(letters) + bool(letters)
    return put(canvas, x + begins, y, name, columns - begins)


def panel(canvas: Canvas, x: int, y: int, columns: int, rows: int, *, raised: bool = False, here: bool = False) -> None:
    """A box to write in; `here`: framed as the chosen one."""
    roles = canvas.roles
    if not canvas.signs.unicode:
        canvas.outline(x - 1, y - here, columns + 2, rows + 2 * here, INK, "#=H" if here else "| |")
        return
    if here:
        canvas.fill(x, y, columns, rows, roles.raised)
        canvas.frame(x, y, columns, rows, roles.strong)
    elif (edge_paint := outline(canvas.palette)) is not None:
        canvas.frame(x, y, columns, rows, edge_paint)
    else:
        canvas.box(x, y, columns, rows, roles.raised if raised else roles.plate)


def outline(palette: Palette) -> Paint | None:
    """The paint of a line around a tile that looks like the ground; None where tiles are seen by themselves."""
    roles = palette.roles
    return None if roles.plate != roles.ground or roles.line == roles.ground else mix(roles.line, roles.ground, 0.45)


def marked(canvas: Canvas, x: int, y: int, columns: int) -> tuple[Paint, Paint]:
    """The line under the cursor, filled. Returns the inks of what is said on it, loud and quiet."""
    roles = canvas.roles
    canvas.fill(x, y, columns, 1, roles.strong)
    return roles.ground, mix(roles.ground, roles.strong, 0.3)


def draw_rules(canvas: Canvas, x: int, y: int, columns: int, rows: int, lines: Iterable[PicturedRule]) -> None:
    """Rules with their cards, as many as fit; those that are changed are marked."""
    end, size = y + rows, CardSize.SMALL
    for each in lines:
        told = wrap(each.text, columns - size.columns - 4)
        told = [*told[: RULE_ROWS - 1], canvas.signs.more] if len(told) > RULE_ROWS else told
        high = max(size.rows, len(told))
        if y + high > end:
            return
        canvas.blit(face(each.card, size, canvas.palette), x + 1, y)
        first = y + (size.rows - len(told) > 1)
        if each.changed:
            canvas.put(x + size.columns + 2, first, *altered(canvas))
        for at, line in enumerate(told):
            canvas.put(
                x + size.columns + 4, first + at, line, paint(canvas.palette, "strong" if each.changed else "text")
            )
        y += high + 1


def altered(canvas: Canvas) -> tuple[str, Paint]:
    """The mark of what is not as in the preset, and its paint."""
    ink = canvas.palette.lit[Colour.YELLOW].body if canvas.palette.shaded else INK
    return "●" if canvas.signs.unicode else "*", ink


@lru_cache(maxsize=32)
def fan(size: CardSize, turn: float, palette: Palette) -> Canvas:
    """Some cards as somebody holds them up: each turned by so many degrees more than the one before.

    The canvas is to be drawn on others; its origin is above the middle of the cards.
    """
    step = size.columns * 0.86 if palette.signs.unicode else size.columns + 1
    middle = round(len(_HAND) * step / 2) + 4
    canvas = Canvas(2 * middle, 2 * size.rows + 2, origin=(middle, 2))
    for k, card in enumerate(_HAND, -(len(_HAND) // 2)):
        left = round(middle - size.columns / 2 + k * step)
        if not palette.signs.unicode:
            canvas.blit(face(card, size, palette), left, 2)
            continue
        drop = 2 + round(abs(k) ** 1.8 * turn / 18)
        turned = face(card, size, palette, angle=k * turn or 1e-6)  # none of them has text
        canvas.blit(turned.silhouette(palette.roles.ground), left, drop)
        canvas.blit(turned, left, drop)
    return canvas


def fan_picture(canvas: Canvas, x: int, y: int, columns: int, room: int) -> int:
    """Cards in a fan, as large as there is room for. Returns the row behind them; `y` if there are none."""
    for size, turn, rows in FANS:
        if rows <= room and columns >= size.columns * 6:
            top = y + (room - rows) // 2
            canvas.blit(fan(size, turn, canvas.palette), x + columns // 2, top + (turn > 6))
            return top + rows
    return y


def light(canvas: Canvas, *, lit: bool) -> str:
    """The sign of what is taken, or of who is ready; else that of what is not."""
    return "○●"[lit] if canvas.signs.unicode else ".*"[lit]


def qr_size(address: str, quiet: int = QUIET) -> tuple[int, int]:
    """Columns and rows of a QR code."""
    code = half_blocks(address, quiet=quiet)
    return len(code[0]), len(code)


def qr(canvas: Canvas, x: int, y: int, address: str, quiet: int = QUIET, *, inverted: bool = False) -> None:
    """The QR code of an address, dark on light whatever the theme is."""
    ink, light = (GROUND, INK) if canvas.palette.depth is Depth.MONO else ("#000000", "#ffffff")
    for at, line in enumerate(half_blocks(address, quiet=quiet, inverted=inverted)):
        canvas.put(x, y + at, line, ink, on=light)


def visible(count: int, at: int, rows: int) -> int:
    """The first of `count` lines to show in `rows`, such that line `at` is seen."""
    return min(max(0, at - rows // 2), max(0, count - rows))


def in_sight(
    canvas: Canvas, right: int, y: int, lines: Sequence[Line], at: int, rows: int
) -> Iterator[tuple[int, Line]]:
    """The lines of a list that are seen, with their numbers; which these are is said at `right`, if not all are."""
    first = visible(len(lines), at, rows)
    canvas.put_right(right, y, more_of(first, rows, len(lines)), canvas.roles.quiet)
    return enumerate(lines[first : first + rows], first)


def more_of(first: int, rows: int, count: int) -> str:
    """Which lines of a list are in sight, such as `3-9 / 20`; empty if all are."""
    return f"{first + 1}-{min(first + rows, count)} / {count}" if count > rows else ""
