"""The list of the cases for clients, and how one is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.conformance.judging import Case, Level

if TYPE_CHECKING:
    from protocol.conformance.scripted.stage import Stage

CLIENT_CASES: dict[str, Case] = {}
"""Every case for clients by its number."""

Run = Callable[["Stage"], None]


def client_case(number: str, *clauses: str, does: str, expects: str, level: Level = Level.MUST) -> Callable[[Run], Run]:
    """Enter a function into the list, as `case` does for servers. `number`: CL-1, …, each a case's own for ever."""

    def enter(run: Run) -> Run:
        group = run.__module__.rpartition(".")[2]
        if number in CLIENT_CASES or not number.startswith("CL-") or not clauses:
            raise ValueError(f"case {number} is there already, or is none of a client, or names no clause")
        CLIENT_CASES[number] = Case(number, group, clauses, does, expects, level, run)
        return run

    return enter
