"""Somebody at a real terminal, in plain mode, plays at a real server that cheats, and sees it said."""

from pathlib import Path

import pytest

from tests.e2e.at_lines import Person, play_out
from tests.e2e.conftest import drawn
from tests.e2e.processes import UNHURRIED, House

pytestmark = drawn


@pytest.mark.parametrize(
    ("server", "said", "found"),
    [
        pytest.param(
            "another_secret_opened",
            "The server opened another secret than the one that it had committed itself to.",
            "the published seed is not that of the game",
            marks=pytest.mark.soak,
        ),
        pytest.param(
            "another_seed_unsaid",
            "Round 1 is wrong: cards that you saw don't follow from the seed.",
            "round_dealt is stored, where the rules give another",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_result_says_that_the_deal_was_not_honest(
    house: House, tmp_path: Path, server: str, said: str, found: str
) -> None:
    kept = ("--data-dir", str(tmp_path / "journal"))
    listening = ("--host", "127.0.0.1", "--port", "0", *UNHURRIED, *kept)
    program = house.start("tests.protocol.conformance.broken", server, *listening)
    ann = Person(house, program.listens(), "ann")
    ann.answer(
        "There are no tables yet.", "create Kitchen seats=2 seconds=600 pace=0 hand_size=2 uno=off", "bot random"
    )
    ann.answer("Seat 2: ", "ready")
    ann.answer("You are ready.", "start")
    play_out(ann)
    ann.hear(f"The deal was NOT honest! {said}")
    ann.type("quit")
    assert ann.terminal.wait() == 0
    program.end()
    records = house.start("uno_server.archive.cli", "check", *kept)
    assert records.wait() == 1
    assert found in records.out
