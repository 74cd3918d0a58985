"""The levels of the computer players: one row each, with what it is like and how it plays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from uno_engine.language import N_

LevelName = Literal["easy", "normal", "hard", "expert"]
"""The levels to choose from."""
BotLevel = Literal[LevelName, "random"]
"""Every level that a server takes."""
RANDOM = N_("random")
"""A level that is still taken (P-18.5) and not offered: it plays any card that fits."""


class Span(NamedTuple):
    """Seconds, at the least and at the most; in the middle it is likeliest."""

    least: float
    most: float


class Reactions(NamedTuple):
    """A level's reactions. The chances that it notices something are from 0 to 1."""

    forgets: float
    """How often it does not call UNO with its play; half of the times it calls afterwards."""
    calls: Span
    """How long after the grace it does then."""
    catches: float
    catching: Span
    """How long after the grace it catches."""
    jumps: float
    jumping: Span
    """How long after the card it jumps in."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a level chooses by rules of thumb (`uno_engine.bots.thumb`), apart from its weights."""

    slips: float
    """How often it takes any card that fits."""
    bluffs: float
    """How often it bluffs with a Wild Draw Four when the next player is about to go out."""
    stacks_a_bluff: float
    """How often it bluffs with one to pass a penalty on."""
    caution: float
    """How many times as likely as pays a bluff must be before it challenges."""
    tuned: bool = False
    """Whether it has the weights that were found by trying for its kind of table."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level."""

    like: str
    """The level's character, for players."""
    habits: Habits | None
    """How it chooses; None: it searches (`uno_engine.bots.expert`)."""
    reactions: Reactions


LEVELS: Mapping[LevelName, Level] = {
    "easy": Level(
        "plays whatever fits and often forgets UNO",
        Habits(slips=0.6, bluffs=0.0, stacks_a_bluff=0.0, caution=3.0),
        Reactions(0.30, Span(1, 3), 0.25, Span(1.2, 4), 0.20, Span(2, 4)),
    ),
    "normal": Level(
        "plays with care and now and then forgets UNO",
        Habits(slips=0.0, bluffs=0.05, stacks_a_bluff=0.3, caution=2.0),
        Reactions(0.10, Span(1, 3), 0.50, Span(0.8, 3), 0.50, Span(1.4, 3)),
    ),
    "hard": Level(
        "weighs every card and rarely forgets UNO",
        Habits(slips=0.0, bluffs=0.0, stacks_a_bluff=0.3, caution=1.25, tuned=True),
        Reactions(0.03, Span(0.8, 2), 0.75, Span(0.6, 2.2), 0.80, Span(1, 2.2)),
    ),
    "expert": Level(
        "thinks ahead and misses next to nothing",
        None,
        Reactions(0.01, Span(0.8, 2), 0.90, Span(0.5, 1.8), 0.95, Span(0.9, 1.6)),
    ),
}
"""Every level, the weakest first."""
SEARCHES = frozenset(name for name, level in LEVELS.items() if level.habits is None)
"""The levels that search, which takes long."""
