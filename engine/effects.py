"""What each card does: one row a rank, and a row for each rule of the customizable cards (A5, sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.cards import FACES, Rank
from engine.customizable import RULES, Effect
from engine.decisions import ChoosePlayer, NameColour

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

SEVEN_ZERO: Mapping[Rank, Effect] = {
    Rank.SEVEN: Effect(asks=(PLAYER,), swap=True),
    Rank.ZERO: Effect(rotate=True),
}
"""What `seven_zero` adds (H3)."""


def _rows(seven_zero: bool, custom: str | None) -> tuple[Effect, ...]:
    rule = RULES[custom].effect if custom is not None else PLAIN
    rows = dict(EFFECTS) | (dict(SEVEN_ZERO) if seven_zero else {})
    rows[Rank.CUSTOMIZABLE] = replace(rule, asks=(COLOUR, *rule.asks))
    return tuple(rows.get(face.rank, PLAIN) for face in FACES)


_TABLES = {(seven_zero, custom): _rows(seven_zero, custom) for seven_zero in (False, True) for custom in (None, *RULES)}


def effects_under(*, seven_zero: bool, custom: str | None) -> tuple[Effect, ...]:
    """The row of every card, in canonical order, with that house rule and that rule of the customizable cards.

    A rule that is not known here does nothing here: what it does is told (P-7.14).
    """
    return _TABLES[seven_zero, custom if custom in RULES else None]
