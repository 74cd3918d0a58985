"""What is written about the strength of the levels is what the arena finds."""

from types import ModuleType

import pytest

from tests.engine.test_presets import FINGERPRINTS
from uno_engine.bots.measured import MEASURED
from uno_engine.bots.strength import Measured
from uno_engine.presets import PRESETS

AGAIN = [
    line
    for line in MEASURED
    if line.b != "rlcard" and (line.a != "expert" or (line.b == "hard" and line.players == 2))  # the others take long
]


def half_of(line: Measured) -> int:  # as on a chessboard, either has every preset, level and number of seats
    return ([*PRESETS].index(line.rules) + line.players // 2 + (line.a != "hard")) % 2


@pytest.mark.fast
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_the_first_deals_of_a_line_give_what_is_written(script: ModuleType, half: int) -> None:
    lines = [line for line in AGAIN if half_of(line) == half]
    assert [script.first_of(line) for line in lines] == [line.first for line in lines]


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
