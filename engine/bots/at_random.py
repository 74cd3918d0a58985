"""How somebody plays who does not think: anything that is listed, each as likely. The yardstick for the others."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import CallUno, CanPlay, Catch, Listed, Play, PlayerAction
from engine.bots.luck import happens, one_of
from engine.cards import Colour
from engine.decisions import NameColour
from engine.rules import Uno
from engine.state import View

_COLOURS = (*Colour, None)
"""What may be named with a wild; None leaves it for the question that follows."""


def choose(view: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """Any of what is listed, completed at random; out of turn it calls or catches every other time."""
    if not listed:
        return None
    if all(isinstance(action, (CallUno, Catch)) for action in listed) and happens(0.5, "let pass", view, seed):
        return None
    action = one_of(listed, "action", view, seed)
    return _completed(view, action, seed, calls=0.5) if isinstance(action, CanPlay) else action


def lay(view: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """A harder yardstick: lays any card whenever one is listed, never forgets UNO and never misses a catch."""
    for kinds in ((CallUno, Catch), (CanPlay,)):
        preferred = [action for action in listed if isinstance(action, kinds)]
        if preferred:
            listed = preferred
            break
    if not listed:
        return None
    action = one_of(listed, "action", view, seed)
    return _completed(view, action, seed, calls=1.0) if isinstance(action, CanPlay) else action


def _completed(view: View, action: CanPlay, seed: bytes, *, calls: float) -> Play:
    """The play with its questions answered or left open, and UNO called with this chance where one card is left."""
    colours = (one_of(_COLOURS, "colour", view, seed),) if NameColour.kind in action.asks else ()
    leaves_one = view.rules.uno is Uno.CALL and view.counts[action.seat] == 2
    return Play(action.seat, (action.card,), colours, uno=leaves_one and happens(calls, "uno", view, seed))
