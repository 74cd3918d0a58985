"""A person at a terminal can play a whole round by keys, against computer players on a real server."""

import pytest

from tests.e2e.at_keys import COLOUR, KEYS, SETTLED, asked_for_a_colour, play_out
from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = drawn

LEFT_SCREEN = b"\x1b[?1049l"
"""What brings back the screen that was there before."""


@pytest.fixture
def terminal(house: House, address: str) -> Terminal:
    table = ("--table", "T", "--seats", "3", "--bots", "2:random", "--bot-pause", "0", "--set", "uno_grace=0")
    return house.screen(address, "--name", "ann", *table)


OVER = "★ ★"


def test_a_round_is_played_by_keys(terminal: Terminal) -> None:
    terminal.answer("not yet  you, host", "r")
    terminal.answer("✓ ready    you, host", "s")
    terminal.see("Your hand: ")
    _, offers = play_out(OVER, terminal)
    assert "Enter play" in offers
    result = terminal.text()
    assert "ann (you)" in result
    assert "cards left" in result
    terminal.press("q")
    if terminal.see("Tables at", "y leave") == "y leave":
        assert OVER not in terminal.text()  # a key that came too late has begun another game
        terminal.press("y")
        terminal.see("Tables at")
    assert LEFT_SCREEN not in terminal.raw
    terminal.press("qy")  # yes, if it asks
    assert terminal.wait(10) == 0
    assert LEFT_SCREEN in terminal.raw


def test_the_terminal_is_given_back_when_the_program_is_told_to_end(terminal: Terminal) -> None:
    terminal.see("not yet  you, host")
    terminal.terminate()
    assert terminal.wait(10) == 143
    assert LEFT_SCREEN in terminal.raw
    assert b"Traceback" not in terminal.raw


def test_ctrl_c_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.answer("not yet  you, host", "\x03")
    terminal.press("y")
    assert terminal.wait(10) == 130
    assert LEFT_SCREEN in terminal.raw


CLICKS = (*(words for words, key in KEYS if key == "\r"), "d draw", "a take", "B◆ blue")
ENOUGH = 30
"""Clicks after which the player quits, also by a click."""


def test_cards_are_played_and_the_game_is_left_by_mouse_alone_while_things_move(house: House) -> None:
    flags = ("--solo", "--name", "ann", "--bots", "1:random", "--bot-pause", "0", "--set", "uno_grace=0")
    terminal = house.screen(*flags, UNO_NO_MOTION="0")
    terminal.see("Enter begin")
    terminal.click("Enter begin")
    terminal.see("Your hand: ")
    clicks, played = 0, False
    while clicks < ENOUGH and OVER not in (screen := terminal.look()):
        played |= "You play " in screen
        asked = "\n".join(terminal.text().splitlines()[-4:])
        offered = [words for words in CLICKS if words in asked]
        if offered:
            terminal.click(offered[0])
            clicks += 1
    assert clicks
    assert played or "You play " in terminal.text(), "a click has laid a card on the pile"
    over = OVER in terminal.look(SETTLED)
    terminal.click("q quit")
    while LEFT_SCREEN not in terminal.raw and "y quit" not in terminal.look():
        pass
    asks = LEFT_SCREEN not in terminal.raw
    assert asks or over, "in the middle of a game it asks"
    if asks:  # a click that came too late may have begun another game
        terminal.click("y quit")
    assert terminal.wait(10) == 0
    assert b"\x1b[?1000l" in terminal.raw, "the mouse is the terminal's again"


def test_a_window_that_changes_its_size_in_mid_question_keeps_the_question(house: House) -> None:
    with asked_for_a_colour(house) as terminal:
        terminal.press("\x1b[C")
        for columns, rows in ((60, 20), (40, 12), (200, 60), (80, 24)):
            terminal.resize(columns, rows)
            terminal.see("Too small: 40 by 12." if columns == 40 else COLOUR)
            terminal.see("by 20." if columns == 40 else "? help")
            assert (terminal.screen.columns, terminal.screen.lines) == (columns, rows)
        picked = next(
            words for words in ("R● red", "Y▲ yellow", "G■ green", "B◆ blue") if f"▸{words}" in terminal.text()
        )
        terminal.press("\r")
        terminal.see(f"You play Wild and name {picked[3:]}.")
