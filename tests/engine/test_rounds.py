"""How a round begins: who deals, who starts, what is dealt (A6, O1, B5)."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.engine.tables import at, dealt, kinds, official
from uno_engine import actions as act
from uno_engine.decide import advance
from uno_engine.events import RoundDealt
from uno_engine.options import with_options
from uno_engine.refused import Code, Refused
from uno_engine.rules import RuleSet
from uno_engine.state import Phase, State, new_game


def deal_of(state: State) -> RoundDealt:
    (event,) = (event for event in advance(state, act.Deal()) if isinstance(event, RoundDealt))
    return event


def next_round(state: State) -> RoundDealt:
    state.phase = Phase.BETWEEN_ROUNDS
    return deal_of(state)


@pytest.mark.clause("A6", "O1")
def test_the_first_dealer_is_random_and_the_player_to_the_left_starts() -> None:
    states = [dealt(4, seed) for seed in range(200)]
    assert all(state.dealer is not None and state.starter == (state.dealer + 1) % 4 for state in states)
    dealers = Counter(state.dealer for state in states)
    assert set(dealers) == {0, 1, 2, 3}
    assert max(dealers.values()) < 90


@pytest.mark.clause("A6")
def test_a_random_starter_is_drawn_anew_each_round_and_the_seat_before_deals() -> None:
    state = new_game(official(starter="random", goal="points"), [True, True, False, True], bytes(32))
    rounds = [deal_of(state)] + [next_round(state) for _ in range(40)]
    assert {event.starter for event in rounds} == {0, 1, 3}
    before = {0: 3, 1: 0, 3: 1}
    assert all(event.dealer == before[event.starter] for event in rounds)
    assert any(later.starter != (event.starter + 1) % 4 for event, later in pairwise(rounds))


@pytest.mark.clause("A6")
@pytest.mark.parametrize("chosen", range(3))
def test_the_chosen_seat_starts_round_one_and_then_the_deal_goes_round(chosen: int) -> None:
    state = new_game(official(starter="chosen", goal="points"), [True] * 3, bytes(32), chosen)
    first, second = deal_of(state), next_round(state)
    assert (first.dealer, first.starter) == ((chosen - 1) % 3, chosen)
    assert (second.dealer, second.starter) == (chosen, (chosen + 1) % 3)


@pytest.mark.clause("A6")
def test_newcomers_fill_empty_seats_between_rounds_with_no_points() -> None:
    state = new_game(official(goal="points"), [True, True, False], bytes(32))
    deal_of(state)
    with pytest.raises(Refused):
        advance(state, act.Join(2))
    state.phase = Phase.BETWEEN_ROUNDS
    state.scores = [10, 20, 30]
    with pytest.raises(Refused):
        advance(state, act.Join(1))
    assert kinds(advance(state, act.Join(2))) == ["player_joined"]
    assert state.scores == [10, 20, 0]
    assert next_round(state).counts == (7, 7, 7)


@pytest.mark.clause("A6", "C17")
def test_until_the_last_no_newcomer_fills_a_seat() -> None:
    for phase in (Phase.BETWEEN_ROUNDS, Phase.PLAYING):
        state = at(
            "seats: ann bob cem; hand ann: R1 R2; hand bob: B1; hand cem: G1; discard: R9", "official goal=until_last"
        )
        advance(state, act.Left(2))
        state.phase = phase
        with pytest.raises(Refused) as refused:
            advance(state, act.Join(2))
        assert refused.value.code is Code.NOT_ALLOWED


@pytest.mark.clause("N5")
def test_where_the_lowest_score_wins_a_newcomer_begins_with_the_highest() -> None:
    rules = with_options(RuleSet(), {"goal": "low_points"})
    state = new_game(rules, [True, True, False], bytes(32))
    state.scores = [30, 70, 0]
    advance(state, act.Join(2))
    assert state.scores == [30, 70, 70]
