"""A person at a terminal can play a whole round by keys, against computer players on a real server."""

import sys
from collections.abc import Iterator

import pytest

from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

LEFT_SCREEN = b"\x1b[?1049l"
"""What brings back the screen that was there before."""


@pytest.fixture
def terminal(house: House) -> Iterator[Terminal]:
    _, address = house.serve()
    flags = [
        "--name",
        "ann",
        "--table",
        "T",
        "--seats",
        "3",
        "--bots",
        "2:random",
        "--bot-pause",
        "0",
        "--set",
        "uno_grace=0",
    ]
    one = Terminal([sys.executable, "-P", "-m", "client", address, *flags], house.environment())
    yield one
    one.close()


KEYS = (
    *((words, "\r") for words in ("Enter play", "Enter keep", "Enter draw", "Enter take")),
    *(("k keep", "k"), ("d draw", "d"), ("a take", "a"), ("r y g b name", "b")),
)
"""What the bottom line offers, and what this player types for it: the first that is offered."""

OVER = ("wins the game!", "You win the game!")


def _bottom(screen: str) -> str:
    return screen.splitlines()[-1]


def test_a_round_is_played_by_keys(terminal: Terminal) -> None:
    terminal.see("not yet  you, host")
    terminal.press("r")
    terminal.see("✓ ready    you, host")
    terminal.press("s")
    terminal.see("Your hand: ")
    pressed = []
    for _ in range(500):
        screen = terminal.look()
        if any(words in screen for words in OVER):
            break
        offered = [(words, key) for words, key in KEYS if words in _bottom(screen)]
        if offered:
            words, key = offered[0]
            if "u UNO" in _bottom(screen):
                terminal.press("u")
            terminal.press(key)
            pressed.append(words)
    else:
        pytest.fail(f"no end after {pressed}:\n{terminal.text()}")
    assert "Enter play" in pressed
    result = terminal.text()
    assert "ann (you)" in result
    assert "cards left" in result
    terminal.press("q")
    terminal.see("Tables at")
    assert LEFT_SCREEN not in terminal.raw
    terminal.press("qy")  # yes, if it asks
    assert terminal.wait(10) == 0
    assert LEFT_SCREEN in terminal.raw


def test_the_terminal_is_given_back_when_the_program_is_told_to_end(terminal: Terminal) -> None:
    terminal.see("not yet  you, host")
    terminal.terminate()
    terminal.wait(10)
    assert LEFT_SCREEN in terminal.raw
    assert b"Traceback" not in terminal.raw


def test_ctrl_c_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.see("not yet  you, host")
    terminal.press("\x03")
    terminal.press("y")
    assert terminal.wait(10) in (0, 130)
    assert LEFT_SCREEN in terminal.raw
