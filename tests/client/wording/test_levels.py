"""Tests for the words of levels."""

from dataclasses import replace

import pytest

from uno_client.core.forms import create, explained
from uno_client.wording import levels
from uno_client.wording.levels import LIKE, level_text, level_text_at, levels_at
from uno_engine.bots.strength import Measured
from uno_protocol.room import Occupant, Room


@pytest.mark.parametrize(
    ("rules", "options", "seats", "wins"),
    [
        ("official", {}, 2, "; wins 56 of 100 rounds against normal"),
        ("official", {}, 3, "; wins 31 of 100 rounds against 3 × normal"),
        ("skyrus", {}, 2, "; wins 60 of 100 games against easy"),
        ("official", {"mercy": "0", "stacking": "off", "deflect": "yes"}, 2, "; wins 56 of 100 rounds against normal"),
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
    room = Room("KQTR", "T", rules, options, 30, [*[Occupant("ann", bot="hard")] * seats, None, None])
    assert dict(levels_at(room)) == {"hard": LIKE["hard"] + wins}
    room.occupants[0] = None
    assert level_text_at("hard", room, more=1) == LIKE["hard"] + wins


def test_the_form_says_what_a_level_is_like() -> None:
    form = create("ann")
    level = next(field for field in form.fields if field.key == "level")
    assert explained(form, level).startswith("Plays with care")
    clash = tuple(replace(each, value="yes") if each.key in ("chains", "jump_in") else each for each in form.fields)
    assert explained(replace(form, fields=clash), level) == ""
