"""How a round begins: who deals, who starts, what is dealt (A6, O1, B5)."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.engine.tables import at, begun, dealt, everything, kinds, official
from uno_engine import actions as act
from uno_engine.cards import Colour, deck
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.events import FirstCardReturned, FirstCardTurned, RoundDealt
from uno_engine.legal import legal_actions
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


@pytest.mark.clause("O1")
def test_the_player_to_the_dealers_left_starts() -> None:
    for seed in range(30):
        state = new_game(official(), [True] * 4, seed.to_bytes(32, "big"))
        event = deal_of(state)
        assert event.starter == (event.dealer + 1) % 4


@pytest.mark.clause("O1")
def test_nobody_plays_alone_and_no_eleven_play() -> None:
    alone = new_game(official(), [True, False], bytes(32))
    with pytest.raises(Refused):
        advance(alone, act.Deal())
    crowd = new_game(official(), [True] * 11, bytes(32))
    with pytest.raises(Refused):
        advance(crowd, act.Deal())
    assert crowd.round == 0


@pytest.mark.clause("A6")
def test_the_first_dealer_is_random() -> None:
    dealers = Counter(dealt(4, seed).dealer for seed in range(200))
    assert set(dealers) == {0, 1, 2, 3}
    assert max(dealers.values()) < 90


@pytest.mark.clause("A6")
def test_the_dealer_moves_one_seat_clockwise_over_empty_seats() -> None:
    state = new_game(official(goal="points"), [True, False, True, True], bytes(32))
    first = deal_of(state).dealer
    seen = [first] + [next_round(state).dealer for _ in range(5)]
    order = [0, 2, 3]
    start = order.index(first)
    assert seen == [order[(start + step) % 3] for step in range(6)]


@pytest.mark.clause("A6")
def test_a_random_starter_is_drawn_anew_each_round_and_the_seat_before_deals() -> None:
    state = new_game(official(starter="random", goal="points"), [True, True, False, True], bytes(32))
    rounds = [deal_of(state)] + [next_round(state) for _ in range(40)]
    assert {event.starter for event in rounds} == {0, 1, 3}
    before = {0: 3, 1: 0, 3: 1}
    assert all(event.dealer == before[event.starter] for event in rounds)
    assert any(later.starter != (event.starter + 1) % 4 for event, later in pairwise(rounds))


@pytest.mark.clause("A6")
def test_the_chosen_seat_starts_round_one_and_then_the_deal_goes_round() -> None:
    state = new_game(official(starter="chosen", goal="points"), [True] * 3, bytes(32), chosen=2)
    first, second = deal_of(state), next_round(state)
    assert (first.dealer, first.starter) == (1, 2)
    assert (second.dealer, second.starter) == (2, 0)


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


@pytest.mark.clause("B5")
def test_a_wild_draw_four_that_goes_back_is_shuffled_in_and_another_card_turned() -> None:
    found = 0
    for seed in range(400):
        state = new_game(official(), [True] * 2, seed.to_bytes(32, "big"))
        events = advance(state, act.Deal())
        turned = [event.card.name for event in events if isinstance(event, FirstCardTurned)]
        back = [event for event in events if isinstance(event, FirstCardReturned)]
        assert turned[-1] != "W+4"
        assert turned[:-1] == ["W+4"] * len(back)
        assert everything(state) == sorted(face.name for face in deck())
        for event in back:
            found += 1
            assert event.stock is not None
            assert len(event.stock) == 108 - 14
    assert found > 5


def test_a_deal_depends_on_the_seed_alone() -> None:
    assert dealt(4, 7) == dealt(4, 7)
    assert dealt(4, 7).hands != dealt(4, 8).hands


def step(state: State) -> None:
    """Let the asked player take the first listed action, naming red and the next player."""
    seat = asked(state.waiting_for)[0]
    first = legal_actions(state, seat)[0]
    if isinstance(first, act.CanPlay):
        others = [other for other in range(state.seats) if other != seat and state.playing[other]]
        advance(state, act.Play(seat, (first.card,), (Colour.RED,), others[0]))
    else:
        advance(state, first)


@pytest.mark.clause("A3", "C12")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("official", {"hand_size": "10"}),
        ("quickplay", {}),
        ("classic113", {"hand_size": "10"}),
        ("classic113", {"hand_size": "10", "goal": "until_last"}),
        ("official", {"hand_size": "15", "decks": "2"}),
        ("skyrus", {"hand_size": "15", "decks": "2", "extra": "4,4,4"}),
    ],
)
def test_ten_players_with_the_largest_hands_come_to_an_end(name: str, options: dict[str, str]) -> None:
    state, _ = begun(name, 10, **options)
    whole = everything(state)
    steps = 0
    while state.phase is Phase.PLAYING:
        step(state)
        steps += 1
        assert everything(state) == whole
        assert steps < 5000
    assert state.winners


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
