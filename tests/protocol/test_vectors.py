"""The golden bytes are read and written as they stand, and nothing that is sent is without them."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.golden import golden
from uno_engine.actions import Listed
from uno_engine.decisions import DECISIONS
from uno_engine.events import EVENTS, DrawReason, MoveReason
from uno_engine.state import Game
from uno_protocol import messages as m
from uno_protocol import wire
from uno_protocol.codec import decode_client, decode_server, encode
from uno_protocol.conformance.shapes import schema
from uno_protocol.faces import face_for
from uno_protocol.framing import Frames, frame
from uno_protocol.room import ROOM_EVENTS, RoomPhase

EVENTS_SENT = golden("events")
SENT = golden("messages") + EVENTS_SENT


def title(vector: dict[str, Any]) -> str:
    return str(vector.get("title") or f"{vector['kind']} for {vector['seen_by']}")


@pytest.mark.parametrize("vector", SENT, ids=title)
def test_a_message_has_these_bytes_and_these_bytes_are_that_message(vector: dict[str, Any]) -> None:
    sent = bytes.fromhex(vector["hex"])
    (body,) = Frames(65_536).feed(sent)
    message = decode_client(body) if vector["from"] == "client" else decode_server(body)
    assert message is not None
    assert msgspec.to_builtins(message) == vector["message"]
    assert frame(encode(message)) == sent


def test_every_message_and_every_event_has_golden_bytes() -> None:
    there = {(vector["from"], vector["message"]["t"]) for vector in SENT}
    from_client, from_server = {*m.GREETINGS, *m.REQUESTS}, {*m.SERVER_MESSAGES, "ping", "pong"}
    assert there == {*(("client", kind) for kind in from_client), *(("server", kind) for kind in from_server)}
    assert {vector["kind"] for vector in EVENTS_SENT} == {*EVENTS, *ROOM_EVENTS}


SNAPSHOTS = [vector for vector in SENT if vector["message"]["t"] == "snapshot"]


@pytest.mark.parametrize("vector", SNAPSHOTS, ids=title)
def test_a_snapshot_has_everything_that_there_is(vector: dict[str, Any]) -> None:
    """A new field of a room or a view makes this fail, and so does a new option: it is one of a room's rules."""
    room, game = vector["message"]["room"], vector["message"].get("game")
    assert wire.room_to_map(wire.room_from_map(room)) == room
    assert game is None or wire.view_to_map(wire.view_from_map(game)) == game


def test_every_field_of_a_game_is_in_some_snapshot() -> None:
    """A field that is new in a view makes this fail until a snapshot here has it."""
    shown = {name for vector in SNAPSHOTS for name in vector["message"].get("game", ())}
    sent = {field.name for field in dataclasses.fields(Game)}
    assert shown == sent - {"rules", "stock", "sealed", "seed", "effects"}


def test_every_choice_within_an_event_has_golden_bytes() -> None:
    events = [vector["message"]["event"] for vector in EVENTS_SENT]
    assert {event["decision"]["k"] for event in events if event["k"] == "asked"} == DECISIONS.keys()
    assert {event["reason"] for event in events if event["k"] == "cards_drawn"} == {why.value for why in DrawReason}
    assert {event["reason"] for event in events if event["k"] == "hands_moved"} == {why.value for why in MoveReason}
    assert {event["phase"] for event in events if event["k"] == "phase_changed"} == {part.value for part in RoomPhase}


@pytest.mark.parametrize("row", golden("faces"), ids=json.dumps)
def test_a_person_gets_the_face_of_the_vectors(row: dict[str, Any]) -> None:
    assert face_for(row["name"], row.get("wish"), row.get("taken", ())) == row["face"]


def test_every_listed_action_has_golden_bytes() -> None:
    actions = [line for vector in SENT if vector["message"]["t"] == "legal" for line in vector["message"]["actions"]]
    assert {line["k"] for line in actions} == {listed.kind for listed in Listed.__args__}
    for line in actions:
        listed = wire.listed_from_map(line, 0)
        assert listed is not None
        assert wire.listed_to_map(listed) == line


PARTS: dict[str, Any] = schema()["$defs"]
NOT_SENT = {("event.player_left", "cards"), ("event.player_lost", "cards"), ("event.player_lost", "points")}
"""Fields that only a record with all hands has."""


def fields_in(part: dict[str, Any], value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The fields of parts of the schema that a value has, as the part and the field."""
    if "$ref" in part:
        name = part["$ref"].removeprefix("#/$defs/")
        yield from fields_in(PARTS[name], value, name)
    for one in part.get("anyOf", ()):
        yield from fields_in(one, value)
    for each in value if isinstance(value, list) else ():
        yield from fields_in(part.get("items", {}), each)
    if (
        not isinstance(value, dict)
        or value.get("k") not in part.get("properties", {}).get("k", {"enum": [None]})["enum"]
    ):
        return
    for field, inner in value.items():
        if field in part.get("properties", ()):
            yield name, field
            yield from fields_in(part["properties"][field], inner)


def test_every_field_has_golden_bytes() -> None:
    """One that is new makes this fail until a row at the end of the newest version's file has it."""
    due = {(name, field) for name, part in PARTS.items() for field in part.get("properties", ())}
    parts = ((f"{one['from']}.{one['message']['t']}", one["message"]) for one in SENT)
    assert due - {each for name, message in parts for each in fields_in(PARTS[name], message, name)} == NOT_SENT
