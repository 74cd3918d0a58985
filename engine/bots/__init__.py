"""The computer players. They see the view of their seat and what is listed for it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.actions import Listed, PlayerAction
from engine.bots import at_random, normal
from engine.state import View

Chooser = Callable[[View, Sequence[Listed], bytes], PlayerAction | None]
"""How one level chooses: from the seat's own view, what is listed for the seat, and the player's own seed."""

_CHOOSERS: Mapping[str, Chooser] = {"normal": normal.choose, "random": at_random.choose}

LEVELS = tuple(_CHOOSERS)
"""The levels by name; the first is the one to offer first."""


def choose(level: str, view: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """What a computer player of that level does now; None if it does nothing (lets a catch pass, say).

    `view` is the view of its seat and `listed` what `legal_actions` gives for it; `seed` is the player's own, never
    the game's. The same three give the same answer. Raises KeyError for a level that is not in `LEVELS`.
    """
    return _CHOOSERS[level](view, listed, seed)
