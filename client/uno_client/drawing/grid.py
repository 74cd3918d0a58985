"""A canvas of terminal cells: four pixels to a cell (2x2, shown by block characters), and text above them.

A cell has one character and two colours, so its four pixels come down to two paints. Pixels go first, text after:
a pixel drawn over text takes the text away.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache, lru_cache
from math import dist
from typing import NamedTuple

from uno_client.drawing.palette import GROUND, INK, Paint, mix, rgb
from uno_client.drawing.texts import char_width, width

Clear = None
"""A pixel through which the canvas below is seen."""
Four = tuple[Paint | None, Paint | None, Paint | None, Paint | None]
Fragment = tuple[str, str]
Line = list[Fragment]
CURSOR = "[SetCursorPosition]"
"""In the style of a fragment: the terminal's cursor is at its beginning."""
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # bit 1: upper left, 2: upper right, 4: lower left, 8: lower right


class Text(NamedTuple):
    """A character above the pixels. `char` is empty in the second cell of a wide character."""

    char: str
    ink: Paint
    marks: str = ""


Cell = tuple[Four, Text | None]


class Spot(NamedTuple):
    """A rectangle of cells that means something to the mouse."""

    x: int
    y: int
    columns: int
    rows: int
    value: Hashable


class Canvas:
    """Cells to draw on, outside of which nothing is drawn.

    `ground` fills it; without one it is clear, and can be drawn on others (`blit`), where its cell `origin` comes to
    the place that is given. Places and sizes are in cells; halves of them are pixels.
    """

    __slots__ = ("_lent", "_lines", "_rows", "columns", "cursor", "ground", "origin", "rows", "spots")

    def __init__(self, columns: int, rows: int, ground: Paint | None = Clear, origin: tuple[int, int] = (0, 0)) -> None:
        self.columns, self.rows, self.ground, self.origin = columns, rows, ground, origin
        self.spots: list[Spot] = []
        self.cursor: tuple[int, int] | None = None
        blank: Cell = ((ground,) * 4, None)
        self._rows: list[list[Cell]] = [[blank] * columns for _ in range(rows)]
        self._lent = [False] * rows
        self._lines: list[tuple[Line, str] | None] = [None] * rows

    def copy(self) -> "Canvas":
        """A canvas that shares every row with this one until one of them is drawn on."""
        new = Canvas(0, 0, self.ground, self.origin)
        new.columns, new.rows, new.cursor = self.columns, self.rows, self.cursor
        new.spots, new._rows, new._lines = self.spots[:], self._rows[:], self._lines[:]
        self._lent, new._lent = [True] * self.rows, [True] * self.rows
        return new

    def _row(self, y: int) -> list[Cell]:
        """Row y, to be written."""
        if self._lent[y]:
            self._rows[y], self._lent[y] = self._rows[y][:], False
        self._lines[y] = None
        return self._rows[y]

    # drawing

    def dot(self, px: int, py: int, paint: Paint | None) -> None:
        """One pixel; the text of its cell goes."""
        x, y = px >> 1, py >> 1
        if 0 <= x < self.columns and 0 <= y < self.rows:
            row, at = self._row(y), (py & 1) * 2 + (px & 1)
            four = row[x][0]
            row[x] = ((*four[:at], paint, *four[at + 1 :]), None)  # type: ignore[assignment]  # four again

    def trace(self, pixel: Callable[[int, int], Paint | None]) -> None:
        """Every pixel as a function of its place says."""
        for y in range(self.rows):
            row, top = self._row(y), 2 * y
            for x in range(self.columns):
                left = 2 * x
                row[x] = (
                    (pixel(left, top), pixel(left + 1, top), pixel(left, top + 1), pixel(left + 1, top + 1)),
                    None,
                )

    def fill(self, x: float, y: float, columns: float, rows: float, paint: Paint | None) -> None:
        """A rectangle of one paint."""
        left, right = max(0, round(2 * x)), min(2 * self.columns, round(2 * (x + columns)))
        top, low = max(0, round(2 * y)), min(2 * self.rows, round(2 * (y + rows)))
        whole: Cell = ((paint,) * 4, None)
        first, last = (left + 1) // 2, right // 2
        for cy in range(top // 2, (low + 1) // 2):
            if 2 * cy >= top and 2 * cy + 2 <= low and first <= last:
                self._row(cy)[first:last] = [whole] * (last - first)
                edges = [px for px, odd in ((left, left & 1), (right - 1, right & 1)) if odd or left == right]
            else:
                edges = list(range(left, right))
            for py in range(max(top, 2 * cy), min(low, 2 * cy + 2)):
                for px in edges:
                    self.dot(px, py, paint)

    def box(self, x: float, y: float, columns: float, rows: float, paint: Paint) -> None:
        """A rectangle whose corners lack a pixel."""
        self.fill(x + 0.5, y, columns - 1, 0.5, paint)
        self.fill(x, y + 0.5, columns, rows - 1, paint)
        self.fill(x + 0.5, y + rows - 0.5, columns - 1, 0.5, paint)

    def frame(
        self,
        x: int,
        y: int,
        columns: int,
        rows: int,
        paint: Paint,
        left: float = 1,
        lost: Paint | None = None,
        *,
        apart: bool = False,
    ) -> None:
        """A line around a rectangle, equally thick on all sides, drawn in the cells outside of it.

        `left`: the part of it that remains (0 to 1): it goes clockwise from the middle above, and is `lost` there;
        `apart`: with a gap between line and rectangle.
        """
        path = list(_around(x, y, columns, rows))
        gone = round(len(path) * (1 - left))
        for at, (cx, cy) in enumerate(path):
            now = paint if at >= gone else lost
            if now is not None and 0 <= cx < self.columns and 0 <= cy < self.rows:
                if cy in (y - 1, y + rows):
                    self._edge(cx, cy, now, low=(cy < y) != apart)
                else:
                    for py in (2 * cy, 2 * cy + 1):
                        self.dot(2 * cx + ((cx < x) != apart), py, now)

    def _edge(self, x: int, y: int, paint: Paint, *, low: bool) -> None:
        """A quarter of a cell, at its foot or at its head: as thick as half a column."""
        row = self._row(y)
        four, under = row[x][0], self.ground_at(x, y)
        if paint == under:
            row[x] = four, None
        elif low:
            row[x] = four, Text("▂", paint)
        else:
            row[x] = (paint,) * 4, Text("▆", under)

    def put(self, x: int, y: int, text: str, ink: Paint, *, bold: bool = False, on: Paint | None = None) -> int:
        """Text from column x on; a blank without a paint below (`on`) changes nothing. Returns the column behind it."""
        if not 0 <= y < self.rows:
            return x + width(text)
        row, marks = self._row(y), "bold" if bold else ""
        for char in text:
            wide = char_width(char)
            if wide and x >= 0 and x + wide <= self.columns and (char != " " or on is not None):
                for at, part in enumerate((char, "")[:wide]):
                    row[x + at] = (row[x + at][0] if on is None else (on,) * 4, Text(part, ink, marks))
            x += wide
        return x

    def put_right(self, x: int, y: int, text: str, ink: Paint, *, bold: bool = False, on: Paint | None = None) -> int:
        """Text that ends before column x. Returns its first column."""
        self.put(x - width(text), y, text, ink, bold=bold, on=on)
        return x - width(text)

    def centre(self, x: float, y: int, text: str, ink: Paint, *, bold: bool = False, on: Paint | None = None) -> int:
        """Text around column x, such as half the columns. Returns its first column."""
        left = round(x - width(text) / 2 + 0.01)
        self.put(left, y, text, ink, bold=bold, on=on)
        return left

    def blit(self, other: "Canvas", x: int, y: int) -> None:
        """Another canvas on this one; what is clear in it stays, and its spots come along."""
        x, y = x - other.origin[0], y - other.origin[1]
        first, last = max(0, -x), min(other.columns, self.columns - x)
        for oy in range(max(0, -y), min(other.rows, self.rows - y)):
            row = self._row(y + oy)
            above = other._rows[oy]
            for ox in range(first, last):
                cell = above[ox]
                if cell != _CLEAR:
                    row[x + ox] = cell if None not in cell[0] else _merged(row[x + ox], cell)
        self.spots += [spot._replace(x=spot.x + x, y=spot.y + y) for spot in other.spots]

    def silhouette(self, paint: Paint) -> "Canvas":
        """What is drawn here as one area of that paint, larger by a pixel on every side."""
        places = {
            (2 * x + at % 2, 2 * y + at // 2)
            for y, row in enumerate(self._rows)
            for x, (four, text) in enumerate(row)
            for at in range(4)
            if four[at] is not None or text is not None
        }
        new = Canvas(self.columns, self.rows, origin=self.origin)
        for px, py in places:
            for beside, below in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
                new.dot(px + beside, py + below, paint)
        return new

    def dim(self, x: int, y: int, columns: int, rows: int, share: float, paint: Paint) -> None:
        """What is there steps back: `share` of the paint is mixed into it."""
        for cy in range(max(0, y), min(self.rows, y + rows)):
            row, first, last = self._row(cy), max(0, x), max(0, min(self.columns, x + columns))
            row[first:last] = [_dimmed(cell, share, paint) for cell in row[first:last]]

    def ground_at(self, x: int, y: int) -> Paint:
        """The paint that fills most of a cell."""
        return _common(self._rows[y][x][0]) or GROUND

    # the mouse

    def spot(self, x: int, y: int, columns: int, rows: int, value: Hashable) -> None:
        """A rectangle that means something; later ones lie above earlier ones."""
        self.spots.append(Spot(x, y, columns, rows, value))

    def hit(self, x: int, y: int) -> Hashable | None:
        """What the uppermost spot at a cell means."""
        for spot in reversed(self.spots):
            if 0 <= x - spot.x < spot.columns and 0 <= y - spot.y < spot.rows:
                return spot.value
        return None

    # what it gives

    def lines(self) -> list[Line]:
        """Styled fragments for prompt_toolkit, a list for each row: not to be changed.

        A row that looks as it did is the same object as before.
        """
        lines = [self._joined(y)[0] for y in range(self.rows)]
        if self.cursor is not None and 0 <= self.cursor[1] < self.rows:
            x, y = self.cursor
            lines[y] = _with_cursor(lines[y], x)
        return lines

    def text(self) -> list[str]:
        """The characters of every row."""
        return [self._joined(y)[1] for y in range(self.rows)]

    def paints(self, x: int, y: int) -> tuple[str, Paint, Paint]:
        """Character, ink and ground of a cell, before runs are merged."""
        return _seen(self._rows[y][x])

    def _joined(self, y: int) -> tuple[Line, str]:
        kept = self._lines[y]
        if kept is None:
            kept = self._lines[y] = _join(tuple(self._rows[y]), self.ground or GROUND)
        return kept


_CLEAR: Cell = ((None,) * 4, None)


def _around(x: int, y: int, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """The cells around a rectangle without its corners, clockwise from the middle above."""
    yield from ((cx, y - 1) for cx in range(x + columns // 2, x + columns))
    yield from ((x + columns, cy) for cy in range(y, y + rows))
    yield from ((cx, y + rows) for cx in range(x + columns - 1, x - 1, -1))
    yield from ((x - 1, cy) for cy in range(y + rows - 1, y - 1, -1))
    yield from ((cx, y - 1) for cx in range(x, x + columns // 2))


@lru_cache(maxsize=16384)
def _merged(below: Cell, above: Cell) -> Cell:
    four = tuple(low if high is None else high for low, high in zip(below[0], above[0], strict=True))
    text = above[1] or (below[1] if above[0] == _CLEAR[0] else None)
    return four, text  # type: ignore[return-value]  # four again


@lru_cache(maxsize=16384)
def _dimmed(cell: Cell, share: float, paint: Paint) -> Cell:
    four, text = cell
    mixed = tuple(each and mix(each, paint, share) for each in four)
    return mixed, text and text._replace(ink=mix(text.ink, paint, share))  # type: ignore[return-value]  # four again


@lru_cache(maxsize=16384)
def _common(four: Four) -> Paint | None:
    return max(four, key=four.count)


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


def _seen(cell: Cell) -> tuple[str, Paint, Paint]:
    four, text = cell
    return glyph(four) if text is None else (text.char, text.ink, _common(four) or GROUND)


@lru_cache(maxsize=1024)
def _join(cells: Sequence[Cell], ground: Paint) -> tuple[Line, str]:
    """A row as fragments and as text, with as few changes of style as possible."""
    line: Line = []
    run: list[str] = []
    plain: list[str] = []
    ink0 = ground0 = marks0 = ""
    now: str | None = None
    for at, cell in enumerate(cells):
        four, text = cell
        if text is not None:
            char, ink, marks = text
            under, seen = _common(four) or GROUND, char
            before = cells[at - 1][1] if at else None
            if not char and before is not None and width(before.char) == 2:
                continue  # the second half of a wide character
            if char_width(char or " ") == 2 and (at + 1 == len(cells) or (cells[at + 1][1] or Text(" ", "")).char):
                char = seen = " "  # something lies over its second half
            char = char or " "
        else:
            char, ink, under = glyph(four)
            seen, marks = char, ""
            if char == " ":
                ink = ink0 if now is not None else ink
                marks = marks0
                if under == ink0 and under not in (ground, ground0, GROUND, INK) and ground0 != GROUND:
                    char, ink, under = "█", under, ground0  # the ground stays blank, for those who copy or listen
            elif ink.startswith("#") and under.startswith("#"):
                marks = marks0  # blocks have no weight
                if ink == ground0 or under == ink0:  # the same picture with the paints of the cell before
                    char, ink, under = QUADRANTS[15 - QUADRANTS.index(char)], under, ink
        if (ink, under, marks) != (ink0, ground0, marks0) or now is None:
            if run:
                line.append((now or "", "".join(run)))
                run = []
            now = style(ink, under, marks)
            ink0, ground0, marks0 = ink, under, marks
        run.append(char)
        plain.append(seen or " ")
    if run:
        line.append((now or "", "".join(run)))
    return line, "".join(plain)


@cache
def style(ink: Paint, ground: Paint, marks: str = "") -> str:
    """prompt_toolkit's style of an ink on a ground."""
    if ground == INK or (ink == GROUND and ground != GROUND):  # only reversed
        ink, ground, marks = ground, ink, f"{marks} reverse".strip()
    parts = (ink if ink != INK else "", f"bg:{ground}" if ground not in (GROUND, INK) else "", marks)
    return " ".join(part for part in parts if part)


def _with_cursor(line: Line, x: int) -> Line:
    out: Line = []
    for kind, part in line:
        if 0 <= x < len(part):
            out += [(kind, part[:x])] if x else []
            out.append((f"{kind} {CURSOR}".strip(), part[x:]))
        else:
            out.append((kind, part))
        x -= len(part)
    return out
