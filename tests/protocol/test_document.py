"""The documents of the protocol say what the code does: every type, field, code, option and number of it."""

import ast
import dataclasses
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from uno_engine.clauses import CLAUSES
from uno_engine.decisions import DECISIONS
from uno_engine.events import EVENTS, Open
from uno_engine.options import fingerprint
from uno_engine.presets import preset
from uno_engine.refused import Code
from uno_protocol import codec, framing
from uno_protocol import messages as m
from uno_protocol.conformance.report import document
from uno_protocol.conformance.shapes import check_of
from uno_protocol.discovery import Advertisement, written
from uno_protocol.room import ROOM_EVENTS
from uno_protocol.shapes import Record
from uno_server.base import states

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = document()


def sections() -> dict[str, list[str]]:
    """The text under every heading of the form #### `name`, and in every item of a list that begins with a name."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^(?:#### |- \*\*)(?=`)", DOCUMENT, flags=re.MULTILINE)[1:]:
        _, title, text = part.split("`", 2)
        found.setdefault(title, []).append(re.split(r"^##", text, flags=re.MULTILINE)[0])
    return found


SECTIONS = sections()
SENT: list[tuple[str, Any]] = [*m.GREETINGS.items(), *m.REQUESTS.items(), *m.SERVER_MESSAGES.items()]
TOLD: list[tuple[str, Any]] = [*EVENTS.items(), *ROOM_EVENTS.items(), *DECISIONS.items()]


def said_of(kind: str) -> str:
    """What the document says of a type; a request and a decision of one name have a heading each."""
    return "".join(SECTIONS[kind])


def test_every_message_event_and_decision_has_one_heading_or_a_row_and_every_heading_is_one_of_them() -> None:
    sent = [kind for kind, _ in SENT]
    titles = [title for title, texts in SECTIONS.items() for _ in texts]
    expected = [*sent, *(kind for kind, _ in TOLD)]
    assert Counter(titles) <= Counter(expected)
    assert set(expected) - set(titles) <= set(m.REQUESTS)  # their rows in the table of requests say all


def test_no_message_and_no_table_of_fields_is_kept_by_hand() -> None:
    by_hand = re.sub(r"<!-- drawn: (?!end).*?<!-- drawn: end -->", "", DOCUMENT, flags=re.DOTALL)
    assert "| option | values |" in by_hand  # only what is drawn is gone
    assert re.findall(r"^(?:#### |\| field).*", by_hand, re.MULTILINE) == []


def wire_names(type_: Any) -> list[str]:
    """The names of a message's own fields on the wire."""
    return [field.encode_name for field in msgspec.structs.fields(type_)]


WITHIN: list[tuple[str, Any]] = [("tables", m.TableLine), ("create_table", m.NewTable)]


# The fields of requests stand in a table that a script makes.
@pytest.mark.parametrize(("kind", "type_"), [*WITHIN, *(row for row in SENT if not issubclass(row[1], m.Request))])
def test_every_field_of_a_message_is_named_under_its_heading(kind: str, type_: Any) -> None:
    assert {name for name in wire_names(type_) if f"`{name}`" not in said_of(kind)} == set()


# Beside the draw pile and what a challenge is judged by: the hand of somebody who leaves, and a position (P-7.30).
SECRET = {"stock", "sealed"}
NEVER_SENT = {"player_left": {"cards"}, "player_lost": {"cards", "points"}, "game_placed": {"position"}}


# The fields of events and snapshots stand in tables that a script makes.
@pytest.mark.parametrize(("kind", "type_"), DECISIONS.items())
def test_every_field_of_a_decision_is_named_under_its_heading(kind: str, type_: Any) -> None:
    names = {field.name for field in dataclasses.fields(type_)} - {"seat"}  # P-9.3 says that each has one
    assert {name for name in names if f"`{name}`" not in said_of(kind)} == set()


def test_what_may_be_left_out_of_an_event_stands_in_brackets() -> None:
    """P-8.3: whatever a writer leaves out, the document says so."""
    left_out = {(kind, name) for kind, type_ in TOLD for name in Record(type_, lean=True).left_out}
    rows_of = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", DOCUMENT.partition("drawn: events")[2], re.MULTILINE))
    hints = {(kind, name): hint for kind, type_ in TOLD for name, hint in get_type_hints(type_).items()}
    optional = {place for place, hint in hints.items() if type(None) in get_args(hint)}
    shown = {(kind, name) for kind, name in left_out | optional if name not in SECRET and kind not in NEVER_SENT}
    assert len(shown) > 15
    said = {kind: rows_of[kind] if kind not in DECISIONS else said_of(kind) for kind, _ in TOLD}
    assert {(kind, name) for kind, name in shown if f"(`{name}`)" not in said[kind]} == set()


