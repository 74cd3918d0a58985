"""The rules of the Customizable cards, the vote for one of them, and who sees what of it (C12)."""

import pytest

from tests.engine.tables import at
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.customizable import RULES, drawable
from uno_engine.decide import advance
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.state import State, new_game
from uno_engine.view import view_for


def voting(seats: int, seed: int, **options: str) -> State:
    """A classic113 game that has just been begun."""
    state = new_game(with_options(preset("classic113"), options), [True] * seats, seed.to_bytes(32, "big"))
    advance(state, act.Deal())
    return state


@pytest.mark.clause("C12")
def test_the_catalogue_has_the_rules_of_the_book_and_the_vote_leaves_turns_out() -> None:
    turns = {name for name, rule in RULES.items() if rule.turns}
    assert turns == {"play_again", "next_two_miss"}
    assert set(drawable(4, 1)) == set(RULES) - turns
    assert set(drawable(10, 1)) == set(RULES) - turns - {"everyone_else_draws_one"}
    assert set(drawable(10, 2)) == set(RULES) - turns


@pytest.mark.clause("C12")
@pytest.mark.parametrize("votes", [(0, 2), ()])
def test_a_tie_is_broken_at_random_among_the_tied(votes: tuple[int, ...]) -> None:
    chosen = set()
    for seed in range(40):
        state = voting(2, seed)
        for seat in range(2):
            advance(state, act.Cast(seat, state.ballot[votes[seat]]) if votes else act.TimedOut(seat))
        chosen.add(state.ballot.index(state.custom or ""))
    assert chosen == set(votes or range(3))


@pytest.mark.clause("C12", "C11", "A9")
def test_a_shuffle_leaves_the_place_open_and_not_the_cards() -> None:
    lines = "seats: ann bob cem dan; custom: open_hand; hand ann: WC R1 R2; hand bob: WX Y1 Y2; hand cem: G1 G2; "
    state = at(lines + "hand dan: B3 B4; discard: R9", "classic113")
    advance(state, act.Play(0, cards("WC"), (Colour.BLUE,), 3))
    assert view_for(state, None).hands[3] == list(cards("B3 B4"))
    advance(state, act.Play(1, cards("WX"), (Colour.BLUE,)))
    shown = view_for(state, None).hands
    assert shown[3] == state.hands[3]
    assert [len(hand) for hand in shown[:3]] == [0, 0, 0]
