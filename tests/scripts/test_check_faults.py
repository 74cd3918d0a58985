"""Does the check of the faults say so when nobody notices one? And does its table fit the engine?"""

import importlib.util
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def check_faults() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_faults", ROOT / "scripts" / "check_faults.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_text_of_every_fault_stands_in_the_engine_once(check_faults: ModuleType) -> None:
    misplaced = [
        f"{fault.clause}: {fault.wrong}: {fault.old!r} in {fault.file}"
        for fault in check_faults.faults()
        if (ROOT / "engine" / fault.file).read_text(encoding="utf-8").count(fault.old) != 1
    ]
    assert misplaced == []


def test_every_clause_that_is_cited_has_a_fault_and_is_a_clause(check_faults: ModuleType) -> None:
    groups = tomllib.loads((ROOT / "tests" / "clauses.toml").read_text(encoding="utf-8"))
    known = {name for group in groups.values() for part in group.values() for name in part}
    broken = {fault.clause for fault in check_faults.faults()}
    assert check_faults.cited() == broken
    assert broken <= known


def test_no_fault_stands_twice_and_each_changes_something(check_faults: ModuleType) -> None:
    rows = check_faults.faults()
    assert [row for row, times in Counter(rows).items() if times > 1] == []
    assert [row for row in rows if row.old == row.new] == []


def test_a_fault_is_noticed_and_what_is_none_is_not(check_faults: ModuleType) -> None:
    rank = "Rank.SKIP: Effect(skip=1)"
    fault = check_faults.Fault("A5", "Skip skips nobody", "effects.py", rank, "Rank.SKIP: Effect()")
    assert check_faults.plant(fault).complaint is None
    harmless = fault._replace(wrong="nothing", new="Rank.SKIP: Effect(draw=0, skip=1)")
    assert check_faults.plant(harmless).complaint == "no test that cites the clause has failed"


def test_a_fault_that_cannot_be_planted_or_does_not_run_is_told(check_faults: ModuleType) -> None:
    lost = check_faults.Fault("A5", "nothing", "effects.py", "no such text", "")
    assert "stands 0 times" in check_faults.plant(lost).complaint
    broken = check_faults.Fault("A5", "no Python", "effects.py", "Rank.SKIP: Effect(skip=1)", "Rank.SKIP: Effect(")
    assert "pytest ended with" in check_faults.plant(broken).complaint
