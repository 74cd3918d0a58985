"""The table of faults: every clause has a row, and what a row replaces stands in its file once."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from engine.clauses import CLAUSES

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/check_faults.py."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("check_faults")


def test_every_clause_and_every_law_has_a_fault(check: ModuleType) -> None:
    assert {fault.clause for fault in check.faults()} == {*CLAUSES, "law1", "law2", "law3", "law4"}


def test_what_a_fault_replaces_stands_in_its_file_once(check: ModuleType) -> None:
    stale = {
        (fault.clause, fault.wrong): count
        for fault in check.faults()
        if (count := (check.ROOT / fault.path).read_text(encoding="utf-8").count(fault.old)) != 1
    }
    assert stale == {}


def test_no_fault_changes_nothing_and_no_two_are_the_same(check: ModuleType) -> None:
    rows = check.faults()
    assert [fault for fault in rows if fault.old == fault.new] == []
    assert len({(fault.clause, fault.path, fault.old, fault.new) for fault in rows}) == len(rows)
    assert len({(fault.clause, fault.wrong) for fault in rows}) == len(rows)


def test_the_clauses_of_a_mark_are_found(check: ModuleType) -> None:
    mark = "pytest.mark.clause"
    assert check.cited_in(f'@{mark}("A5", "law1")\npytestmark = {mark}("M6")') == {"A5", "law1", "M6"}
