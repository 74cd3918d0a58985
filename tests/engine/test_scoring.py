"""What a round is worth (A3, A7)."""

import pytest

from tests.engine.tables import at
from uno_engine.cards import points
from uno_engine.scoring import by_points, gain

TABLE = "seats: ann bob cem; hand ann: R1 B2; hand bob: W R0; hand cem: G3 Y+2; discard: R9"


@pytest.mark.clause("A7")
def test_the_winner_scores_all_cards_of_the_others() -> None:
    state = at(TABLE)
    assert [points(hand) for hand in state.hands] == [3, 50, 23]
    assert [gain(state, seat) for seat in range(3)] == [73, 26, 53]


@pytest.mark.clause("A3")
def test_the_fewest_points_may_be_shared() -> None:
    state = at(TABLE)
    assert by_points(state) == ((0,), (2,), (1,))
    assert by_points(at("seats: ann bob; hand ann: R1 B2; hand bob: R3; discard: R9")) == ((0, 1),)
