"""The renderer: it sends only the cells of a frame that differ, and looks only at the rows that were redrawn."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.layout import Layout, UIContent, UIControl
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.renderer import Renderer
from prompt_toolkit.styles import Style

from uno_client.drawing.cells import Line
from uno_client.drawing.texts import char_width
from uno_client.fullscreen.output import NO_LINK, Terse, link

PLAIN = Style([])
"""An empty style: everything drawn names its own colours."""


class RowControl(UIControl):
    """The screen row by row. A row that hasn't changed is the same object as before."""

    lines: Sequence[Line] = ()
    cursor: Point | None = None
    """Where the terminal's cursor is; None: it is hidden."""
    links: Sequence[str] = ()
    """Addresses that are links where they are shown (OSC 8)."""

    def refresh(self) -> None:
        """Redraw the rows, if they are not those that are wanted."""

    def create_content(self, width: int, height: int) -> UIContent:
        self.refresh()
        lines = self.lines
        return UIContent(lambda row: [*lines[row]], len(lines), self.cursor, show_cursor=self.cursor is not None)

    def is_focusable(self) -> bool:
        return True


class _Shown(NamedTuple):
    """A cell of the terminal; without a character it is the second half of a wide one."""

    char: str
    style: str
    link: str = ""


_BLANK = _Shown(" ", "")
_NOWHERE = Point(-1, -1)


class _Run(NamedTuple):
    """Cells of one row and one style. Without a text: the rest of the row is blank."""

    y: int
    x: int
    text: str
    style: str
    link: str
    columns: int


class RowRenderer(Renderer):
    """Shows one control that fills the terminal. The first frame of a size is drawn as prompt_toolkit does."""

    def __init__(self, control: RowControl, output: Output) -> None:
        self._control = control
        self._known: tuple[Size, ColorDepth] | None = None
        """The terminal to which what follows was sent; None: what it shows isn't known."""
        self._lines: Sequence[Line] = ()
        self._links: Sequence[str] = ()
        self._cells: list[list[_Shown]] = []
        self._cursor: Point | None = None
        super().__init__(PLAIN, output, full_screen=True, mouse_support=True)

    def reset(self, _scroll: bool = False, leave_alternate_screen: bool = True) -> None:
        """Leave the terminal as it was; the next frame is a first one."""
        super().reset(_scroll, leave_alternate_screen)
        self._known = None

    def render(self, app: Application[Any], layout: Layout, is_done: bool = False) -> None:
        """Bring the terminal up to date."""
        now = self.output.get_size(), app.color_depth
        control = self._control
        if is_done or self._known != now:
            super().render(app, layout, is_done)
            if is_done:
                return
            self._known, self._lines, self._links, self._cursor = now, control.lines, (), _NOWHERE
            self._cells = [_cells(line, now[0].columns, ()) for line in control.lines]
            self.mouse_handlers.mouse_handlers = defaultdict(lambda: defaultdict(lambda: control.mouse_handler))
        else:
            control.refresh()
        self._update(*now)

    def _update(self, size: Size, depth: ColorDepth) -> None:
        """Send what differs from the frame before, ordered by styles: to jump takes fewer bytes than to dip the pen."""
        control, output = self._control, self.output
        runs: list[_Run] = []
        for y, line in enumerate(control.lines):
            if line is not self._lines[y] or control.links != self._links:
                cells = _cells(line, size.columns, control.links)
                runs += _runs(y, self._cells[y], cells)
                self._cells[y] = cells
        self._lines, self._links = control.lines, control.links
        if not runs and control.cursor == self._cursor:
            return
        self._cursor = control.cursor
        if control.cursor is None or not (isinstance(output, Terse) and output.synchronized):  # else it would be seen
            output.hide_cursor()
        pen = _Pen(output, self._cursor_pos, size.columns)
        attributes = self._attrs_for_style
        assert attributes is not None  # since the first frame
        styled = defaultdict[str, list[_Run]](list)
        for run in _fewer_styles(runs):
            styled[run.style].append(run)
        for style in sorted(styled):
            output.set_attributes(attributes[style], depth)
            for run in styled[style]:
                pen.write(run)
        if control.cursor is not None:
            pen.go(*control.cursor)
            output.show_cursor()
        self._cursor_pos = Point(min(pen.x, size.columns - 1), pen.y)
        output.reset_attributes()
        output.flush()


