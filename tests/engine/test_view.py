"""A view holds what its viewer may know, and nothing else that is hidden (A9)."""

import pytest

from tests.engine.tables import at, dealt, play
from uno_engine import actions as act
from uno_engine.cards import card, cards
from uno_engine.decide import advance
from uno_engine.view import view_for

TABLE = "seats: ann bob cem; hand ann: R1 R2 W+4; hand bob: B3 B4; hand cem: B5 B6; discard: R9; stock: G1 G2"


@pytest.mark.clause("A9")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_a_view_has_its_own_hand_and_the_sizes_of_the_others(viewer: int | None) -> None:
    state = dealt(4)
    view = view_for(state, viewer)
    assert view.hands == [hand if seat == viewer else [] for seat, hand in enumerate(state.hands)]
    assert view.counts == [len(hand) for hand in state.hands]
    assert (view.stock, view.stock_count) == ([], len(state.stock))
    assert view.seed == b""
    assert view.viewer == viewer


@pytest.mark.clause("A9")
def test_the_drawn_card_is_its_owners_alone() -> None:
    state = at(TABLE)
    advance(state, act.Draw(0))
    assert [view_for(state, viewer).drawn for viewer in (0, 1, 2, None)] == [card("G1"), None, None, None]


@pytest.mark.clause("A9", "O5")
def test_what_a_challenge_will_be_judged_by_is_in_no_view() -> None:
    state = at(TABLE)
    play(state, 0, "W+4", "B")
    assert state.sealed is not None
    assert state.sealed.hand == cards("R1 R2")
    assert all(view_for(state, viewer).sealed is None for viewer in (0, 1, 2, None))


@pytest.mark.clause("A9", "O5")
def test_the_hand_that_a_challenge_shows_stays_in_no_view() -> None:
    state = at(TABLE)
    play(state, 0, "W+4", "B")
    advance(state, act.Challenge(1))
    assert view_for(state, 1).hands[0] == []


def test_a_view_shares_nothing_with_the_state() -> None:
    state = at(TABLE)
    view = view_for(state, 0)
    before = view.copy()
    play(state, 0, "R1")
    advance(state, act.Draw(1))
    assert view == before
