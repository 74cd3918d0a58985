"""Does the measurement tell code that no test reaches from code that all was tried of?"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.loaded import script

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
CODE = "def sign(number: int) -> str:\n    if number < 0:\n        return '-'\n    return '+'\n"
HERE = Path(sys.executable)


@pytest.fixture
def measure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """scripts/coverage.py, set upon a package `small` with one function of two branches."""
    coverage = script("coverage")
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "__init__.py").write_text(CODE, encoding="utf-8")
    monkeypatch.setattr(coverage.environment, "ROOT", tmp_path)
    monkeypatch.setattr(coverage, "DATA", tmp_path / ".coverage")
    monkeypatch.setattr(coverage, "MARKS", (coverage.Mark("small", 100),))
    return coverage


def a_part(folder: Path, name: str, sentence: str) -> tuple[str]:
    """A part: a file with one test."""
    (folder / name).write_text(f"from small import sign\n\ndef test_it():\n    {sentence}\n", encoding="utf-8")
    return (name,)


def test_a_branch_that_no_test_takes_is_below_the_mark_and_named(
    measure: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert measure.measured(HERE, [a_part(tmp_path, "test_plus.py", "assert sign(1) == '+'")])
    assert measure.below(HERE, measure.MARKS) == ["small"]
    assert "small/__init__.py" in capfd.readouterr().out.replace("\\", "/")
    assert measure.below(HERE, [measure.Mark("small", 50)]) == []


def test_what_any_part_reaches_is_reached(measure: ModuleType, tmp_path: Path) -> None:
    plus = a_part(tmp_path, "test_plus.py", "assert sign(1) == '+'")
    minus = a_part(tmp_path, "test_minus.py", "assert sign(-1) == '-'")
    assert measure.measured(HERE, [plus, minus])
    assert measure.below(HERE, measure.MARKS) == []


def test_a_test_that_fails_fails_the_whole_even_if_it_reaches_everything(measure: ModuleType, tmp_path: Path) -> None:
    plus = a_part(tmp_path, "test_plus.py", "assert sign(1) == '+'")
    minus = a_part(tmp_path, "test_minus.py", "assert sign(-1) == '+'")
    assert not measure.measured(HERE, [plus, minus])
    assert measure.below(HERE, measure.MARKS) == []


def test_a_word_that_it_does_not_know_is_refused(
    measure: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["coverage.py", "--slow"])
    assert measure.main() == 2
    assert "--slow is no way to start it" in capsys.readouterr().err


def test_there_is_no_report_of_a_run_that_never_was(
    measure: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["coverage.py", "--report"])
    assert measure.main() == 1
    assert "nothing has been measured yet" in capsys.readouterr().err
