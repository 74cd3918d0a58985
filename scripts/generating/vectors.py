"""The golden bytes of the protocol: beside every message in the vectors that has none, and missing examples.

What is there stays as it is. If the code makes other bytes of a message now, the code is wrong, or the message has
changed: then take its `hex` out.
"""

import dataclasses
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from generating import ROOT, Unwritable
from uno_engine.cards import Card, Colour, card, deck
from uno_engine.mixing import commitment, mixed_seed, share_hash
from uno_engine.presets import PRESETS
from uno_engine.rules import Seat
from uno_engine.shuffle import below, shuffled
from uno_protocol import codec, framing, wire
from uno_protocol import messages as m
from uno_protocol.faces import face_for

VECTORS = ROOT / "protocol" / "uno_protocol" / "vectors" / f"v{m.VERSION}.json"


def frame_of(message: dict[str, Any], sender: str) -> bytes:
    """The frame in which `sender` ("client" or "server") sends a message, through its typed value."""
    both: dict[str, type[Any]] = {"ping": m.Ping, "pong": m.Pong}
    kinds: dict[str, type[Any]] = {**m.GREETINGS, **m.REQUESTS} if sender == "client" else {**m.SERVER_MESSAGES, **both}
    value: msgspec.Struct = msgspec.convert(message, kinds[message["t"]])
    return framing.frame(codec.encode(value))


def _complete(message: dict[str, Any]) -> None:
    """Give a new snapshot all the fields that a room and a view have."""
    if message["t"] == "snapshot":
        room = wire.room_from_map(message["room"])
        message["room"] = wire.room_to_map(room)
        if "game" in message:
            message["game"] = wire.view_to_map(wire.view_from_map(message["game"], room.rules))


_VALUES: Mapping[Any, Any] = {bool: True, int: 7, str: "text", Card: card("R5"), Colour: Colour.GREEN, Seat: 1}


def _example(kind: type[Any]) -> Any:
    """An event with a value in every field. Raises Unwritable for fields of other types than usual."""
    hints = get_type_hints(kind, include_extras=True)
    return kind(**{part.name: _value(hints[part.name]) for part in dataclasses.fields(kind)})


def _value(hint: Any) -> Any:
    parts = [part for part in get_args(hint) if part is not NoneType]
    if hint in _VALUES:
        return _VALUES[hint]
    if get_origin(hint) is tuple:
        return (_value(parts[0]),)
    if NoneType in get_args(hint):
        return _value(parts[0])
    raise Unwritable(f"a new event has a field of {hint}: write its example by hand, without the hex")


def _of_deal(row: Mapping[str, Any]) -> dict[str, Any]:
    """What follows from a secret and the shares of players: hashes, the seed, and the cards of round one in order.

    Choices below n are those of the label `seat` with the counters 0, 1, ...
    """
    secret = bytes.fromhex(row["secret"])
    shares = [None if one is None else bytes.fromhex(one) for one in row["shares"]]
    seed, rules = mixed_seed(secret, row["kinds"], shares), PRESETS[row["preset"]]
    return {
        "commitment": commitment(secret).hex(),
        "hashes": [None if one is None else share_hash(seat, one).hex() for seat, one in enumerate(shares)],
        "seed": seed.hex(),
        "below": [[n, below(n, "seat", seed, counter)] for counter, n in enumerate((2, 3, 4, 10, 60_000))],
        "deal": [str(one) for one in shuffled(deck(rules.decks, rules.extra), "deal", seed, 1)],
    }


def written(vectors: dict[str, Any]) -> str:
    """The text of the file: one line for every vector, so that a difference reads well."""
    parts = []
    for key, value in vectors.items():
        if isinstance(value, list):
            lines = ",\n".join("  " + json.dumps(line, ensure_ascii=False) for line in value)
            parts.append(f" {json.dumps(key)}: [\n{lines}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def current() -> str:
    """The file as it should be. Raises Unwritable for a message whose bytes are others now."""
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    there = {vector["message"]["t"] for vector in vectors["messages"] if vector["from"] == "client"}
    for name, kind in {**m.GREETINGS, **m.REQUESTS}.items():
        if name not in there:
            row = {"title": name, "from": "client", "message": msgspec.to_builtins(m.example(kind))}
            vectors["messages"].append(row)
    told = {vector["kind"] for vector in vectors["events"]}
    for event in (event for name, event in wire.KINDS.items() if name not in told):
        entry = {"t": "entry", "table": "KXWM", "n": 1, "event": wire.event_to_map(_example(event))}
        vectors["events"].append({"kind": event.kind, "seen_by": "everyone", "from": "server", "message": entry})
    for vector in (*vectors["messages"], *vectors["events"]):
        if "hex" not in vector:
            _complete(vector["message"])
        made = frame_of(vector["message"], vector["from"]).hex()
        if vector.setdefault("hex", made) != made:
            title = vector.get("title") or f"{vector['kind']} for {vector['seen_by']}"
            raise Unwritable(f"the code makes other bytes of {title} than are there")
    for row in vectors["faces"]:
        due = face_for(row["name"], row.get("wish"), row.get("taken", ()))
        if row.setdefault("face", due) != due:
            raise Unwritable(f"the code gives {row['name']} face {due} now")
    for row in vectors["deals"]:
        for key, made in _of_deal(row).items():
            if row.setdefault(key, made) != made:
                raise Unwritable(f"the code makes another {key} of the secret {row['secret']} now")
    return written(vectors)


def files() -> Mapping[Path, Callable[[], str]]:
    """The file."""
    return {VECTORS: current}
