"""At a terminal, the client without arguments opens on the front door; the first card is one key away."""

import pytest

from tests.e2e.conftest import drawn
from tests.e2e.processes import House

pytestmark = drawn


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
    assert terminal.wait(10) == 0
    assert 'name = "Zoe"' in (house.state / "client.toml").read_text(encoding="utf-8")


def test_the_front_door_in_lines(house: House, settings: str) -> None:
    lines = house.screen("--plain", UNO_SETTINGS=settings, UNO_BOT_PAUSE="0")
    lines.answer("6. Quit", "4\r")
    lines.see("You hold 4 cards", "You hold 6 cards", "You hold 8 cards")
    assert b"Welcome! You play a short round against Abacus." in lines.raw  # it may have scrolled away
    assert [noise for noise in ("Table Solo", "Goal", "ready", "Connected") if noise in lines.text()] == []
    lines.press("quit\ryes\r")
    lines.answer("6. Quit", "6\r")
    assert lines.wait(10) == 0
