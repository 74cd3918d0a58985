"""Bluffs with a Wild Draw Four: when to bluff, how likely another's play is a bluff, and when a challenge pays."""

from collections.abc import Sequence
from math import comb, inf

from uno_engine.actions import CanPlay
from uno_engine.answers import DRAW_FOUR, INNOCENT
from uno_engine.cards import Card
from uno_engine.decisions import AnswerDrawFour
from uno_engine.legal import allowed, draw_four_allowed
from uno_engine.memory import DRAW_FOUR as THE_CARD
from uno_engine.memory import Memory
from uno_engine.rules import Stacking
from uno_engine.sample import before_draw_four, bluff_chance, bluffing, remembered, unseen
from uno_engine.state import View
from uno_engine.view import knows

NAMES_IT = 0.2
"""How often a bluffer names the colour that was in play. Who names what the hand has most of does at 3 of 10 bluffs
(measured in the arena, `--bluffs 30`); who thinks of it never does.
"""
ON_A_WHIM = 0.01
"""How often a player with only other colours does."""
DRAWS_ALL_THE_SAME = 0.02
"""The share of turns on which a player with a card of the colour in play draws instead."""
A_TURN = 1.0
"""The worth of a turn, in cards."""
THE_ROUND = 20.0
"""The cost of being out of the round, in cards."""


def is_bluff(view: View, entry: CanPlay) -> bool:
    """True for a Wild Draw Four that its player could be challenged for, with good reason."""
    held = view.counts[entry.seat]
    return entry.card is THE_CARD and held > 1 and not allowed(view, entry.seat, entry.card)


def pays_from(view: View, asked: AnswerDrawFour) -> float:
    """How likely a bluff must be for a challenge to pay (O5, H2, Q6): what is lost by it, and what is won, in cards.

    What the offender draws is shared by all others in the round. Who would have too many cards anyway loses nothing
    (N8).
    """
    offender_draws = asked.penalty if view.rules.stacking is not Stacking.OFF else min(asked.penalty, DRAW_FOUR)
    gain = offender_draws + offender_draws / (sum(view.playing) - 1)
    if offender_draws == asked.penalty:
        gain += A_TURN
    held, most = view.counts[asked.seat] + asked.penalty, view.rules.mercy or inf
    loss = 0 if held >= most else THE_ROUND if held + INNOCENT >= most else INNOCENT
    return loss / (loss + gain)


def suspicion(view: View, memory: Memory) -> float:
    """The chance, from 0 to 1, that the Wild Draw Four which the viewer has to answer is a bluff (O5).

    It is weighed how often its player bluffs, whether so many unknown cards have none of the colour that was in play,
    and which colour was named. Where any card that fits forbids it (C8), the colour tells as much: measured, honest
    players lay it about half as often as hands without that colour come, under either rule.
    """
    before, play = before_draw_four(view, memory)
    seat, colour = play.seat, before.colour
    if len(play.cards) > 1 or knows(view, seat):
        return bluff_chance(view, memory)
    known = {seat: remembered(view, memory, seat) for seat in range(view.seats)}
    if not draw_four_allowed(before, known[seat], before.discard[-1], colour):
        return 1.0
    unknown = unseen(view, known)
    of_colour = [card for card in unknown if card.colour is colour]
    signs = [card for card in of_colour if not draw_four_allowed(before, (card,), before.discard[-1], colour)]
    barred = [card for card in of_colour if card not in signs]  # C7
    later = len(memory.drawn_since)
    held = max(0, view.counts[seat] - len(known[seat]) - later)
    none = _none(unknown, signs, held)
    taken = memory.lacks.get(seat, {}).get(colour) if colour else None
    if taken is not None:  # what it had before has none, or it would not have drawn
        fresh = min(held, max(0, taken - later))
        none_fresh = _none(unknown, signs, fresh)
        none = none_fresh + DRAWS_ALL_THE_SAME * (none - none_fresh)
    guilty, innocent = (1 - none) * bluffing(memory, seat), none
    if not memory.named_itself:
        whim = ON_A_WHIM + _none(unknown, [card for card in unknown if not card.wild], held) / 4
        whim += NAMES_IT * (1 - _none(unknown, barred, held))
        named = view.colour is colour
        guilty *= NAMES_IT if named else 1 - NAMES_IT
        innocent *= whim if named else 1 - whim
    return guilty / (guilty + innocent)


def _none(unknown: Sequence[Card], signs: Sequence[Card], held: int) -> float:
    """The chance that this many unknown cards include none of the signs."""
    return comb(len(unknown) - len(signs), held) / comb(len(unknown), held) if held <= len(unknown) else 0.0
