"""Does `uno-conformance --client` judge clients as it should?"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from protocol.conformance.cli import main
from protocol.conformance.report import clauses_of_the_document
from protocol.conformance.scripted.run import all_client_cases

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
