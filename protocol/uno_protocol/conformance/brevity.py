"""Brevity: finds msgpack in longer forms than needed, and fields that could be absent."""

from collections.abc import Iterator, Mapping
from typing import Any

from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.rounds import may_move, move
from uno_protocol.conformance.shapes import Schema, schema

_HEADERS = {0xD9: (1, 31), 0xDA: (2, 255), 0xDB: (4, 65_535), 0xDC: (2, 15), 0xDD: (4, 65_535), 0xDE: (2, 15)}
_LENGTHS: Mapping[int, tuple[int, int]] = {**_HEADERS, 0xDF: (4, 65_535)}
"""Headers of text, arrays and maps: bytes of the length, and the longest length for which a shorter header would do."""
_NUMBERS: Mapping[int, tuple[int, bool, int, int]] = {
    0xCC: (1, False, 0, 127),
    0xCD: (2, False, 0, 255),
    0xCE: (4, False, 0, 65_535),
    0xCF: (8, False, 0, 2**32 - 1),
    0xD0: (1, True, -32, 127),
    0xD1: (2, True, -128, 255),
    0xD2: (4, True, -(2**15), 65_535),
    0xD3: (8, True, -(2**31), 2**32 - 1),
}
"""Integers: bytes, whether signed, and the range for which a shorter form would do."""
_FLOATS = {0xCA: 4, 0xCB: 8}


def told_to_people(kit: Kit) -> Iterator[bytes]:
    """All bodies received by people who greet, list tables, sit down, chat, play, are refused, watch and come back."""
    ann, bob = kit.playing(2, turn_seconds=0)
    cem = kit.person()
    for type_, fields in (("list_tables", {}), ("table_rules", {"table": ann.code}), ("leave_table", {})):
        cem.ask(type_, **fields)
    cem.watch(ann.code)
    bob.ok("chat", text="hello")
    links = [bob.link]
    for _ in range(6):
        for one in (ann, bob):
            one.catch_up(0.05)
            if may_move(one):
                one.ok("why_not")
                move(one)
    bob.back()
    for one in (ann, bob, cem):
        one.ask("list_tables")
        one.catch_up(0.05)
    for link in (*links, ann.link, bob.link, cem.link):
        yield from link.bodies


def longer_than_need_be(body: bytes) -> Iterator[str]:
    """The values in a well-formed body that have a shorter form (P-3.2), floats aside: most languages have 64 bits."""
    at = 0
    while at < len(body):
        first = body[at]
        at += 1
        if first in _LENGTHS:
            size, most = _LENGTHS[first]
            length = int.from_bytes(body[at : at + size])
            if length <= most:
                yield f"a header 0x{first:02X} for a length of {length}"
            at += size + (length if first <= 0xDB else 0)
        elif first in _NUMBERS:
            size, signed, least, most = _NUMBERS[first]
            number = int.from_bytes(body[at : at + size], signed=signed)
            if least <= number <= most:
                yield f"{number} as 0x{first:02X}"
            at += size
        elif 0xA0 <= first <= 0xBF:
            at += first & 31
        else:
            at += _FLOATS.get(first, 0)


def needless(message: Mapping[str, Any]) -> Iterator[str]:
    """The paths of fields in a server's message that say no more than absence (P-3.8, P-8.3)."""
    part = schema()["$defs"].get(f"server.{message['t']}")
    if part is not None:
        yield from _needless(message, part, str(message["t"]))


def is_of_events(path: str) -> bool:
    """Whether a path is in an event, decision, listed action or game, where such fields must be left out (P-8.3)."""
    return path.startswith(("entry.event.", "snapshot.game.", "legal.actions[", "continuations.actions["))


def _needless(value: object, schema: Schema, path: str) -> Iterator[str]:
    part = _meant(value, schema)
    if isinstance(value, list):
        for place, member in enumerate(value):
            yield from _needless(member, part.get("items", {}), f"{path}[{place}]")
    elif isinstance(value, dict):
        properties, required = part.get("properties", {}), part.get("required", ())
        for key, member in value.items():
            if key not in properties:
                continue
            in_room = path.startswith("snapshot.room")  # what is left out elsewhere stands there: P-8.3 is not about it
            if key not in required and (member is None or (not in_room and _says_nothing(member, properties[key]))):
                yield f"{path}.{key}"
            yield from _needless(member, properties[key], f"{path}.{key}")


def _says_nothing(value: object, schema: Schema) -> bool:
    if "default" in schema:
        due = schema["default"]
        return due is not None and value == due and isinstance(value, bool) is isinstance(due, bool)
    empty_is_none = any(one.get("type") == "null" for one in schema.get("anyOf", ()))
    return not empty_is_none and value in (False, 0, [])


def _meant(value: object, part: Schema) -> Schema:
    """The schema of a value: references followed, and one of several chosen by its kind."""
    while "$ref" in part or "anyOf" in part:
        if "$ref" in part:
            part = schema()["$defs"][part["$ref"].rpartition("/")[2]]
            continue
        parts = [_meant(value, one) if "$ref" in one else one for one in part["anyOf"]]
        part = next((one for one in parts if _fits(value, one)), {})
    return part


def _fits(value: object, schema: Schema) -> bool:
    if isinstance(value, list):
        return schema.get("type") == "array"
    kinds = schema.get("properties", {}).get("k", {}).get("enum")
    return isinstance(value, dict) and schema.get("type") == "object" and (kinds is None or value.get("k") in kinds)
