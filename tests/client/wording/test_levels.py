"""Tests for the words of levels."""

import pytest

from client.wording import levels
from client.wording.levels import LIKE, level_text, too_new
from engine.bots.strength import Measured


@pytest.mark.parametrize(
    ("rules", "options", "seats", "wins"),
    [
        ("official", {}, 2, "; wins 56 of 100 rounds against normal"),
        ("official", {}, 3, "; wins 31 of 100 rounds against 3 × normal"),
        ("skyrus", {}, 2, "; wins 60 of 100 games against easy"),
        ("official", {"jump_in": "yes"}, 2, ""),
        ("street", {}, 2, ""),
    ],
)
def test_what_was_measured_is_told_with_a_level(
    rules: str, options: dict[str, str], seats: int, wins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = (
        Measured("official", 2, "hard", "normal", 100, 1, share=0.558),
        Measured("official", 4, "hard", "normal", 100, 1, share=0.31),
        Measured("skyrus", 2, "hard", "easy", 100, 1, share=0.6),
    )
    monkeypatch.setattr(levels, "MEASURED", measured)
    assert level_text("hard", rules, options, seats) == LIKE["hard"] + wins


def test_an_older_server_has_the_levels_of_its_version() -> None:
    assert (too_new(1, ["normal", "random"]), too_new(2, ["expert"])) == ("", "")
    assert too_new(1, ["normal", "hard"]) == "This server is older: it only has computer players of level normal."
