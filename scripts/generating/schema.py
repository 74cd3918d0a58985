"""The schema of all messages (JSON Schema, draft 2020-12), protocol/uno_protocol/schema/v2.json, from their types.

Messages are those of protocol/uno_protocol/messages.py; events, decisions, listed actions, rooms and views of a game
are worked out from the same annotations as their shapes on the wire (protocol/uno_protocol/shapes.py).
"""

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from generating import ROOT
from uno_engine.cards import FACES, Card
from uno_engine.decisions import DECISIONS
from uno_engine.events import EVENTS, Sealed
from uno_engine.rules import MOST_SEATS, Direction, Seat
from uno_engine.state import Game
from uno_protocol import messages as m
from uno_protocol import wire
from uno_protocol.asked import FromClient
from uno_protocol.records import file as records
from uno_protocol.result import RoundCounts, RoundResult
from uno_protocol.room import Occupant, Remark, Room, TallyLine
from uno_protocol.shapes import LARGEST, LONGEST_TEXT, Field, fields_of

RECORD = ROOT / "protocol" / "uno_protocol" / "schema" / f"record-{records.FORMAT}.json"
SCHEMA = ROOT / "protocol" / "uno_protocol" / "schema" / f"v{m.VERSION}.json"
ABOUT = (
    f"Every message of version {m.VERSION}, as its documents say; made by scripts/generate.py. `client` "
    "is what a client sends: a key that is not here is refused, but in hello. `server` is what a server sends: clients "
    "ignore keys and kinds that are not here (P-11.1). A schema cannot tell 1 from 1.0: where an integer stands, 1.0 "
    "is refused (P-3.6). Of a client's message, `x-since` is its first version, `x-answer` the type of its answer, "
    "`x-refused` the codes with which it is refused, but for those that any message may meet, and `x-limited` whether "
    "a server may limit how often it comes (P-10.4)."
)

Schema = dict[str, Any]
SECRET = ("sealed", "stock", "position")
"""Fields of events that nobody is sent (P-13.1, P-7.30)."""
NAMED: Mapping[Any, str] = {
    Occupant: "occupant",
    Remark: "remark",
    TallyLine: "tally_line",
    RoundResult: "round_result",
    RoundCounts: "round_counts",
    Sealed: "sealed",
}
"""Records within others, and what they are called."""


def ref(name: str) -> Schema:
    """A reference to another part of the schema."""
    return {"$ref": f"#/$defs/{name}"}


def one_of(names: Iterable[str]) -> Schema:
    """A choice between other parts of the schema."""
    return {"anyOf": [ref(name) for name in names]}


# --- messages ------------------------------------------------------------------------------------------------------


def messages() -> dict[str, Schema]:
    """Every message, as `client.TYPE` or `server.TYPE`, and the records within."""
    sent: dict[str, type[Any]] = {f"client.{name}": kind for name, kind in {**m.GREETINGS, **m.REQUESTS}.items()}
    sent |= {f"server.{name}": kind for name, kind in m.SERVER_MESSAGES.items()}
    _, parts = msgspec.json.schema_components(sent.values(), ref_template="#/$defs/{name}")
    names = {kind.__name__: name for name, kind in sent.items()}
    names |= {part: _snake(part) for part in parts if part not in names}
    text = json.dumps({names[part]: schema for part, schema in parts.items()})
    made: dict[str, Schema] = json.loads(
        _REF.sub(lambda found: f"#/$defs/{names[found[1]]}", text).replace(_CARD, _A_CARD)
    )
    for part in made.values():
        del part["title"]
        part["description"] = " ".join(part["description"].split())
    for name in ("ping", "pong"):
        made[f"server.{name}"] = {key: value for key, value in made[f"client.{name}"].items() if key != _CLOSED}
    for name, field, schema in _OPEN:
        made[name]["properties"][field] = schema
    for name, part in made.items():
        kind = sent.get(name) or getattr(m, _camel(name), None)
        for field, said in explained(m.ACTIONS.get(kind, kind)).items() if kind else ():
            if field in part["properties"]:
                part["properties"][field] = part["properties"][field] | {"description": said}
    for name, part in made.items():
        if not name.startswith("client."):
            _bound(name.removeprefix("server."), part["properties"])
    for name, kind in sent.items():
        if issubclass(kind, FromClient):
            made[name] |= declared(kind)
    return {name: made[name] for name in (*sent, "server.ping", "server.pong", *sorted(set(made) - set(sent)))}


