"""People at terminals play, come in by the front door and run a table by keys alone, on a real server."""

import pytest

from tests.e2e.at_keys import COLOUR, KEYS, SETTLED, asked_for_a_colour, go_to, play_out
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
    assert terminal.wait() == 0
    assert LEFT_SCREEN in terminal.raw


def test_the_terminal_is_given_back_when_the_program_is_told_to_end(terminal: Terminal) -> None:
    terminal.see("not yet  you, host")
    terminal.terminate()
    assert terminal.wait() == 143
    assert LEFT_SCREEN in terminal.raw
    assert b"Traceback" not in terminal.raw


def test_ctrl_c_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.answer("not yet  you, host", "\x03")
    terminal.press("y")
    assert terminal.wait() == 130
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
    assert terminal.wait() == 0
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


@pytest.fixture
def settings(house: House) -> str:
    """Where a player has a file of settings."""
    return str(house.state / "client.toml")


def test_one_key_deals_and_the_way_back_is_the_front_door(house: House, settings: str) -> None:
    terminal = house.screen(UNO_SETTINGS=settings, UNO_BOT_PAUSE="0")
    terminal.answer("Play now", "\r")
    terminal.see("Your hand: ")
    assert "code" not in terminal.text()
    terminal.press("q")
    terminal.answer("You'll lose this game", "y")
    terminal.answer("Play now", "5")
    terminal.answer("Your name", "Zoe\r")
    terminal.answer("Play now", "q")
    assert terminal.wait() == 0
    assert 'name = "Zoe"' in (house.state / "client.toml").read_text(encoding="utf-8")


def test_the_front_door_in_lines(house: House, settings: str) -> None:
    lines = house.screen("--plain", UNO_SETTINGS=settings, UNO_BOT_PAUSE="0")
    lines.answer("6. Quit", "4\r")
    lines.see("You hold 4 cards", "You hold 6 cards", "You hold 8 cards")
    assert b"Welcome! You play a short round against Abacus." in lines.raw  # it may have scrolled away
    assert [noise for noise in ("Table Solo", "Goal", "ready", "Connected") if noise in lines.text()] == []
    lines.press("quit\ryes\r")
    lines.answer("6. Quit", "6\r")
    assert lines.wait() == 0


def test_a_host_runs_a_table_by_keys(house: House, address: str) -> None:
    ann, bob = house.screen(address, "--name", "ann"), house.screen(address, "--name", "bob", columns=120, rows=40)
    ann.answer("No tables yet", "n")
    ann.see("A new table")
    go_to(ann, "Password")
    ann.press("sesame")
    ann.answer("••••••", "\r")
    ann.see("password needed")
    bob.see("No tables yet", "ann's table")
    bob.press("r")
    bob.answer("ann's table", "\r")
    bob.answer("Password of", "open\r")
    bob.answer("Wrong password for that table.", "sesame\r")
    bob.see("Press Enter when you're ready.")

    ann.press("mb")
    ann.answer("Add which computer player?", "\r")
    ann.answer("computer, normal", "mv")
    ann.answer("Move which player?", "\r")
    ann.answer("Move to which seat?", "3")
    ann.see("You're in seat 4 now.")
    bob.see("ann moves to seat 4.")

    bob.press("r")
    ann.press("r")
    ann.answer("Everyone is ready", "s")
    ann.answer("Your hand: ", "mp")
    bob.see("ann paused the game.")
    ann.answer("You paused the game.", "mp")
    for person in (ann, bob):
        person.see("The game resumes.")
    ann.press("me")
    ann.answer("End this game without a result?", "y")
    for person in (ann, bob):
        person.see("The table is cleared.")

    ann.press("mk1")
    ann.answer("Kick bob?", "y")
    bob.see("The host removed you from ann's table.")
    bob.see("Tables at")


def test_an_address_with_a_code_leads_to_a_table_that_is_in_no_list(house: House, address: str) -> None:
    ann = house.screen(address, "--name", "ann")
    ann.answer("No tables yet", "n")
    ann.see("A new table")
    go_to(ann, "Password")
    ann.press("x")
    go_to(ann, "More rules")
    ann.press("\r")
    ann.see("Visibility")
    go_to(ann, "Visibility")
    ann.press("u")
    ann.answer("unlisted ▸", "\r")
    ann.see("unlisted: join by code")
    code = ann.text().partition("uno://")[2].split()[0].rpartition("/")[2][:4]
    bob = house.screen(f"uno://{address}/{code}", "--name", "bob")
    bob.answer(f"Password of {code}", "x\r")
    bob.see("Press Enter when you're ready.")
