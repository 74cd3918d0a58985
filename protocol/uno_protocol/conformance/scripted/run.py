"""A run of the cases for clients."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.run import Tell, cases_of, judge
from uno_protocol.conformance.scripted import cases
from uno_protocol.conformance.scripted.stage import Commands, Stage
from uno_protocol.conformance.verdicts import Verdict

SOUND = "CL-60"
"""The case about every message of the client; it is reported last, as it counts those of the other cases."""
LENIENT = ("hostile",)
"""Groups that provoke bad messages, which then do not count."""


def all_client_cases() -> list[Case]:
    """Every case for clients, by number."""
    return sorted(cases_of(cases).values(), key=lambda one: int(one.number.partition("-")[2]))


def run_clients(found: Sequence[Case], commands: Commands, *, timeout: float, at_once: int, tell: Tell) -> list[Judged]:
    """Run the cases, several together, each with a client of its own; returns their results in order."""

    at_fault: dict[str, str] = {}

    def tried(one: Case) -> Judged:
        stage = Stage(commands, timeout=timeout)
        judged = judge(one, stage)
        if stage.at_fault and one.group not in LENIENT:
            at_fault[one.number] = stage.at_fault
        if one.number != SOUND:
            tell(judged)
        return judged

    with ThreadPoolExecutor(at_once) as pool:
        results = list(pool.map(tried, found))
    for at, judged in enumerate(results):
        if judged.case.number == SOUND:
            results[at] = with_what_the_others_saw(judged, at_fault)
            tell(results[at])
    return results


def with_what_the_others_saw(judged: Judged, at_fault: Mapping[str, str]) -> Judged:
    """Fail the case about the client's messages also for bad ones in other cases."""
    if judged.verdict is Verdict.FAILED or not at_fault:
        return judged
    number = min(at_fault, key=lambda each: int(each.partition("-")[2]))
    others = len(at_fault) - 1
    more = f", and messages at fault in {others} other case{'s' * (others > 1)}" if others else ""
    return replace(judged, behaviour=Verdict.FAILED, closing=None, found=f"in {number}: {at_fault[number]}{more}")
