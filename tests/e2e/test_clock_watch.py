"""The watch over the clocks of a killed server notices what it must, and nothing else."""

import pytest

from tests.e2e.killing.clocks import ClockWatch
from uno_protocol import messages as m


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
