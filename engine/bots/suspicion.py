"""How likely a Wild Draw Four is a bluff, by what one seat sees and remembers."""

from __future__ import annotations

from engine.memory import Memory
from engine.sample import before_draw_four, bluff_chance
from engine.state import View

NAMES_IT = 0.35
"""How often a bluffer names the colour that was in play, as the hand has most of it."""
NAMES_IT_ALL_THE_SAME = 0.004
"""How often somebody does who has no card of it."""


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
