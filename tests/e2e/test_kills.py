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


def shown(seconds: float | None) -> m.Clock:
    return m.Clock(table="T", decision=7, seconds=seconds, of=None if seconds is None else 30)


@pytest.fixture
def watch() -> ClockWatch:
    """It is told at second 100 that a clock has 30 seconds left."""
    watch = ClockWatch()
    assert watch.told(shown(30.0), 100.0) is None
    return watch


def test_a_clock_that_begins_anew_after_a_restart_is_noticed(watch: ClockWatch) -> None:
    watch.killed(104.0)
    assert watch.told(shown(None), 105.0) is None
    assert watch.told(shown(30.0), 106.0) is not None


def test_a_clock_that_has_run_on_while_no_server_was_there_is_noticed(watch: ClockWatch) -> None:
    watch.killed(101.0)
    assert watch.told(shown(24.0), 106.0) is not None


def test_a_clock_that_goes_on_where_it_stood_is_right(watch: ClockWatch) -> None:
    watch.killed(104.0)
    watch.told(shown(None), 105.0)
    assert watch.told(shown(26.5), 106.0) is None
    assert watch.proofs == 1


def test_a_clock_may_stand_unseen_while_the_client_is_away(watch: ClockWatch) -> None:
    watch.away(101.0)
    assert watch.told(shown(29.0), 103.0) is None


def test_a_clock_may_run_from_when_somebody_is_back_at_the_table(watch: ClockWatch) -> None:
    watch.killed(100.2)
    watch.back(104.0)
    assert watch.told(shown(28.6), 105.2) is None
    assert watch.told(shown(26.5), 105.3) is not None
