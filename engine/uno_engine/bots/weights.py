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
_TUNED: Mapping[str, tuple[float | None, ...]] = {
    "colour": (-0.8125, -2.25, 10.25, 4.9375, 7.625, 4.125),
    "rank": (-3.5625, -5.25, -0.1875, 1.5, 3, -1.9375),
    "wild": (-9.75, -5.3125, -22.125, -2.875, -4.3125, -11.125),
    "draw_four": (-5.375, -3.0625, -3.375, -1.4375, -3.625, 2.8125),
    "wild_late": (-4.125, -3.6875, -3.8125, -1.6875, -0.5625, 3.9375),
    "stops": (1.125, 1.5625, -1.0625, 1.625, 1.6875, 1.9375),
    "stops_threat": (2.9375, 14.375, 0.9375, 15.1875, 10.0625, 15.8125),
    "draws_threat": (8.6875, 18.875, 16.9375, 15.8125, 0.75, 14.4375),
    "stops_late": (1.4375, -0.125, -2.4375, 2.0625, -1.75, -2.0625),
    "draw_two": (0.125, 1.125, -1.5625, 4.8125, -0.75, 2.9375),
    "goes_on": (-0.1875, 0.8125, -0.4375, 0.75, -2.1875, -2.375),
    "goes_on_again": (-0.125, 0.875, -3.8125, -2.25, -1.5625, 1.75),
    "colour_late": (-5.1875, 0.875, -3.625, -3.125, -3.1875, -2.625),
    "laid": (1.5, 1.625, 1.625, 1.375, 0.8125, 0.875),
    "laid_alike": (0.3125, 0.4375, 0.4375, 0.9375, 1.1875, 0.0625),
    "turns": (None, None, None, -4.9375, -2.0625, 2.3125),
    "points": (None, 0, None, None, 0, None),
    "draw": (-25, -20.625, -9.125, -27.4375, -28.8125, -16.125),
    "another": (None, None, 3.125, None, None, 3.8125),
    "another_wild": (None, None, -24.9375, None, None, -27),
    "another_action": (None, None, 2.5, None, None, -0.8125),
    "another_stops": (None, None, 23, None, None, 10.3125),
    "followed": (None, None, 2.8125, None, None, -2.375),
    "moved": (15.375, 10.125, None, 19.25, 8.125, None),
    "named": (4.6875, 7.375, 6.4375, 6.625, 2.5625, 2.25),
    "named_stops": (-1.3125, 1.0625, 5.875, 0.9375, 0.9375, 6.5625),
    "named_again": (-0.5, -3.625, -3.875, -1.9375, -3.4375, -1.5625),
    "named_laid": (0.3125, 0.5, 0.125, 0.25, 0.1875, 0.0625),
}
"""What `scripts/arena.py tune` found for each trait at six kinds of table, in the order of `HARD`; None: not searched.

All were run with --seed 1, and with:
--rules official --players 2 --steps 60 --tries 16 --deals 600
--rules tournament --players 2 --steps 60 --tries 16 --deals 600
--rules quickplay --players 2 --steps 50 --tries 12 --deals 50
--rules official --players 4 --steps 60 --tries 16 --deals 400
--rules tournament --players 4 --steps 40 --tries 14 --deals 400
--rules quickplay --players 4 --steps 50 --tries 12 --deals 20
`moved` was searched afterwards, with --only moved and:
--rules party --players 2 --steps 12 --tries 6 --deals 150
--rules tournament --set seven_zero=yes --players 2 --steps 8 --tries 6 --deals 40
--rules party --players 4 --steps 10 --tries 6 --deals 40
--rules tournament --set seven_zero=yes --players 4 --steps 8 --tries 6 --deals 10
"""


def _tuned(column: int) -> Weights:
    """The weights in one column of the table; what was not searched is as in `BY_THUMB`."""
    found = {trait: row[column] for trait, row in _TUNED.items()}
    return BY_THUMB._replace(**{trait: weight for trait, weight in found.items() if weight is not None})


HARD: Mapping[tuple[bool, str], Weights] = {
    (two, played): _tuned(3 * (not two) + column)
    for two in (True, False)
    for column, played in enumerate(("round", "points", "chains"))
}
"""The weights of `hard`, by whether two play and what they play: a round, for points, or chains."""


def weights_of(level: str, game: Game) -> Weights:
    """The weights of a level at this table."""
    if not HABITS[level].tuned:
        return BY_THUMB
    rules, two = game.rules, sum(game.playing) == 2
    points = rules.goal is Goal.POINTS or (two and rules.goal.by_points)  # with two, low points come to the same
    return HARD[two, "chains" if rules.chains else "points" if points else "round"]