@pytest.mark.parametrize("kind", sorted(kind for kind, type_ in EVENTS.items() if not issubclass(type_, Open)))
def test_every_event_with_a_secret_says_who_sees_it(kind: str) -> None:
    hidden = {"first_card_returned", "draw_pile_renewed", "cards_played"}  # SECRET, which nobody is sent
    assert kind in hidden or re.search(r"\b(sees?|seen|shown|hidden)\b", said_of(kind))


def rows(clause: str) -> list[list[str]]:
    """The rows of the table that follows a clause, as cells."""
    after = DOCUMENT[DOCUMENT.index(f"**{clause}**") :]
    table = after[after.index("\n|") + 1 :]
    lines = table[: table.index("\n\n")].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def code_of(cell: str) -> str:
    return cell.strip("`")


def test_the_fingerprint_can_be_worked_out_from_the_document_alone() -> None:
    lines = "".join(f"{code_of(row[0])}={code_of(row[2])}\n" for row in rows("P-7.12"))
    digits = hashlib.sha256(lines.encode()).hexdigest()[:8]
    assert f"that of `official` is `{digits}`" in DOCUMENT
    assert digits == fingerprint(preset("official"))


def test_every_clause_of_a_refusal_is_one_of_the_rule_book() -> None:
    cited = {clause for row in rows("P-12.2") for clause in row[2].split(", ")}
    assert cited <= set(CLAUSES)


def test_the_limits_and_time_outs_are_those_of_welcome() -> None:
    from uno_server.core.hub import Hub
    from uno_server.core.outputs import Deliver

    hub = Hub(name="x", entropy=bytes)
    hub.connected(1, "127.0.0.1", 0.0)
    (sent,) = hub.handle(1, m.Hello(versions=[*m.SPOKEN]), 0.0)
    assert isinstance(sent, Deliver)
    (welcome,) = sent.messages
    assert isinstance(welcome, m.Welcome)
    assert {code_of(row[0]): int(row[1]) for row in rows("P-10.1")} == welcome.limits
    assert {code_of(row[0]): float(row[1]) for row in rows("P-10.2")} == welcome.timeouts
    assert welcome.limits["max_frame"] == framing.CLIENT_LIMIT
    assert welcome.limits["max_frame_before_hello"] == framing.GREETING_LIMIT
    assert welcome.limits["server_max_frame"] == framing.SERVER_LIMIT


def test_the_keys_of_an_announcement_are_those_that_are_written() -> None:
    record = written(Advertisement("1", "x", 2, 2, 1, 1, 1, 1, password=True, key="k" * 26))
    assert [code_of(row[0]) for row in rows("P-15.4")] == re.findall(r"(\w+)=", record.decode())


# What gives a code, and which argument it is.
GIVERS = dict.fromkeys(("Refusal", "_give_up", "NameRejected"), 0)
GIVERS |= dict.fromkeys(("_refuse_link", "_bye", "break_off", "RulesRefused"), 1)


