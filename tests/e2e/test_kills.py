"""Everything is there again when a real server is killed, twenty times and at every step of a write.

The watch over clocks notices what it must, and nothing else.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.killed_server import STEPS
from tests.e2e.killing.clocks import ClockWatch
from tests.e2e.killing.judge import CLOCK
from tests.e2e.killing.run import Moment, Run, ways
from uno_protocol import messages as m

KILLS = 20
COMPARED = (
    "snapshots",
    "entries told again",
    "promises kept",
    "counts",
    "clocks that went on",
    "requests sent again",
    "windows open",
    "scores",
    "asked take_turn",
    "asked play_drawn",
)
"""What a run has to have had, or it has shown nothing."""


@pytest.mark.real_clock
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_twenty_kills_lose_nothing_double_nothing_and_all_come_back(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    outcome = await Run(tmp_path, seed=20, tell=print).run(KILLS)
    record_property("kills at each step of a write", outcome.steps)
    record_property("kills from outside", outcome.moments)
    record_property("seconds to the last return", outcome.slowest_return_s)
    record_property("clocks that were off", outcome.clocks_off)  # judged by `torture.py kills`, on an idle machine
    assert [line for line in outcome.told if not line.startswith(CLOCK)] == []
    assert (outcome.lost, outcome.doubled, outcome.diverged, outcome.unfinished) == (0, 0, 0, 0)
    assert outcome.kills == KILLS
    assert all(outcome.steps[step] for step in STEPS)
    assert all(outcome.compared.get(what) for what in COMPARED)


def test_every_step_and_moment_has_its_turn_in_twenty_kills() -> None:
    planned = ways(KILLS, seed=20)
    assert len(planned) == KILLS
    assert {*planned} == {*STEPS, *Moment}


Seen = tuple[str, float, float | None]
"""What happens, at which second, and how many seconds the clock shows then; or none, while it stands."""


@pytest.mark.parametrize(
    ("seen", "right"),
    [
        pytest.param([("killed", 104.0, None), ("told", 105.0, None), ("told", 106.0, 30.0)], False, id="begins anew"),
        pytest.param([("killed", 101.0, None), ("told", 106.0, 24.0)], False, id="has run on without a server"),
        pytest.param([("killed", 104.0, None), ("told", 105.0, None), ("told", 106.0, 26.5)], True, id="goes on"),
        pytest.param([("away", 101.0, None), ("told", 103.0, 29.0)], True, id="stands while the client is away"),
        pytest.param(
            [("killed", 100.2, None), ("back", 104.0, None), ("told", 105.2, 28.6)], True, id="runs for others"
        ),
        pytest.param(
            [("killed", 100.2, None), ("back", 104.0, None), ("told", 105.3, 26.0)], False, id="runs too fast"
        ),
    ],
)
def test_a_clock_that_had_30_seconds_at_second_100_is_watched(seen: list[Seen], right: bool) -> None:
    watch = ClockWatch()
    wrong = None
    for what, at, seconds in [("told", 100.0, 30.0), *seen]:
        assert wrong is None
        if what == "told":
            of = None if seconds is None else 30
            wrong = watch.told(m.Clock(table="T", decision=7, seconds=seconds, of=of), at)
        else:
            getattr(watch, what)(at)
    assert (wrong is None) is right
