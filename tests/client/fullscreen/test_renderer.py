"""Of each frame the terminal gets what differs, and shows the same as if it had been drawn anew."""

import io
from typing import Any

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.renderer import Renderer

from tests.client.fullscreen.painted import visible
from uno_client.drawing.cells import Line
from uno_client.fullscreen.output import Terse
from uno_client.fullscreen.renderer import PLAIN, RowControl, RowRenderer

COLUMNS, ROWS = 12, 3


class Terminal:
    """Shows rows by a renderer of ours, or by prompt_toolkit's alone."""

    def __init__(self, *, ours: bool) -> None:
        self.columns, self.sent = COLUMNS, io.StringIO()
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.Stream(self.screen)
        output = Terse(self.sent, lambda: Size(ROWS, self.columns), term="xterm-256color")
        self.rows = RowControl()
        self.app: Application[Any] = Application(
            Layout(Window(self.rows, wrap_lines=False)),
            style=PLAIN,
            full_screen=True,
            output=output,
            input=DummyInput(),
        )
        self.app._color_depth = ColorDepth.TRUE_COLOR
        self.app.renderer = RowRenderer(self.rows, output) if ours else Renderer(PLAIN, output, full_screen=True)

    def show(self, lines: list[Line], cursor: Point | None = None) -> str:
        """What is sent for these rows."""
        self.rows.lines, self.rows.cursor = lines, cursor
        self.app.render_counter += 1
        self.app.renderer.render(self.app, self.app.layout)
        sent = self.sent.getvalue()
        self.sent.seek(0)
        self.sent.truncate()
        self.stream.feed(sent)
        return sent

    @property
    def cells(self) -> list[list[pyte.screens.Char]]:
        return [[visible(self.screen.buffer[y][x]) for x in range(COLUMNS)] for y in range(ROWS)]

    @property
    def cursor(self) -> Point | None:
        return None if self.screen.cursor.hidden else Point(self.screen.cursor.x, self.screen.cursor.y)


FRAGMENT = st.tuples(
    st.sampled_from(["", "bold", "#ff0000", "#ff0000 bg:#0000ff", "reverse"]),
    st.sampled_from(["a", "  ", "日", "▄▄", "██", "xyz"]),
)
FRAME = st.tuples(
    st.lists(st.lists(FRAGMENT, max_size=4), min_size=ROWS, max_size=ROWS),
    st.none() | st.builds(Point, st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1)),
)


@pytest.mark.fast
@settings(max_examples=50)
@given(st.lists(FRAME, min_size=2, max_size=5))
def test_after_any_frames_the_terminal_shows_the_last_one(frames: list[tuple[list[Line], Point | None]]) -> None:
    ours = Terminal(ours=True)
    for lines, cursor in frames:
        ours.show(lines, cursor)
        anew = Terminal(ours=False)
        anew.show(lines, cursor)
        assert (ours.cells, ours.cursor) == (anew.cells, cursor)


def test_a_row_that_is_the_same_object_is_not_looked_at_and_one_that_differs_sends_its_cells() -> None:
    terminal = Terminal(ours=True)
    lines = [[("#00ff00", "UNO UNO UNO")]] * ROWS
    terminal.show(lines)
    assert terminal.show(lines) == terminal.show(lines)
    assert "UNO" not in terminal.show(lines)
    sent = terminal.show([*lines[:2], [("#00ff00", "UNO SIX UNO")], *lines[3:]])
    assert "SIX" in sent
    assert "UNO" not in sent


def test_another_size_is_drawn_anew() -> None:
    terminal = Terminal(ours=True)
    lines = [[("", "UNO")]] * ROWS
    terminal.show(lines)
    terminal.columns = COLUMNS - 1
    assert terminal.show(lines).count("UNO") == ROWS