def calls() -> Iterator[tuple[str, str, bool | None]]:
    """Every code that server/ writes in a call: what is called, the code, and `come_back` where it is written."""
    for path in sorted((ROOT / "server").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from codes_of(node)


def codes_of(node: ast.Call) -> Iterator[tuple[str, str, bool | None]]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    written = {keyword.arg: keyword.value for keyword in node.keywords}
    value = written.get("code") if name in ("Error", "Bye") else None
    if name in GIVERS and len(node.args) > GIVERS[name]:
        value = node.args[GIVERS[name]]
    back = written.get("come_back")
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield name, value.value, back.value if isinstance(back, ast.Constant) and isinstance(back.value, bool) else None


CALLS = list(calls())
OF_BYTES = {codec.BAD_CODEC, codec.BAD_SCHEMA, codec.TOO_DEEP, framing.BAD_FRAME, framing.FRAME_TOO_LARGE}


# With these the shell breaks a connection off, which is an `error` and a `bye`.
OF_THE_SHELL = {code for giver, code, back in CALLS if giver == "break_off" and back is False}

# What uno_server/base/states.py and the requests' declarations refuse with, and what of that ends the connection.
REFUSING_ROWS = [row for rows_of in states.LINKS.values() for row in rows_of.values() if row.refused]
OF_MACHINES = {str(row.refused) for row in REFUSING_ROWS} | {
    code for kind in m.REQUESTS.values() for code in (*kind.asked.where.values(), *kind.asked.phases.values())
}
CLOSING_MACHINES = {str(row.refused) for row in REFUSING_ROWS if row.closes}


def test_the_codes_of_errors_are_those_of_the_server() -> None:
    used = {code for giver, code, _ in CALLS if giver in ("Refusal", "Error", "_refuse_link")} | OF_BYTES | OF_MACHINES
    assert {code_of(row[0]) for row in rows("P-12.1")} == (used | OF_THE_SHELL) - {code.value for code in Code}


def test_the_codes_that_close_are_those_with_which_the_server_closes() -> None:
    closing = {code_of(row[0]) for row in rows("P-12.1") if row[1] == "yes"}
    closed = {code for giver, code, back in CALLS if giver == "_refuse_link" or (giver == "_bye" and back is False)}
    never = {"taken_over", "moved", "wrong_password", "logged_out", "kicked"}  # a bye of its own: P-12.3
    assert closing == (closed - never) | CLOSING_MACHINES | (OF_BYTES - {codec.BAD_SCHEMA}) | OF_THE_SHELL


def test_the_refusals_of_the_rules_are_those_of_the_engine_in_their_order() -> None:
    assert [code_of(row[0]) for row in rows("P-12.2")] == [code.value for code in Code]


def test_the_codes_of_bye_are_those_of_the_server() -> None:
    shown = {code_of(row[0]): row[1] == "yes" for row in rows("P-12.3")}
    said = {code: back for giver, code, back in CALLS if giver in ("_bye", "Bye") and back is not None}
    said |= {code: True for giver, code, _ in CALLS if giver == "_give_up"}
    closing = {code_of(row[0]) for row in rows("P-12.1") if row[1] == "yes"}
    assert shown == {"bad_schema": False} | {code: back for code, back in said.items() if code not in closing}


@pytest.mark.fast
def test_the_reasons_for_names_and_rules_are_all_said() -> None:
    reasons = {code for giver, code, _ in CALLS if giver == "NameRejected"} | {"confusable", "seats"}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "engine").rglob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    reasons |= {code for node in nodes for giver, code, _ in codes_of(node) if giver == "RulesRefused"}
    assert len(reasons) > 8
    assert {reason for reason in reasons if f"`{reason}`" not in DOCUMENT} == set()


def transcript_lines() -> list[tuple[str, str]]:
    """Every message of the worked sessions: who sent it (C or S), and its JSON, which may go over several lines."""
    blocks = "".join(re.findall(r"^```text\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL))
    found = re.findall(r"^([CS])  (\{.*(?:\n   (?! *…|[0-9a-f]+$).*)*)", blocks, re.MULTILINE)
    return [(side, text.replace("\n   ", " ")) for side, text in found]


def test_every_message_of_a_worked_session_is_one() -> None:
    whole = [(side, text) for side, text in transcript_lines() if '"…"' not in text]
    assert len(whole) > 50
    for side, text in whole:
        message = json.loads(text)
        check_of(f"{'client' if side == 'C' else 'server'}.{message['t']}")(message)


def test_the_clauses_are_numbered_once_and_without_gaps() -> None:
    defined = re.findall(r"^- \*\*P-(\d+)\.(\d+)\*\*", DOCUMENT, re.MULTILINE)
    by_section: dict[int, list[int]] = {}
    for section, number in defined:
        by_section.setdefault(int(section), []).append(int(number))
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in by_section.values())


def test_what_a_bot_needs_is_read_in_one_sitting() -> None:
    assert (ROOT / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8").count("\n") <= 1000


def test_every_clause_that_is_cited_anywhere_exists() -> None:
    defined = set(re.findall(r"^- \*\*(P-\d+\.\d+)\*\*", DOCUMENT, re.MULTILINE))
    defined |= {clause.partition(".")[0] for clause in defined}
    sources = [*(ROOT / "protocol").rglob("*.md"), *(ROOT / "server").rglob("*.md")]
    for package in ("protocol", "server", "client", "tests"):
        sources += (ROOT / package).rglob("*.py")
    cited = {
        clause for path in sources for clause in re.findall(r"\bP-\d+(?:\.\d+)?", path.read_text(encoding="utf-8"))
    }
    assert cited - defined == {"P-256"}  # a curve
