"""The table of checks runs to its end, and tells a check that passed from one that failed."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.fast

GOOD = ("-c", "print('fine')")
BAD = ("-c", "print('1 passed, 0 failed'); raise SystemExit(3)")
SLOW = ("-c", "import time; time.sleep(60)")


def test_every_check_is_run_whatever_comes_of_the_others(script: ModuleType) -> None:
    rows = [script.Check("quiet", GOOD, alone=True), script.Check("bad", BAD), script.Check("good", GOOD)]
    outcomes = list(script.run(Path(sys.executable), rows))
    assert {outcome.name: outcome.passed for outcome in outcomes} == {"bad": False, "good": True, "quiet": True}
    assert outcomes[-1].name == "quiet"


def test_a_check_that_takes_too_long_has_failed(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "LIMIT", 0.5)
    (outcome,) = script.run(Path(sys.executable), [script.Check("slow", SLOW)])
    assert not outcome.passed
    assert "not finished after" in outcome.said
