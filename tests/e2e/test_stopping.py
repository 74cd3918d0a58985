"""The full screen survives being stopped: the terminal is raw again, everything is drawn anew, and keys work."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from tests.e2e.at_keys import COLOUR, asked_for_a_colour
from tests.e2e.processes import CLIENT, House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")

FLAGS = ("--discover", "off", "--theme", "dark")
SHELL = "import fcntl, os, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp('bash', ['bash', '--norc', '-i'])"
"""A shell with this terminal as its own: only such a one has jobs."""
CTRL_Z = "\x1a"


Opened = Callable[[House], AbstractContextManager[Terminal]]
Cells = list[list[object]]


@contextmanager
def first_screen(house: House) -> Iterator[Terminal]:
    """The first screen, where a server is chosen."""
    terminal = house.screen(*FLAGS)
    terminal.see("F1 help")
    yield terminal


@contextmanager
def front_door(house: House) -> Iterator[Terminal]:
    """Where the client opens without arguments."""
    terminal = house.screen(UNO_SETTINGS=str(house.state / "client.toml"))
    terminal.see("Play now")
    yield terminal


@pytest.fixture
def shell(house: House) -> Terminal:
    return house.terminal(sys.executable, "-c", SHELL, PS1="ready> ")


def _send(terminal: Terminal, name: str) -> None:
    os.kill(terminal.pid, getattr(signal, name))


def _cells(terminal: Terminal) -> Cells:
    """The screen when nothing more is drawn, with its colours."""
    terminal.look(0.2)
    screen = terminal.screen
    return [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]


@pytest.mark.parametrize(
    ("opened", "words", "keys", "shown", "leave"),
    [
        pytest.param(front_door, "Play now", "5", "Your name", "\x03", id="at the front door"),
        pytest.param(first_screen, "F1 help", "game", "game", "\x03", id="on the first screen"),
        pytest.param(
            asked_for_a_colour,
            COLOUR,
            "b",
            "You play Wild and name blue.",
            "\x03y",
            id="in mid-question",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_is_stopped_and_continued_draws_everything_and_takes_keys(
    house: House, opened: Opened, words: str, keys: str, shown: str, leave: str
) -> None:
    with opened(house) as terminal:
        before = _cells(terminal)
        _send(terminal, "SIGSTOP")
        terminal.cook()
        terminal.scribble("\x1b[H\x1b[J[1]+  Stopped\r\n$ fg\r\n" + "overprinted " * 40)
        _send(terminal, "SIGCONT")
        terminal.see(words)
        assert _cells(terminal) == before
        assert not terminal.is_cooked()
        terminal.press(keys)
        terminal.answer(shown, leave)
        assert terminal.wait() == 130
        assert terminal.is_cooked()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
def test_ctrl_z_goes_into_the_background_and_fg_brings_it_back(shell: Terminal) -> None:
    shell.answer("ready>", " ".join((*CLIENT, *FLAGS)) + "\n")
    shell.see("U N O")
    assert shell.title == "UNO"
    shell.press(CTRL_Z)
    shell.see("Stopped")
    assert shell.title == ""
    assert shell.is_cooked() or "ready>" in shell.text()
    shell.press("fg\n")
    shell.answer("U N O", "game")
    shell.see("game")
    assert "Stopped" not in shell.text()
    assert shell.title == "UNO"
    shell.press("\x03")
    shell.answer("ready>", "exit\n")
    shell.wait()
