"""A screen as a terminal shows it: letters, colours and the cursor, from a model and nothing else."""

import asyncio
import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size as Terminal
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import Output

from uno_client.core.model import Model
from uno_client.fullscreen.app import ScreenControl, ScreenShell
from uno_client.fullscreen.output import Terse
from uno_client.net.token_store import TokenStore
from uno_client.screens.frame import Size


@dataclass(frozen=True, slots=True)
class Cell:
    """A letter, its ink and fill (six digits, or `default`), and its marks: b(old), u(nderlined), r(eversed)."""

    letter: str
    ink: str
    fill: str
    marks: str


@dataclass(frozen=True, slots=True)
class Painted:
    """A screen. `cursor` is its row and column, None where it is hidden."""

    cells: tuple[tuple[Cell, ...], ...]
    cursor: tuple[int, int] | None

    @property
    def lines(self) -> list[str]:
        return ["".join(cell.letter for cell in row) for row in self.cells]

    def row(self, words: str) -> int:
        """The first row with `words`."""
        return next(at for at, line in enumerate(self.lines) if words in line)

    def cell(self, words: str) -> Cell:
        """The first cell of `words`."""
        row = self.row(words)
        return self.cells[row][self.lines[row].index(words)]


def visible(cell: pyte.screens.Char) -> pyte.screens.Char:
    """A cell as the eye sees it: a blank shows only its ground, and a full block looks like a blank in its ink."""
    if cell.data == "█" and not cell.reverse:
        cell = cell._replace(data=" ", bg=cell.fg)
    return cell if cell.data != " " or cell.reverse else cell._replace(fg="default", bold=False)


def paint(model: Model, size: Size, theme: str) -> Painted:
    """What a terminal of that size shows of the model."""
    screen = pyte.Screen(size.columns, size.rows)
    pyte.Stream(screen).feed(asyncio.run(_sent(model, size, theme)))
    cells = tuple(tuple(_cell(screen.buffer[row][at]) for at in range(size.columns)) for row in range(size.rows))
    return Painted(cells, None if screen.cursor.hidden else (screen.cursor.y, screen.cursor.x))


@contextmanager
def drawing(model: Model, output: Output, theme: str) -> Iterator[tuple[ScreenShell, Callable[[], None]]]:
    """A full screen at which nothing moves by itself, and what draws its model once."""
    with (
        tempfile.TemporaryDirectory() as folder,
        create_pipe_input() as keyboard,
        create_app_session(input=keyboard, output=output),
    ):
        shell = ScreenShell(model, TokenStore(Path(folder)))
        app = ScreenControl(shell, theme).app

        def draw() -> None:
            app.render_counter += 1  # what has been drawn is kept no longer
            app.renderer.render(app, app.layout)

        with set_app(app):
            yield shell, draw


async def _sent(model: Model, size: Size, theme: str) -> str:
    file = io.StringIO()
    output = Terse(file, lambda: Terminal(size.rows, size.columns), term="xterm-256color")
    with drawing(model, output, theme) as (_, draw):
        draw()
    return file.getvalue()


def _cell(char: pyte.screens.Char) -> Cell:
    marks = "b" * char.bold + "u" * char.underscore + "r" * char.reverse
    return Cell(char.data, char.fg, char.bg, marks)
