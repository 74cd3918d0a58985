"""Random play: anything that is listed, each as likely. The yardstick for the other levels."""

from collections.abc import Sequence
from functools import partial

from uno_engine.actions import CallUno, CanPlay, Catch, Listed, Play, PlayerAction
from uno_engine.bots.calls import owes_uno
from uno_engine.bots.chains import Chain, begun, longer
from uno_engine.bots.luck import happens, one_of
from uno_engine.cards import Card, Colour
from uno_engine.decisions import ChoosePlayer, TakeTurn, asked
from uno_engine.state import View, others_in

GOES_ON = 0.5
"""How often a chain gets one more card, while one fits."""


def choose(view: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """Any of what is listed, completed at random; out of turn it calls, catches or jumps in every other time."""
    if not listed:
        return None
    if view.viewer not in asked(view.waiting_for) and happens(0.5, "let pass", view, seed):
        return None
    action = one_of(listed, "action", view, seed)
    return _completed(view, action, seed, calls=0.5, goes_on=GOES_ON) if isinstance(action, CanPlay) else action


def lay(view: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """A harder yardstick: plays any cards whenever it can, never forgets UNO and never misses a catch."""
    for kinds in ((CallUno, Catch), (CanPlay,)):
        preferred = [action for action in listed if isinstance(action, kinds)]
        if preferred:
            listed = preferred
            break
    if not listed:
        return None
    action = one_of(listed, "action", view, seed)
    return _completed(view, action, seed, calls=1.0, goes_on=1.0) if isinstance(action, CanPlay) else action


def _completed(view: View, action: CanPlay, seed: bytes, *, calls: float, goes_on: float) -> Play:
    """The play with its questions answered or left open, and UNO called with this chance where one card is left."""
    seat = action.seat
    chain = _chain(view, action, seed, goes_on)
    target = None
    if ChoosePlayer.kind in action.asks:
        target = one_of((*others_in(view, seat), None), "player", view, seed)
    named = any(colour is not None for colour in chain.colours)
    colours = chain.colours if named else ()
    uno = owes_uno(view, seat, chain.cards, colours, target) and happens(calls, "uno", view, seed)
    return Play(seat, chain.cards, colours, target, uno)


def _chain(view: View, action: CanPlay, seed: bytes, goes_on: float) -> Chain:
    """The card, or a chain that begins with it and breaks off somewhere. Within a chain a colour is always named."""
    chains = view.rules.several and isinstance(view.waiting_for, TakeTurn)
    chain = begun(view, action, partial(_colour, view, seed, chains=chains))
    while chains and happens(goes_on, f"longer {len(chain.cards)}", view, seed):
        more = longer(view, action.seat, chain, partial(_colour, view, seed, chains=True))
        if not more:
            break
        chain = one_of(more, f"card {len(chain.cards)}", view, seed)
    return chain


def _colour(view: View, seed: bytes, action: CanPlay, rest: Sequence[Card], *, chains: bool) -> Colour | None:
    """Any colour; but for chains also none, which leaves it for the question that follows."""
    choices: tuple[Colour | None, ...] = tuple(Colour) if chains else (*Colour, None)
    return one_of(choices, f"colour {len(rest)} {action.card.name}", view, seed)
