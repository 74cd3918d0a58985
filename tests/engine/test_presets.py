"""The named rule sets: who may sit down, what is dealt, and fingerprints that never change unnoticed."""

import pytest

from tests.engine.tables import begun
from uno_engine.options import fingerprint
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.refused import Code, Refused

FINGERPRINTS = {
    "official": "55ad0cc9",
    "quickplay": "e5b73634",
    "classic113": "fcefca2b",
    "street": "d45b1086",
    "computer": "4426e34b",
    "skyrus": "3fdcf81c",
    "party": "84528b69",
    "no_mercy": "c80b433e",
    "tournament": "a12ba9bc",
    "first_game": "09c9cb5c",
}
"""Of the presets of every release, by hand: the documents' tables and the suite that reads them follow the code."""


@pytest.mark.clause("O1", "O9", "Q1", "C1", "S1", "M1", "K1")
@pytest.mark.parametrize("name", FINGERPRINTS)
def test_the_fingerprint_of_a_preset_is_what_it_always_was(name: str) -> None:
    assert fingerprint(PRESETS[name]) == FINGERPRINTS[name]


@pytest.mark.clause("A1", "O1", "S1")
@pytest.mark.parametrize(("name", "most"), [("official", 10), ("street", 4)])
def test_two_can_play_and_no_more_than_a_preset_says(name: str, most: int) -> None:
    assert [begun(name, players)[0].counts for players in (2, most)] == [[7] * 2, [7] * most]
    for players in (1, most + 1):
        with pytest.raises(Refused) as refused:
            begun(name, players)
        assert refused.value.code is Code.NOT_ALLOWED


@pytest.mark.clause("M1")
def test_whom_the_computer_rules_are_for_is_said() -> None:
    assert "computer players, so seat at least one" in DESCRIPTIONS["computer"]
