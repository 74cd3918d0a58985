"""When a computer player calls UNO with a play: if it leaves one card, and never otherwise."""

from collections.abc import Sequence

from uno_engine.asking import effect_of, hands_to_come
from uno_engine.cards import Card, Colour
from uno_engine.rules import Uno
from uno_engine.state import View
from uno_engine.uno import owed_after_moving


def owes_uno(
    view: View, seat: int, cards: Sequence[Card], colours: Sequence[Colour | None], target: int | None = None
) -> bool:
    """True if these cards leave the seat one card and the players call (O6, Q9, U2).

    Where they move hands, the hand counts that surely comes of it (N10). With `discard_colour` the cards of the named
    colour count as gone, all but one; while no colour is named, none do.
    """
    if view.rules.uno is not Uno.CALL:
        return False
    left = view.counts[seat] - len(cards)
    effect = effect_of(view, cards[-1])
    if left and effect.moves_hands and owed_after_moving(view):
        return all(count == 1 for count in hands_to_come(view, seat, effect, left, target))
    named = colours[-1] if colours else None
    if left > 1 and named is not None and effect.keep_one:
        left -= max(0, sum(card.colour is named for card in view.hands[seat]) - 1)
    return left == 1
