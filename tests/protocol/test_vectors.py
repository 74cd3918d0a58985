"""The golden bytes are current, and nothing that is sent is without them."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.actions import Listed
from engine.decisions import DECISIONS
from engine.events import EVENTS, DrawReason, MoveReason
from engine.state import Game
from protocol import messages as m
from protocol.codec import decode_client, decode_server, encode
from protocol.framing import Frames, frame
from protocol.room import ROOM_EVENTS, RoomPhase
from protocol.version_1 import LATER_FIELDS, LATER_KINDS, REQUESTS, room_map
from protocol.wire import (
    event_from_map,
    event_to_map,
    listed_from_map,
    listed_to_map,
    room_from_map,
    room_to_map,
    view_from_map,
    view_to_map,
)
from tests.scripts.conftest import loaded

ROOT = Path(__file__).resolve().parents[2]
VECTORS = {
    version: json.loads((ROOT / "protocol" / "vectors" / f"v{version}.json").read_text(encoding="utf-8"))
    for version in m.SPOKEN
}
SENT: dict[int, list[dict[str, Any]]] = {version: of["messages"] + of["events"] for version, of in VECTORS.items()}
EACH = [(version, vector) for version, sent in SENT.items() for vector in sent]
"""By version of the protocol."""
LATER: dict[int, frozenset[str]] = {1: LATER_KINDS, 2: frozenset()}
of_each_version = pytest.mark.parametrize("version", m.SPOKEN)


def title(vector: int | dict[str, Any]) -> str:
    if isinstance(vector, int):
        return str(vector)
    return str(vector.get("title") or f"{vector['kind']} for {vector['seen_by']}")


@pytest.mark.parametrize(("version", "vector"), EACH, ids=title)
def test_a_message_has_these_bytes_and_these_bytes_are_that_message(version: int, vector: dict[str, Any]) -> None:
    sent = bytes.fromhex(vector["hex"])
    (body,) = Frames(65_536).feed(sent)
    message = decode_client(body, version) if vector["from"] == "client" else decode_server(body)
    assert message is not None
    assert msgspec.to_builtins(message) == vector["message"]
    assert frame(encode(message)) == sent


@of_each_version
def test_the_file_is_what_its_script_would_write(version: int) -> None:
    script = loaded("generating.vectors")
    assert script.current(version) == script.VECTORS[version].read_text(encoding="utf-8")


@of_each_version
def test_every_message_of_a_client_has_golden_bytes(version: int) -> None:
    there = {vector["message"]["t"] for vector in SENT[version] if vector["from"] == "client"}
    assert there == {*m.GREETINGS, *(REQUESTS if version == 1 else m.REQUESTS)}


@of_each_version
def test_every_message_of_a_server_has_golden_bytes(version: int) -> None:
    there = {vector["message"]["t"] for vector in SENT[version] if vector["from"] == "server"}
    assert there == {*m.SERVER_MESSAGES, "ping", "pong"}


@of_each_version
def test_every_event_has_golden_bytes(version: int) -> None:
    there = {vector["kind"] for vector in VECTORS[version]["events"]}
    assert there == {*EVENTS, *ROOM_EVENTS} - LATER[version]


NEXT = "v1.json is frozen: a new option or field needs vectors of the next version (P-11.4, CONTRIBUTING.md)"
SNAPSHOTS = [(version, vector) for version, vector in EACH if vector["message"]["t"] == "snapshot"]


@pytest.mark.parametrize(("version", "vector"), SNAPSHOTS, ids=title)
def test_a_snapshot_has_everything_that_there_is(version: int, vector: dict[str, Any]) -> None:
    """A new field of a room or a view makes this fail, and so does a new option: it is one of a room's rules."""
    room, game = vector["message"]["room"], vector["message"].get("game")
    made = room_to_map(room_from_map(room))
    assert (room_map(made) if version == 1 else made) == room, NEXT
    assert game is None or view_to_map(view_from_map(game)) == game, NEXT


@of_each_version
def test_every_field_of_a_game_is_in_some_snapshot(version: int) -> None:
    """A field that is new in a view makes this fail until a snapshot here has it."""
    shown = {name for of, vector in SNAPSHOTS if of == version for name in vector["message"].get("game", ())}
    sent = {field.name for field in dataclasses.fields(Game)}
    later = LATER_FIELDS["game"] if version == 1 else frozenset()
    assert shown == sent - {"rules", "stock", "sealed", "seed", "effects"} - later


@of_each_version
def test_every_choice_within_an_event_has_golden_bytes(version: int) -> None:
    events = [vector["message"]["event"] for vector in VECTORS[version]["events"]]
    assert {event["decision"]["k"] for event in events if event["k"] == "asked"} == DECISIONS.keys() - LATER[version]
    assert {event["reason"] for event in events if event["k"] == "cards_drawn"} == {why.value for why in DrawReason}
    assert {event["reason"] for event in events if event["k"] == "hands_moved"} == {why.value for why in MoveReason}
    assert {event["phase"] for event in events if event["k"] == "phase_changed"} == {part.value for part in RoomPhase}


@of_each_version
def test_every_listed_action_has_golden_bytes(version: int) -> None:
    actions = [
        line for vector in SENT[version] if vector["message"]["t"] == "legal" for line in vector["message"]["actions"]
    ]
    assert {line["k"] for line in actions} == {listed.kind for listed in Listed.__args__} - LATER[version]
    for line in actions:
        listed = listed_from_map(line, 0)
        assert listed is not None
        assert listed_to_map(listed) == line


@pytest.mark.parametrize("vector", VECTORS[2]["events"], ids=title)
def test_an_event_means_the_same_after_its_way_over_the_wire(vector: dict[str, Any]) -> None:
    plain = vector["message"]["event"]
    event = event_from_map(plain)
    assert event is not None
    assert event.kind == vector["kind"]
    assert event_to_map(event) == plain
