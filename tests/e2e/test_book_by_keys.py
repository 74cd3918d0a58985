"""The book of the computer rules is played by its letters, by somebody who reads nothing but the screen."""

import re
import time

import pytest

from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal
from tests.patience import HANG

pytestmark = [
    drawn,
    pytest.mark.clause("M6"),
]

CARD = re.compile(r"[│║]([RYGBW]) +([0-9SDRCF])[│║]|([RYGB])[●▲■◆] ([0-9SDR])[ \]│║]|[ \[]([CF])   [ \]]")
"""A card in a box, or in a line of its group."""
OVER = "for a rematch"


@pytest.fixture
def player(house: House) -> Terminal:
    flags = ("--solo", "--rules", "computer", "--bots", "1:random", "--bot-pause", "0", "--name", "ann")
    return house.screen(*flags, "--set", "goal=single_round")


def hand(terminal: Terminal) -> list[str]:
    """The letters that spell each card of the hand, as the groups show them: `r5`, `sc`."""
    _, _, below = terminal.text().partition("Your hand")
    spelled = []
    for match in CARD.finditer(below):
        colour, rank = match[1] or match[3] or "W", match[2] or match[4] or match[5]
        spelled.append(f"{'s' if colour == 'W' else colour}{rank}".lower())
    return spelled


def begin(player: Terminal) -> None:
    """Past the screens before the deal."""
    player.answer("Enter begin", "\r")
    player.answer("The computer drew ", "x")
    player.answer("The computer shuffles and deals.", "x")
    player.see("PLAYS")


def answer(player: Terminal, tried: list[str]) -> str:
    """Answer the question that is open, with a card that was not tried yet, or by taking one; what was pressed."""
    below = player.text().partition("HUMAN PLAYS")[2]
    if "Which colour?" in below:  # what was tried is refused
        player.press("\x1b")
        player.see("P play")
        return ""
    left = [card for card in hand(player) if card not in tried]
    if "Y yes" in below:
        keys = "y"
    elif "you name?" in below:
        keys = "b"
    elif "K keep" in below:
        keys = "k" if "can't play" in below else "p"
    elif "T take" in below:
        keys = f"p{left[0]}" if left else "t"
    else:
        return ""
    tried[:] = [*tried, left[0]] if len(keys) == 3 else tried if keys in "yb" else []
    player.press(keys)
    return keys


def play(player: Terminal, *, whole: bool) -> None:
    """Play a card by its letters; if `whole`, until the round is over."""
    begin(player)
    tried: list[str] = []
    pressed: list[str] = []
    end = time.monotonic() + HANG
    while OVER not in player.look(0.03) and (whole or "y" not in pressed):
        assert time.monotonic() < end, f"no end after {pressed}:\n{player.text()}"
        pressed.append(answer(player, tried))
    assert "y" in pressed


@pytest.mark.slow
def test_cards_are_played_by_the_letters_of_the_book(player: Terminal) -> None:
    play(player, whole=False)
    player.see("→ Abacus", "→ you", OVER)


@pytest.mark.soak
def test_a_round_is_played_by_the_letters_of_the_book(player: Terminal) -> None:
    play(player, whole=True)
    assert b"Traceback" not in player.raw
