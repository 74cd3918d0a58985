"""Servers that break the protocol are caught by a case that names the clause; ours passes every case."""

import re
from collections.abc import Iterable

import pytest

from tests.planting import ROOT, plant, planted
from tests.protocol.conformance.broken import Broken, table, wrongly_declared
from tests.protocol.conformance.broken_client import BrokenClient, clients
from tests.protocol.conformance.caught import PATIENT, SCENARIOS, apart, served, tried
from tests.protocol.conformance.in_process import waits
from tests.protocol.conformance.page import WITHOUT_CASE, caught_on
from uno_protocol.conformance.judging import Judged
from uno_protocol.conformance.report import clauses_of_the_document
from uno_protocol.conformance.run import all_cases, chosen
from uno_protocol.conformance.scenario_files import files_of, of_files
from uno_protocol.conformance.verdicts import Verdict

BROKEN = table()
DECLARED = wrongly_declared()


def failures(results: Iterable[Judged]) -> list[str]:
    return [f"{one.case.number}: {one.found}" for one in results if one.verdict is not Verdict.PASSED]


WAYS = pytest.mark.parametrize(
    ("encrypted", "web"), [(False, False), (True, False), (False, True)], ids=["tcp", "tls", "ws"]
)


@pytest.mark.slow
@WAYS
def test_our_own_server_passes_over_each_way_with_none_skipped(*, encrypted: bool, web: bool) -> None:
    """Every eighth case of each group that waits for nothing but answers, which no busy machine can fail."""
    cases, _ = apart(all_cases())
    groups = {case.group for case in cases}
    some = [case for group in sorted(groups) for case in [one for one in cases if one.group == group][::8]]
    with served("uno_server", *(["--tls", "required"] if encrypted else []), limits=PATIENT) as place:
        assert failures(tried(place, [case for case in some if not waits(case)], encrypted=encrypted, web=web)) == []


@pytest.mark.soak
@WAYS
def test_our_own_server_passes_every_case_over_each_way(*, encrypted: bool, web: bool) -> None:
    with served("uno_server") as place:
        cases = chosen(all_cases(), (), (), strict=True)
        assert failures(tried(place, cases, encrypted=encrypted, web=web)) == []


@pytest.mark.fast
def test_our_own_server_passes_the_cases_about_its_password_with_none_skipped() -> None:
    _, cases = apart(all_cases())
    with served("uno_server", password=True, limits=PATIENT) as place:
        results = tried(place, [case for case in cases if not waits(case)], password=True)
    assert failures(results) == []
    assert len(results) >= 5


def test_cases_about_a_password_are_left_out_where_none_is_given() -> None:
    _, about_it = apart(all_cases())
    assert set(chosen(all_cases(), (), (), strict=True)).isdisjoint(about_it)
    assert set(chosen(all_cases(), (), (), strict=True, password=True)) == set(all_cases())


@pytest.mark.fast
def test_every_fault_can_be_planted() -> None:
    faulty: list[Broken | BrokenClient] = [*BROKEN, *DECLARED, *clients()]
    for broken in faulty:
        for file in sorted({edit.file for edit in broken.edits}):
            text = planted(ROOT / file, broken.edits)
            assert text != (ROOT / file).read_text(encoding="utf-8"), broken.name
            compile(text, file, "exec")


def test_no_two_broken_servers_have_one_name_or_one_sentence() -> None:
    both = (*BROKEN, *DECLARED)
    assert len({broken.name for broken in both}) == len({broken.wrong for broken in both}) == len(both)


def test_every_wrong_declaration_is_in_what_clients_may_send() -> None:  # `check.py broken` tries them
    files = {edit.file for broken in DECLARED for edit in broken.edits}
    assert files == {"protocol/uno_protocol/asked.py", "protocol/uno_protocol/messages.py"}


def test_every_clause_that_is_broken_stands_in_the_document() -> None:
    document = clauses_of_the_document()
    assert {clause for broken in (*BROKEN, *DECLARED) for clause in broken.clauses} <= set(document)


def test_the_page_names_the_case_that_catches_each_broken_server() -> None:
    caught = caught_on((ROOT / "protocol" / "CONFORMANCE.md").read_text(encoding="utf-8"))
    assert sorted(broken.wrong for broken in BROKEN if broken.wrong not in caught) == []


def test_every_clause_has_a_case_for_servers_or_a_reason_why_it_has_none_and_not_both() -> None:
    played = of_files(files_of([str(SCENARIOS)]))
    cited = {clause for one in (*all_cases(), *played) for clause in one.clauses}
    assert set(clauses_of_the_document()) - cited == set(WITHOUT_CASE)
    for reason in WITHOUT_CASE.values():
        for name in re.findall(r"`([^`]+)`", reason):
            assert (ROOT / name.partition(" ")[0]).is_file()


def test_a_piece_of_text_that_is_not_there_once_cannot_be_planted() -> None:
    (edit, *_) = BROKEN[0].edits
    with pytest.raises(LookupError, match=r"stands 0 times in protocol/uno_protocol/framing\.py"):
        planted(ROOT / edit.file, [edit._replace(old="no such line")])


def test_a_fault_is_not_planted_in_what_is_loaded_already() -> None:
    edit = BROKEN[0].edits[0]._replace(file="protocol/uno_protocol/conformance/report.py")
    with pytest.raises(RuntimeError, match="too late"):
        plant([edit])
