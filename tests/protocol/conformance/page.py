"""The text of protocol/CONFORMANCE.md, made from results, and results read back from it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
OWN = """## Our own server

It passes every case, and none is skipped.
It runs with short time-outs (`tests/protocol/conformance/caught.py`) and `--allow-test-deals`.
For the group `password` it has a password.
With its usual time-outs, LF-39, which waits for `watcher_away`, is skipped.
Where `messages_at_once` or `messages_per_second` are far higher than usual, so are LI-1, LI-2 and LI-3.
All this is the same over TLS and WebSocket.
The cases under *should* count with `--strict`.
"""

CLIENT = """## Our clients

These are the cases for clients (`uno-conformance --client`), run with `--strict`.
Our full screen passes all of them, but for WebSocket and chains, which it does not do by itself.
So do the plain lines, typed into or playing by themselves, except for the cases about what is shown when nobody looks.
The example for Node.js fails none.
A small client that does things differently fails no MUST, and only the SHOULDs that it ignores.
It also comes by WebSocket, and plays in chains.
`tests/protocol/conformance/test_client_mode.py` and `tests/e2e/test_node_client.py` check all this.
"""

BROKEN = """## Broken servers

These test the suite itself.
Each is our own server with one fault planted in it (`tests/protocol/conformance/broken.toml`).
The first 168 were planted from PROTOCOL.md alone, by somebody who had not read the suite.
The later ones show what new cases are for.
A broken server is caught if a case fails that cites a clause the server breaks.
Two dozen more have a wrong declaration of what clients may send (`wrong_declarations.toml`, beside it).
The schema is made anew from it, and the suite, which reads that schema, catches them all the same (`check.py broken`).
"""

BROKEN_CLIENTS = """## Broken clients

Each is our own client with one fault planted in it (`tests/protocol/conformance/broken_client.toml`).
"""

CLAUSES = """## Clauses

The cases that cite each clause; where there is none for servers, the reason.
A scenario is a game of `tests/scenarios/`, played over the network.
"""

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
    parts = (MARK + OWN, *_groups(cases), "", CLIENT, *_groups(of_clients), "", BROKEN, *_broken(broken, caught), "")
    more = (BROKEN_CLIENTS, *_broken_clients(clients), "", CLAUSES, *_clauses(cases, of_clients), "")
    return "\n".join((*parts, *more))


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


def not_yet_caught_on(text: str) -> set[str]:
    """The sentences of the broken servers that no case on the page catches yet."""
    return {row["wrong"] for row in _ROW.finditer(text) if row["case"] == NOT_YET}
