"""The shapes of messages, checked by the keywords that the schema uses.

In a server's message unknown keys, types and kinds are not faults (P-11.1), and nil stands for none (P-3.8); a client's
has only the keys of its type, and nil only where the schema says so. A schema cannot tell 1 from
1.0; here an int is an int (P-3.6). An unknown keyword raises, as a silently skipped check would be none.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sized
from functools import cache
from importlib.resources import files
from math import isfinite
from types import NoneType
from typing import Any

from uno_protocol.conformance.verdicts import Failed

Schema = Mapping[str, Any]
Check = Callable[[Any], None]
"""Checks a value. Raises Misshapen."""

OLDEST, VERSION = 2, 2
"""The versions of the protocol in which clients are tested; servers are spoken to in the newest, and judged by it."""
SCHEMA = files("uno_protocol").joinpath(f"schema/v{VERSION}.json")
"""The published schema: the shapes of messages. Who may send them, and when, the suite says itself."""
HELLO: dict[str, Any] = {"t": "hello", "versions": [VERSION, VERSION]}
"""The least that a client can say first (P-4.1)."""
SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(("welcome", "ping", "pong", "bye"), "P-4"),
    **dict.fromkeys(("logged_in", "resumed", "move_code", "claim_pending", "announcement"), "P-5"),
    **dict.fromkeys(("ok", "error"), "P-6"),
    **dict.fromkeys(("tables", "rules", "joined", "put_out", "lobby_said", "lobby_talk", "numbers"), "P-7"),
    **dict.fromkeys(("entry", "snapshot", "history", "record"), "P-8"),
    **dict.fromkeys(("legal", "clock", "continuations", "reasons"), "P-9"),
}
"""Every type of a server's messages, and the section of the document that describes it."""

BEGINNINGS = ("hello", "login", "resume", "move_here", "claim_seat")
"""The messages of a client without a session."""

DEEPEST = 8
MOST_IN_ARRAY = 1024
MOST_IN_MAP = 256
_SPOKEN = frozenset((NoneType, bool, int, str))
_KINDS: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "null": ("nil", (NoneType,)),
    "boolean": ("a bool", (bool,)),
    "integer": ("an int", (int,)),
    "number": ("a number", (int, float)),
    "string": ("a text", (str,)),
    "array": ("an array", (list,)),
    "object": ("a map", (dict,)),
}
_ABOUT = {"$schema", "title", "description", "default", "examples"}
"""Keywords that ask for nothing."""


class Misshapen(Exception):
    """A value does not have the shape that is due; the text says where in it, and what is wrong."""

    def __init__(self, what: str, *steps: str) -> None:
        """`steps`: the way out from the place of the fault; all whom the fault passes add theirs."""
        super().__init__(what)
        self.steps = [*steps]

    def __str__(self) -> str:
        return f"{''.join(reversed(self.steps))} {self.args[0]}"


@cache
def schema() -> Schema:
    """The schema of all messages, from the package."""
    loaded: Schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return loaded


def hold(message: Mapping[str, Any]) -> None:
    """Check a server's message against P-3 and the shape that its type has. Raises Failed."""
    kind = message["t"]
    if fault := _fault(_spoken, message):
        raise Failed(f"{kind}{fault}")
    if kind in SECTIONS and (fault := _fault(check_of(f"server.{kind}"), message)):
        raise Failed(f"{kind}{fault} ({SECTIONS[kind]}, P-3.6)")


def asked(type_: str) -> Schema | None:
    """The schema of a client's message of that type; None if there is none."""
    part: Schema | None = schema()["$defs"].get(f"client.{type_}")
    return part


def requests() -> dict[str, Schema]:
    """The schemas of a client's requests, by type."""
    parts = schema()["$defs"].items()
    return {name[7:]: part for name, part in parts if name.startswith("client.") and "id" in part["required"]}


def plain(part: Schema) -> Schema:
    """A field's schema with its reference followed, and without the choice of nil."""
    if "anyOf" in part:
        part = next(one for one in part["anyOf"] if one.get("type") != "null")
    return _at(part["$ref"]) if "$ref" in part else part


def example(type_: str) -> dict[str, Any]:
    """The fields of the schema's example of a request, but for the id."""
    said = schema()["$defs"][f"client.{type_}"]["examples"][0]
    return {key: value for key, value in said.items() if key not in ("t", "id")}


@cache
def event_kinds() -> frozenset[str]:
    """The kinds of events; others are ignored (P-8.5)."""
    return frozenset(name.removeprefix("event.") for name in schema()["$defs"] if name.startswith("event."))


