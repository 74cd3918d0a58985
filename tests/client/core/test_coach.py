"""The coach names the move of `hard`, and the trait in which it most exceeds the next best."""

import pytest

from tests.client.lines.at_lines import at_position, two
from uno_client.core.coach import REASONS, advice
from uno_engine.bots.weights import Weights
from uno_engine.legal import legal_actions
from uno_engine.view import view_for


def advised(ann: str, bob: str = "B1 B2 B3 B4") -> tuple[str, str]:
    """The card advised (empty: to draw) with ann's hand on a red 9, and why."""
    state = at_position(two(ann, bob, rules="official goal=single_round"))
    found = advice(view_for(state, 0), legal_actions(state, 0))
    assert found is not None
    return "" if found.card is None else found.card.name, found.why


@pytest.mark.parametrize(
    ("ann", "bob", "played", "why"),
    [
        ("R1 W G3 G4 G5", "B1 B2 B3 B4", "R1", "Save the Wild: it fits when nothing else does."),
        ("R1 RS G3 G4 G5", "B1", "RS", "It stops the next player, who is about to go out."),
        ("R1 G3 G4", "B1 B2", "R1", "Nothing else fits."),
        ("G3 G4", "B1 B2", "", ""),
    ],
)
def test_it_says_what_speaks_for_the_move(ann: str, bob: str, played: str, why: str) -> None:
    assert advised(ann, bob) == (played, why)


def test_every_trait_of_a_single_card_has_its_words() -> None:
    of_chains = {"draw", "another", "another_wild", "another_action", "another_stops", "followed"}
    of_names = {name for name in Weights._fields if name.startswith("named")}
    assert set(REASONS) == set(Weights._fields) - of_chains - of_names
