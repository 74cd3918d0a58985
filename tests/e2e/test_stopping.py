"""The full screen survives being stopped: the terminal is raw again, everything is drawn anew, and keys work."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator

import pytest

from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")

CLIENT = [sys.executable, "-P", "-m", "client", "--discover", "off", "--theme", "dark"]
SHELL = "import fcntl, os, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp('bash', ['bash', '--norc', '-i'])"
"""A shell with this terminal as its own: only such a one has jobs."""
CTRL_Z = "\x1a"


@pytest.fixture
def terminal(house: House) -> Iterator[Terminal]:
    one = Terminal(CLIENT, house.environment())
    yield one
    one.close()


@pytest.fixture
def shell(house: House) -> Iterator[Terminal]:
    one = Terminal([sys.executable, "-c", SHELL], {**house.environment(), "PS1": "ready> "})
    yield one
    one.close()


def _send(terminal: Terminal, name: str) -> None:
    os.kill(terminal.pid, getattr(signal, name))


def test_what_is_stopped_and_continued_draws_everything_and_takes_keys(terminal: Terminal) -> None:
    terminal.see("F1 help")
    before = terminal.look(0.2)
    _send(terminal, "SIGSTOP")
    terminal.cook()
    terminal.scribble("\x1b[H\x1b[J[1]+  Stopped\r\n$ fg\r\n" + "overprinted " * 40)
    _send(terminal, "SIGCONT")
    terminal.see("F1 help")
    assert terminal.look(0.2) == before
    assert not terminal.is_cooked()
    terminal.press("game")
    terminal.see("game")
    terminal.press("\x03")
    assert terminal.wait() == 130
    assert terminal.is_cooked()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
def test_ctrl_z_goes_into_the_background_and_fg_brings_it_back(shell: Terminal) -> None:
    shell.see("ready>")
    shell.press(" ".join(CLIENT) + "\n")
    shell.see("U N O")
    assert shell.title == "UNO"
    shell.press(CTRL_Z)
    shell.see("Stopped")
    assert shell.title == ""
    assert shell.is_cooked() or "ready>" in shell.text()
    shell.press("fg\n")
    shell.see("U N O")
    shell.press("game")
    shell.see("game")
    assert "Stopped" not in shell.text()
    assert shell.title == "UNO"
    shell.press("\x03")
    shell.see("ready>")
    shell.press("exit\n")
    shell.wait()
