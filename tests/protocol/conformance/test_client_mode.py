"""Does `uno-conformance --client` judge clients as it should?"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from protocol.conformance.cli import main
from protocol.conformance.judging import Judged, Verdict
from protocol.conformance.report import clauses_of_the_document
from protocol.conformance.scripted.listed import CLIENT_CASES
from protocol.conformance.scripted.program import Command
from protocol.conformance.scripted.run import all_client_cases, run_clients
from protocol.conformance.scripted.stage import Commands
from tests.protocol.conformance.broken_client import FAULTS

CLIENT = f"'{sys.executable}' -m client {{host}}:{{port}} --table {{table}} --name {{name}}"
AUTOPLAY = f"{CLIENT} --seats 2 --autoplay normal"


def verdicts(folder: Path, *arguments: str) -> dict[str, str]:
    """What came of each case, by its number."""
    kept = folder / "results.json"
    main([*arguments, "--strict", "--jobs", "3", "--json", str(kept)])
    return {case["id"]: case["result"] for case in json.loads(kept.read_text(encoding="utf-8"))["cases"]}


def test_every_case_cites_clauses_of_the_document_and_has_a_number_of_its_own() -> None:
    cases = all_client_cases()
    document = clauses_of_the_document()
    assert len(cases) >= 45
    assert [one.number for one in cases] == [f"CL-{at + 1}" for at in range(len(cases))]
    assert {clause for one in cases for clause in one.clauses} <= document.keys()


def test_no_two_cases_do_the_same() -> None:
    told = [(one.does, one.expects) for one in all_client_cases()]
    assert len(set(told)) == len(told)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_our_autoplaying_client_passes(tmp_path: Path) -> None:
    found = verdicts(tmp_path, "--client", AUTOPLAY)
    assert {number: verdict for number, verdict in found.items() if verdict != "passed"} == {}


BROKEN = f"'{sys.executable}' -m tests.protocol.conformance.broken_client"
CAUGHT = {
    "says_hello_twice": ("CL-1", "P-4.1"),
    "speaks_version_2_alone": ("CL-2", "P-4.2"),
    "is_long_winded_before_welcome": ("CL-1", "P-4.1"),
    "answers_pings_with_another_nonce": ("CL-15", "P-4.3"),
    "never_pings": ("CL-18", "P-4.3"),
    "comes_back_after_every_bye": ("CL-22", "P-5.7"),
    "comes_back_at_once_for_ever": ("CL-35", "P-5.9"),
    "never_comes_back": ("CL-31", "P-4.6"),
    "does_not_wait_after_bye": ("CL-28", "P-4.5"),
    "resumes_from_the_entry_before": ("CL-41", "P-5.9"),
    "shows_its_token_to_every_server": ("CL-49", "P-5.5"),
    "prints_its_token": ("CL-57", "P-5.5"),
    "forgets_what_was_not_answered": ("CL-51", "P-6.4"),
    "asks_everything_again_under_new_ids": ("CL-51", "P-6.4"),
    "counts_its_ids_anew_on_each_connection": ("CL-53", "P-6.1"),
    "overlooks_gaps": ("CL-46", "P-8.5"),
    "names_the_decision_before": ("CL-61", "P-9.2"),
    "draws_whatever_is_listed": ("CL-62", "P-9.1"),
    "dies_of_an_unknown_type": ("CL-75", "P-11.1"),
    "takes_no_frame_above_32_kib": ("CL-83", "P-2.3"),
    "takes_frames_of_any_size": ("CL-39", "P-2.3"),
    "adds_a_key_to_its_requests": ("CL-60", "P-3.7"),
}
"""What is planted in our client, the case that catches it, and a clause that this names."""
CAUGHT_AT_LINES = {
    "shows_text_as_it_comes": ("CL-102", "P-13.3"),
    "takes_text_for_a_format": ("CL-111", "P-13.3"),
}
"""The same for what only a client that shows things can do wrong."""


def judged(number: str, command: str) -> Judged:
    """What came of one case."""
    all_client_cases()
    cases = [CLIENT_CASES[number]]
    (result,) = run_clients(cases, Commands(Command(command)), timeout=5.0, at_once=1, tell=lambda _judged: None)
    return result


@pytest.mark.slow
@pytest.mark.parametrize("fault", CAUGHT)
def test_a_client_with_a_fault_is_caught(fault: str) -> None:
    number, clause = CAUGHT[fault]
    result = judged(number, AUTOPLAY.replace(f"'{sys.executable}' -m client", f"{BROKEN} {fault}"))
    assert result.verdict is Verdict.FAILED, result.found
    assert clause in result.case.clauses


@pytest.mark.slow
@pytest.mark.parametrize("fault", CAUGHT_AT_LINES)
def test_a_client_that_shows_what_it_should_not_is_caught(fault: str) -> None:
    number, clause = CAUGHT_AT_LINES[fault]
    result = judged(number, f"{CLIENT} --plain".replace(f"'{sys.executable}' -m client", f"{BROKEN} {fault}"))
    assert result.verdict is Verdict.FAILED, result.found
    assert clause in result.case.clauses


def test_every_planted_fault_is_tried() -> None:
    assert {*CAUGHT, *CAUGHT_AT_LINES} == set(FAULTS)
