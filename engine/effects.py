"""What each card does: one row a rank, and a row for each rule of the Customizable cards (A5, sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.cards import FACES, Rank
from engine.customizable import RULES, Effect
from engine.decisions import ChoosePlayer, NameColour
from engine.rules import RuleSet

COLOUR, PLAYER = NameColour.kind, ChoosePlayer.kind

PLAIN = Effect()

COLOUR_ALONE = (COLOUR,)
"""What most wilds ask."""

EFFECTS: Mapping[Rank, Effect] = {
    Rank.SKIP: Effect(skip=1),
    Rank.REVERSE: Effect(reverse=True),
    Rank.DRAW_TWO: Effect(draw=2),
    Rank.WILD: Effect(asks=COLOUR_ALONE),
    Rank.WILD_DRAW_FOUR: Effect(draw=4, asks=COLOUR_ALONE, challenge=True),
    Rank.SWAP_HANDS: Effect(asks=(COLOUR, PLAYER), swap=True),
    Rank.SHUFFLE_HANDS: Effect(asks=COLOUR_ALONE, shuffle=True),
}
"""The ranks that do something at every table; Customizable has the row of the rule in force, all others are plain."""

HOUSE_RULES: Mapping[str, Mapping[Rank, Effect]] = {
    "seven_zero": {  # H3
        Rank.SEVEN: Effect(asks=(PLAYER,), swap=True),
        Rank.ZERO: Effect(rotate=True),
    },
}
"""What the options of these names (yes or no) add."""


def effects_under(rules: RuleSet, custom: str | None) -> tuple[Effect, ...]:
    """The row of every card, in canonical order, under these rules and that rule of the Customizable cards.

    An unknown rule does nothing here: its events tell what it does (P-7.14).
    """
    house = tuple([name for name in HOUSE_RULES if getattr(rules, name)])
    return _table(house, custom if custom in RULES else None)


@cache
def _table(house: tuple[str, ...], custom: str | None) -> tuple[Effect, ...]:
    rule = RULES[custom].effect if custom is not None else PLAIN
    rows = dict(EFFECTS)
    for name in house:
        rows |= HOUSE_RULES[name]
    rows[Rank.CUSTOMIZABLE] = replace(rule, asks=(COLOUR, *rule.asks))
    return tuple(rows.get(face.rank, PLAIN) for face in FACES)
