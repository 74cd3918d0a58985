"""How computer players react follows from their level, public facts and their secret, and from nothing else."""

from collections.abc import Callable
from math import log, sqrt
from statistics import fmean

import pytest

from engine.bots.reactions import BY_LEVEL, NEVER, Span, calls_after, catches_after, jumps_after, paced

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
    check(called, row.forgets / 2, row.calls)
    assert abs(called.count(0.0) / TRIES - (1 - row.forgets)) < SURELY
    check(reactions(lambda occasion: jumps_after(level, SECRET, occasion)), row.jumps, row.jumping)
    after_grace = Span(row.catching.least + 1.5, row.catching.most + 1.5)
    caught = reactions(lambda occasion: catches_after([level], SECRET, occasion, 1.5))
    check(caught, row.catches, after_grace)


def test_in_the_middle_of_its_span_a_time_is_likeliest() -> None:
    times = [seconds for seconds in reactions(lambda what: jumps_after("expert", SECRET, what)) if seconds < NEVER]
    outer = [seconds for seconds in times if not 1.075 <= seconds <= 1.425]  # half of the span, a quarter of the times
    assert abs(len(outer) / len(times) - 0.25) < 0.1
    assert fmean(times) == pytest.approx(1.25, abs=0.1)


def test_a_table_catches_by_the_best_level_present_and_rolls_once() -> None:
    for occasion in map(str, range(50)):
        best = catches_after(["hard"], SECRET, occasion, 0)
        assert catches_after(["easy", "hard", "normal", "hard"], SECRET, occasion, 0) == best
    assert catches_after([], SECRET, "1", 0) == NEVER
    assert catches_after(["random"], SECRET, "1", 0) == NEVER


def test_without_a_grace_people_get_a_moment_all_the_same() -> None:
    found = reactions(lambda occasion: catches_after(["expert"], SECRET, occasion, 0))
    assert min(found) >= 1.2 + 0.5


def test_whoever_does_not_know_the_secret_cannot_foretell_anything() -> None:
    ours = reactions(lambda occasion: jumps_after("normal", SECRET, occasion))
    assert ours == reactions(lambda occasion: jumps_after("normal", SECRET, occasion))
    assert ours != reactions(lambda occasion: jumps_after("normal", b"another", occasion))


def test_pauses_follow_the_host_and_shrink_where_many_computers_sit_together() -> None:
    def pause(
        pace: str = "normal", between: int = 1, people: int = 2, *, grace: bool = False, jump: bool = False
    ) -> float:
        return paced(2.0, pace, between, people, grace_ended=grace, may_be_jumped=jump)

    assert (pause("calm"), pause(), pause("brisk")) == (3.0, 2.0, 1.0)
    assert pause(between=6) == 2.0
    assert pause(between=9) == pytest.approx(2.0 * 8 / (1.3 * 9))
    assert pause(people=0) == 0.5
    assert pause("brisk", 9, grace=True) == 1.0
    assert pause("brisk", 9, jump=True) == 1.5
    assert pause(people=0, jump=True) == 0.5
