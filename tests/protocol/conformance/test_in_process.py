"""Our own server passes every case without sockets, and sends the same bytes at the same times in every run."""

import pytest

from tests.protocol.conformance.caught import SCENARIOS
from tests.protocol.conformance.in_process import outcome
from uno_protocol.conformance.judging import Case
from uno_protocol.conformance.run import all_cases
from uno_protocol.conformance.scenario_files import files_of, of_files
from uno_protocol.conformance.verdicts import Verdict

CASES = all_cases()
DEAR = ("LO-29", "RS-17")
"""These fill a list or a log, and work for longer than a unit test may."""
SAMPLE = [case for case in CASES if case.group not in ("encryption", "browsers")][::40]
"""TLS keys and the dates of HTTP are new each time."""
PLAYED = of_files(files_of([str(SCENARIOS)]))
PARTS = 30


def each() -> list[object]:
    return [
        pytest.param(case, id=case.number, marks=[pytest.mark.fast] if case.number in DEAR else []) for case in CASES
    ]


@pytest.mark.parametrize("case", each())
def test_our_own_server_passes(case: Case) -> None:
    judged = outcome(case, password=case.needs_password).judged
    assert judged.verdict is Verdict.PASSED, judged.found


@pytest.mark.fast
@pytest.mark.parametrize("case", each())
@pytest.mark.parametrize(("encrypted", "web"), [(True, False), (False, True)], ids=["tls", "ws"])
def test_our_own_server_passes_too_over(case: Case, *, encrypted: bool, web: bool) -> None:
    judged = outcome(case, password=case.needs_password, encrypted=encrypted, web=web).judged
    assert judged.verdict is Verdict.PASSED, judged.found


@pytest.mark.parametrize("case", [pytest.param(case, id=case.number) for case in SAMPLE])
def test_a_case_that_is_run_again_hears_the_same_bytes_at_the_same_times(case: Case) -> None:
    first, second = outcome(case), outcome(case)
    assert first.bytes > 0
    assert (first.digest, first.judged) == (second.digest, second.judged)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_scenario_holds(part: int) -> None:
    results = [outcome(case).judged for case in PLAYED[part::PARTS]]
    assert [f"{one.case.does}: {one.found}" for one in results if one.verdict is not Verdict.PASSED] == []
