"""The moves of a seat: what is listed for it, with every answer that can go with it."""

from collections.abc import Iterator, Sequence

from uno_engine.actions import CanPlay, Listed, Play, PlayerAction
from uno_engine.bots.calls import owes_uno
from uno_engine.cards import Card, Colour
from uno_engine.decisions import ChoosePlayer, NameColour
from uno_engine.legal import continuations
from uno_engine.rules import Doubles
from uno_engine.state import View, others_in

MOST_SETS = 200
"""How many ways to play several cards together are looked at in a turn; a hand of fifteen has thousands of chains."""

_COLOURS = tuple(Colour)
_UNNAMED = (None,)
_Set = tuple[tuple[Card, ...], tuple[Colour | None, ...], tuple[str, ...]]
"""Cards to play together, their colours as in `Play`, and what the last one asks."""


def moves(view: View, listed: Sequence[Listed]) -> list[PlayerAction]:
    """Complete actions for what `legal_actions`, or a server, lists for the view's own seat; the table accepts each.

    A wild comes once for each colour, a card that asks for a player once for each player, and a play that leaves one
    card first with and then without UNO where players call. Sets of cards (chains, doubles) follow the single cards,
    shorter ones first, `MOST_SETS` at most. Whatever else is listed comes after the plays, in the order listed.
    """
    plays = [entry for entry in listed if isinstance(entry, CanPlay)]
    found: list[PlayerAction] = [entry for entry in listed if not isinstance(entry, CanPlay)]
    return [*_plays(view, plays), *found] if plays else found


def _plays(view: View, plays: Sequence[CanPlay]) -> Iterator[Play]:
    seat = plays[0].seat
    sets: list[_Set] = [((entry.card,), (colour,), entry.asks) for entry in plays for colour in _colours(entry)]
    if view.rules.several:
        _add_longer(view, seat, sets)
    for cards, colours, asks in sets:
        named = colours if any(colours) else ()
        for target in sorted(others_in(view, seat)) if ChoosePlayer.kind in asks else (None,):
            if owes_uno(view, seat, cards, named, target):
                yield Play(seat, cards, named, target, uno=True)
            yield Play(seat, cards, named, target)


def _add_longer(view: View, seat: int, sets: list[_Set]) -> None:
    """Append the sets of two cards and more, those that the same cards make with the same last one only once."""
    most = len(sets) + MOST_SETS
    ordered = view.rules.doubles is Doubles.NO
    seen: set[object] = set()
    for cards, colours, _asks in sets:  # grows meanwhile
        for entry in continuations(view, seat, cards, colours):
            longer = (*cards, entry.card)
            same = longer if ordered else (tuple(sorted(longer, key=lambda card: card.order)), entry.card)
            for colour in _colours(entry):
                if len(sets) == most:
                    return
                if (same, *colours, colour) not in seen:
                    seen.add((same, *colours, colour))
                    sets.append((longer, (*colours, colour), entry.asks))


def _colours(entry: CanPlay) -> Sequence[Colour | None]:
    return _COLOURS if NameColour.kind in entry.asks else _UNNAMED
