"""The rules of the Customizable cards, the vote for one of them, and who sees what of it (C12)."""

import pytest

from tests.engine.tables import at, kinds
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import Colour, card, cards
from uno_engine.customizable import RULES, drawable
from uno_engine.decide import advance
from uno_engine.decisions import Vote
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.state import Phase, State, new_game
from uno_engine.view import view_for

OPEN = "seats: ann bob cem dan; custom: open_hand; hand ann: WC R1 R2; hand bob: {} Y1 Y2; hand cem: G1 G2; "
OPEN += "hand dan: B3 B4; discard: R9; stock: G5 G6"


def voting(seats: int, seed: int, **options: str) -> State:
    """A classic113 game that has just been begun."""
    state = new_game(with_options(preset("classic113"), options), [True] * seats, seed.to_bytes(32, "big"))
    advance(state, act.Deal())
    return state


def everyone(state: State, rule: str | None) -> list[ev.Event]:
    """The events of everybody's voting for one rule, or for none."""
    told: list[ev.Event] = []
    for seat in range(state.seats):
        told += advance(state, act.TimedOut(seat) if rule is None else act.Cast(seat, rule))
    return told


def open_dan(next_card: str) -> State:
    """Dan's hand lies open, and bob is on turn with that card in hand."""
    state = at(OPEN.format(next_card), "classic113")
    advance(state, act.Play(0, cards("WC"), (Colour.BLUE,), 3))
    return state


@pytest.mark.clause("C12", "A9")
def test_every_rule_of_the_catalogue_says_what_it_shows() -> None:
    for rule in RULES.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.shows


@pytest.mark.clause("C12")
def test_the_catalogue_has_the_rules_of_the_book_and_the_vote_leaves_turns_out() -> None:
    turns = {name for name, rule in RULES.items() if rule.turns}
    assert turns == {"play_again", "next_two_miss"}
    assert set(drawable(4, 1)) == set(RULES) - turns
    assert set(drawable(10, 1)) == set(RULES) - turns - {"everyone_else_draws_one"}
    assert set(drawable(10, 2)) == set(RULES) - turns


@pytest.mark.clause("C12")
def test_three_different_rules_are_drawn_by_the_seed() -> None:
    drawn = set()
    for seed in range(60):
        state = voting(3, seed)
        assert len(set(state.ballot)) == 3
        assert state.phase is Phase.VOTING
        assert state.waiting_for == Vote((0, 1, 2))
        assert voting(3, seed).ballot == state.ballot
        drawn |= set(state.ballot)
    assert drawn == set(drawable(3, 1))


@pytest.mark.clause("C12")
def test_ten_players_never_vote_on_everyone_else_draws_one() -> None:
    for seed in range(40):
        assert "everyone_else_draws_one" not in voting(10, seed).ballot


@pytest.mark.clause("C12")
def test_the_rule_with_most_votes_wins_and_the_round_is_dealt() -> None:
    state = voting(3, 1)
    first, second, _ = state.ballot
    advance(state, act.Cast(2, second))
    advance(state, act.Cast(0, first))
    told = advance(state, act.Cast(1, second))
    assert kinds(told)[:3] == ["vote_cast", "rule_chosen", "round_dealt"]
    assert told[1] == ev.RuleChosen(second, (1, 2, 0))
    assert state.custom == second


@pytest.mark.clause("C12")
def test_a_tie_is_broken_at_random_among_the_tied() -> None:
    chosen = set()
    for seed in range(40):
        state = voting(2, seed)
        advance(state, act.Cast(0, state.ballot[0]))
        advance(state, act.Cast(1, state.ballot[2]))
        chosen.add(state.ballot.index(state.custom or ""))
    assert chosen == {0, 2}


@pytest.mark.clause("C12", "A11")
def test_with_no_votes_the_game_picks_any_of_the_three() -> None:
    chosen = set()
    for seed in range(40):
        state = voting(2, seed)
        everyone(state, None)
        chosen.add(state.ballot.index(state.custom or ""))
    assert chosen == {0, 1, 2}


@pytest.mark.clause("C12", "K6")
def test_a_rule_that_is_named_is_not_voted_on() -> None:
    state = voting(2, 1, customizable_rule="next_two_miss")
    assert state.custom == "next_two_miss"
    assert state.phase is Phase.PLAYING
    without = new_game(with_options(preset("classic113"), {"extra": "1,1,0"}), [True, True], bytes(32))
    assert "ballot_drawn" not in kinds(advance(without, act.Deal()))


@pytest.mark.clause("A9", "C12")
def test_who_voted_for_what_stays_hidden_until_the_count() -> None:
    state = voting(3, 1)
    (told,) = advance(state, act.Cast(0, state.ballot[0]))
    assert told.seen_by(1) == ev.VoteCast(0, None)
    assert view_for(state, 0).votes == {0: state.ballot[0]}
    assert view_for(state, 1).votes == {}


