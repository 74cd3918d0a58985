"""Everything is there again when a real server is killed, twenty times and at every step of a write."""

import sys
from pathlib import Path

import pytest

from tests.e2e.killing.run import Run

KILLS = 20
COMPARED = (
    *("snapshots", "entries told again", "promises kept", "counts", "requests sent again", "windows open", "scores"),
    *("asked take_turn", "asked play_drawn"),
)
"""What a run has to have had, or it has shown nothing."""


@pytest.mark.real_clock
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_twenty_kills_lose_nothing_double_nothing_and_all_come_back(tmp_path: Path) -> None:
    outcome = await Run(tmp_path, seed=20, tell=print).run(KILLS)
    assert outcome.told == []
    assert (outcome.lost, outcome.doubled, outcome.diverged, outcome.unfinished) == (0, 0, 0, 0)
    assert outcome.kills == KILLS
    assert all((outcome.steps | outcome.moments).values())
    assert all(outcome.compared.get(what) for what in COMPARED)
