"""The shapes of messages, checked by the keywords that the schema uses.

In a server's message unknown keys, types and kinds are not faults (P-11.1), and nil stands for none (P-3.8); a client's
has only the keys of its type, and nil only where the schema says so. A schema cannot tell 1 from
1.0; here an int is an int (P-3.6). An unknown keyword raises, as a silently skipped check would be none.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any

from uno_protocol.conformance.verdicts import Failed

Schema = Mapping[str, Any]

VERSION = 2
"""The version of the protocol that is spoken and judged by."""
SCHEMA = files("uno_protocol").joinpath(f"schema/v{VERSION}.json")
"""The published schema: the shapes of messages. Who may send them, and when, the suite says itself."""
HELLO: dict[str, Any] = {"t": "hello", "versions": [VERSION, VERSION]}
"""The least that a client can say first (P-4.1)."""
SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(("welcome", "ping", "pong", "bye"), "P-4"),
    **dict.fromkeys(("logged_in", "resumed", "announcement"), "P-5"),
    **dict.fromkeys(("ok", "error"), "P-6"),
    **dict.fromkeys(("tables", "rules", "joined", "put_out", "lobby_said", "lobby_talk"), "P-7"),
    **dict.fromkeys(("entry", "snapshot", "history"), "P-8"),
    **dict.fromkeys(("legal", "clock", "continuations", "reasons"), "P-9"),
}
"""Every type of a server's messages, and the section of the document that describes it."""

BEGINNINGS = ("hello", "login", "resume")
"""The messages of a client without a session."""

