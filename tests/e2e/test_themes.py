"""The full screen suits the terminal: it asks for the background, and takes no answer for a key."""

import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

Start = Callable[..., Terminal]
LIGHT_GROUND, DARK_GROUND = "ffff/ffff/ffff", "1e1e/1e1e/1e1e"
FILLS = {"R": "d70000", "Y": "d7af00", "G": "00875f", "B": "0000af"}
"""What fills the cards on light terminals."""
RED_ON_DARK, RED_ON_LIGHT = ("ffffff", "af0000"), ("ffffff", "d70000")


@pytest.fixture
def start(house: House) -> Iterator[Start]:
    opened: list[Terminal] = []

    def one(*flags: str, background: str | None = None, **more: str) -> Terminal:
        argv = [sys.executable, "-P", "-m", "uno_client", "--discover", "off", *flags]
        opened.append(Terminal(argv, house.environment(**more), background=background))
        return opened[-1]

    yield one
    for each in opened:
        each.close()


@pytest.mark.parametrize(
    ("background", "flags", "variables", "red"),
    [
        (LIGHT_GROUND, (), {}, RED_ON_LIGHT),
        (DARK_GROUND, (), {"COLORFGBG": "0;15"}, RED_ON_DARK),
        (None, (), {}, RED_ON_DARK),
        (None, (), {"COLORFGBG": "0;15"}, RED_ON_LIGHT),
        (LIGHT_GROUND, ("--theme", "dark"), {}, RED_ON_DARK),
        (None, (), {"UNO_THEME": "light"}, RED_ON_LIGHT),
        (LIGHT_GROUND, (), {"NO_COLOR": "1"}, ("default", "default")),
    ],
)
def test_the_screen_suits_the_background(
    start: Start, background: str | None, flags: tuple[str, ...], variables: dict[str, str], red: tuple[str, str]
) -> None:
    terminal = start(*flags, background=background, **variables)
    terminal.see("U N O")
    assert terminal.cell("R●") == red
    assert "]11" not in terminal.text()
    assert "rgb" not in terminal.text()


def test_the_keys_of_the_hint_bar_are_seen_on_a_light_terminal(start: Start) -> None:
    terminal = start(background=LIGHT_GROUND)
    terminal.see("F1 help")
    assert terminal.cell("F1") == ("default", "default")


def test_cards_are_filled_boxes_and_the_title_tells_whose_turn_it_is(start: Start) -> None:
    terminal = start("--solo", "--bot-pause", "0", "--turn-seconds", "0", background=LIGHT_GROUND)
    terminal.see("Press Enter to begin")
    terminal.press("\r")
    terminal.see("Your hand")
    terminal.see("Your turn", "You drew", "Which colour", "You face", "played a Wild")
    assert terminal.title == "● Your turn - UNO"
    seen = {
        letter: terminal.cell(f"{edge}{letter}")
        for letter in FILLS
        for edge in "│║"
        if f"{edge}{letter}" in terminal.text()
    }
    assert seen, terminal.text()
    assert {letter: fill for letter, (_, fill) in seen.items()} == {letter: FILLS[letter] for letter in seen}
    terminal.press("\x03y")
    assert terminal.wait() == 130
    assert terminal.title == ""


def test_a_late_answer_is_no_key(start: Start) -> None:
    """A form is open: whatever were taken for keys would stand in it."""
    terminal = start()
    terminal.see("U N O")
    time.sleep(0.3)
    terminal.press("\x1b]11;rgb:ffff/")
    terminal.look(0.2)
    terminal.press("ffff/ffff\x1b\\\x1b[?62;22cgame")
    terminal.see("game")
    assert "rgb" not in terminal.text()
    assert "62" not in terminal.text()
