"""The weights of the levels: how much each trait of a card counts, by number of players and goal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.state import Game

FEW = 2
"""With this few cards a player is about to go out."""
LATE = 4
"""With this few cards in the own hand the end is near."""


class Weights(NamedTuple):
    """What each trait of a play is worth, in the order of `engine.bots.worth.traits`; then those of naming a colour."""

    colour: float = 1.0
    """For every other card of the hand of its colour."""
    rank: float = 0.5
    """For every other card with its number or symbol."""
    wild: float = -8.0
    """For a wild, which always fits and is kept for when nothing else does."""
    draw_four: float = 4.0
    """More for a Wild Draw Four."""
    special: float = 4.0
    """More for a wild that does something with hands."""
    wild_late: float = 0.0
    """More for a wild with at most three cards in hand."""
    stops: float = 1.0
    """For a card that costs the next player the turn."""
    stops_threat: float = 7.0
    """More if that player is about to go out."""
    draws_threat: float = 10.0
    """More for a Wild Draw Four then."""
    stops_late: float = 0.0
    """More for a card that costs the turn with at most four cards in hand."""
    draw_two: float = 0.0
    """More for a Draw Two."""
    goes_on: float = 0.0
    """For a card that another of the hand can follow."""
    goes_on_again: float = 0.0
    """More if it costs the next player the turn."""
    colour_late: float = 0.0
    """For every other card of its colour with at most four cards in hand."""
    laid: float = 0.0
    """For every card of its colour on the discard pile, which nobody holds."""
    laid_alike: float = 0.0
    """For every card there with its number or symbol."""
    turns: float = 0.0
    """More for a Reverse with more than two players."""
    points: float = 0.8
    """For every 32 points of the card, where points count."""
    draw: float = -100.0
    """For drawing where only wilds would fit."""
    another: float = 6.0
    """For every further card of a chain; its first one counts as a card alone does."""
    another_wild: float = -13.0
    """More for a wild among them: several cards have to follow it."""
    another_action: float = -3.0
    """More for an action among them, unless the next player is about to go out: the others are for later."""
    another_stops: float = 8.0
    """If one of them costs a next player the turn who is about to go out."""
    followed: float = 0.5
    """For every card that is left of the colour of the last one."""
    named: float = 1.0
    """Naming a colour, for every card that the hand has of it."""
    named_stops: float = 0.0
    """More for each that costs the next player the turn."""
    named_again: float = 0.0
    """Naming the colour that is in play."""
    named_laid: float = 0.0
    """Naming a colour, for every card of it on the discard pile."""


@dataclass(frozen=True, slots=True)
class Level:
    """What sets a level apart, apart from its weights."""

    slips: float
    """How often it takes any card that fits."""
    bluffs: float
    """How often it bluffs with a Wild Draw Four when the next player is about to go out."""
    stacks_a_bluff: float
    """How often it bluffs with one to pass a penalty on."""
    caution: float
    """How many times as likely as pays a bluff must be before it challenges."""


LEVELS: Mapping[str, Level] = {
    "easy": Level(slips=0.6, bluffs=0.0, stacks_a_bluff=0.0, caution=3.0),
    "normal": Level(slips=0.0, bluffs=0.05, stacks_a_bluff=0.3, caution=2.0),
    "hard": Level(slips=0.0, bluffs=0.0, stacks_a_bluff=0.3, caution=1.25),
}
BY_THUMB = Weights()
# scripts/tune_bots.py --players 2 --games 150000 --seed 1; but for `named_stops`, which was 0: with -4 it wins 0.6 of
# 100 games more against normal-0.1 (standard error 0.2; 5,000 games, seed 7).
FOR_TWO = Weights(
    colour=-0.4375,
    rank=-2.5625,
    wild=-4.375,
    draw_four=-0.5,
    special=1.625,
    wild_late=1.25,
    stops=0.6875,
    stops_threat=4,
    draws_threat=4.125,
    stops_late=1.0625,
    draw_two=0.6875,
    goes_on=3.375,
    goes_on_again=0.5,
    colour_late=-1.375,
    points=0.375,
    draw=-6.875,
    named=4.25,
    named_stops=-4,
    named_again=-1.6875,
)
# What the script found for four players wins more alone (27 of 100 games) and less than half two against two. These are
# by hand: of some changes to BY_THUMB the one that did well in both.
FOR_MORE = BY_THUMB._replace(colour=2.75, rank=1.375, stops=5.0, draw_two=2.0)
HARD: dict[tuple[bool, bool], Weights] = {
    (True, False): FOR_TWO,
    (True, True): FOR_TWO._replace(points=2.0),
    (False, False): FOR_MORE,
    (False, True): FOR_MORE._replace(points=2.0),
}
"""The weights of `hard`: by whether two play, and whether points count."""


def weights_of(level: str, game: Game) -> Weights:
    """The weights of a level at this table. Chains are weighed by thumb (`engine.bots.worth`)."""
    if level != "hard" or game.rules.chains:
        return BY_THUMB
    return HARD[sum(game.playing) == 2, game.rules.goal.by_points]
