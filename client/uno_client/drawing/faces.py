"""Cards: their faces and their backs in five sizes, each drawn once and kept as a canvas with a clear ground.

A face that others may lie over shows its rank and below that its shape in its left three columns.
"""

import math
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache

from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import GROUND, INK, Depth, Inks, Paint, Palette, mix
from uno_client.drawing.texts import fit, width
from uno_engine.cards import EXTRAS, Card, Colour, Rank


class CardSize(Enum):
    """Columns and rows of a card."""

    HUGE = (15, 11)
    LARGE = (11, 8)
    MEDIUM = (7, 5)
    SMALL = (5, 3)

    @property
    def columns(self) -> int:
        """Columns of a card, without the frame of a chosen one."""
        return self.value[0]

    @property
    def rows(self) -> int:
        """Rows of a card, without the frame of a chosen one."""
        return self.value[1]


LETTERED = 10
"""Columns from which a card has a word, not a letter, and corners at both ends."""
Pixel = Callable[[float, float], Paint | None]
"""The paint at columns and half rows from a card's upper left corner; None outside of the card."""


def rank_sign(rank: Rank, palette: Palette) -> str:
    """A rank as it is written in a corner."""
    return palette.signs.ranks.get(rank, rank.value)


@lru_cache(maxsize=2048)
def face(
    card: Card | None, size: CardSize, palette: Palette, *, lit: bool = True, over: bool = False, angle: float = 0
) -> Canvas:
    """A card, or a back without one. `lit`: it can be played; `over`: it lies on another one.

    One that is turned, by degrees clockwise, has no text; its origin is its upper left corner before it was turned.
    """
    if not palette.signs.unicode:
        return _plain(card, size, palette, lit=lit)
    inks = card_inks(card, palette, lit=lit)
    pixel = _pixels(card, size, palette, inks, lit=lit, over=over, turned=bool(angle))
    if angle:
        return _turned(pixel, size, angle)
    canvas = Canvas(size.columns, size.rows)
    canvas.trace(lambda px, py: pixel((px + 0.5) / 2, py + 0.5))
    if over:
        canvas.fill(0, 0, 0.5, size.rows, mix(inks.body, "#000000", 0.5) if inks.body else inks.edge)
    if card is not None:
        _corners(canvas, card, size, palette, inks, over=over)
    elif size.columns > CardSize.SMALL.columns:
        canvas.centre(size.columns / 2, size.rows // 2, "UNO", palette.roles.back_ink, bold=True)
    return canvas


def frame_card(canvas: Canvas, x: int, y: int, size: CardSize, palette: Palette) -> None:
    """Mark a card that has been drawn at a place as the chosen one."""
    if palette.signs.unicode:
        for px in (2 * x, 2 * (x + size.columns) - 1) if palette.depth is not Depth.MONO else ():
            for py in (2 * y, 2 * (y + size.rows) - 1) if size is not CardSize.SMALL else ():
                canvas.dot(px, py, palette.roles.strong)
        canvas.frame(x, y, size.columns, size.rows, palette.roles.strong, apart=palette.depth is Depth.MONO)
        return
    canvas.outline(x, y, size.columns, size.rows, INK, "#=H", bold=True)


def rank_place(card: Card, size: CardSize, palette: Palette) -> tuple[int, int]:
    """Column and row of the rank on a card that no other lies over."""
    if size is not CardSize.SMALL or card.wild or not palette.signs.unicode:
        return 1, 0
    return 2 - (width(rank_sign(card.rank, palette)) > 1), 1


def card_inks(card: Card | None, palette: Palette, *, lit: bool = True) -> Inks:
    """The paints of a card, or of a back. Where there are no ovals they have the body's."""
    roles = palette.roles
    inks = Inks(roles.back, roles.back_ink, roles.back_oval, roles.back_oval)
    if card is not None:
        inks = (palette.lit if lit else palette.unlit)[card.colour]
    return inks if palette.ovals else inks._replace(digit=inks.ink, oval=inks.body)


def _pixels(
    card: Card | None, size: CardSize, palette: Palette, inks: Inks, *, lit: bool, over: bool, turned: bool
) -> Pixel:
    columns, high = size.columns, 2 * size.rows
    middle = _middle(card, size, palette, inks, lit=lit, over=over, turned=turned)
    step = 1.0 if columns < LETTERED else 1.3 if size is CardSize.LARGE else 2

    def pixel(u: float, v: float) -> Paint | None:
        if not (0 <= u < columns and 0 <= v < high):
            return None
        across, down = max(step - u, u - (columns - step), 0), max(step - v, v - (high - step), 0)
        if size is not CardSize.SMALL and across and down and math.hypot(across, down) > step * 0.98:
            return None
        if inks.edge and (min(u, columns - u) < 0.5 or min(v, high - v) < (0.5 if size is CardSize.SMALL else 0.9)):
            return inks.edge
        inner = middle(u - columns / 2, v - high / 2)
        return inks.body if inner is None else inner

    return pixel


def _middle(
    card: Card | None, size: CardSize, palette: Palette, inks: Inks, *, lit: bool, over: bool, turned: bool
) -> Pixel:
    """What is on the body, by columns and half rows from the middle."""
    four = palette.lit if lit else palette.unlit
    quarters = [four[colour].body or four[colour].edge for colour in Colour]
    if palette.depth is Depth.MONO:
        quarters = [inks.digit, inks.oval, inks.digit, inks.oval]
    wide, high = size.columns, 2 * size.rows
    if size is CardSize.SMALL:
        return _tile(card, inks, quarters, over=over)
    sign = card is not None and card.rank is Rank.SKIP  # the oval itself
    oval = _oval(size) if palette.ovals or sign else _square(size)
    art = None if card is None else FONTS[wide >= LETTERED].get(card.rank)
    scale = 1 if size is not CardSize.HUGE else high / 17
    aside = 0.5 * (over and wide < LETTERED)  # room for the corner

    def at(x: float, y: float) -> Paint | None:
        if card is not None and card.rank is Rank.WILD_DRAW_FOUR:
            found = _little_cards(x / high * 16, y / high * 16)
            if found is not None:
                return quarters[found]
        if art is not None and _drawn(
            art, ((x - aside) / scale + len(art[0]) / 4) * 2, y / scale + len(art) / 2, exact=scale == 1 and not turned
        ):
            return inks.digit
        inside = oval(x, y)
        if inside > 1:
            return None
        if sign and art is None:
            ring, paper = inside > 0.48 or abs(x + y / 2) < 0.53, lit and palette.ovals
            return (inks.oval if ring else inks.digit) if paper else inks.digit if ring else None
        if card is not None and card.wild and card.rank is not Rank.WILD_DRAW_FOUR:
            if card.rank in EXTRAS and (y + high / 2) // 2 == size.rows // 2:
                return inks.body  # a bar, for a word
            return quarters[(0 if x < 0 else 1) if y < 0 else (3 if x < 0 else 2)]
        return inks.oval

    return at


def _oval(size: CardSize) -> Callable[[float, float], float]:
    """How far out a point lies in the oval, which leans to the right: 1 at its edge."""
    short, lean = (0.385, 24) if size.columns >= LETTERED else (0.415, 17)
    a, b = 0.91 * size.rows, short * size.columns
    cos, sin = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    return lambda x, y: ((y * cos - x * sin) / a) ** 2 + ((y * sin + x * cos) / b) ** 2


def _square(size: CardSize) -> Callable[[float, float], float]:
    """How far out a point lies in the square that a plain card has instead: 1 at its edge."""
    return lambda x, y: max(abs(x) / (0.36 * size.columns), abs(y) / (0.68 * size.rows)) ** 2


def _tile(card: Card | None, inks: Inks, quarters: list[Paint], *, over: bool) -> Pixel:
    """The middle of a small card: a slanting piece of paper, or four colours; at the right if others lie over it."""
    first, last, turn = (-0.5, 0.5, 0.75) if over else (-2, 0, 0)

    def at(x: float, y: float) -> Paint | None:
        if card is None:
            return inks.oval if abs(x) < 1.3 and abs(y) < 2 and abs(x + y / 2) < 1.6 else None
        if abs(y) > 2 or not (last if y < -1 else first) <= x < (2 if y < 1 else 1.5 if over else 0):
            return None
        if card.wild:
            return quarters[(0 if x < turn else 1) if y < 0 else (3 if x < turn else 2)]
        return inks.oval

    return at


def _little_cards(x: float, y: float) -> int | None:
    """Which of the four cards on a Wild Draw Four covers a point: the place of its colour."""
    for colour, left, top in ((3, 1.5, -4.5), (2, 0.0, -3.0), (1, -1.5, -1.5), (0, -3.0, 0.0)):
        if left <= x + 0.01 < left + 2 and top <= y < top + 4:
            return colour
    return None


def _drawn(art: tuple[str, ...], i: float, j: float, *, exact: bool) -> bool:
    """Whether a block digit covers a point; enlarged and turned ones have round corners."""

    def on(column: int, row: int) -> float:
        return float(0 <= row < len(art) and 0 <= column < len(art[0]) and art[row][column] == "#")

    if exact:
        return on(math.floor(i + 1e-6), math.floor(j + 1e-6)) > 0
    i, j = i - 0.5, j - 0.5
    left, top, right, low = math.floor(i), math.floor(j), i % 1, j % 1
    upper = on(left, top) * (1 - right) + on(left + 1, top) * right
    lower = on(left, top + 1) * (1 - right) + on(left + 1, top + 1) * right
    return upper * (1 - low) + lower * low > 0.5


def _turned(pixel: Pixel, size: CardSize, angle: float) -> Canvas:
    wide, high = size.columns, 2 * size.rows
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    margin = math.ceil((math.hypot(wide, high) - min(wide, high)) / 4) + 2
    canvas = Canvas(wide + 2 * margin, size.rows + 2 * margin, origin=(margin, margin))

    def turned(px: int, py: int) -> Paint | None:
        x, y = (px + 0.5) / 2 - margin - wide / 2, py + 0.5 - 2 * margin - high / 2
        return pixel(x * cos + y * sin + wide / 2, y * cos - x * sin + high / 2)

    canvas.trace(turned)
    return canvas


def _corners(canvas: Canvas, card: Card, size: CardSize, palette: Palette, inks: Inks, *, over: bool) -> None:
    """Rank and shape, at the upper left if others may lie over the card, and what else the size has room for."""
    sign, shape, large = rank_sign(card.rank, palette), palette.signs.shapes[card.colour], size.columns >= LETTERED
    right, low, colour = size.columns - 1, size.rows - 1, card.colour
    if card.rank in EXTRAS and size is not CardSize.SMALL:
        word = fit(palette.lettering.wilds[card.rank], size.columns - 1, "")
        canvas.centre(size.columns / 2, size.rows // 2, word, inks.ink, bold=True)
    if over or inks.edge:
        canvas.fill(1, 0, width(sign), 1, inks.body)
    if over:
        canvas.fill(1, 1, 1, 1, inks.body)
        canvas.put(1, 1, shape, inks.ink)
    if size is not CardSize.SMALL or over or colour is None:
        canvas.put(1, 0, sign, inks.ink, bold=True)
    if size is CardSize.SMALL:
        _small(canvas, card, palette, inks, over=over)
    elif colour is not None and palette.letters:
        word = palette.lettering.long[colour] if large else palette.lettering.short[colour]
        band = inks.body not in (GROUND, INK)
        ink = inks.body if band else inks.ink
        if inks.body:
            canvas.fill(0, low, size.columns, 1, inks.ink if band else inks.body)
        canvas.put(1, low, fit(word, size.columns - 4, "."), ink, bold=True)
        canvas.put_right(right, low, shape, ink)
    elif large:
        canvas.put_right(right, low, sign, inks.ink, bold=True)
        if colour is not None:
            canvas.put_right(right, low - 1, shape, inks.ink)
            canvas.put(1, 1, shape, inks.ink)
    elif not over:
        canvas.put_right(right, low, shape, inks.ink)


def _small(canvas: Canvas, card: Card, palette: Palette, inks: Inks, *, over: bool) -> None:
    """What is written on the paper of a small card, and its colour: below, or above the paper."""
    sign, colour = rank_sign(card.rank, palette), card.colour
    if colour is None:
        return
    x, y = (3, 1) if over else rank_place(card, CardSize.SMALL, palette)
    canvas.fill(x, y, width(sign), 1, inks.oval)
    canvas.put(x, y, sign, inks.digit, bold=True)
    letter = palette.lettering.short[colour] if palette.letters else ""
    if over:
        canvas.put(1, 2, letter, inks.ink, bold=True)
    else:
        shape = palette.signs.shapes[colour]
        letter = "" if letter == shape else letter
        canvas.put(1, 0, letter + shape, inks.ink, bold=bool(letter))


@lru_cache(maxsize=512)
def tiny(card: Card, palette: Palette, *, lit: bool = True) -> Canvas:
    """A card in a line of text: rank, shape and, where letters are large, letter; one row."""
    inks, sign = card_inks(card, palette, lit=lit), rank_sign(card.rank, palette)
    shape = palette.signs.shapes[card.colour]
    if card.colour is not None and (palette.letters or not palette.signs.unicode):
        letter = palette.lettering.short[card.colour]
        shape = letter if shape == card.colour.value else shape + letter
    if card.wild:
        return _tiny_wild(f" {sign} ".ljust(4), palette, lit)
    words = f" {sign}{shape} "
    canvas = Canvas(width(words), 1)
    canvas.fill(0, 0, canvas.columns, 1, inks.body)
    if not inks.body or inks.body == INK:
        words = f"[{words[1:-1]}]" if palette.signs.unicode or lit else words
    canvas.put(0, 0, words, inks.ink, bold=True)
    return canvas


def _tiny_wild(words: str, palette: Palette, lit: bool) -> Canvas:
    canvas = Canvas(len(words), 1)
    for at, char in enumerate(words):
        inks = (palette.lit if lit else palette.unlit)[tuple(Colour)[at * 4 // len(words)]]
        canvas.put(at, 0, char, inks.ink, bold=True, on=inks.body)
    return canvas


def _plain(card: Card | None, size: CardSize, palette: Palette, *, lit: bool) -> Canvas:
    """A card out of letters, for terminals that show nothing else."""
    canvas = Canvas(size.columns, size.rows, GROUND)
    canvas.outline(0, 0, size.columns, size.rows, INK, bold=lit)
    if card is None:
        canvas.centre(size.columns / 2, size.rows // 2, fit("UNO", size.columns - 2), INK)
        return canvas
    sign, large = rank_sign(card.rank, palette), size.columns >= LETTERED
    canvas.put(1, 1, fit(sign, size.columns - 2, ""), INK, bold=lit)
    if card.colour is not None:  # the lower edge of a small one says it
        short, long = palette.lettering.short[card.colour], palette.lettering.long[card.colour].lower()
        word = short if size is CardSize.SMALL else fit(long, size.columns - 2 if large else 3, "")
        canvas.put(1, 2, word, INK, bold=lit)
    if large:
        canvas.put_right(size.columns - 1, size.rows - 2, sign, INK, bold=lit)
    return canvas


_LARGE = """
0 ..######.. .###..###. ###....### ###....### ###....### ###....### .###..###. ..######..
1 ....###... ..#####... .##.###... ....###... ....###... ....###... ....###... .#########
2 .#######.. ###...###. ......###. .....###.. ...###.... .###...... ###....... ##########
3 ########.. ......###. ......###. ..#####... ......###. .......### ###...###. .#######..
4 .....####. ....#####. ...##.###. .###..###. ###...###. ########## ......###. ......###.
5 #########. ###....... ###....... ########.. ......###. .......### ###...###. .#######..
6 ...#####.. .###...... ###....... ########.. ###...###. ###....### .###..###. ..######..
7 ########## ......###. .....###.. ....###... ...###.... ..###..... ..###..... ..###.....
8 ..######.. .###..###. .###..###. ..######.. .###..###. ###....### .###..###. ..######..
9 ..######.. .###..###. ###....### .###...### ..######## .......### ......###. ..#####...
S ....#####... ..####.####. .###...####. ###...##.### ###.##...### .####...###. .####.####.. ...#####....
R .......##... .......####. ############ .......####. .####....... ############ .####....... ...##.......
+2 .......#####. ......##...## .##.......##. .##......##.. ######..##... .##...##..... .##...#######
"""
_MEDIUM = """
0 .####. ##..## ##..## ##..## ##..## .####.
1 ..##.. .###.. ..##.. ..##.. ..##.. .####.
2 .####. ##..## ....## ..###. .##... ######
3 #####. ....## .####. ....## ....## #####.
4 ...##. ..###. .#.##. ##.##. ###### ...##.
5 ###### ##.... #####. ....## ##..## .####.
6 ..###. .##... #####. ##..## ##..## .####.
7 ###### ....## ...##. ..##.. .##... .##...
8 .####. ##..## .####. ##..## ##..## .####.
9 .####. ##..## ##..## .##### ...##. .###..
R ....##.. ######## ....##.. ..##.... ######## ..##....
+2 ....####. .......## .#....##. ###..##.. .#..##### .........
"""


def _font(text: str) -> Mapping[Rank, tuple[str, ...]]:
    rows = (line.split() for line in text.strip().splitlines())
    return {Rank(name): tuple(row.ljust(max(map(len, art)), ".") for row in art) for name, *art in rows}


FONTS = {True: _font(_LARGE), False: _font(_MEDIUM)}
"""The digits and symbols in the middle of cards, by whether these are large; a dot is half a column and half a row."""
