"""Brevity: finds msgpack in longer forms than needed, and fields that could be absent."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgpack

from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.rounds import may_move, move
from uno_protocol.conformance.shapes import Schema, schema


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


def longer_than_need_be(body: bytes) -> bool:
    """Whether a well-formed body has a value in a longer form than it needs (P-3.2). A float may have 32 or 64 bits."""
    value = msgpack.unpackb(body, strict_map_key=False)
    longest, shortest = (len(msgpack.packb(value, use_single_float=single)) for single in (False, True))
    return not shortest <= len(body) <= longest or (longest - len(body)) % 4 != 0


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
