"""How the real program behaves where people stumbled, at a terminal and in lines."""

import time
from pathlib import Path

import pytest

from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal
from tests.patience import HANG

pytestmark = [
    pytest.mark.fast,
    drawn,
]


def play_on(terminal: Terminal, until: str) -> None:
    """Press Enter wherever something is asked, until that is on the screen."""
    end = time.monotonic() + HANG
    while until not in (screen := terminal.look()):
        assert time.monotonic() < end, screen
        bottom = screen.splitlines()[-1]
        if "Enter" in bottom:
            terminal.press("\r")
        elif "a take" in bottom:
            terminal.press("a")


def test_a_solo_game_is_played_by_enter_alone_and_its_rematch_begins_without_a_fault(house: House) -> None:
    solo = house.screen("--solo", "--name", "ann", "--bots", "1:normal", "--bot-pause", "0", "--set", "hand_size=3")
    solo.see("Press Enter to begin.")
    lobby = solo.text()
    assert "uno://" not in lobby
    assert "code" not in lobby
    assert "fingerprint" not in lobby
    play_on(solo, "Press Enter for a rematch")
    assert "Tonight" in solo.text()
    assert "Biggest hand: " in solo.text()
    solo.press("\r")
    solo.see("round 1")
    solo.look(0.3)
    assert "A game is" not in solo.text()
    assert "\n ! " not in solo.text()


def test_a_name_that_is_taken_is_asked_for_anew(house: House, address: str, tmp_path: Path) -> None:
    house.client(address, "--plain", "--name", "ann", "--table", "kitchen").hear("Connected")
    elsewhere = str(tmp_path / "elsewhere")
    other = house.screen(address, "--name", "ann", "--table", "kitchen", UNO_STATE_DIR=elsewhere)
    other.answer("is taken on this server. Enter plays as ann2", "\r")
    other.see("2  ann2")
    script = house.client(address, "--plain", "--name", "ann", UNO_STATE_DIR=elsewhere)
    assert script.wait() == 1


def test_a_new_table_appears_for_people_who_look_at_the_list(house: House, address: str) -> None:
    looks = house.screen(address, "--name", "eve")
    looks.see("No tables yet")
    opens = house.client(address, "--plain", "--name", "ann", "--table", "kitchen")
    opens.hear("Type ready")
    looks.see("kitchen")


def test_after_a_message_keys_are_keys_again(address: str, house: House) -> None:
    ann = house.screen(address, "--name", "ann", "--table", "kitchen")
    ann.answer("not yet", "thello\r")
    ann.answer("You: hello", "r")
    ann.see("✓ ready")


def test_sigterm_is_told_by_the_exit_code(house: House, address: str) -> None:
    full = house.screen(address, "--name", "ann")
    full.see("No tables yet")
    full.terminate()
    assert full.wait() == 143
    plain = house.client(address, "--plain", "--name", "bob")
    plain.hear("Connected")
    plain.terminate()
    assert plain.wait() == 143


def test_a_table_that_is_not_there_is_a_failure_of_a_script(house: House, address: str) -> None:
    script = house.client(f"uno://{address}/NOPE", "--plain", "--name", "bob")
    script.end_input()
    assert script.wait() == 1
    assert "uno-client: There's no such table." in script.err


def test_a_table_asked_for_while_one_has_a_seat_elsewhere_is_not_forgotten_in_silence(
    house: House, address: str
) -> None:
    first = house.client(address, "--plain", "--name", "ann", "--table", "Anna's table")
    first.hear("Type ready")
    first.stop()
    again = house.screen(address, "--name", "ann", "--table", "kitchen", "--seats", "3")
    again.see("You're still at Anna's table; leave it first to join kitchen.")


def test_who_leaves_a_game_on_the_network_is_told_the_way_back(house: House, address: str) -> None:
    ann = house.screen(address, "--name", "ann", "--table", "kitchen", "--bots", "1", "--bot-pause", "0")
    ann.answer("not yet", "rs")
    ann.answer("Your hand", "\x03y")
    assert ann.wait() == 130
    assert f"Your seat is kept. To come back: uno-client {address} --name ann" in ann.text()
    again = house.client(address, "--name", "ann", "--plain")
    again.answer("Table kitchen (", "quit")
    again.say("yes")
    again.hear(f"To come back: uno-client {address} --name ann")
    assert again.wait() == 0
