"""The list of the cases for clients."""

from collections.abc import Callable

from uno_protocol.conformance.judging import Case, described
from uno_protocol.conformance.scripted.stage import Stage
from uno_protocol.conformance.verdicts import Requirement

CLIENT_CASES: dict[str, Case] = {}
"""Every case for clients by its number."""

Run = Callable[[Stage], None]


def client_case(number: str, *clauses: str, level: Requirement = Requirement.MUST) -> Callable[[Run], Run]:
    """Add a function to the list, as `case` does for servers. `number`: CL-1, …, never used again."""

    def enter(run: Run) -> Run:
        group = run.__module__.rpartition(".")[2]
        if number in CLIENT_CASES or not number.startswith("CL-") or not clauses:
            raise ValueError(f"case {number} is there already, or is none of a client, or names no clause")
        CLIENT_CASES[number] = Case(number, group, clauses, *described(run.__doc__ or ""), level, run)
        return run

    return enter
