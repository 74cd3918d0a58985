"""How good it is to play a card, or a chain, for a player who looks at the table."""

from collections.abc import Sequence
from operator import mul

from uno_engine.asking import effect_of
from uno_engine.bots.chains import Chain
from uno_engine.bots.weights import BY_THUMB, FEW, LATE, Weights
from uno_engine.cards import NUMBERS, Card, Colour, Rank
from uno_engine.customizable import Effect
from uno_engine.legal import is_action
from uno_engine.rules import LastCard
from uno_engine.state import View, next_seat, others_in, seat_towards

GOING_OUT = 1000.0
"""More than everything else together."""
LAST_NUMBER = 12.0
"""The worth of the only number where the last card must be one."""
_DRAW_FOUR, _DRAW_TWO = Rank.WILD_DRAW_FOUR, Rank.DRAW_TWO
_NO_MORE = (0,) * 8

Traits = tuple[float, ...]
"""The traits of a play, as numbers in the order of `Weights`."""


def traits(view: View, seat: int, card: Card) -> Traits:
    """The traits of playing this card."""
    hand = view.hands[seat]
    effect = effect_of(view, card)
    colour, rank = card.colour, card.rank
    threat = view.counts[next_seat(view, seat)] <= FEW
    points = card.points / 32 if view.rules.goal.by_points else 0.0
    if colour is None:
        four = rank is _DRAW_FOUR
        return (0, 0, 1, four, effect.special, len(hand) < LATE, 0, 0, four and threat, *_NO_MORE, points)
    same = alike = -1
    for other in hand:
        same += other.colour is colour
        alike += other.rank is rank
    late = len(hand) <= LATE
    stops, follows = harms(effect), same > 0 or alike > 0
    return (
        same,
        alike,
        *(0, 0, 0, 0),
        stops,
        stops and threat,
        0,
        stops and late,
        rank is _DRAW_TWO,
        follows,
        follows and stops,
        same if late else 0,
        *_laid(view, colour, rank),
        rank is Rank.REVERSE and sum(view.playing) > 2,
        points,
    )


def worth_of(weights: Weights, found: Traits) -> float:
    """The worth of a play with these traits."""
    return float(sum(map(mul, found, weights)))


def of_card(view: View, seat: int, card: Card, weights: Weights = BY_THUMB) -> float:
    """How good it is to play this card: what can follow it from the hand, what it does to the others."""
    if len(view.hands[seat]) == 1:
        return GOING_OUT
    moved = weights.moved * of_moving(view, seat, card)
    return worth_of(weights, traits(view, seat, card)) + moved - _last_number(view, seat, card)


def of_chain(view: View, seat: int, chain: Chain, first: float, weights: Weights) -> float:
    """The worth of a chain, from that of its first card: many cards, but actions and wilds only for a reason."""
    if not chain.rest:
        return GOING_OUT
    threatened = view.counts[next_seat(view, seat)] <= FEW
    more = chain.cards[1:]
    worth = first + weights.another * len(more)
    for card in more:
        if card.colour is None:
            worth += weights.another_wild
        elif is_action(view, card) and not threatened:
            worth += weights.another_action
    if threatened and any(harms(effect_of(view, card)) for card in more):
        worth += weights.another_stops
    last = chain.cards[-1].colour or chain.colours[-1]
    return worth + weights.followed * len([card for card in chain.rest if card.colour is last])


def harms(effect: Effect) -> bool:
    """True if the next player does not get to play."""
    return effect.skip > 0 or effect.draw > 0 or effect.reverse or effect.again


def of_moving(view: View, seat: int, card: Card) -> float:
    """How many cards it gets rid of as the card lets hands change owner."""
    effect, left = effect_of(view, card), len(view.hands[seat]) - 1
    if effect.swap:
        return left - min(view.counts[other] for other in others_in(view, seat))
    if effect.rotate:
        return left - view.counts[seat_towards(view, seat, -view.direction)]
    if effect.shuffle:
        others = others_in(view, seat)
        return left - (left + sum(view.counts[other] for other in others)) / (len(others) + 1)
    return 0.0


def _last_number(view: View, seat: int, card: Card) -> float:
    """The cost of parting with the only number, where the last card must be one (N4)."""
    if view.rules.last_card is not LastCard.NUMBER or card.rank not in NUMBERS:
        return 0.0
    return 0.0 if sum(other.rank in NUMBERS for other in view.hands[seat]) > 1 else LAST_NUMBER


def best_colours(
    view: View, seat: int, hand: Sequence[Card], effect: Effect, weights: Weights = BY_THUMB
) -> list[Colour]:
    """The colours to name, each as good: those that the hand is best for, or worst if it goes to somebody else."""
    held = {colour: worth_of_naming(weights, naming(view, seat, hand, colour)) for colour in Colour}
    given_away = (effect.swap or effect.rotate) and view.counts[seat] > 1
    wanted = min(held.values()) if given_away else max(held.values())
    return [colour for colour, worth in held.items() if worth == wanted]


def naming(view: View, seat: int, hand: Sequence[Card], colour: Colour) -> Traits:
    """The traits of naming this colour with that hand left."""
    of_colour = [card for card in hand if card.colour is colour]
    stops = sum(harms(effect_of(view, card)) for card in of_colour)
    return len(of_colour), stops, colour is view.colour, _laid(view, colour)[0]


def _laid(view: View, colour: Colour, rank: Rank | None = None) -> tuple[int, int]:
    """How many cards of the discard pile have that colour, and that number or symbol."""
    same = alike = 0
    for card in view.discard:
        same += card.colour is colour
        alike += card.rank is rank
    return same, alike


def worth_of_naming(weights: Weights, found: Traits) -> float:
    """The worth of naming a colour with these traits."""
    return float(sum(map(mul, found, weights[-len(found) :])))


def of_holding(view: View, hand: Sequence[Card], card: Card) -> float:
    """How good it is to have this card in the hand later on."""
    if card.wild:
        return 12.0
    worth = sum((other.colour is card.colour) + 0.5 * (other.rank is card.rank) for other in hand)
    if harms(effect_of(view, card)):
        worth += 2.0
    if view.rules.goal.by_points:
        worth -= card.points / 10
    return worth
