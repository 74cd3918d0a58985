"""What a viewer saw of honest rounds follows from the seed, and of others it doesn't (P-7.36)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.engine.tables import at
from uno_engine import actions as act
from uno_engine import decide
from uno_engine import events as ev
from uno_engine.actions import Action
from uno_engine.cards import card
from uno_engine.dealt import Followed, HandsSeen, Seen, followed
from uno_engine.laws import game
from uno_engine.laws.reached import Reached
from uno_engine.state import State, View
from uno_engine.view import view_for

Round = tuple[bytes, View, list[Seen]]


def rounds_of(number: int) -> Iterator[Round]:
    """The rounds of a random game under random rules, as each seat and a spectator saw them."""
    rounds: list[dict[int | None, Round]] = []

    def advance(state: State, action: Action) -> list[ev.Event]:
        before = state.copy()
        told = decide.advance(state, action)
        if isinstance(action, act.Deal):
            viewers = (None, *(seat for seat, there in enumerate(before.seated) if there))
            rounds.append({viewer: (before.seed, view_for(State(before), viewer), []) for viewer in viewers})
        for event in told if rounds else ():
            for viewer, (_, _, seen) in rounds[-1].items():
                seen.append(event.seen_by(viewer))
                if isinstance(event, ev.RoundEnded):
                    hands = zip(state.hands, state.seated, strict=True)
                    seen.append(HandsSeen(tuple(tuple(hand) if there else None for hand, there in hands)))
        return told

    game.play(number, Reached(), advance)
    return (one for each in rounds for one in each.values())


@pytest.mark.fast
@pytest.mark.parametrize("batch", range(2))
def test_honest_rounds_are_found_honest_from_every_seat(batch: int) -> None:
    for number in range(batch * 20, batch * 20 + 20):
        for seed, before, seen in rounds_of(number):
            assert followed(seed, before, seen).wrong is None, number


@pytest.mark.fast
def test_from_another_seed_they_are_found_false_by_everybody_who_was_dealt_cards() -> None:
    for number in range(6):
        for seed, before, seen in rounds_of(number):
            if before.viewer is not None:
                assert followed(bytes(byte ^ 1 for byte in seed), before, seen).wrong is not None


def swapped(seen: list[Seen], at_: int, other: str) -> list[Seen]:
    """The same with another card in the place of the first that an event shows."""
    event = seen[at_]
    match event:
        case ev.RoundDealt(hands=hands) if hands:
            event = replace(event, hands={seat: (card(other), *hand[1:]) for seat, hand in hands.items()})
        case ev.FirstCardTurned():
            event = ev.FirstCardTurned(card(other))
        case ev.CardsDrawn(cards=cards) | ev.CardsPlayed(cards=cards) if cards:
            event = replace(event, cards=(card(other), *cards[1:]))
        case HandsSeen(hands):
            event = HandsSeen(tuple(hand and (card(other), *hand[1:]) for hand in hands))
    return [*seen[:at_], event, *seen[at_ + 1 :]]


@pytest.mark.fast
@pytest.mark.parametrize("kind", [ev.RoundDealt, ev.FirstCardTurned, ev.CardsDrawn, ev.CardsPlayed, HandsSeen])
def test_another_card_is_found_at_the_event_that_shows_it(kind: type[Seen]) -> None:
    tried = 0
    for number in range(4):
        for seed, before, seen in rounds_of(number):
            if before.viewer is None:
                continue
            for place, event in enumerate(seen):
                if isinstance(event, kind) and (other := swapped(seen, place, "WX")) != seen:
                    passed = any(isinstance(one, ev.CardsPassed) for one in seen[:place])
                    assert passed or followed(seed, before, other).wrong == other[place]
                    tried += 1
                    break
    assert tried > 5


def test_the_rest_of_a_round_in_which_others_pass_cards_is_taken_as_it_is() -> None:
    state = at("seats: a b c d; hand a: R1 R2; hand b: R3 R4; hand c: B1 B2; hand d: G1 G2; discard: R9; turn: a")
    view = view_for(state, 0)
    passed = ev.CardsPassed({1: 2, 2: 3}, {})
    assert followed(bytes(32), view, [passed, ev.CardsPlayed(3, (card("Y5"),))]) == Followed(None, whole=False)
    assert followed(bytes(32), view, [ev.CardsPlayed(3, (card("Y5"),))]).wrong is not None


def test_hands_that_move_without_a_card_contradict() -> None:
    view = view_for(at("seats: a b; hand a: R1 R2; hand b: R3 R4; discard: R9; turn: a"), 0)
    with pytest.raises(ValueError, match="nobody"):
        followed(bytes(32), view, [ev.HandsMoved(ev.MoveReason.ROTATE, {0: 2, 1: 2}, {})])
