"""How whole hands, and cards of hands, change owner or are shown (C10, C11, H3, section 5)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card, canonical_order
from engine.course import Course
from engine.events import CardsPassed, ColourDiscarded, HandOpened, HandsMoved, MoveReason
from engine.shuffle import shuffled
from engine.state import next_seat, seats_in
from engine.uno import announce, settle_hand


def swap(course: Course, seat: int, target: int) -> None:
    """Two players swap their whole hands (C10)."""
    hands = course.state.hands
    _move(course, MoveReason.SWAP, {seat: tuple(hands[target]), target: tuple(hands[seat])})


def rotate(course: Course) -> None:
    """Every hand moves to the next player in the direction of play (H3)."""
    state = course.state
    moved = {next_seat(state, seat): tuple(state.hands[seat]) for seat in seats_in(state)}
    _move(course, MoveReason.ROTATE, moved)


def shuffle(course: Course, seat: int) -> None:
    """All hands together are shuffled and dealt one by one in the direction of play, from the player after (C11)."""
    state = course.state
    order = [next_seat(state, seat)]
    while len(order) < sum(state.playing):
        order.append(next_seat(state, order[-1]))
    pool = [card for owner in seats_in(state) for card in state.hands[owner]]
    cards = shuffled(pool, "hands", state.seed, state.shuffles)
    _move(course, MoveReason.SHUFFLE, {owner: tuple(cards[at :: len(order)]) for at, owner in enumerate(order)})


def _move(course: Course, reason: MoveReason, hands: Mapping[int, tuple[Card, ...]]) -> None:
    opened = course.state.open_hands
    hands = {seat: tuple(sorted(hand, key=canonical_order)) for seat, hand in hands.items()}
    counts = {seat: len(hand) for seat, hand in hands.items()}
    course.tell(HandsMoved(reason, counts, hands, opened))
    announce(course, sorted(hands))


def pass_cards(course: Course) -> None:
    """Everyone's chosen card goes to the next player still in (`everyone_passes_one`)."""
    state = course.state
    cards = {seat: card for seat, card in sorted(state.gifts.items()) if state.playing[seat]}
    to = {seat: next_seat(state, seat) for seat in cards}
    course.tell(CardsPassed(to, cards, state.open_hands))
    announce(course, seats_in(state))


def of_colour(course: Course, seat: int) -> list[Card]:
    """The seat's cards of the colour in play."""
    state = course.state
    return [card for card in state.hands[seat] if card.colour is state.colour]


def discard_colour(course: Course, seat: int, kept: Card) -> None:
    """All cards of the colour in play but `kept` leave the hand (`discard_colour`)."""
    cards = of_colour(course, seat)
    cards.remove(kept)
    course.tell(ColourDiscarded(seat, tuple(cards)))
    settle_hand(course, seat)


def open_hand(course: Course, target: int) -> None:
    """Everyone sees the hand of `target` from now on (`open_hand`)."""
    if target not in course.state.open_hands:
        course.tell(HandOpened(target, tuple(course.state.hands[target])))
