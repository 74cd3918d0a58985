"""What does protocol/CONFORMANCE.md say? Its text from what was found, and what was found from its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from protocol.conformance.judging import Case, Level
from protocol.conformance.report import clauses_of_the_document
from tests.protocol.conformance.broken import Broken

Caught = Mapping[str, tuple[str, str]]
"""By the name of a fault in our client the number of the case that catches it, and a clause that it names."""

NOT_YET = "**no case yet**"
SCENARIOS = "scenarios"

HEAD = """# Conformance

Written by `scripts/conformance_report.py`; do not edit. How to hold a server against [PROTOCOL.md](PROTOCOL.md) is told
by `uno-conformance --help`; `uno-conformance --list` prints what each case does and expects.
"""

OWN = """## Our own server

It passes every case, none is skipped: with short times (those of `tests/protocol/conformance/caught.py`), with
`--allow-test-deals`, and for the group `password` with a password. With its usual times the case that waits for
`watcher_away` is skipped. Cases of *should* count with `--strict`.
"""

CLIENT = """## Our clients

The cases for clients (`uno-conformance --client`). With `--strict`, `tests/protocol/conformance/test_client_mode.py`
shows that ours passes all of them with its full screen, and at lines, where somebody types, and playing by itself all
but those about what it shows; and `tests/e2e/test_node_client.py` that the example for Node.js fails none. A small
client with other ways, as good or against a SHOULD, is failed for none but that.
"""

BROKEN = """## Broken servers

The suite is tested itself: each of these is our own server with one fault planted in it
(`tests/protocol/conformance/broken.toml`). The first 168 were planted from PROTOCOL.md alone, by somebody who had not
read the suite; those that came later show what new cases are for. It is caught if a case fails that cites a clause
that it breaks.
"""

BROKEN_CLIENTS = """## Broken clients

Our own client, with one fault planted in it (`tests/protocol/conformance/broken_client.py`).
"""

CLAUSES = """## Clauses

The cases that cite each clause. A scenario is a game of `tests/scenarios/`, played over the wire. Where no case for
servers cites a clause, it says why.
"""

_FOUND = "is about announcements, not about the connection; `{}` holds ours"
_OPERATOR = "is done by whoever runs the server; `tests/server/test_admin.py` holds ours"
WITHOUT_CASE: Mapping[str, str] = {
    **dict.fromkeys(("P-1.1", "P-1.2", "P-1.3", "P-1.5", "P-1.7", "P-1.8"), "a definition"),
    "P-2.1": "says what every case goes by",
    "P-5.10": "the suite cannot start a server again; `tests/server/test_recovery.py` and `scripts/killtest.py` do",
    "P-5.12": _OPERATOR,
    "P-5.13": _OPERATOR,
    **dict.fromkeys(("P-8.5", "P-11.1", "P-13.4"), "asks something of clients"),
    "P-11.4": "is about how the document itself changes",
    "P-13.2": "is about a log that the suite does not see; `tests/server/test_secrets.py` holds ours",
    "P-13.5": "a warning",
    **dict.fromkeys(("P-15.1", "P-15.6"), _FOUND.format("tests/server/test_announce.py")),
    **dict.fromkeys(("P-15.2", "P-15.4", "P-15.5"), _FOUND.format("tests/protocol/test_discovery.py")),
    "P-15.3": _FOUND.format("tests/protocol/test_interfaces.py"),
    "P-15.7": _FOUND.format("tests/client/test_discover.py"),
    "P-15.8": _FOUND.format("tests/client/test_found.py"),
}
"""Why no case for servers cites a clause, for those of which none does."""


def page(
    cases: Sequence[Case],
    broken: Sequence[Broken],
    caught: Mapping[str, str],
    of_clients: Sequence[Case] = (),
    clients: Caught = MappingProxyType({}),
) -> str:
    """The whole text. `caught`: by the sentence of a broken server, the name of the case that has caught it.

    `of_clients` are the cases that hold clients to the document, `clients` the broken ones that they catch.
    """
    parts = (HEAD, OWN, *_groups(cases), "", CLIENT, *_groups(of_clients), "", BROKEN, *_broken(broken, caught), "")
    more = (BROKEN_CLIENTS, *_broken_clients(clients), "", CLAUSES, *_clauses(cases, of_clients), "")
    return "\n".join((*parts, *more))


def _groups(cases: Sequence[Case]) -> Iterator[str]:
    yield "| group | must | should |"
    yield "|---|---|---|"
    count = Counter((one.group, one.level) for one in cases)
    for group in dict.fromkeys(one.group for one in cases):
        yield f"| {group} | {count[group, Level.MUST]} | {count[group, Level.SHOULD]} |"
    all_of = Counter(one.level for one in cases)
    yield f"| all | {all_of[Level.MUST]} | {all_of[Level.SHOULD]} |"


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
    """By the sentence of each broken server that a page says was caught, the name of the case that it names."""
    return {row["wrong"]: row["case"] for row in _ROW.finditer(text) if row["case"] != NOT_YET}


def not_yet_caught_on(text: str) -> set[str]:
    """The sentences of the broken servers of which a page says that no case catches them yet."""
    return {row["wrong"] for row in _ROW.finditer(text) if row["case"] == NOT_YET}
