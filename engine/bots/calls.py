"""When a computer player calls UNO with a play: if it leaves one card, and never otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from engine.asking import effect_of
from engine.cards import Card, Colour
from engine.rules import Uno
from engine.state import View


def owes_uno(view: View, seat: int, cards: Sequence[Card], colours: Sequence[Colour | None]) -> bool:
    """True if these cards leave the seat one card and the players call (O6, Q9, U2).

    With `discard_colour` the cards of the named colour count as gone, all but one; while no colour is named, none do.
    """
    if view.rules.uno is not Uno.CALL:
        return False
    left = view.counts[seat] - len(cards)
    named = colours[-1] if colours else None
    if left > 1 and named is not None and effect_of(view, cards[-1]).keep_one:
        left -= max(0, sum(card.colour is named for card in view.hands[seat]) - 1)
    return left == 1
