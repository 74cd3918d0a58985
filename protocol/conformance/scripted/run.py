"""Which cases are tried with a client, and what came of each."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from protocol.conformance.judging import Case, Judged
from protocol.conformance.run import Tell, judge
from protocol.conformance.scripted import cases
from protocol.conformance.scripted.listed import CLIENT_CASES
from protocol.conformance.scripted.stage import Commands, Stage


def all_client_cases() -> list[Case]:
    """Every case for clients, by number."""
    for module in sorted(pkgutil.iter_modules(cases.__path__), key=lambda found: found.name):
        importlib.import_module(f"{cases.__name__}.{module.name}")
    return sorted(CLIENT_CASES.values(), key=lambda one: int(one.number.partition("-")[2]))


def run_clients(found: Sequence[Case], commands: Commands, *, timeout: float, at_once: int, tell: Tell) -> list[Judged]:
    """Try the cases, several at once, each with a client of its own; what came of each, in their order."""

    def tried(one: Case) -> Judged:
        judged = judge(one, Stage(commands, timeout=timeout))
        tell(judged)
        return judged

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(tried, found))
