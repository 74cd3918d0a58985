"""The text of protocol/CONFORMANCE.md, made from results, and results read back from it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from types import MappingProxyType

from tests.protocol.conformance.broken import Broken
from uno_protocol.conformance.judging import Case
from uno_protocol.conformance.report import clauses_of_the_document
from uno_protocol.conformance.verdicts import Requirement

Caught = Mapping[str, tuple[str, str]]
"""Maps a fault in our client to the number of the case that catches it and a clause that the case cites."""

NOT_YET = "**no case yet**"
SCENARIOS = "scenarios"

MARK = "<!-- scripts/conformance_report.py writes all that follows; edit what is above by hand. -->\n\n"
_FOUND = "is about announcements, not connections; `{}` tests ours"
_OPERATOR = "is up to the person who runs the server; `tests/server/test_admin.py` tests ours"
WITHOUT_CASE: Mapping[str, str] = {
    **dict.fromkeys(("P-1.1", "P-1.2", "P-1.3", "P-1.5", "P-1.7", "P-1.8"), "a definition"),
    "P-2.1": "every case relies on it",
    **dict.fromkeys(("P-20.5", "P-20.6"), "says how people and links name a key; `tests/protocol/test_identity.py`"),
    "P-20.12": "is a SHOULD, which nobody can see from outside of TLS but by lengths; `tests/server/test_tls.py`",
    **dict.fromkeys(("P-20.7", "P-20.8", "P-20.9"), "is for clients"),
    "P-5.10": "the suite cannot restart a server; `tests/server/test_recovery.py` and `scripts/torture.py kills` do",
    "P-5.12": _OPERATOR,
    "P-5.13": _OPERATOR,
    **dict.fromkeys(("P-8.5", "P-11.1", "P-13.4"), "is for clients"),
    "P-11.4": "is about changes of the document",
    "P-13.2": "is about logs, which the suite cannot see; `tests/server/test_secrets.py` tests ours",
    "P-13.5": "a warning",
    **dict.fromkeys(("P-15.1", "P-15.6"), _FOUND.format("tests/server/test_announce.py")),
    **dict.fromkeys(("P-15.2", "P-15.4", "P-15.5"), _FOUND.format("tests/protocol/test_discovery.py")),
    "P-15.3": _FOUND.format("tests/protocol/test_interfaces.py"),
    "P-15.7": _FOUND.format("tests/client/net/test_discovery.py"),
    "P-15.8": _FOUND.format("tests/client/net/test_servers.py"),
}
"""The clauses that no case for servers cites, and why."""


def page(
    cases: Sequence[Case],
    broken: Sequence[Broken],
    caught: Mapping[str, str],
    of_clients: Sequence[Case] = (),
    clients: Caught = MappingProxyType({}),
) -> str:
    """The part of the page after its head.

    `caught` maps the sentence of a broken server to the name of the case that caught it; `of_clients` are the cases
    for clients, `clients` the broken clients that they catch.
    """
    template = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    return MARK + template.substitute(
        groups="\n".join(_groups(cases)),
        client_groups="\n".join(_groups(of_clients)),
        broken="\n".join(_broken(broken, caught)),
        broken_clients="\n".join(_broken_clients(clients)),
        clauses="\n".join(_clauses(cases, of_clients)),
    )


def _groups(cases: Sequence[Case]) -> Iterator[str]:
    yield "| group | must | should |"
    yield "|---|---|---|"
    count = Counter((one.group, one.level) for one in cases)
    for group in dict.fromkeys(one.group for one in cases):
        yield f"| {group} | {count[group, Requirement.MUST]} | {count[group, Requirement.SHOULD]} |"
    all_of = Counter(one.level for one in cases)
    yield f"| all | {all_of[Requirement.MUST]} | {all_of[Requirement.SHOULD]} |"


def _broken(broken: Sequence[Broken], caught: Mapping[str, str]) -> Iterator[str]:
    seen = sum(one.wrong in caught for one in broken)
    yield f"{len(broken)} servers, {seen} of them caught.\n"
    yield "| a server that … | breaks | caught by |"
    yield "|---|---|---|"
    for one in broken:
        yield f"| {one.wrong} | {', '.join(one.clauses)} | {caught.get(one.wrong, NOT_YET)} |"


def _broken_clients(clients: Caught) -> Iterator[str]:
    yield f"{len(clients)} clients, all of them caught.\n"
    yield "| a client that … | breaks | caught by |"
    yield "|---|---|---|"
    for name, (number, clause) in clients.items():
        yield f"| {name.replace('_', ' ')} | {clause} | {number} |"


def _clauses(cases: Sequence[Case], of_clients: Sequence[Case]) -> Iterator[str]:
    yield "| clause | cases for servers | cases for clients |"
    yield "|---|---|---|"
    for clause in clauses_of_the_document():
        citing = [one for one in cases if clause in one.clauses]
        numbers = [one.number for one in citing if one.group != SCENARIOS]
        played = len(citing) - len(numbers)
        told = [*numbers, *([f"{played} scenarios"] if played else [])]
        clients = [one.number for one in of_clients if clause in one.clauses]
        yield f"| {clause} | {', '.join(told) or WITHOUT_CASE.get(clause, NOT_YET)} | {', '.join(clients)} |"


_ROW = re.compile(r"^\| (?P<wrong>.+?) \| (?P<clauses>P-[\d.]+(?:, P-[\d.]+)*) \| (?P<case>.+) \|$", re.MULTILINE)


def caught_on(text: str) -> dict[str, str]:
    """Maps the sentence of each broken server that a page says was caught to the name of the case that caught it."""
    return {row["wrong"]: row["case"] for row in _ROW.finditer(text) if row["case"] != NOT_YET}
