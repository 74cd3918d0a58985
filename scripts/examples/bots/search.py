"""A bot that searches its own hand: it plays what leaves the most cards that can follow one another."""

from collections.abc import Sequence

from uno_engine.actions import Accept, Play, PlayerAction
from uno_engine.cards import Card, Colour
from uno_engine.state import View

DEEPEST = 6
"""How many cards it looks ahead."""


def choose(view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
    """Choose the play with the longest run behind it, the dearest card of those; else what the rules offer."""
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return next((action for action in actions if isinstance(action, Accept)), actions[0])
    return max(plays, key=lambda play: worth(view, play))


def worth(view: View, play: Play) -> tuple[int, bool, int]:
    """The better the play, the greater."""
    hand = [*view.hands[play.seat]]
    for card in play.cards:
        hand.remove(card)
    last, colour = play.cards[-1], play.colours[-1] if play.colours else play.cards[-1].colour
    return run(hand, last, colour, DEEPEST), not last.wild, last.points


def run(hand: list[Card], top: Card, colour: Colour | None, deepest: int) -> int:
    """How many cards of the hand can be played one after the other, if nobody plays between; `deepest` at most."""
    best = 0
    for at, card in enumerate(hand):
        if best == deepest:
            break
        if card not in hand[:at] and (card.wild or card.colour is colour or card.rank is top.rank):
            rest = [*hand[:at], *hand[at + 1 :]]
            named = {held.colour for held in rest} if card.wild else {card.colour}
            best = max(best, *(1 + run(rest, card, each, deepest - 1) for each in named or {colour}))
    return best