def declared(kind: type[FromClient]) -> Schema:
    """The declaration of a client's message beside its fields, and its example."""
    asked = kind.asked
    made: Schema = {"x-since": asked.since}
    if issubclass(kind, m.Request):
        made |= {"x-answer": asked.answer, "x-refused": list(asked.refused), "x-limited": asked.limited}
    return made | {"examples": [msgspec.to_builtins(m.example(kind))]}


_CARD, _A_CARD = json.dumps({"type": "string", "maxLength": 3, "minLength": 1}), json.dumps(ref("card"))
"""The type of a card's name in messages.py, where the codec needs no list of all cards."""
_REF = re.compile(r"#/\$defs/(\w+)")
_CLOSED = "additionalProperties"
_LISTED = {"type": "array", "items": ref("action")}
_A_SEAT = {"anyOf": [ref("seat"), {"type": "null"}], "default": None}
_OPEN = (
    ("server.joined", "seat", _A_SEAT),
    ("server.snapshot", "seat", _A_SEAT),
    ("server.entry", "event", ref("event")),
    ("server.snapshot", "room", ref("room")),
    ("past_entry", "event", ref("event")),
    ("server.snapshot", "game", {"anyOf": [ref("game"), {"type": "null"}], "default": None}),
    ("server.snapshot", "result", {"anyOf": [ref("round_result"), {"type": "null"}], "default": None}),
    ("server.legal", "actions", _LISTED),
    ("server.continuations", "actions", _LISTED),
)
"""Fields that messages.py leaves open, as they are read elsewhere."""


_LEAST = {"id": 1, "entry.n": 1, "past_entry.n": 1, "lobby_said.n": 1, "talk_line.n": 1}
"""The least that a number of a server may be where that is not 0: ids and what is counted from 1 (P-6.1, P-8.1)."""
_ECHOED = "error.id"
"""May be what a client has sent instead of an id (P-3.6)."""


def _bound(part: str, fields: Mapping[str, Schema]) -> None:
    """Give every number of a server's message its bounds, which messages.py leaves open."""
    for name, field in fields.items():
        if f"{part}.{name}" == _ECHOED:
            continue
        for one in (field, *field.get("anyOf", ())):
            if one.get("type") in ("integer", "number") and "minimum" not in one:
                one["minimum"] = _LEAST.get(f"{part}.{name}", _LEAST.get(name, 0))
                if one["type"] == "integer":
                    one["maximum"] = LARGEST


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _camel(name: str) -> str:
    return name.title().replace("_", "")


# --- what stands in them -------------------------------------------------------------------------------------------


def of_hint(hint: Any) -> Schema:
    """The schema of an annotation, as `uno_protocol.shapes.shape_of` reads it."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        kinds = [part for part in parts if part is not NoneType]
        schema = ref("decision") if len(kinds) > 1 else of_hint(kinds[0])
        return schema if len(kinds) == len(parts) else {"anyOf": [schema, {"type": "null"}]}
    if origin in (tuple, list):
        return {"type": "array", "items": of_hint(parts[0])}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if parts[0] is Seat:
            some = {"anyOf": [of_hint(parts[1]), {"type": "null"}]}
            return {"type": "array", "items": some, "maxItems": MOST_SEATS}
        return {"type": "object", "additionalProperties": {"type": "string", "maxLength": LONGEST_TEXT}}
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    return ref(NAMED[hint])


_PLAIN: Mapping[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0, "maximum": LARGEST},
    Seat: ref("seat"),
    Direction: {"enum": [-1, 1]},
    str: {"type": "string", "maxLength": LONGEST_TEXT},
    Card: ref("card"),
}


def record(type_: type[Any], fields: Iterable[Field], kind: str | None = None, *, in_full: bool = False) -> Schema:
    """The schema of a map with these fields of a type, and its kind under `k`.

    `in_full`: values that are false, 0 or empty are sent too, and only null is absent (P-8, the room).
    """
    hints, docs = get_type_hints(type_, include_extras=True), explained(type_)
    properties: Schema = {} if kind is None else {"k": {"enum": [kind]}}
    required = [] if kind is None else ["k"]
    for field in fields:
        said = {"description": docs[field.name]} if field.name in docs else {}
        properties[field.name] = of_hint(hints[field.name]) | said
        if field.required or (in_full and NoneType not in get_args(hints[field.name])):
            required.append(field.name)
    about = " ".join((type_.__doc__ or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".") + "."
    return {"description": about, "type": "object", "properties": properties, "required": required}


def explained(type_: type[Any]) -> dict[str, str]:
    """The docstrings of a type's fields: the texts below them in its source."""
    found = {}
    for owner in type_.__mro__[::-1]:
        source = inspect.getsource(owner) if owner.__module__.startswith("uno_") else ""
        for pair in pairwise(ast.walk(ast.parse(source))):  # a class's own parts follow each other there
            match pair:
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = " ".join(text.split())
    return found