def levels() -> list[str]:
    """The levels of computer players (P-18.5)."""
    listed: list[str] = schema()["$defs"]["client.add_bot"]["properties"]["level"]["enum"]
    return listed


def hold_client(message: Mapping[str, Any]) -> None:
    """The message must be one that a client may send within a session. Raises Failed."""
    kind = message["t"]
    if not isinstance(kind, str) or kind in BEGINNINGS or asked(kind) is None:
        raise Failed(f"{kind!r:.100} is not a message of a client with a session (P-11.2)")
    if fault := _fault(check_of(f"client.{kind}"), message):
        raise Failed(f"{kind}{fault} (P-3.6 to P-3.9)")


def may_be(value: object, kind: str, field: str) -> bool:
    """Whether a client's message of that kind can have the value in that field."""
    return _fault(check_of(f"client.{kind}/properties/{field}"), value) is None


def _fault(check: Check, value: object) -> Misshapen | None:
    try:
        check(value)
    except Misshapen as fault:
        return fault
    return None


def _spoken(value: object, depth: int = 1) -> None:
    """Whether a value, and what is in it, is one that is spoken (P-3.2 to P-3.4). Raises Misshapen."""
    if isinstance(value, dict | list):
        if depth > DEEPEST:
            raise Misshapen(f"is nested {depth} deep (P-3.3)")
        if len(value) > (MOST_IN_MAP if isinstance(value, dict) else MOST_IN_ARRAY):
            raise Misshapen(f"has {len(value)} members (P-3.4)")
        members = value.items() if isinstance(value, dict) else enumerate(value)
        deep = [(key, member) for key, member in members if type(member) not in _SPOKEN]
        _each(deep, lambda member: _spoken(member, depth + 1), ".{}" if isinstance(value, dict) else "[{}]")
    elif isinstance(value, float):
        if not isfinite(value):
            raise Misshapen(f"is {value}, which is not a number (P-3.6)")
    elif type(value) not in _SPOKEN:
        kind = "binary" if isinstance(value, bytes) else "an extension type"
        raise Misshapen(f"is {kind}, which is not allowed (P-3.2)")


def _each(members: Iterable[tuple[object, object]], one: Check, step: str) -> None:
    """Check members with a check; `step` leads to them, with their keys put in."""
    key = None
    try:
        for key, member in members:  # noqa: B007
            one(member)
    except Misshapen as fault:
        fault.steps.append(step.format(key))
        raise


@cache
def check_of(part: str) -> Check:
    """The check of values against a definition of the schema, or what is at a path in one."""
    return compiled(_at(f"#/$defs/{part}"))


def _at(reference: str) -> Schema:
    found: Any = schema()
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    part: Schema = found
    return part


def compiled(part: Schema) -> Check:
    """The check of values against a schema, whose references point into the schema of all messages and not back to
    themselves. Raises LookupError for an unknown keyword."""
    checks: list[tuple[type | tuple[type, ...], Callable[[Any, Any], None], object]] = []
    for keyword, asked in part.items():
        if keyword not in _ABOUT and not keyword.startswith("x-"):
            if keyword not in _CHECKS:
                raise LookupError(f"the schema has an unknown keyword: {keyword}")
            of, prepared, check = _CHECKS[keyword]
            checks.append((of, check, prepared(asked, part)))

    def held(value: object) -> None:
        for of, check, due in checks:
            if isinstance(value, of):
                check(due, value)

    return held


def _any_of(asked: list[Schema], _part: Schema) -> Check:
    kinds = {_kind(one): compiled(one) for one in asked}
    choices = [compiled(one) for one in asked if one.get("type") != "null"]
    may_be_nil = len(choices) < len(asked)

    def held(value: object) -> None:
        if may_be_nil and value is None:
            return
        faults = []
        for one in choices:
            if not (fault := _fault(one, value)):
                return
            faults.append(fault)
        raise faults[0]

    def held_by_kind(value: object) -> None:
        kind = value.get("k") if isinstance(value, dict) else None
        if not isinstance(kind, str):
            raise Misshapen(f"is not a map with its kind under k: {_short(value)}")
        if kind in kinds:
            kinds[kind](value)

    return held if None in kinds else held_by_kind


def _kind(part: Schema) -> str | None:
    """The one kind that a map of this schema has under `k`, if it is one of several kinds."""
    kinds: list[str] = plain(part).get("properties", {}).get("k", {}).get("enum", [])
    return kinds[0] if len(kinds) == 1 else None


