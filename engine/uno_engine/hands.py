"""How whole hands, and cards of hands, change owner or are shown (C10, C11, H3, section 5)."""

from collections.abc import Iterable, Mapping

from uno_engine.cards import Card, canonical_order
from uno_engine.course import Course
from uno_engine.events import CardsPassed, ColourDiscarded, HandOpened, HandsMoved, MoveReason
from uno_engine.piles import has_too_many, lose
from uno_engine.shuffle import shuffled
from uno_engine.state import next_seat, others_in, seats_in
from uno_engine.uno import announce, owed_after_moving, settle_hand


def swap(course: Course, seat: int, target: int) -> None:
    """Two players swap their whole hands (C10)."""
    hands = course.state.hands
    _move(course, seat, MoveReason.SWAP, {seat: tuple(hands[target]), target: tuple(hands[seat])})


def rotate(course: Course, seat: int) -> None:
    """Every hand moves to the next player in the direction of play (H3)."""
    state = course.state
    moved = {next_seat(state, giver): tuple(state.hands[giver]) for giver in seats_in(state)}
    _move(course, seat, MoveReason.ROTATE, moved)


def shuffle(course: Course, seat: int) -> None:
    """All hands together are shuffled and dealt one by one in the direction of play, from the player after (C11)."""
    state = course.state
    order = [next_seat(state, seat)]
    while len(order) < sum(state.playing):
        order.append(next_seat(state, order[-1]))
    pool = [card for owner in seats_in(state) for card in state.hands[owner]]
    cards = shuffled(pool, "hands", state.seed, state.shuffles)
    _move(course, seat, MoveReason.SHUFFLE, {owner: tuple(cards[at :: len(order)]) for at, owner in enumerate(order)})


def _move(course: Course, seat: int, reason: MoveReason, hands: Mapping[int, tuple[Card, ...]]) -> None:
    """Hands move by the play of `seat`; a player who has too many cards then is out of the round (N8)."""
    state = course.state
    opened = state.open_hands
    hands = {owner: tuple(sorted(hand, key=canonical_order)) for owner, hand in hands.items()}
    counts = {owner: len(hand) for owner, hand in hands.items()}
    course.tell(HandsMoved(reason, counts, hands, opened))
    _announce(course, seat, sorted(hands))
    if 0 < state.rules.mercy <= max(state.counts):  # row `no_mercy`: mostly nobody has too many
        for owner in (*others_in(state, seat), seat):
            if has_too_many(state, owner):
                lose(course, owner)


def _announce(course: Course, seat: int, owners: Iterable[int]) -> None:
    """Announce everyone who now has one card, except the player of the card if that player must call (N10)."""
    owes = owed_after_moving(course.state) and not course.state.first
    announce(course, [owner for owner in owners if owner != seat or not owes])


def pass_cards(course: Course, seat: int) -> None:
    """By the play of `seat` everyone's chosen card goes to the next player still in (`everyone_passes_one`)."""
    state = course.state
    cards = {giver: card for giver, card in sorted(state.gifts.items()) if state.playing[giver]}
    to = {giver: next_seat(state, giver) for giver in cards}
    course.tell(CardsPassed(to, cards, state.open_hands))
    _announce(course, seat, seats_in(state))


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