class _Pen:
    """Where the terminal writes."""

    def __init__(self, output: Output, at: Point, columns: int) -> None:
        self._output, self._columns = output, columns
        self.x, self.y = at

    def write(self, run: _Run) -> None:
        """Write cells, in the style that is set."""
        output = self._output
        self.go(run.x, run.y)
        if not run.text:
            output.erase_end_of_line()
            return
        if run.link:
            output.write_raw(link(run.link))
        output.write(run.text)
        if run.link:
            output.write_raw(NO_LINK)
        self.x += run.columns

    def go(self, x: int, y: int) -> None:
        """Move the cursor; behind the last column its place isn't known."""
        output = self._output
        right, down = x - self.x, y - self.y
        if self.x >= self._columns or (right and down):
            output.cursor_goto(y + 1, x + 1)
        else:
            output.cursor_down(down) if down > 0 else output.cursor_up(-down)
            output.cursor_forward(right) if right > 0 else output.cursor_backward(-right)
        self.x, self.y = x, y


def _runs(y: int, old: Sequence[_Shown], new: Sequence[_Shown]) -> Iterator[_Run]:
    """The cells of a row that differ, those of one style together; blank ones at its end are erased."""
    end = len(new)
    while end and new[end - 1] == _BLANK:
        end -= 1
    at = 0
    while at < end:
        if _alike(new[at], old[at]) or not new[at].char:
            at += 1
            continue
        first = at
        while at < end and new[at][1:] == new[first][1:] and not (new[at].char and _alike(new[at], old[at])):
            at += 1
        yield _Run(y, first, "".join(cell.char for cell in new[first:at]), *new[first][1:], at - first)
    if list(old[end:]) != list(new[end:]):
        yield _Run(y, end, "", "", "", 0)


@lru_cache(maxsize=4096)
def _ground(style: str) -> str | None:
    """The colour of a blank in a style of prompt_toolkit; None if there is more to see."""
    words = style.split()
    if "reverse" in words or "underline" in words:
        return None
    return next((word[3:] for word in words if word.startswith("bg:")), "")


def _alike(new: _Shown, old: _Shown) -> bool:
    """Whether two cells look the same: of a blank nobody sees the ink."""
    if new == old or not new.char == old.char == " " or new.link != old.link:
        return new == old
    return (ground := _ground(new.style)) is not None and ground == _ground(old.style)


def _fewer_styles(runs: Sequence[_Run]) -> Iterator[_Run]:
    """The same cells: blank ones in a style that others have anyway."""
    grounds = {_ground(run.style): run.style for run in runs if run.text.strip()}
    for run in runs:
        ground = _ground(run.style) if run.text.isspace() and not run.link else None
        yield run if ground is None else run._replace(style=grounds.get(ground, run.style))


def _cells(line: Line, columns: int, links: Sequence[str]) -> list[_Shown]:
    """A row in cells, blank behind its end."""
    cells: list[_Shown] = []
    for style, part in line:
        linked = _linked(part, links)
        for at, char in enumerate(part):
            wide = char_width(char)
            if not wide and cells:
                cells[-1] = cells[-1]._replace(char=cells[-1].char + char)
            elif wide:
                cells.append(_Shown(char, style, linked[at]))
                cells += [_Shown("", style, linked[at])] * (wide - 1)
    return [*cells, *[_BLANK] * (columns - len(cells))][:columns]


def _linked(part: str, links: Sequence[str]) -> Sequence[str]:
    linked = [""] * len(part)
    for address in links:
        if (at := part.find(address)) >= 0:
            linked[at : at + len(address)] = [address] * len(address)
    return linked
