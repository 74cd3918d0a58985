"""The table of faults: every clause has a row, and what a row replaces stands in its file once."""

from engine.clauses import CLAUSES
from scripts.check_faults import ROOT, cited_in, faults


def test_every_clause_and_every_law_has_a_fault() -> None:
    assert {fault.clause for fault in faults()} == {*CLAUSES, "law1", "law2", "law3", "law4"}


def test_what_a_fault_replaces_stands_in_its_file_once() -> None:
    stale = {
        (fault.clause, fault.wrong): count
        for fault in faults()
        if (count := (ROOT / fault.path).read_text(encoding="utf-8").count(fault.old)) != 1
    }
    assert stale == {}


def test_no_fault_changes_nothing_and_no_two_are_the_same() -> None:
    rows = faults()
    assert [fault for fault in rows if fault.old == fault.new] == []
    assert len({(fault.clause, fault.path, fault.old, fault.new) for fault in rows}) == len(rows)
    assert len({(fault.clause, fault.wrong) for fault in rows}) == len(rows)


def test_the_clauses_of_a_mark_are_found() -> None:
    assert cited_in('@pytest.mark.clause("A5", "law1")\npytestmark = pytest.mark.clause("M6")') == {"A5", "law1", "M6"}
