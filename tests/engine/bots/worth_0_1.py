"""What `normal_0_1` weighs cards by."""

from collections.abc import Sequence

from uno_engine.asking import effect_of
from uno_engine.bots.chains import Chain
from uno_engine.cards import Card, Colour
from uno_engine.customizable import Effect
from uno_engine.legal import is_action
from uno_engine.rules import Goal
from uno_engine.state import View, next_seat, others_in, seat_towards

FEW = 2
"""With this few cards a player is about to go out."""
GOING_OUT = 1000.0
"""More than everything else together."""
PER_CARD = 6.0
"""What one more card in a chain is worth."""
A_WILD = 13.0
"""What a wild in a chain costs: several cards have to follow it."""


def of_card(view: View, seat: int, card: Card) -> float:
    """How good it is to play this card: what can follow it from the hand, what it does to the others."""
    hand = view.hands[seat]
    if len(hand) == 1:
        return GOING_OUT
    effect = effect_of(view, card)
    moved = _of_moving(view, seat, effect, len(hand) - 1)
    threatened = view.counts[next_seat(view, seat)] <= FEW
    if card.wild:
        # A wild always fits, so it is kept for when nothing else does, or when the next player must be stopped.
        if effect.draw:
            return 6.0 if threatened else -4.0
        return moved - (8.0 if not effect.special else 5.0 if effect.moves_hands else 3.0)
    worth = moved
    for other in hand:
        worth += (other.colour is card.colour) + 0.5 * (other.rank is card.rank)
    worth -= 1.5  # for the card itself
    if harms(effect):
        worth += 8.0 if threatened else 1.0
    if view.rules.goal is Goal.POINTS:
        worth += card.points / 40
    return worth


def of_chain(view: View, seat: int, chain: Chain, first: float) -> float:
    """The worth of a chain, from that of its first card: many cards, but actions and wilds only for a reason."""
    if not chain.rest:
        return GOING_OUT
    threatened = view.counts[next_seat(view, seat)] <= FEW
    worth = first + PER_CARD * (len(chain.cards) - 1)
    for card in chain.cards[1:]:
        if card.colour is None:
            worth -= A_WILD
        elif is_action(view, card) and not threatened:
            worth -= 3.0  # one of them is enough, the others are for later
    if threatened and any(harms(effect_of(view, card)) for card in chain.cards[1:]):
        worth += 8.0
    last = chain.cards[-1].colour or chain.colours[-1]
    return worth + 0.5 * len([card for card in chain.rest if card.colour is last])


def harms(effect: Effect) -> bool:
    """True if the next player does not get to play."""
    return effect.skip > 0 or effect.draw > 0 or effect.reverse or effect.again


def _of_moving(view: View, seat: int, effect: Effect, left: int) -> float:
    """What it is worth to a player with `left` cards that hands change owner: the cards got rid of."""
    if effect.swap:
        return 2.0 * (left - min(view.counts[other] for other in others_in(view, seat)))
    if effect.rotate:
        return 2.0 * (left - view.counts[seat_towards(view, seat, -view.direction)])
    if effect.shuffle:
        others = others_in(view, seat)
        return 2.0 * (left - (left + sum(view.counts[other] for other in others)) / (len(others) + 1))
    return 0.0


def best_colours(view: View, seat: int, hand: Sequence[Card], effect: Effect) -> list[Colour]:
    """The colours to name, each as good: those that the hand has most of, or least of if it goes to somebody else."""
    colours = [card.colour for card in hand]
    held = {colour: colours.count(colour) for colour in Colour}
    given_away = (effect.swap or effect.rotate) and view.counts[seat] > 1
    wanted = min(held.values()) if given_away else max(held.values())
    return [colour for colour, count in held.items() if count == wanted]


def of_holding(view: View, hand: Sequence[Card], card: Card) -> float:
    """How good it is to have this card in the hand later on."""
    if card.wild:
        return 12.0
    worth = sum((other.colour is card.colour) + 0.5 * (other.rank is card.rank) for other in hand)
    if harms(effect_of(view, card)):
        worth += 2.0
    if view.rules.goal is Goal.POINTS:
        worth -= card.points / 10
    return worth
