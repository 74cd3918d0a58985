"""How the real program behaves where people stumbled, at a terminal and in lines."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.processes import House
from tests.e2e.terminal import Terminal
from tests.patience import HANG

pytestmark = [
    pytest.mark.fast,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals"),
]

Open = Callable[..., Terminal]
"""Opens a client in a terminal of its own, with these arguments, and closes it with the test."""


@pytest.fixture
def client(house: House) -> Iterator[Open]:
    opened: list[Terminal] = []

    def begin(*arguments: str, **more: str) -> Terminal:
        opened.append(Terminal([sys.executable, "-P", "-m", "uno_client", *arguments], house.environment(**more)))
        return opened[-1]

    yield begin
    for each in opened:
        with suppress(OSError):
            each.close()


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


def test_a_solo_game_is_played_by_enter_alone_and_its_rematch_begins_without_a_fault(client: Open) -> None:
    solo = client("--solo", "--name", "ann", "--bots", "1:normal", "--bot-pause", "0", "--set", "hand_size=3")
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


def test_a_name_that_is_taken_is_asked_for_anew(house: House, client: Open, tmp_path: Path) -> None:
    _, address = house.serve()
    house.client(address, "--plain", "--name", "ann", "--table", "kitchen").hear("Connected")
    elsewhere = str(tmp_path / "elsewhere")
    other = client(address, "--name", "ann", "--table", "kitchen", UNO_STATE_DIR=elsewhere)
    other.see("is taken on this server. Enter plays as ann2")
    other.press("\r")
    other.see("2  ann2")
    script = house.client(address, "--plain", "--name", "ann", UNO_STATE_DIR=elsewhere)
    assert script.wait() == 1


def test_a_new_table_appears_for_people_who_look_at_the_list(house: House, client: Open) -> None:
    _, address = house.serve()
    looks = client(address, "--name", "eve")
    looks.see("No tables yet")
    opens = house.client(address, "--plain", "--name", "ann", "--table", "kitchen")
    opens.hear("Type ready")
    looks.see("kitchen")


def test_after_a_message_keys_are_keys_again(house: House, client: Open) -> None:
    _, address = house.serve()
    ann = client(address, "--name", "ann", "--table", "kitchen")
    ann.see("not yet")
    ann.press("thello\r")
    ann.see("You: hello")
    ann.press("r")
    ann.see("✓ ready")


def test_sigterm_is_told_by_the_exit_code(house: House, client: Open) -> None:
    _, address = house.serve()
    full = client(address, "--name", "ann")
    full.see("No tables yet")
    full.terminate()
    assert full.wait() == 143
    plain = house.client(address, "--plain", "--name", "bob")
    plain.hear("Connected")
    plain.terminate()
    assert plain.wait() == 143


def test_a_table_that_is_not_there_is_a_failure_of_a_script(house: House) -> None:
    _, address = house.serve()
    script = house.client(f"uno://{address}/NOPE", "--plain", "--name", "bob")
    script.end_input()
    assert script.wait() == 1
    assert "uno-client: There's no such table." in script.err


def test_a_table_asked_for_while_one_has_a_seat_elsewhere_is_not_forgotten_in_silence(
    house: House, client: Open
) -> None:
    _, address = house.serve()
    first = house.client(address, "--plain", "--name", "ann", "--table", "Anna's table")
    first.hear("Type ready")
    first.stop()
    again = client(address, "--name", "ann", "--table", "kitchen", "--seats", "3")
    again.see("You're still at Anna's table; leave it first to join kitchen.")


def test_who_leaves_a_game_on_the_network_is_told_the_way_back(house: House, client: Open) -> None:
    _, address = house.serve()
    ann = client(address, "--name", "ann", "--table", "kitchen", "--bots", "1", "--bot-pause", "0")
    ann.see("not yet")
    ann.press("rs")
    ann.see("Your hand")
    ann.press("\x03y")
    assert ann.wait() == 130
    assert f"Your seat is kept. To come back: uno-client {address} --name ann" in ann.text()
    again = house.client(address, "--name", "ann", "--plain")
    again.hear("Table kitchen (")
    again.say("quit")
    again.say("yes")
    again.hear(f"To come back: uno-client {address} --name ann")
    assert again.wait() == 0
