"""Bluffs with a Wild Draw Four: the own, and how likely that of another is one."""

from __future__ import annotations

from engine.actions import CanPlay
from engine.legal import allowed
from engine.memory import DRAW_FOUR, Memory
from engine.sample import before_draw_four, bluff_chance
from engine.state import View

NAMES_IT = 0.35
"""How often a bluffer names the colour that was in play, as the hand has most of it."""
NAMES_IT_ALL_THE_SAME = 0.004
"""How often somebody does who has no card of it."""


def is_bluff(view: View, entry: CanPlay) -> bool:
    """True for a Wild Draw Four that its player could be challenged for, with good reason."""
    held = view.counts[entry.seat]
    return entry.card is DRAW_FOUR and held > 1 and not allowed(view, entry.seat, entry.card)


def suspicion(view: View, memory: Memory) -> float:
    """The chance, from 0 to 1, that the Wild Draw Four which the viewer has to answer is a bluff (O5)."""
    chance = bluff_chance(view, memory)
    before, play = before_draw_four(view, memory)
    if len(play.cards) > 1:
        return chance
    names_it = view.colour is before.colour
    guilty = chance * (NAMES_IT if names_it else 1 - NAMES_IT)
    innocent = (1 - chance) * (NAMES_IT_ALL_THE_SAME if names_it else 1 - NAMES_IT_ALL_THE_SAME)
    return guilty / (guilty + innocent)
