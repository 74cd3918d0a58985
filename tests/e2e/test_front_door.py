"""At a terminal, the client without arguments opens on the front door; the first card is one key away."""

import sys
from collections.abc import Iterator

import pytest

from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture
def settings(house: House) -> dict[str, str]:
    """The variables of a player with a file of settings."""
    return house.environment(UNO_SETTINGS=str(house.state / "client.toml"), UNO_BOT_PAUSE="0")


@pytest.fixture
def terminal(settings: dict[str, str]) -> Iterator[Terminal]:
    one = Terminal([sys.executable, "-P", "-m", "uno_client"], settings)
    yield one
    one.close()


def test_one_key_deals_and_the_way_back_is_the_front_door(terminal: Terminal, house: House) -> None:
    terminal.see("Play now")
    terminal.press("\r")
    terminal.see("Your hand: ")
    assert "code" not in terminal.text()
    terminal.press("q")
    terminal.see("You'll lose this game")
    terminal.press("y")
    terminal.see("Play now")
    terminal.press("5")
    terminal.see("Your name")
    terminal.press("Zoe\r")
    terminal.see("Play now")
    terminal.press("q")
    assert terminal.wait(10) == 0
    assert 'name = "Zoe"' in (house.state / "client.toml").read_text(encoding="utf-8")


def test_the_front_door_in_lines(house: House, settings: dict[str, str]) -> None:
    lines = Terminal([sys.executable, "-P", "-m", "uno_client", "--plain"], settings)
    try:
        lines.see("6. Quit")
        lines.press("4\r")
        lines.see("You hold 4 cards", "You hold 6 cards", "You hold 8 cards")
        assert b"Welcome! You play a short round against Abacus." in lines.raw  # it may have scrolled away
        assert [noise for noise in ("Table Solo", "Goal", "ready", "Connected") if noise in lines.text()] == []
        lines.press("quit\ryes\r")
        lines.see("6. Quit")
        lines.press("6\r")
        assert lines.wait(10) == 0
    finally:
        lines.close()