@pytest.mark.clause("C12", "C11", "A9")
def test_a_shuffle_leaves_the_place_open_and_not_the_cards() -> None:
    state = open_dan("WX")
    assert view_for(state, None).hands[3] == list(cards("B3 B4"))
    advance(state, act.Play(1, cards("WX"), (Colour.BLUE,)))
    shown = view_for(state, None).hands
    assert shown[3] == state.hands[3]
    assert [len(hand) for hand in shown[:3]] == [0, 0, 0]


@pytest.mark.clause("C12", "A9")
def test_an_open_hand_is_seen_by_spectators_too_until_it_closes() -> None:
    state = open_dan("B7")
    advance(state, act.Play(1, cards("B7")))
    assert view_for(state, None).hands[3] == list(cards("B3 B4"))
    advance(state, act.TimedOut(2))
    assert view_for(state, None).hands[3] == []
    assert view_for(state, 0).hands[3] == []
    assert view_for(state, 3).hands[3] == list(cards("B3 B4"))


@pytest.mark.clause("C12", "A10")
def test_whoever_lies_open_and_leaves_shows_no_more() -> None:
    state = open_dan("B7")
    told = advance(state, act.Left(3))
    assert state.open_hands in ([], ())
    assert all(event.seen_by(None) == ev.PlayerLeft(3, None) for event in told if isinstance(event, ev.PlayerLeft))
    assert view_for(state, None).hands[3] == []


@pytest.mark.clause("C9")
def test_the_game_announces_every_hand_of_one_card() -> None:
    state = at("seats: ann bob; hand ann: R1 R2 R3; hand bob: R4 R5; discard: R9", "classic113")
    assert "uno_announced" not in kinds(advance(state, act.Play(0, cards("R1"))))
    assert ev.UnoAnnounced(1) in advance(state, act.Play(1, cards("R4")))
    assert ev.UnoAnnounced(0) in advance(state, act.Play(0, cards("R2")))


@pytest.mark.clause("C9", "U2", "C10")
def test_a_swap_that_leaves_somebody_one_card_is_announced() -> None:
    state = at("seats: ann bob cem; hand ann: WS R1; hand bob: R4 R5; hand cem: G1 G2; discard: R9", "classic113")
    told = advance(state, act.Play(0, cards("WS"), (Colour.RED,), 1))
    assert ev.UnoAnnounced(1) in told
    assert kinds(told).index("hands_moved") < len(told) - 1 - kinds(told)[::-1].index("uno_announced")
    state = at("seats: ann bob cem; hand ann: WS R1; hand bob: R4 R5; hand cem: G1 G2; discard: R9", "skyrus")
    told = advance(state, act.Play(0, cards("WS"), (Colour.RED,), 1))
    assert "uno_window_opened" not in kinds(told)
    assert ev.UnoAnnounced(1) in told


@pytest.mark.clause("C11")
def test_a_shuffle_deals_all_cards_of_the_hands_one_by_one() -> None:
    lines = "seats: ann bob cem; hand ann: WX R1 R2; hand bob: Y1 Y2 Y3 Y4; hand cem: G1; discard: B9; seed: "
    orders = set()
    for seed in range(8):
        state = at(f"{lines}{seed}", "classic113")
        advance(state, act.Play(0, cards("WX"), (Colour.BLUE,)))
        assert state.counts == [2, 3, 2]
        assert sorted(card.name for hand in state.hands for card in hand) == sorted(
            ["R1", "R2", "Y1", "Y2", "Y3", "Y4", "G1"]
        )
        orders.add(tuple(tuple(hand) for hand in state.hands))
    assert len(orders) > 1


@pytest.mark.clause("C11", "A9")
def test_after_a_shuffle_everyone_sees_the_own_hand_alone() -> None:
    state = at("seats: ann bob; hand ann: WX R1 R2; hand bob: Y1 Y2 Y3; discard: B9", "classic113")
    told = advance(state, act.Play(0, cards("WX"), (Colour.BLUE,)))
    (moved,) = [event for event in told if isinstance(event, ev.HandsMoved)]
    for seat in (0, 1):
        form = moved.seen_by(seat)
        assert isinstance(form, ev.HandsMoved)
        assert {owner: sorted(hand, key=lambda card: card.order) for owner, hand in form.hands.items()} == {
            seat: state.hands[seat]
        }
    assert moved.seen_by(None) == ev.HandsMoved(ev.MoveReason.SHUFFLE, moved.counts, {})


@pytest.mark.clause("C12")
def test_what_is_discarded_lies_right_beneath_the_top_card() -> None:
    lines = "seats: ann bob; custom: discard_colour; hand ann: WC B1 B2 B3 R4; hand bob: Y1 Y2; discard: R8 R9"
    state = at(lines, "classic113")
    advance(state, act.Play(0, cards("WC"), (Colour.BLUE,)))
    told = advance(state, act.Retain(0, card("B2")))
    assert ev.ColourDiscarded(0, cards("B1 B3")) in told
    assert state.discard == list(cards("R8 R9 B1 B3 WC"))
