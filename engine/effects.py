"""What each card does: one row a rank, and a row for each rule of the customizable cards (A5, sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import EXTRAS, FACES, Card, Rank
from engine.customizable import RULES, Effect
from engine.decisions import ChoosePlayer, NameColour
from engine.rules import Goal

if TYPE_CHECKING:
    from engine.state import Game

_UNTIL_LAST = Goal.UNTIL_LAST
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
    """The row of every card, in canonical order, with that house rule and that rule of the customizable cards."""
    return _TABLES[seven_zero, custom]


def effect_of(game: Game, card: Card) -> Effect:
    """The row of a card under the rules of the game."""
    return game.effects[card.order]


def last_effect(game: Game, card: Card) -> Effect:
    """What is left of a row on the last card of a hand: penalty, misses and direction, nothing else (A8, H3).

    The extra cards are plain Wilds then, whatever they stand for (C13).
    """
    if card.rank in EXTRAS:
        return PLAIN
    effect = effect_of(game, card)
    return Effect(draw=effect.draw, skip=effect.skip, reverse=effect.reverse)


def questions(game: Game, seat: int, card: Card) -> tuple[str, ...]:
    """Kinds of the questions that laying the card will put to the seat, in order; they may be answered with it."""
    asks = effect_of(game, card).asks
    if game.counts[seat] == 1:
        return (COLOUR,) if card.wild and names_last_colour(game) else ()
    if PLAYER in asks and sum(game.playing) == 2:  # C10: with two players implied
        return tuple(kind for kind in asks if kind != PLAYER)
    return asks


def names_last_colour(game: Game) -> bool:
    """True if whoever goes out on a wild names its colour: others play on (A8, C17)."""
    return game.rules.goal is _UNTIL_LAST and sum(game.playing) > 2
