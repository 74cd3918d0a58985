"""How often a level wins against another, as it was measured (`scripts/arena.py strength`, `STRENGTH.md`)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Measured(NamedTuple):
    """A match of two levels: who played, and what came of it."""

    rules: str
    """The preset."""
    players: int
    a: str
    b: str
    games: int
    """How many were asked for."""
    seed: int
    two_against_two: bool = False
    bluffs: int | None = None
    """The worth of challenges to `a` if `b` bluffs at this many of 100 chances; each deal is a round."""
    share: float = 0.0
    """The part of the games that a has won; or what it has won more than its copy that never challenges."""
    least: float = 0.0
    """Where the 95 % interval of the share begins."""
    most: float = 0.0
    deals: int = 0
    first: float = 0.0
    """The share in the first deals, which a test replays."""
    milliseconds: float = 0.0
    """Processor time of a decision of a."""
    slowest: float = 0.0
    """Processor time of the slowest decision."""


class Strength(NamedTuple):
    """The lobby's sentence about a level."""

    wins: int
    """Of 100."""
    against: str
    """The level that all others play."""


def figures(measured: Sequence[Measured]) -> dict[str, dict[int, dict[str, Strength]]]:
    """The share that every level wins, by preset, seats (2, or 4 for more) and level, where it was measured."""
    rules = dict.fromkeys(line.rules for line in measured)
    levels = dict.fromkeys(line.a for line in measured)
    return {
        name: {
            seats: {level: found for level in levels if (found := strength(measured, level, name, seats))}
            for seats in (2, 4)
        }
        for name in rules
    }


def strength(measured: Iterable[Measured], level: str, rules: str, players: int) -> Strength | None:
    """What a level wins against `normal`, or against what it was measured with; None where nothing was.

    A table of more than two players counts as one of four.
    """
    seats = 2 if players == 2 else 4
    there = [line for line in measured if (line.rules, line.players) == (rules, seats) and line.bluffs is None]
    there = [line for line in there if not line.two_against_two]
    for line in sorted(there, key=lambda line: (line.a, line.b) != (level, "normal")):
        if line.a == level and line.b in ("normal", "easy", "hard"):
            return Strength(round(100 * line.share), line.b)
    return None
