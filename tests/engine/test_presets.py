"""The named rule sets: who may sit down, what is dealt, and fingerprints that never change unnoticed."""

import pytest

from engine import actions as act
from engine.cards import Rank, deck
from engine.decide import advance
from engine.options import fingerprint, with_options
from engine.presets import PRESETS, preset
from engine.refused import Code, Refused
from engine.rules import FourthColour
from engine.shuffle import SEED_BYTES
from engine.state import Phase, State, new_game

FINGERPRINTS = {
    "official": "55ad0cc9",
    "quickplay": "38d6b386",
    "classic113": "fcefca2b",
    "street": "d45b1086",
    "computer": "4426e34b",
    "skyrus": "f33bb2c9",
}


def dealt(name: str, players: int) -> State:
    """A game of a preset after its deal, or at the vote before it."""
    state = new_game(preset(name), [True] * players, bytes(SEED_BYTES))
    advance(state, act.Deal())
    return state


@pytest.mark.parametrize("name", PRESETS)
def test_the_fingerprint_of_a_preset_is_what_it_always_was(name: str) -> None:
    assert fingerprint(preset(name)) == FINGERPRINTS[name]


@pytest.mark.clause("S1")
def test_a_street_table_is_for_two_to_four() -> None:
    for players in (2, 3, 4):
        assert dealt("street", players).phase is Phase.PLAYING
    with pytest.raises(Refused) as refused:
        dealt("street", 5)
    assert refused.value.code is Code.NOT_ALLOWED


@pytest.mark.clause("S1")
def test_the_fourth_colour_of_a_street_table_is_orange() -> None:
    assert {name for name, rules in PRESETS.items() if rules.fourth_colour is FourthColour.ORANGE} == {"street"}


@pytest.mark.clause("O1", "C1", "M1", "K1")
@pytest.mark.parametrize("name", sorted(set(PRESETS) - {"street"}))
def test_the_other_tables_are_for_two_to_ten(name: str) -> None:
    for players in (2, 10):
        assert dealt(name, players).phase in (Phase.PLAYING, Phase.VOTING)
    with pytest.raises(Refused):
        dealt(name, 1)


@pytest.mark.clause("O1", "Q1", "C1", "S1", "M1", "K1")
@pytest.mark.parametrize(
    ("name", "cards", "hand", "extra"),
    [
        ("official", 108, 7, (0, 0, 0)),
        ("quickplay", 108, 10, (0, 0, 0)),
        ("classic113", 113, 7, (1, 1, 3)),
        ("street", 108, 7, (0, 0, 0)),
        ("computer", 108, 7, (0, 0, 0)),
        ("skyrus", 112, 7, (1, 0, 3)),
    ],
)
def test_what_a_preset_is_dealt_from(name: str, cards: int, hand: int, extra: tuple[int, int, int]) -> None:
    rules = preset(name)
    whole = deck(rules.decks, rules.extra)
    assert len(whole) == cards
    assert rules.hand_size == hand
    kinds = (Rank.SWAP_HANDS, Rank.SHUFFLE_HANDS, Rank.CUSTOMIZABLE)
    assert tuple(sum(face.rank is kind for face in whole) for kind in kinds) == extra


@pytest.mark.clause("S1", "M1")
@pytest.mark.parametrize("name", ["street", "computer"])
def test_anyone_may_be_the_starter(name: str) -> None:
    found = set()
    for number in range(40):
        state = new_game(preset(name), [True] * 3, bytes([number]) * SEED_BYTES)
        advance(state, act.Deal())
        found.add(state.starter)
        assert state.dealer is not None
        assert state.starter == (state.dealer + 1) % 3
    assert found == {0, 1, 2}


@pytest.mark.clause("A6", "K1")
@pytest.mark.parametrize("chosen", range(4))
def test_the_chosen_seat_starts_the_first_round_whatever_the_seed(chosen: int) -> None:
    rules = with_options(preset("official"), {"starter": "chosen"})
    for number in range(6):
        state = new_game(rules, [True] * 4, bytes([number]) * SEED_BYTES, chosen)
        advance(state, act.Deal())
        assert (state.starter, state.dealer) == (chosen, (chosen - 1) % 4)
