"""How computer players react follows from their level, public facts and their secret, and from nothing else."""

from collections.abc import Callable
from math import log, sqrt

import pytest

from uno_engine.bots.reactions import (
    BY_LEVEL,
    NEVER,
    PACES,
    best_of,
    calls_after,
    catches_after,
    forgets,
    jumps_after,
    paced,
)
from uno_engine.levels import Span

SECRET = b"a secret of the computers' own"
TRIES = 1_500
SURELY = sqrt(log(2e10) / (2 * TRIES))
"""So far off is a correct program less than once in 10,000,000,000 times (Hoeffding)."""

Reaction = Callable[[str], float]


def reactions(react: Reaction) -> list[float]:
    return [react(f"window {number}") for number in range(TRIES)]


def check(found: list[float], chance: float, span: Span) -> None:
    """Finite and more than 0 so often, within the span, and in its middle on average."""
    times = [seconds for seconds in found if 0 < seconds < NEVER]
    assert abs(len(times) / TRIES - chance) < SURELY
    assert all(span.least <= seconds <= span.most for seconds in times)


@pytest.mark.parametrize("level", BY_LEVEL)
def test_a_level_overlooks_as_much_as_its_row_says_and_takes_as_long(level: str) -> None:
    row = BY_LEVEL[level]
    called = reactions(lambda occasion: calls_after(level, SECRET, occasion))
    check(called, 0.5, row.calls)
    forgot = reactions(lambda occasion: forgets(level, SECRET, occasion))
    assert abs(sum(forgot) / TRIES - row.forgets) < SURELY
    check(reactions(lambda occasion: jumps_after(level, SECRET, occasion)), row.jumps, row.jumping)
    caught = reactions(lambda occasion: catches_after(level, SECRET, occasion, grace=True))
    check(caught, row.catches, row.catching)
    later = reactions(lambda occasion: catches_after(level, SECRET, occasion, grace=False))
    assert later == [pytest.approx(seconds + 1.2) for seconds in caught]


def test_the_best_level_present_is_found() -> None:
    assert best_of(["easy", "random", "hard", "normal"]) == "hard"
    assert best_of(["random"]) is None


def test_pauses_follow_the_host_and_shrink_where_many_computers_sit_together() -> None:
    def pause(
        pace: str = "normal", between: int = 1, people: int = 2, *, grace: bool = False, jump: bool = False
    ) -> float:
        return paced(2.0, PACES.get(pace, 0.1), between, people, grace_ended=grace, may_be_jumped=jump)

    assert (pause("calm"), pause(), pause("brisk")) == (3.0, 2.0, 1.0)
    assert pause(between=6) == 2.0
    assert pause(between=9) == pytest.approx(2.0 * 8 / (1.3 * 9))
    assert pause(people=0) == 0.5
    assert pause("brisk", 9, grace=True) == 1.0
    assert pause("brisk", 9, jump=True) == 1.5
    assert pause(people=0, jump=True) == 0.5
    assert pause("none of these", jump=True) == pytest.approx(0.3)
