"""The effects of the cards: a row for each rank, and for each rule of the Customizable cards (A5, sections 5 and 6)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from uno_engine.cards import FACES, Rank
from uno_engine.customizable import OWN_RULE, RULES, Effect
from uno_engine.decisions import ChoosePlayer, NameColour
from uno_engine.rules import OWN, RuleSet, SevenZero

COLOUR, PLAYER = NameColour.kind, ChoosePlayer.kind

PLAIN = Effect()

COLOUR_ALONE = (COLOUR,)
"""The question that most wilds ask."""

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
    "sevens": {Rank.SEVEN: Effect(asks=(PLAYER,), swap=True)},
    "zeros": {Rank.ZERO: Effect(rotate=True)},
}
"""The effects of cards under house rules (H3)."""

_MOVE_HANDS: Mapping[SevenZero, tuple[str, ...]] = {
    SevenZero.NO: (),
    SevenZero.YES: ("sevens", "zeros"),
    SevenZero.SEVENS: ("sevens",),
    SevenZero.ZEROS: ("zeros",),
}
"""Which of them the values of `seven_zero` bring (N6)."""


def effects_under(rules: RuleSet, custom: str | None) -> tuple[Effect, ...]:
    """The row of every card, in canonical order, under these rules and that rule of the Customizable cards.

    An unknown rule does nothing here: its events tell what it does (P-7.14).
    """
    return _table(_MOVE_HANDS[rules.seven_zero], custom if custom in RULES or custom == OWN else None)


@cache
def _table(house: tuple[str, ...], custom: str | None) -> tuple[Effect, ...]:
    rule = PLAIN if custom is None else OWN_RULE if custom == OWN else RULES[custom].effect
    rows = dict(EFFECTS)
    for name in house:
        rows |= HOUSE_RULES[name]
    rows[Rank.CUSTOMIZABLE] = replace(rule, asks=(COLOUR, *rule.asks))
    return tuple(rows.get(face.rank, PLAIN) for face in FACES)