DEEPEST = 8
MOST_IN_ARRAY = 1024
MOST_IN_MAP = 256
_KINDS: Mapping[str, Callable[[object], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
_ABOUT = {"$schema", "title", "description", "default", "kinds", "examples"}
"""Keywords that ask for nothing."""
_NAMES = {
    "null": "nil",
    "boolean": "a bool",
    "integer": "an int",
    "number": "a number",
    "string": "a text",
    "array": "an array",
    "object": "a map",
}


class Misshapen(Exception):
    """A value does not have the shape that is due; the text says where, and what is wrong."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path} {what}")


@cache
def schema() -> Schema:
    """The schema of all messages, from the package."""
    loaded: Schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    _sort(loaded, loaded)
    return loaded


def _sort(part: object, root: Schema) -> None:
    """Store the `kinds` of every choice beside it: finding them takes as long as the rest of a check."""
    if isinstance(part, dict):
        if "anyOf" in part:
            part["kinds"] = _kinds(part["anyOf"], root)
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            _sort(one, root)


def hold(message: Mapping[str, Any]) -> None:
    """Check a server's message against P-3 and the shape that its type has. Raises Failed."""
    _spoken(message, message["t"], 1)
    section = SECTIONS.get(message["t"])
    if section is not None:
        try:
            check(message, {"$ref": f"#/$defs/server.{message['t']}"}, schema(), message["t"])
        except Misshapen as fault:
            raise Failed(f"{fault} ({section}, P-3.6)") from None


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
    return _at(part["$ref"], schema()) if "$ref" in part else part


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
    part = asked(kind) if isinstance(kind, str) and kind not in BEGINNINGS else None
    if part is None:
        raise Failed(f"{kind!r:.100} is not a message of a client with a session (P-11.2)")
    try:
        check(message, part, schema(), kind)
    except Misshapen as fault:
        raise Failed(f"{fault} (P-3.6 to P-3.9)") from None


def may_be(value: object, kind: str, field: str) -> bool:
    """Whether a client's message of that kind can have the value in that field."""
    try:
        check(value, schema()["$defs"][f"client.{kind}"]["properties"][field], schema(), field)
    except Misshapen:
        return False
    return True


def _spoken(value: object, path: str, depth: int) -> None:
    """Whether a value, and what is in it, is one that is spoken (P-3.2 to P-3.4). Raises Failed."""
    if isinstance(value, dict | list):
        if depth > DEEPEST:
            raise Failed(f"{path} is nested {depth} deep (P-3.3)")
        if len(value) > (MOST_IN_MAP if isinstance(value, dict) else MOST_IN_ARRAY):
            raise Failed(f"{path} has {len(value)} members (P-3.4)")
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for key, member in members:
            _spoken(member, f"{path}.{key}" if isinstance(value, dict) else f"{path}[{key}]", depth + 1)
    elif isinstance(value, float):
        if not isfinite(value):
            raise Failed(f"{path} is {value}, which is not a number (P-3.6)")
    elif value is not None and type(value) not in (bool, int, str):
        kind = "binary" if isinstance(value, bytes) else "an extension type"
        raise Failed(f"{path} is {kind}, which is not allowed (P-3.2)")


def check(value: object, schema: Schema, root: Schema, path: str) -> None:
    """Check a value against a schema, whose references point into `root`. Raises Misshapen; LookupError for an unknown
    keyword."""
    for keyword, asked in schema.items():
        if keyword not in _ABOUT and not keyword.startswith("x-"):
            if keyword not in _CHECKS:
                raise LookupError(f"the schema has an unknown keyword: {keyword}")
            _CHECKS[keyword](value, asked, schema, root, path)


def _ref(value: object, asked: str, _schema: Schema, root: Schema, path: str) -> None:
    check(value, _at(asked, root), root, path)


def _at(reference: str, root: Schema) -> Schema:
    found: Any = root
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    part: Schema = found
    return part


def _any_of(value: object, asked: list[Schema], schema: Schema, root: Schema, path: str) -> None:
    kinds = schema["kinds"] if "kinds" in schema else _kinds(asked, root)
    if kinds:
        kind = value.get("k") if isinstance(value, dict) else None
        if not isinstance(kind, str):
            raise Misshapen(path, f"is not a map with its kind under k: {_short(value)}")
        if kind in kinds:
            check(value, kinds[kind], root, path)
        return
    faults = []
    for one in asked:
        try:
            check(value, one, root, path)
        except Misshapen as fault:
            faults.append(fault)
        else:
            return
    raise next((fault for fault, one in zip(faults, asked, strict=True) if one.get("type") != "null"), faults[0])


def _kinds(choice: list[Schema], root: Schema) -> Mapping[str, Schema]:
    """The schemas of a choice by their kinds; empty if it isn't made by kind."""
    kinds = {_kind(one, root): one for one in choice}
    return {} if None in kinds else {str(kind): one for kind, one in kinds.items()}


def _kind(schema: Schema, root: Schema) -> str | None:
    """The one kind that a map of this schema has under `k`, if it is one of several kinds."""
    part = _at(schema["$ref"], root) if "$ref" in schema else schema
    kinds: list[str] = part.get("properties", {}).get("k", {}).get("enum", [])
    return kinds[0] if len(kinds) == 1 else None


def _type(value: object, asked: str, _schema: Schema, _root: Schema, path: str) -> None:
    if not _KINDS[asked](value):
        raise Misshapen(path, f"should be {_NAMES[asked]}, but is {_short(value)}")


def _enum(value: object, asked: list[object], _schema: Schema, _root: Schema, path: str) -> None:
    if not any(type(value) is type(one) and value == one for one in asked):
        raise Misshapen(path, f"is {_short(value)}, which is not one of {_short(asked)}")


def _required(value: object, asked: list[str], _schema: Schema, _root: Schema, path: str) -> None:
    if isinstance(value, dict):
        for key in asked:
            if key not in value:
                raise Misshapen(f"{path}.{key}", "is missing")


def _properties(value: object, asked: Mapping[str, Schema], schema: Schema, root: Schema, path: str) -> None:
    if isinstance(value, dict):
        for key, one in asked.items():
            if key in value and not (value[key] is None and _may_be_nil(key, one, schema)):
                check(value[key], one, root, f"{path}.{key}")


def _may_be_nil(key: str, field: Schema, schema: Schema) -> bool:
    """Whether absence means none, for all that the document says: then nil is the same (P-3.8)."""
    return (
        schema.get("additionalProperties") is not False
        and key not in schema.get("required", ())
        and field.get("default", 0) in (None, "", [], {})
    )


def _additional(value: object, asked: Schema | bool, schema: Schema, root: Schema, path: str) -> None:
    if isinstance(value, dict) and asked is not True:
        for key in sorted(value.keys() - schema.get("properties", {}).keys()):
            if asked is False:
                raise Misshapen(path, f"has the unknown key {_short(key)}")
            check(value[key], asked, root, f"{path}.{key}")


def _property_names(value: object, asked: Schema, _schema: Schema, root: Schema, path: str) -> None:
    if isinstance(value, dict):
        for key in value:
            check(key, asked, root, f"{path}, its key {key!r:.50},")


def _items(value: object, asked: Schema, _schema: Schema, root: Schema, path: str) -> None:
    if isinstance(value, list):
        for at, one in enumerate(value):
            check(one, asked, root, f"{path}[{at}]")


def _sized(kind: type[Any], *, most: bool) -> Callable[[object, int, Schema, Schema, str], None]:
    def held(value: object, asked: int, _schema: Schema, _root: Schema, path: str) -> None:
        if isinstance(value, kind) and (len(value) > asked if most else len(value) < asked):
            allowed = f"at most {asked} are allowed" if most else f"at least {asked} are needed"
            raise Misshapen(path, f"has {len(value)} members or characters; {allowed}")

    return held


def _minimum(value: object, asked: int, _schema: Schema, _root: Schema, path: str) -> None:
    if isinstance(value, int | float) and value < asked:
        raise Misshapen(path, f"is {value}; the minimum is {asked}")


def _maximum(value: object, asked: int, _schema: Schema, _root: Schema, path: str) -> None:
    if isinstance(value, int | float) and value > asked:
        raise Misshapen(path, f"is {value}; the maximum is {asked}")


def _short(value: object) -> str:
    return f"{value!r:.80}"


_CHECKS: Mapping[str, Callable[[Any, Any, Schema, Schema, str], None]] = {
    "$ref": _ref,
    "anyOf": _any_of,
    "type": _type,
    "enum": _enum,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _property_names,
    "items": _items,
    "maxLength": _sized(str, most=True),
    "minLength": _sized(str, most=False),
    "maxItems": _sized(list, most=True),
    "minItems": _sized(list, most=False),
    "maxProperties": _sized(dict, most=True),
    "minimum": _minimum,
    "maximum": _maximum,
}
