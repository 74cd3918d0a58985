"""What is written about the strength of the levels is what the arena finds."""

import json
from types import ModuleType

import pytest

from tests.engine.test_presets import FINGERPRINTS
from uno_engine.bots.measured import MEASURED
from uno_engine.bots.strength import Measured, figures, strength
from uno_engine.presets import PRESETS
from uno_server.web.site import Site

AGAIN = [
    line
    for line in MEASURED
    if line.b != "rlcard" and (line.a != "expert" or (line.b == "hard" and line.players == 2))  # the others take long
]


@pytest.mark.fast
def test_the_first_deals_of_every_line_give_what_is_written(script: ModuleType) -> None:
    assert [script.first_of(line) for line in AGAIN] == [line.first for line in AGAIN]


def test_the_document_shows_what_was_measured(script: ModuleType) -> None:
    assert (script.environment.ROOT / "engine" / "STRENGTH.md").read_text(encoding="utf-8") == script.document(MEASURED)


def test_every_preset_of_a_release_is_measured_with_each_pair_of_neighbours(script: ModuleType) -> None:
    assert {line.rules for line in script.lines()} == PRESETS.keys()
    measured = {line.rules for line in MEASURED}
    assert measured >= FINGERPRINTS.keys()
    levels = {level for line in MEASURED for level in (line.a, line.b)}
    released = [line for line in script.lines() if line.rules in measured and {line.a, line.b} <= levels]
    wanted = [script.command(line) for line in released]
    assert len({*wanted}) == len(wanted)
    assert [script.command(line) for line in MEASURED] == wanted


def test_a_lobby_is_told_how_a_level_does_against_normal() -> None:
    measured = [
        Measured("official", 2, "easy", "normal", 100, 1, share=0.3),
        Measured("official", 2, "expert", "hard", 100, 1, share=0.55),
        Measured("official", 4, "hard", "normal", 100, 1, two_against_two=True, share=0.6),
        Measured("official", 4, "hard", "normal", 100, 1, share=0.284),
    ]
    assert strength(measured, "easy", "official", 2) == (30, "normal")
    assert strength(measured, "expert", "official", 2) == (55, "hard")
    assert strength(measured, "hard", "official", 7) == (28, "normal")
    assert strength(measured, "hard", "street", 2) is None
    assert figures(measured) == {
        "official": {2: {"easy": (30, "normal"), "expert": (55, "hard")}, 4: {"hard": (28, "normal")}}
    }
    site = Site()
    told = site.find(f"{site.prefix}/strength.json")
    assert told is not None
    assert json.loads(told.content) == json.loads(json.dumps(figures(MEASURED)))
    assert strength([*measured, measured[1]._replace(b="normal", share=0.6)], "expert", "official", 2) == (60, "normal")
