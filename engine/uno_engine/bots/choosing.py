"""The computer players. They see the view of their seat and what is listed for it, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from uno_engine.actions import Listed, PlayerAction
from uno_engine.bots import at_random, expert, thumb
from uno_engine.levels import LEVELS, RANDOM
from uno_engine.memory import NOTHING, Memory
from uno_engine.state import View


def _random(view: View, listed: Sequence[Listed], seed: bytes, _memory: Memory) -> PlayerAction | None:
    return at_random.choose(view, listed, seed)


_CHOOSERS: Mapping[str, Callable[[View, Sequence[Listed], bytes, Memory], PlayerAction | None]] = {
    **{name: partial(thumb.choose, name) if level.habits else expert.choose for name, level in LEVELS.items()},
    RANDOM: _random,
}

ALL_LEVELS = tuple(_CHOOSERS)
"""Every level there is, the weakest first, and `random`."""


def choose(
    level: str, view: View, listed: Sequence[Listed], seed: bytes, memory: Memory = NOTHING
) -> PlayerAction | None:
    """What a computer player of that level does now; None if it does nothing (lets a catch pass, say).

    `view` is the view of its seat, `listed` what `legal_actions` gives for it and `memory` what it remembers; `seed`
    is the player's own, never the game's. The same four give the same answer. Raises KeyError for a level that is not
    in `ALL_LEVELS`.
    """
    return _CHOOSERS[level](view, listed, seed, memory)
