"""A canvas of terminal cells: four pixels to a cell (2x2, shown by block characters), and text above them.

A cell has one character and two colours, so its four pixels come down to two paints. Pixels go first, text after:
a pixel drawn over text takes the text away.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

from uno_client.drawing.cells import CLEAR, Cell, Line, Text, common, glyph, join
from uno_client.drawing.palette import GROUND, Paint, Palette, mix
from uno_client.drawing.palette import palette as palette_of
from uno_client.drawing.texts import char_width, width


class Rect(NamedTuple):
    """Cells from an upper left corner on."""

    x: int
    y: int
    columns: int
    rows: int


class ClickArea(NamedTuple):
    """A rectangle of cells that means something to the mouse."""

    x: int
    y: int
    columns: int
    rows: int
    value: Hashable


class Canvas:
    """Cells to draw on, outside of which nothing is drawn.

    `ground` fills it; without one it is clear, and can be drawn on others (`blit`), where its cell `origin` comes to
    the place that is given. Places and sizes are in cells; halves of them are pixels. Screens draw in its `palette`.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        ground: Paint | None = None,
        origin: tuple[int, int] = (0, 0),
        palette: Palette | None = None,
    ) -> None:
        self.columns, self.rows, self.ground, self.origin = columns, rows, ground, origin
        self.palette = palette or palette_of()
        self.roles, self.signs = self.palette.roles, self.palette.signs
        self.spots: list[ClickArea] = []
        self.cursor: tuple[int, int] | None = None
        blank: Cell = ((ground,) * 4, None)
        self._rows: list[list[Cell]] = [[blank] * columns for _ in range(rows)]
        self._lines: list[tuple[Line, str] | None] = [None] * rows

    def copy(self) -> "Canvas":
        """Another canvas with the same on it."""
        new = Canvas(0, 0, self.ground, self.origin, self.palette)
        new.columns, new.rows, new.cursor = self.columns, self.rows, self.cursor
        new.spots, new._rows, new._lines = self.spots[:], [row[:] for row in self._rows], self._lines[:]
        return new

    def _row(self, y: int) -> list[Cell]:
        """Row y, to be written."""
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
        if left >= right or top >= low:
            return
        whole: Cell = ((paint,) * 4, None)
        first, last = (left + 1) // 2, right // 2
        for cy in range(top // 2, (low + 1) // 2):
            edges = {px for px, odd in ((left, left & 1), (right - 1, right & 1)) if odd}
            if first < last:
                row = self._row(cy)
                if top > 2 * cy:
                    row[first:last] = [((four[0], four[1], paint, paint), None) for four, _text in row[first:last]]
                elif low < 2 * cy + 2:
                    row[first:last] = [((paint, paint, four[2], four[3]), None) for four, _text in row[first:last]]
                else:
                    row[first:last] = [whole] * (last - first)
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
        """A quarter of a cell, at its foot or at its head: as thick as half a column. Text stays."""
        row = self._row(y)
        (four, text), under = row[x], common(row[x][0])
        if text is not None or paint == under:
            return
        if low:
            row[x] = four, Text("▂", paint)
        else:
            row[x] = (paint,) * 4, Text("▆", under)

    def put(self, x: int, y: int, text: str, ink: Paint, *, bold: bool = False, on: Paint | None = None) -> int:
        """Text from column x on; blanks around it without a paint below (`on`) change nothing. Returns its end."""
        if not 0 <= y < self.rows:
            return x + width(text)
        row, marks = self._row(y), "bold" if bold else ""
        behind, made = x + width(text), {char: Text(char, ink, marks) for char in {*text, ""}}
        if on is None:
            x, text = x + len(text) - len(text.lstrip(" ")), text.strip(" ")
        if text.isascii() and text.isprintable() and x >= 0 and behind <= self.columns:
            if on is None:
                parts = [(row[at][0], made[char]) for at, char in enumerate(text, x)]
            else:
                parts = [((on,) * 4, made[char]) for char in text]
            row[x : x + len(text)] = parts
            return behind
        for char in text:
            wide = char_width(char)
            if wide and x >= 0 and x + wide <= self.columns:
                for at, part in enumerate((char, "")[:wide]):
                    row[x + at] = (row[x + at][0] if on is None else (on,) * 4, made[part])
            x += wide
        return behind

    def outline(
        self, x: int, y: int, columns: int, rows: int, ink: Paint, signs: str = "+-|", *, bold: bool = False
    ) -> None:
        """A rectangle's edge out of letters: those for corners, for rows and for columns."""
        corner, across, down = tuple(signs)
        for row in range(y, y + rows):
            if row in (y, y + rows - 1):
                self.put(x, row, f"{corner}{across * (columns - 2)}{corner}", ink, bold=bold)
            else:
                self.put(x, row, down, ink, bold=bold)
                self.put(x + columns - 1, row, down, ink, bold=bold)

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
                if cell != CLEAR:
                    row[x + ox] = cell if None not in cell[0] else _merged(row[x + ox], cell)
        self.spots += [spot._replace(x=spot.x + x, y=spot.y + y) for spot in other.spots]

    def take(self, other: "Canvas", x: int, y: int, columns: int, rows: int) -> None:
        """A rectangle as it is on another canvas of the same size."""
        first, last = max(0, x), max(0, x + columns)
        for cy in range(max(0, y), min(self.rows, y + rows)):
            if self._rows[cy] != other._rows[cy]:
                self._row(cy)[first:last] = other._rows[cy][first:last]

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

    # the mouse

    def spot(self, x: int, y: int, columns: int, rows: int, value: Hashable | None) -> None:
        """A rectangle that means something, or nothing (None); later ones lie above earlier ones."""
        if value is not None:
            self.spots.append(ClickArea(x, y, columns, rows, value))

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
        return [self._joined(y)[0] for y in range(self.rows)]

    def text(self) -> list[str]:
        """The characters of every row."""
        return [self._joined(y)[1] for y in range(self.rows)]

    def paints(self, x: int, y: int) -> tuple[str, Paint, Paint]:
        """Character, ink and ground of a cell, before runs are merged."""
        four, text = self._rows[y][x]
        return glyph(four) if text is None else (text.char, text.ink, common(four))

    def _joined(self, y: int) -> tuple[Line, str]:
        kept = self._lines[y]
        if kept is None:
            kept = self._lines[y] = join(tuple(self._rows[y]), self.ground or GROUND)
        return kept


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
    text = above[1] or (below[1] if above[0] == CLEAR[0] else None)
    return four, text  # type: ignore[return-value]  # four again


@lru_cache(maxsize=16384)
def _dimmed(cell: Cell, share: float, paint: Paint) -> Cell:
    four, text = cell
    mixed = tuple(each and mix(each, paint, share) for each in four)
    return mixed, text and text._replace(ink=mix(text.ink, paint, share))  # type: ignore[return-value]  # four again
