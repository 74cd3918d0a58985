"""The golden bytes of the protocol: beside every message in the vectors that has none, and missing examples.

What is there stays as it is. If the code makes other bytes of a message now, the code is wrong. What is new is added at
the end of the newest version's file. "generate.py vectors --freeze" freezes that version (P-11.4): it stores digests of
what is there, and of what clients may send in it.
"""

import dataclasses
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from generating import ROOT, Unwritable
from uno_engine.cards import Card, Colour, card, deck
from uno_engine.mixing import commitment, mixed_seed, share_hash
from uno_engine.options import fingerprint, values_of
from uno_engine.presets import PRESETS
from uno_engine.rules import DEFAULTS, TABLE, Option, Seat
from uno_engine.shuffle import below, shuffled
from uno_protocol import codec, discovery, framing, identity, wire
from uno_protocol import messages as m
from uno_protocol.faces import face_for
from uno_protocol.versions import OLDEST, SINCE, as_of

FOLDER = ROOT / "protocol" / "uno_protocol" / "vectors"
LISTS = ("messages", "events", "refused", "faces", "deals", "keys", "announced")


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


_WORKED_OUT: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "faces": lambda row: {"face": face_for(row["name"], row.get("wish"), row.get("taken", ()))},
    "deals": _of_deal,
    "keys": lambda row: {
        "fingerprint": identity.fingerprint(bytes.fromhex(row["key"])),
        "words": " ".join(identity.words(bytes.fromhex(row["key"]))),
    },
    "announced": lambda row: {"hex": discovery.written(discovery.Advertisement(**row["server"])).hex()},
}
"""By list, what follows from the first fields of a row."""


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


def file_of(version: int) -> Path:
    """The file that has the bytes of what that version brought."""
    return FOLDER / f"v{version}.json"


def read(version: int) -> dict[str, Any]:
    """The contents of a version's file; empty if there is no file yet."""
    file = file_of(version)
    empty = {"version": version, "about": f"What version {version} brought; as v2.json."} | {name: [] for name in LISTS}
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else empty


def current(version: int) -> str:
    """The file of a version as it should be. Raises Unwritable for a message whose bytes are others now."""
    vectors = read(version)
    if version == m.VERSION:
        _add_missing(vectors)
    for vector in (*vectors["messages"], *vectors["events"]):
        if "hex" not in vector:
            _complete(vector["message"])
        made = frame_of(vector["message"], vector["from"]).hex()
        if vector.setdefault("hex", made) != made:
            title = vector.get("title") or f"{vector['kind']} for {vector['seen_by']}"
            raise Unwritable(f"the code makes other bytes of {title} than are there")
    for name, work_out in _WORKED_OUT.items():
        for row in vectors[name]:
            for key, due in work_out(row).items():
                if row.setdefault(key, due) != due:
                    raise Unwritable(f"the code gives {next(iter(row.values()))} {key} {due} now")
    return written(vectors)


def _add_missing(vectors: dict[str, Any]) -> None:
    """Add an example of each message of a client, and of each event, that no version has."""
    held = [*(read(version) for version in range(OLDEST, m.VERSION)), vectors]
    there = {one["message"]["t"] for each in held for one in each["messages"] if one["from"] == "client"}
    for name, kind in {**m.GREETINGS, **m.REQUESTS}.items():
        if name not in there:
            row = {"title": name, "from": "client", "message": msgspec.to_builtins(m.example(kind))}
            vectors["messages"].append(row)
    told = {one["kind"] for each in held for one in each["events"]}
    for event in (event for name, event in wire.KINDS.items() if name not in told):
        entry = {"t": "entry", "table": "KXWM", "n": 1, "event": wire.event_to_map(_example(event))}
        vectors["events"].append({"kind": event.kind, "seen_by": "everyone", "from": "server", "message": entry})


# --- what is frozen ------------------------------------------------------------------------------------------------


def sent_by_clients(version: int) -> dict[str, Any]:
    """All that a client may send in a version: shapes of messages, presets by fingerprint, and options with values."""
    kinds = [as_of(kind, version) for kind in (m.GREETINGS | m.REQUESTS).values() if kind.asked.since <= version]
    shapes, parts = msgspec.json.schema_components(kinds, ref_template="{name}")
    usual = values_of(DEFAULTS)
    return {
        "messages": _bare([shapes, parts]),
        "presets": {name: fingerprint(rules) for name, rules in PRESETS.items() if _has(version, f"preset={name}")},
        "options": {
            name: [usual[name], *_values(version, option)] for name, option in TABLE.items() if _has(version, name)
        },
    }


def _has(version: int, name: str) -> bool:
    return SINCE.get(name, OLDEST) <= version


def _values(version: int, option: Option) -> Sequence[str]:
    """The values of an option: one by one if they are words, else as people are told of them."""
    if option.reader.takes != ", ".join(option.choices):
        return (option.reader.takes,)
    return [value for value in option.choices if _has(version, f"{option.name}={value}")]


def _bare(schema: Any) -> Any:
    """A schema without what is said of it."""
    if isinstance(schema, dict):
        return {key: _bare(value) for key, value in schema.items() if key not in ("title", "description")}
    return [_bare(value) for value in schema] if isinstance(schema, list | tuple) else schema


def digests(version: int, counts: Mapping[str, int]) -> dict[str, str]:
    """By what is frozen of a version, its SHA-256; of each list of its file, the first `counts`."""
    held = read(version)
    parts = {name: held[name][:count] for name, count in counts.items()} | {"clients": sent_by_clients(version)}
    return {name: sha256(json.dumps(part, sort_keys=True).encode()).hexdigest() for name, part in parts.items()}


def frozen() -> dict[str, dict[str, Any]]:
    """By version, how many rows of each list are frozen, and the digests."""
    file = FOLDER / "frozen.json"
    kept: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return kept


def complaints() -> Iterator[str]:
    """A line for each thing that is frozen and has changed."""
    for version, kept in frozen().items():
        found = digests(int(version), kept["rows"])
        for name in (name for name, digest in kept["sha256"].items() if found[name] != digest):
            what = f"what clients may send in version {version}" if name == "clients" else f"{name} of v{version}.json"
            yield f"{what} changed, which is frozen: see protocol/uno_protocol/vectors/README.md"


def alone(arguments: Sequence[str]) -> int:
    """Freeze the newest version. Gives the exit code."""
    if list(arguments) != ["--freeze"]:
        print("generate.py vectors [--freeze]", file=sys.stderr)
        return 2
    if faults := list(complaints()):
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    counts = {name: len(rows) for name, rows in read(m.VERSION).items() if isinstance(rows, list)}
    kept = frozen() | {str(m.VERSION): {"rows": counts, "sha256": digests(m.VERSION, counts)}}
    (FOLDER / "frozen.json").write_text(f"{json.dumps(kept, indent=1)}\n", encoding="utf-8", newline="\n")
    return 0


def files() -> Mapping[Path, Callable[[], str]]:
    """The files of all versions."""
    return {file_of(version): partial(current, version) for version in range(OLDEST, m.VERSION + 1)}
