"""The weights of the levels: how much each trait of a card counts, by number of players and goal."""

from collections.abc import Mapping
from typing import NamedTuple

from uno_engine.levels import LEVELS, Habits
from uno_engine.rules import Goal
from uno_engine.state import Game

FEW = 2
"""With this few cards a player is about to go out."""
LATE = 4
"""With this few cards in your hand the end is near."""


class Weights(NamedTuple):
    """What each trait of a play is worth, in the order of `uno_engine.bots.worth.traits`; then what else counts.

    The last ones are for naming a colour.
    """

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
    """For every further card of a chain; the first counts like a single card."""
    another_wild: float = -13.0
    """More for a wild among them: several cards have to follow it."""
    another_action: float = -3.0
    """More for an action among them, unless the next player is about to go out: the others are for later."""
    another_stops: float = 8.0
    """If one of them costs the turn of a next player who is about to go out."""
    followed: float = 0.5
    """For every card that is left of the colour of the last one."""
    moved: float = 2.0
    """For every card that it gets rid of as hands change owner."""
    named: float = 1.0
    """Naming a colour, for every card that the hand has of it."""
    named_stops: float = 0.0
    """More for each that costs the next player the turn."""
    named_again: float = 0.0
    """Naming the colour that is in play."""
    named_laid: float = 0.0
    """Naming a colour, for every card of it on the discard pile."""


HABITS: Mapping[str, Habits] = {name: level.habits for name, level in LEVELS.items() if level.habits is not None}
"""The levels that choose by rules of thumb, the weakest first."""
BY_THUMB = Weights()
HARD: Mapping[tuple[bool, str], Weights] = {
    # arena.py tune --rules official --players 2 --steps 60 --tries 16 --deals 600 --seed 1
    (True, "round"): Weights(
        colour=-0.8125,
        rank=-3.5625,
        wild=-9.75,
        draw_four=-5.375,
        wild_late=-4.125,
        stops=1.125,
        stops_threat=2.9375,
        draws_threat=8.6875,
        stops_late=1.4375,
        draw_two=0.125,
        goes_on=-0.1875,
        goes_on_again=-0.125,
        colour_late=-5.1875,
        laid=1.5,
        laid_alike=0.3125,
        draw=-25,
        named=4.6875,
        named_stops=-1.3125,
        named_again=-0.5,
        named_laid=0.3125,
        moved=15.375,  # arena.py tune --rules party --players 2 --only moved --steps 12 --tries 6 --deals 150 --seed 1
    ),
    # arena.py tune --rules tournament --players 2 --steps 60 --tries 16 --deals 600 --seed 1
    (True, "points"): Weights(
        colour=-2.25,
        rank=-5.25,
        wild=-5.3125,
        draw_four=-3.0625,
        wild_late=-3.6875,
        stops=1.5625,
        stops_threat=14.375,
        draws_threat=18.875,
        stops_late=-0.125,
        draw_two=1.125,
        goes_on=0.8125,
        goes_on_again=0.875,
        colour_late=0.875,
        laid=1.625,
        laid_alike=0.4375,
        points=0,
        draw=-20.625,
        named=7.375,
        named_stops=1.0625,
        named_again=-3.625,
        named_laid=0.5,
        # arena.py tune --rules tournament --set seven_zero=yes --players 2 --only moved --steps 8 --tries 6 --deals 40
        # --seed 1
        moved=10.125,
    ),
    # arena.py tune --rules quickplay --players 2 --steps 50 --tries 12 --deals 50 --seed 1
    (True, "chains"): Weights(
        colour=10.25,
        rank=-0.1875,
        wild=-22.125,
        draw_four=-3.375,
        wild_late=-3.8125,
        stops=-1.0625,
        stops_threat=0.9375,
        draws_threat=16.9375,
        stops_late=-2.4375,
        draw_two=-1.5625,
        goes_on=-0.4375,
        goes_on_again=-3.8125,
        colour_late=-3.625,
        laid=1.625,
        laid_alike=0.4375,
        draw=-9.125,
        another=3.125,
        another_wild=-24.9375,
        another_action=2.5,
        another_stops=23,
        followed=2.8125,
        named=6.4375,
        named_stops=5.875,
        named_again=-3.875,
        named_laid=0.125,
    ),
    # arena.py tune --rules official --players 4 --steps 60 --tries 16 --deals 400 --seed 1
    (False, "round"): Weights(
        colour=4.9375,
        rank=1.5,
        wild=-2.875,
        draw_four=-1.4375,
        wild_late=-1.6875,
        stops=1.625,
        stops_threat=15.1875,
        draws_threat=15.8125,
        stops_late=2.0625,
        draw_two=4.8125,
        goes_on=0.75,
        goes_on_again=-2.25,
        colour_late=-3.125,
        laid=1.375,
        laid_alike=0.9375,
        turns=-4.9375,
        draw=-27.4375,
        named=6.625,
        named_stops=0.9375,
        named_again=-1.9375,
        named_laid=0.25,
        moved=19.25,  # arena.py tune --rules party --players 4 --only moved --steps 10 --tries 6 --deals 40 --seed 1
    ),
    # arena.py tune --rules tournament --players 4 --steps 40 --tries 14 --deals 400 --seed 1
    (False, "points"): Weights(
        colour=7.625,
        rank=3,
        wild=-4.3125,
        draw_four=-3.625,
        wild_late=-0.5625,
        stops=1.6875,
        stops_threat=10.0625,
        draws_threat=0.75,
        stops_late=-1.75,
        draw_two=-0.75,
        goes_on=-2.1875,
        goes_on_again=-1.5625,
        colour_late=-3.1875,
        laid=0.8125,
        laid_alike=1.1875,
        turns=-2.0625,
        points=0,
        draw=-28.8125,
        named=2.5625,
        named_stops=0.9375,
        named_again=-3.4375,
        named_laid=0.1875,
        # arena.py tune --rules tournament --set seven_zero=yes --players 4 --only moved --steps 8 --tries 6 --deals 10
        # --seed 1
        moved=8.125,
    ),
    # arena.py tune --rules quickplay --players 4 --steps 50 --tries 12 --deals 20 --seed 1
    (False, "chains"): Weights(
        colour=4.125,
        rank=-1.9375,
        wild=-11.125,
        draw_four=2.8125,
        wild_late=3.9375,
        stops=1.9375,
        stops_threat=15.8125,
        draws_threat=14.4375,
        stops_late=-2.0625,
        draw_two=2.9375,
        goes_on=-2.375,
        goes_on_again=1.75,
        colour_late=-2.625,
        laid=0.875,
        laid_alike=0.0625,
        turns=2.3125,
        draw=-16.125,
        another=3.8125,
        another_wild=-27,
        another_action=-0.8125,
        another_stops=10.3125,
        followed=-2.375,
        named=2.25,
        named_stops=6.5625,
        named_again=-1.5625,
        named_laid=0.0625,
    ),
}
"""The weights of `hard`, by whether two play and what they play: chains, for points, or a round.

Each entry is what `scripts/arena.py tune` has printed for the options above it; what it did not search is as in
`BY_THUMB`.
"""


def weights_of(level: str, game: Game) -> Weights:
    """The weights of a level at this table."""
    if not HABITS[level].tuned:
        return BY_THUMB
    rules, two = game.rules, sum(game.playing) == 2
    points = rules.goal is Goal.POINTS or (two and rules.goal.by_points)  # with two, low points come to the same
    return HARD[two, "chains" if rules.chains else "points" if points else "round"]
