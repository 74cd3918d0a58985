"""Every correct message of a server is accepted; every other is refused, with the place of the fault."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from uno_protocol.conformance.link import unpacked
from uno_protocol.conformance.shapes import SECTIONS, compiled, hold, schema
from uno_protocol.conformance.tabled import refusals
from uno_protocol.conformance.verdicts import Failed

SCHEMA = schema()
LEGAL: dict[str, Any] = {"t": "legal", "table": "ABCD", "decision": 1, "n": 9, "actions": [{"k": "play", "card": "R5"}]}
ENTRY: dict[str, Any] = {"t": "entry", "table": "ABCD", "n": 9, "event": {"k": "said", "name": "Bo", "text": "hi"}}


def test_every_type_of_message_of_a_server_has_its_section() -> None:
    assert {name.removeprefix("server.") for name in SCHEMA["$defs"] if name.startswith("server.")} == set(SECTIONS)


def test_the_suite_expects_of_every_request_who_may_ask() -> None:
    def refused_with(code: str) -> set[str]:
        return {name[7:] for name, part in SCHEMA["$defs"].items() if code in part.get("x-refused", ())}

    cells = {cell: set(types) for cell, types in refusals().items() if cell[1] != "."}
    assert cells["lobby", "not_at_table"] == refused_with("not_at_table") - {"join_table", "spectate_table"}
    assert cells["watching", "not_host"] == refused_with("not_host") - {"give_time"}
    assert cells["watching", "not_seated"] == refused_with("not_seated")
    assert cells["guest", "not_host"] == refused_with("not_host")
    assert cells["guest", "no_game"] == refused_with("no_game") & refused_with("not_seated")
    assert [cell for cell, types in cells.items() if not types <= refused_with(cell[1])] == []


def test_every_refusal_of_the_suites_table_is_tried() -> None:
    suite = Path(str(files("uno_protocol.conformance")))
    text = "".join(file.read_text(encoding="utf-8") for file in (suite / "tables.rows", suite / "cases" / "host.py"))
    tried = {*re.findall(r"tries (\w+) -> (\w+)", text), *re.findall(r'tabled\.refused\(\w+, "(\w+)", "(\w+)"', text)}
    assert tried == {cell for cell in refusals() if cell[1] != "."}


@pytest.mark.parametrize(
    "message",
    [
        LEGAL | {"new": 1, "actions": [{"k": "moo", "card": 7}, {"k": "draw", "more": {"a": [1]}}]},
        ENTRY | {"event": {"k": "moo", "seat": "x"}},
        ENTRY | {"event": {"k": "said", "name": "Bo", "text": "hi", "seat": None}},
        {"t": "weather", "rain": 1.5},
        {"t": "error", "code": "limit", "id": None, "field": None, "clause": None, "args": {"seconds": 3}, "text": ""},
        {"t": "error", "code": "bad_schema", "id": 0, "field": "id"},
        {"t": "bye", "code": "x_new", "come_back": True, "after": 1},
    ],
)
def test_what_is_new_and_what_is_nil_for_none_is_taken(message: dict[str, Any]) -> None:
    hold(message)


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (LEGAL | {"n": 9.0}, r"legal\.n should be an int, but is 9\.0 \(P-9"),
        (LEGAL | {"n": True}, r"legal\.n should be an int"),
        ({key: value for key, value in LEGAL.items() if key != "n"}, r"legal\.n is missing"),
        (LEGAL | {"actions": [{"k": "draw"}, {"k": "play", "card": "R55"}]}, r"legal\.actions\[1\]\.card is 'R55'"),
        (LEGAL | {"actions": [{"card": "R5"}]}, r"legal\.actions\[0\] is not a map with its kind"),
        (LEGAL | {"actions": None}, r"legal\.actions should be an array"),
        (LEGAL | {"new": b""}, r"legal\.new is binary, which is not allowed \(P-3\.2\)"),
        (LEGAL | {"new": float("nan")}, r"legal\.new is nan"),
        (LEGAL | {"new": [[[[[[[[]]]]]]]]}, r"9 deep \(P-3\.3\)"),
        (LEGAL | {"new": [0] * 1025}, r"1025 members \(P-3\.4\)"),
        (ENTRY | {"event": {"k": "said", "name": "Bo", "text": "x" * 1025}}, r"entry\.event\.text has 1025"),
        (ENTRY | {"event": {"k": "asked", "decision": {"k": "take_turn"}}}, r"entry\.event\.decision\.seat is missing"),
        ({"t": "error", "code": "limit", "args": {"seconds": 2.5}}, r"error\.args\.seconds"),
        ({"t": "clock", "table": "ABCD", "decision": 2, "seconds": -3}, r"clock\.seconds is -3; the minimum is 0"),
        ({"t": "joined", "id": 1, "table": 7}, r"joined\.table should be a text, but is 7 \(P-7"),
    ],
)
def test_what_is_not_of_the_shape_is_told_with_its_place(message: dict[str, Any], found: str) -> None:
    with pytest.raises(Failed, match=found):
        hold(message)


def test_a_keyword_that_is_not_known_is_not_passed_over() -> None:
    with pytest.raises(LookupError, match="multipleOf"):
        compiled({"type": "integer", "multipleOf": 2})


@pytest.mark.parametrize(
    "body",
    [b"\x82\xa1t\xa4ping\xa1t\xa4ping", b"\x81\xa1t\xd4\x05\x00", b"\x81\xa1t\xa1\xff", b"\x80", b"\x90", b"\x81\xa1t"],
)
def test_what_is_no_message_at_all_is_refused(body: bytes) -> None:
    with pytest.raises(Failed, match=r"P-3\.[124]"):
        unpacked(body)
