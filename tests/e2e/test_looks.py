"""The client suits the terminal and its owner: background, colours, size, and the language of the system."""

from typing import Any

import pytest

from tests.e2e.at_keys import COLOUR, asked_for_a_colour
from tests.e2e.conftest import drawn
from tests.e2e.processes import House

LIGHT, DARK = "ffff/ffff/ffff", "1e1e/1e1e/1e1e"
ON_DARK, ON_LIGHT, MONO = ("ffffff", "121212"), ("000000", "eeeeee"), ("default", "default")
"""Ink and fill of a title in a terminal with 256 colours."""


@drawn
@pytest.mark.parametrize(
    ("background", "variables", "title"),
    [
        (LIGHT, {}, ON_LIGHT),
        (DARK, {"COLORFGBG": "0;15"}, ON_DARK),
        (None, {"COLORFGBG": "0;15"}, ON_LIGHT),
        (LIGHT, {"NO_COLOR": "1"}, MONO),
    ],
)
def test_the_screen_suits_the_background_and_takes_no_answer_of_the_terminal_for_a_key(
    house: House, background: str | None, variables: dict[str, Any], title: tuple[str, str]
) -> None:
    terminal = house.screen("--discover", "off", background=background, COLORTERM="", **variables)
    terminal.see("F1 help")  # a form is open: whatever were taken for keys would stand in it
    assert terminal.cell("Join a game") == title
    terminal.press("\x1b]11;rgb:ffff/")
    terminal.press("ffff/ffff\x1b\\\x1b[?62;22cgamma")
    terminal.see("gamma")
    for answer in ("]11", "rgb", "62"):
        assert answer not in terminal.text()


@drawn
def test_a_game_has_filled_cards_a_title_and_a_question_that_stays_when_the_window_changes_its_size(
    house: House,
) -> None:
    with asked_for_a_colour(house, background=LIGHT) as terminal:
        assert terminal.title == "● Your turn - UNO"
        fills = {str(cell.bg) for row in terminal.screen.buffer.values() for cell in row.values()}
        assert {"d70000", "008700"} <= fills
        terminal.press("\x1b[C")
        for columns, rows in ((60, 20), (40, 12), (80, 24), (200, 60)):
            terminal.resize(columns, rows)
            terminal.see(COLOUR)
            terminal.see("102 l" if columns == 40 else "? help")
            assert (terminal.screen.columns, terminal.screen.lines) == (columns, rows)
        terminal.press("\r")
        terminal.see("You play Wild and name ")
        terminal.press("\x03y")
        assert terminal.wait() == 130
        assert terminal.title == ""


@pytest.mark.parametrize(
    ("module", "flags", "variables", "said"),
    [
        ("uno_client", ("--known",), {"LANG": "C"}, "no known servers\n"),
        ("uno_client", ("--known",), {"LANG": "de_AT.UTF-8"}, "keine bekannten Server\n"),
        ("uno_client", ("--known",), {"LANG": "de_AT.UTF-8", "UNO_LANG": "en"}, "no known servers\n"),
        ("uno_client", ("--known", "--lang", "de"), {"LANG": "C"}, "keine bekannten Server\n"),
        ("uno_server", ("--help",), {"LANG": "de_DE.UTF-8", "UNO_LANG": "de"}, "usage: "),
        ("uno_server.archive.cli", ("--help",), {"LANG": "de_DE.UTF-8", "UNO_LANG": "de"}, "usage: "),
    ],
)
def test_a_client_speaks_the_language_of_its_system_or_the_one_that_it_is_told_and_a_server_english(
    house: House, module: str, flags: tuple[str, ...], variables: dict[str, str], said: str
) -> None:
    program = house.start(module, *flags, **{"UNO_LANG": "", "LC_ALL": "", "LC_MESSAGES": ""} | variables)
    assert program.wait() == 0
    assert program.out.startswith(said)
    assert "Optionen" not in program.out
