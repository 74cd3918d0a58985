"""The named rule sets: who may sit down, what is dealt, and fingerprints that never change unnoticed."""

import pytest

from tests.engine.tables import begun, everything
from uno_engine.cards import deck
from uno_engine.events import RoundDealt
from uno_engine.options import fingerprint
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.refused import Code, Refused
from uno_engine.rules import Extra

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


@pytest.mark.clause("O1", "O9")
@pytest.mark.parametrize("name", FINGERPRINTS)
def test_the_fingerprint_of_a_preset_is_what_it_always_was(name: str) -> None:
    assert fingerprint(PRESETS[name]) == FINGERPRINTS[name]


@pytest.mark.clause("A1", "O1", "Q1", "C1", "S1", "M1", "K1")
@pytest.mark.parametrize(
    ("name", "most", "cards", "hand", "extra"),
    [
        ("official", 10, 108, 7, [0, 0, 0]),
        ("quickplay", 10, 108, 10, [0, 0, 0]),
        ("classic113", 10, 113, 7, [1, 1, 3]),
        ("street", 4, 108, 7, [0, 0, 0]),
        ("computer", 10, 108, 7, [0, 0, 0]),
        ("skyrus", 10, 112, 7, [1, 0, 3]),
    ],
)
def test_what_a_preset_deals_and_to_how_many(name: str, most: int, cards: int, hand: int, extra: list[int]) -> None:
    whole = sorted(face.name for face in deck(1, Extra(*extra)))
    assert len(whole) == cards
    for players in range(2, most + 1):
        state, told = begun(name, players)
        assert everything(state) == whole
        (event,) = (event for event in told if isinstance(event, RoundDealt))
        assert event.counts == (hand,) * players
        assert event.hands is not None
        assert all(len(held) == hand for held in event.hands.values())
    for players in (1, most + 1):
        with pytest.raises(Refused) as refused:
            begun(name, players)
        assert refused.value.code is Code.NOT_ALLOWED


@pytest.mark.clause("M1")
def test_whom_the_computer_rules_are_for_is_said() -> None:
    assert "computer players, so seat at least one" in DESCRIPTIONS["computer"]
