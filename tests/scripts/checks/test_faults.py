"""The table of faults: every clause has a row, and what a row replaces stands in its file once."""

from pathlib import Path
from types import ModuleType

from uno_engine.clauses import CLAUSES


def test_every_clause_and_every_law_has_a_fault(script: ModuleType) -> None:
    cited = {fault.clause for fault in script.faults() if not fault.tests}
    assert cited == {*CLAUSES, "law1", "law2", "law3", "law4"}


def test_a_fault_names_its_clause_or_tests_that_exist(script: ModuleType) -> None:
    assert [fault for fault in script.faults() if bool(fault.clause) == bool(fault.tests)] == []
    assert [line for fault in script.faults() for line in script.gone(fault)] == []
    here = f"{Path(__file__).relative_to(script.TESTS)}::test_a_fault_names_its_clause_or_tests_that_exist"
    row = script.faults()[0]._replace(tests=(f"{here}[x]", f"{here}_", "no_file.py"))
    assert [line.split("no test ")[1] for line in script.gone(row)] == [
        f"{test}: name the one that finds it" for test in (f"{here}_", "no_file.py")
    ]


def test_what_a_fault_replaces_stands_in_its_file_once(script: ModuleType) -> None:
    assert [line for row in script.faults() for line in script.stale(row.name, row.wrong, row.edits)] == []


def test_faults_are_chosen_by_clause_or_package_and_else_by_their_words(script: ModuleType) -> None:
    table = script.faults()
    assert {fault.clause for fault in script.chosen_by("A5", table)} == {"A5"}
    assert {fault.path.split("/")[0] for fault in script.chosen_by("client", table)} == {"client"}
    assert [fault.wrong for fault in script.chosen_by("kick oneself", table)] == ["a host may kick oneself"]
    assert script.chosen_by("no such words", table) == []
    assert script.chosen_by(None, table) == table


def test_no_fault_changes_nothing_and_no_two_are_the_same(script: ModuleType) -> None:
    rows = script.faults()
    assert [fault for fault in rows if fault.old == fault.new] == []
    assert len({(fault.clause, fault.path, fault.old, fault.new) for fault in rows}) == len(rows)
    assert len({(fault.clause, fault.wrong) for fault in rows}) == len(rows)
