"""Our own server passes every case without sockets, and sends the same bytes at the same times in every run."""

import pytest

from tests.protocol.conformance.caught import SCENARIOS, SOMETIMES
from tests.protocol.conformance.in_process import outcome
from tests.protocol.conformance.otherwise import ALWAYS
from uno_protocol.conformance.judging import Case
from uno_protocol.conformance.run import all_cases
from uno_protocol.conformance.scenario_files import files_of, of_files
from uno_protocol.conformance.verdicts import Requirement, Verdict

CASES = all_cases()
DEAR = ("LO-29", "RS-17")  # these fill a list or a log, and work for longer than a unit test may
PLAIN = [case for case in CASES if case.group != "browsers" and not any("P-20." in one for one in case.clauses)]
SAID_IN_THE_OPEN = [case for case in PLAIN if case.level is Requirement.MUST]
"""Those that a server passes which does not say everything in the shortest form."""
SAMPLE = PLAIN[::40]  # TLS keys and the dates of HTTP are new each time
PLAYED = of_files(files_of([str(SCENARIOS)]))
PARTS = 30


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.number, marks=[pytest.mark.fast] if case.number in DEAR else []) for case in CASES],
)
def test_our_own_server_passes(case: Case) -> None:
    judged = outcome(case).judged
    assert judged.verdict is Verdict.PASSED, judged.found


@pytest.mark.fast
@pytest.mark.parametrize("case", [pytest.param(case, id=case.number) for case in CASES[::3]])
def test_our_own_server_passes_too_over_tls_or_websocket(case: Case) -> None:
    """Every third case over one of the two; a soak tries all over both, over sockets."""
    encrypted = CASES.index(case) % 2 == 0
    judged = outcome(case, encrypted=encrypted, web=not encrypted).judged
    assert judged.verdict is Verdict.PASSED, judged.found


@pytest.mark.fast
@pytest.mark.parametrize("case", [pytest.param(case, id=case.number) for case in SAID_IN_THE_OPEN])
def test_our_own_server_passes_also_where_all_that_it_says_is_said_otherwise(case: Case) -> None:
    judged = outcome(case, ways=ALWAYS).judged
    assert judged.verdict is Verdict.PASSED, judged.found


ABOUT_TIME = [case for case in SAID_IN_THE_OPEN if {"P-10.2", "P-10.3", "P-10.5"} & {*case.clauses}]


def test_a_server_that_tells_few_timeouts_fails_no_case() -> None:
    results = [outcome(case, ways=["untold"]).judged for case in ABOUT_TIME]
    assert [f"{one.case.number}: {one.found}" for one in results if one.verdict is Verdict.FAILED] == []
    assert any(one.verdict is Verdict.SKIPPED for one in results)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.number) for case in SAMPLE])
def test_a_case_that_is_run_again_hears_the_same_bytes_at_the_same_times(case: Case) -> None:
    first, second = outcome(case), outcome(case)
    assert first.bytes > 0
    assert (first.digest, first.judged) == (second.digest, second.judged)


@pytest.mark.parametrize("part", [pytest.param(part, marks=SOMETIMES[part % 3]) for part in range(PARTS)])
def test_every_scenario_holds(part: int) -> None:
    """tests/engine plays all of them in every run."""
    results = [outcome(case).judged for case in PLAYED[part::PARTS]]
    assert [f"{one.case.does}: {one.found}" for one in results if one.verdict is not Verdict.PASSED] == []
