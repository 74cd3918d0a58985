"""What decided a round: up to three facts, counted and never guessed."""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

from uno_protocol.result import RoundCounts

MOST = 3
SHARED = 2
"""Players who may share a fact: what more have in common decided nothing."""
LEAST_LEAD = 3
LEAST_DRAWN = 3


class Fact(Enum):
    """What can be told of a round."""

    BLUFFS = "challenges that were right"
    CAUGHT = "caught without UNO"
    DREW = "most cards drawn"
    LED = "turns with fewer cards than everybody else"


class RoundFact(Struct, frozen=True):
    """One fact, whom it is about, and how often or how many."""

    fact: Fact
    seats: tuple[int, ...]
    n: int


def facts(counts: RoundCounts) -> tuple[RoundFact, ...]:
    """The facts of a round, the weightiest first."""
    told = (
        (Fact.BLUFFS, counts.challenges_won, 1),
        (Fact.CAUGHT, counts.caught, 1),
        (Fact.DREW, counts.drawn, LEAST_DRAWN),
        (Fact.LED, _turns_led(counts), LEAST_LEAD),
    )
    found = (_most(fact, numbers, least) for fact, numbers, least in told)
    return tuple(each for each in found if each is not None)[:MOST]


def _most(fact: Fact, numbers: Sequence[int], least: int) -> RoundFact | None:
    most = max(numbers, default=0)
    seats = tuple(seat for seat, n in enumerate(numbers) if n == most)
    return RoundFact(fact, seats, most) if most >= least and len(seats) <= SHARED else None


def _turns_led(counts: RoundCounts) -> list[int]:
    """For how many turns each seat alone had the fewest cards; whoever has none is no longer in the round."""
    led = [0] * len(counts.held)
    for now in list(zip(*counts.held, strict=True))[:-1]:  # the last numbers are those of the end
        fewest = min(filter(None, now), default=0)
        if fewest and now.count(fewest) == 1:
            led[now.index(fewest)] += counts.every
    return led
