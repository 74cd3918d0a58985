"""The chains that a computer player can play, and the best of them (Q2 to Q6), from its own view."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from uno_engine.actions import CanPlay
from uno_engine.cards import Card, Colour
from uno_engine.decisions import NameColour
from uno_engine.legal import continuations, without
from uno_engine.state import View

MOST_LOOKED_AT = 250
"""How many chains are weighed in a turn; a hand of fifteen has thousands."""


class Chain(NamedTuple):
    """Cards to play in one turn, one or more, with the colour of each wild among them."""

    cards: tuple[Card, ...]
    colours: tuple[Colour | None, ...]
    rest: Sequence[Card]
    """The rest of the hand."""


Name = Callable[[CanPlay, Sequence[Card]], Colour | None]
"""The colour for a card that is about to be played, given what is left of the hand after it; None names none."""
Weigh = Callable[[Chain], float]
"""How good a chain is."""


def begun(view: View, first: CanPlay, name: Name) -> Chain:
    """The chain of one card."""
    return _followed_by(Chain((), (), view.hands[first.seat]), first, name)


def longer(view: View, seat: int, chain: Chain, name: Name) -> list[Chain]:
    """Every chain with one more card, actions after numbers; none where the table does not play chains."""
    more = continuations(view, seat, chain.cards, chain.colours)
    more.sort(key=lambda play: (play.card.wild, play.card.points >= 20))  # what leaves most open comes first
    return [_followed_by(chain, play, name) for play in more]


def _followed_by(chain: Chain, play: CanPlay, name: Name) -> Chain:
    rest = without(chain.rest, (play.card,))
    colour = name(play, rest) if NameColour.kind in play.asks else None
    return Chain((*chain.cards, play.card), (*chain.colours, colour), rest)


def best(view: View, seat: int, begin: Sequence[Chain], name: Name, weigh: Weigh) -> Chain:
    """The chain of the highest worth that begins as one of `begin` does, of those that there is time to look at.

    Of equal ones it is the one found first; each beginning gets its share of the time.
    """
    found: list[tuple[float, Chain]] = []
    share = max(1, MOST_LOOKED_AT // len(begin))
    for start in begin:
        waiting = [start]
        looked_at = 0
        while waiting and looked_at < share:
            chain = waiting.pop()
            looked_at += 1
            found.append((weigh(chain), chain))
            waiting += reversed(longer(view, seat, chain, name))
    return max(found, key=lambda worth: worth[0])[1]