def _type(due: tuple[str, tuple[type, ...]], value: object) -> None:
    name, kinds = due
    if type(value) not in kinds:
        raise Misshapen(f"should be {name}, but is {_short(value)}")


def _enum(due: Mapping[tuple[type, object], object], value: object) -> None:
    if type(value) not in _SPOKEN or (type(value), value) not in due:
        raise Misshapen(f"is {_short(value)}, which is not one of {_short([*due.values()])}")


def _required(due: list[str], value: Mapping[str, object]) -> None:
    for key in due:
        if key not in value:
            raise Misshapen("is missing", f".{key}")


def _fields(asked: Mapping[str, Schema], part: Schema) -> list[tuple[str, bool, Check]]:
    return [(key, _may_be_nil(key, one, part), compiled(one)) for key, one in asked.items()]


def _properties(due: list[tuple[str, bool, Check]], value: Mapping[str, object]) -> None:
    key = ""
    try:
        for key, may_be_nil, check in due:
            if key in value and not (may_be_nil and value[key] is None):
                check(value[key])
    except Misshapen as fault:
        fault.steps.append(f".{key}")
        raise


def _may_be_nil(key: str, field: Schema, part: Schema) -> bool:
    """Whether absence means none, for all that the document says: then nil is the same (P-3.8)."""
    return (
        part.get("additionalProperties") is not False
        and key not in part.get("required", ())
        and field.get("default", 0) in (None, "", [], {})
    )


def _others(asked: Schema | bool, part: Schema) -> tuple[set[str], Check | None]:
    return set(part.get("properties", ())), None if asked is False else compiled({} if asked is True else asked)


def _additional(due: tuple[set[str], Check | None], value: Mapping[str, object]) -> None:
    known, check = due
    more = sorted(value.keys() - known)
    if check is not None:
        _each([(key, value[key]) for key in more], check, ".{}")
    elif more:
        raise Misshapen(f"has the unknown key {_short(more[0])}")


def _property_names(due: Check, value: Mapping[str, object]) -> None:
    _each(zip(value, value, strict=True), due, ", its key {!r:.50},")


def _pattern(due: re.Pattern[str], value: str) -> None:
    if not due.search(value):
        raise Misshapen(f"does not match {due.pattern}: {_short(value)}")


def _at_most(due: int, value: Sized) -> None:
    if len(value) > due:
        raise Misshapen(f"has {len(value)} members or characters; at most {due} are allowed")


def _at_least(due: int, value: Sized) -> None:
    if len(value) < due:
        raise Misshapen(f"has {len(value)} members or characters; at least {due} are needed")


def _minimum(due: int, value: float) -> None:
    if value < due:
        raise Misshapen(f"is {value}; the minimum is {due}")


def _maximum(due: int, value: float) -> None:
    if value > due:
        raise Misshapen(f"is {value}; the maximum is {due}")


def _short(value: object) -> str:
    return f"{value!r:.80}"


def _as_it_is(asked: object, _part: Schema) -> object:
    return asked


_CHECKS: Mapping[str, tuple[type | tuple[type, ...], Callable[[Any, Schema], Any], Callable[[Any, Any], None]]] = {
    "$ref": (object, lambda asked, _part: check_of(asked.removeprefix("#/$defs/")), lambda due, value: due(value)),
    "anyOf": (object, _any_of, lambda due, value: due(value)),
    "type": (object, lambda asked, _part: _KINDS[asked], _type),
    "enum": (object, lambda asked, _part: {(type(one), one): one for one in asked}, _enum),
    "required": (dict, _as_it_is, _required),
    "properties": (dict, _fields, _properties),
    "additionalProperties": (dict, _others, _additional),
    "propertyNames": (dict, lambda asked, _part: compiled(asked), _property_names),
    "items": (list, lambda asked, _part: compiled(asked), lambda due, value: _each(enumerate(value), due, "[{}]")),
    "maxLength": (str, _as_it_is, _at_most),
    "minLength": (str, _as_it_is, _at_least),
    "pattern": (str, lambda asked, _part: re.compile(asked), _pattern),
    "maxItems": (list, _as_it_is, _at_most),
    "minItems": (list, _as_it_is, _at_least),
    "maxProperties": (dict, _as_it_is, _at_most),
    "minimum": ((int, float), _as_it_is, _minimum),
    "maximum": ((int, float), _as_it_is, _maximum),
}
"""By keyword: which values it is about, how what it asks is prepared, and what checks them by that."""