def tagged(group: str, kinds: Mapping[str, type[Any]], *, but: tuple[str, ...] = ()) -> dict[str, Schema]:
    """A union of maps that have their kind under `k`: itself as `group`, each of them as `group.KIND`."""
    each = {f"{group}.{kind}": record(type_, fields_of(type_, but=but), kind) for kind, type_ in kinds.items()}
    return {group: one_of(each), **each}


def room() -> Schema:
    """A table without its game, with the rules in full."""
    made = record(Room, fields_of(Room), in_full=True)
    rules = "Every option in force (P-7.12), so that no client needs to know the presets."
    made["properties"] |= {
        "rules": of_hint(dict[str, str]) | {"description": rules},
        "fingerprint": of_hint(str) | {"description": "P-7.12."},
    }
    made["required"] += ["rules", "fingerprint"]
    return made


def game() -> Schema:
    """One viewer's knowledge of a game."""
    made = record(Game, wire.VIEW_FIELDS)
    made["description"] = "What one seat, or a spectator (`viewer` absent), may know of a game."
    made["properties"]["hands"] = of_hint(list[list[Card] | None]) | {"description": explained(Game)["hands"]}
    made["required"] = [name for name in made["properties"] if name in wire.IN_EVERY_VIEW]
    return made


def schema() -> Schema:
    """The whole."""
    sent = messages()
    defs: dict[str, Schema] = {
        "client": one_of(name for name in sent if name.startswith("client.")),
        "server": one_of(name for name in sent if name.startswith("server.")),
        **sent,
        **tagged("event", wire.KINDS, but=SECRET),
        **tagged("decision", DECISIONS),
        **tagged("action", wire.LISTED, but=("seat",)),
        "room": room(),
        "game": game(),
        **{name: record(type_, fields_of(type_), in_full=True) for type_, name in NAMED.items() if type_ is not Sealed},
        "card": {"enum": [face.name for face in FACES]},
        "seat": {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1},
    }
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "UNO on the local network"}
    return {**head, "description": ABOUT, **one_of(("client", "server")), "$defs": defs}


def record_schema() -> Schema:
    """A line of a record (engine/RECORD.md)."""
    header = msgspec.json.schema(records.Header, ref_template="#/$defs/{name}")
    parts = header["$defs"]
    made = tagged("event", {**EVENTS, **{kind.kind: kind for kind in records.OF_ROOM}})
    did = tagged("action", wire.ACTIONS)
    result = record(records.GameOutcome, fields_of(records.GameOutcome), in_full=True)
    kinds: dict[str, Schema] = {"a": ref("action"), "e": ref("event"), "m": {"type": "string"}, "r": result}
    kinds["sha256"] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    seconds = {"type": "number", "minimum": 0}
    lines = [{"type": "array", "prefixItems": [seconds, {"enum": [kind]}, value]} for kind, value in kinds.items()]
    defs = {
        "header": parts.pop("Header"),
        "line": {"anyOf": [line | {"minItems": 3, "maxItems": 3} for line in lines]},
        **parts,
        **made,
        **tagged("decision", DECISIONS),
        **did,
        "sealed": record(Sealed, fields_of(Sealed), in_full=True),
        "card": {"enum": [face.name for face in FACES]},
        "seat": {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1},
    }
    defs["header"]["properties"]["start"] = {"type": ["object", "null"], "default": None}
    about = "A line of a .unorec file, as engine/RECORD.md says; made by scripts/generate.py."
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A record of a game of UNO"}
    return {**head, "description": about, **one_of(("header", "line")), "$defs": defs}


def written(whole: Schema) -> str:
    """The text of a file: a line for every part, so that a difference reads well."""
    parts = [f"  {json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}" for name, part in whole["$defs"].items()]
    head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items() if key != "$defs"]
    return "{\n" + ",\n".join([*head, ' "$defs": {\n' + ",\n".join(parts) + "\n }"]) + "\n}\n"


def files() -> Mapping[Path, Callable[[], str]]:
    """The files."""
    return {SCHEMA: lambda: written(schema()), RECORD: lambda: written(record_schema())}
