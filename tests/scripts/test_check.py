"""Does the table of checks run to its end, and tell a check that passed from one that did not?"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
GOOD = ("-c", "print('fine')")
BAD = ("-c", "print('1 passed, 0 failed'); raise SystemExit(3)")
SLOW = ("-c", "import time; time.sleep(60)")


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/check.py."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("check")


def test_every_check_is_run_whatever_comes_of_the_others(check: ModuleType) -> None:
    rows = [check.Check("quiet", GOOD, alone=True), check.Check("bad", BAD), check.Check("good", GOOD)]
    outcomes = list(check.run(Path(sys.executable), rows))
    assert {outcome.name: outcome.passed for outcome in outcomes} == {"bad": False, "good": True, "quiet": True}
    assert outcomes[-1].name == "quiet"


def test_a_check_that_takes_too_long_has_failed(check: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LIMIT", 0.5)
    (outcome,) = check.run(Path(sys.executable), [check.Check("slow", SLOW)])
    assert not outcome.passed
    assert "not done after" in outcome.said


def test_what_a_failed_check_said_is_indented(check: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    # What a check prints may look like the closing line of a whole run.
    for outcome in check.run(Path(sys.executable), [check.Check("bad", BAD)]):
        check.tell(outcome)
    assert "\n    1 passed, 0 failed\n" in capsys.readouterr().out


def test_the_names_of_the_checks_differ(check: ModuleType) -> None:
    names = [row.name for row in check.CHECKS]
    assert len(set(names)) == len(names)
    assert {"types-linux", "types-win32", "types-darwin"} <= set(names)
