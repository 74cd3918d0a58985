"""The full screen suits the terminal: it asks for the background, and takes no answer for a key."""

from typing import Any

import pytest

from tests.e2e.conftest import drawn
from tests.e2e.processes import House

pytestmark = drawn

LIGHT_GROUND, DARK_GROUND = "ffff/ffff/ffff", "1e1e/1e1e/1e1e"
FILLS = {"R": "d70000", "Y": "d7af00", "G": "00875f", "B": "0000af"}
"""What fills the cards on light terminals."""
RED_ON_DARK, RED_ON_LIGHT = ("ffffff", "af0000"), ("ffffff", "d70000")


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
    house: House, background: str | None, flags: tuple[str, ...], variables: dict[str, Any], red: tuple[str, str]
) -> None:
    terminal = house.screen("--discover", "off", *flags, background=background, **variables)
    terminal.see("U N O")
    assert terminal.cell("R●") == red
    assert "]11" not in terminal.text()
    assert "rgb" not in terminal.text()


def test_the_keys_of_the_hint_bar_are_seen_on_a_light_terminal(house: House) -> None:
    terminal = house.screen("--discover", "off", background=LIGHT_GROUND)
    terminal.see("F1 help")
    assert terminal.cell("F1") == ("default", "default")


def test_cards_are_filled_boxes_and_the_title_tells_whose_turn_it_is(house: House) -> None:
    terminal = house.screen(
        "--discover", "off", "--solo", "--bot-pause", "0", "--turn-seconds", "0", background=LIGHT_GROUND
    )
    terminal.answer("Press Enter to begin", "\r")
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


def test_a_late_answer_is_no_key(house: House) -> None:
    """A form is open: whatever were taken for keys would stand in it."""
    terminal = house.screen("--discover", "off")
    terminal.see("U N O")
    terminal.press("\x1b]11;rgb:ffff/")
    terminal.press("ffff/ffff\x1b\\\x1b[?62;22cgame")
    terminal.see("game")
    assert "rgb" not in terminal.text()
    assert "62" not in terminal.text()
