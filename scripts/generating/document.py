"""Tables of the protocol's documents: which clause is where, every message, the fields of events and snapshots."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from generating import CLAUSE, DOCUMENTS, ROOT, drawn_in, grid
from uno_engine.events import EVENTS
from uno_engine.rules import MOST_SEATS
from uno_protocol import messages as m
from uno_protocol.asked import BY_THE_RULES
from uno_protocol.room import ROOM_EVENTS

SCHEMA = ROOT / "protocol" / "uno_protocol" / "schema" / f"v{m.VERSION}.json"
OF_BOTS = {*m.MOVES, m.Continuations, m.WhyNot, m.CreateTable, m.JoinTable, m.LeaveTable, m.Ready, m.Start, m.Away}
OF_BOTS |= {m.Logout}
"""The requests of the core; the others are of hosts, or of people."""
MESSAGES = {
    "greeting": "hello welcome ping pong bye",
    "sessions": "login logged_in resume resumed",
    "answers": "ok error",
    "entering": "create_table joined put_out",
    "the log": "entry snapshot",
    "play": "legal clock play",
    "devices and claims": "move_device move_code move_here claim_seat claim_pending announcement",
    "hosting": "tables rules change_table lobby_said lobby_talk numbers",
    "history": "history record",
    "chains and reasons": "continuations reasons",
}
"""The messages that the documents describe one by one, by the mark of each group. Of other requests, the table of
requests says all."""
PLACES = {
    "event": "[map](PICTURE.md#fields-of-the-events)",
    "room": "[map](PICTURE.md#the-room)",
    "game": "[map](PICTURE.md#the-game)",
    "round_result": "[map](PICTURE.md#the-result-of-a-round)",
    "action": "map",
    "new_table": "map, see `create_table`",
}
"""What a field is whose parts have a place of their own."""
OWN_PLACE = {*PLACES, "card", "seat"} - {"new_table"}
HEADS = {"new_table": "new"}
NEEDED_BY_BOTS = [
    ("The phase (P-7.8)", {"room": "phase"}, {"phase_changed": "phase"}),
    ("The host's seat, which moves along", {"room": "host"}, {"host_changed": "seat", "seats_moved": "seat to"}),
    (
        "The occupant of each seat; nil: a free seat. `seats_moved` swaps two",
        {"room": "occupants", "occupant": "name bot"},
        {"seat_taken": "seat name bot", "seat_freed": "seat", "seats_moved": "seat to", "table_changed": "seats"},
    ),
    (
        (
            "Whether an occupant is ready (P-7.7): with a `bot` or a `stand_in`, always; otherwise no longer after"
            " `phase_changed` to `waiting`, `between_rounds` or `finished`, nor on taking over from a stand-in"
        ),
        {"occupant": "ready"},
        {"ready_changed": "seat ready", "phase_changed": "phase", "stand_in_changed": "seat level"},
    ),
    (
        "The occupants for whom a computer player plays (P-7.23)",
        {"occupant": "stand_in"},
        {"stand_in_changed": "seat level"},
    ),
    ("The occupants who are connected", {"occupant": "connected"}, {"presence_changed": "seat connected"}),
    (
        "The seats that take part in the game",
        {"game": "seated"},
        {"game_opened": "seated", "player_joined": "seat", "player_left": "seat", "game_cleared": ""},
    ),
    (
        (
            "How many cards each seat holds, and in `hands` which the client's own seat does: dealt, played, discarded,"
            " drawn; moved, where `counts` isn't nil; passed on, one from each giver to the seat at its place in `to`;"
            " given up"
        ),
        {"game": "counts hands"},
        {
            "round_dealt": "counts hands",
            "cards_played": "seat cards",
            "colour_discarded": "seat cards",
            "cards_drawn": "seat count cards",
            "hands_moved": "counts hands",
            "cards_passed": "to cards",
            "player_left": "seat",
            "player_lost": "seat",
        },
    ),
]
"""What a bot has to know: in words, where a snapshot has it, and the events that change it, with the fields for it."""


def parts() -> str:
    """The documents that have clauses: for whom, and which."""
    return grid(["part", "what for", "clauses"], _parts())


def _parts() -> Iterator[list[str]]:
    for document in DOCUMENTS:
        title, _, about = document.read_text(encoding="utf-8").split("\n")[:3]
        yield [f"[{title.partition(': ')[2]}]({document.name})", about.rstrip("."), ", ".join(_clauses(document))]


def _clauses(document: Path) -> Iterator[str]:
    """The clauses of a document: each run of them as its first and its last."""
    found = sorted((int(section), int(n)) for section, n in CLAUSE.findall(document.read_text(encoding="utf-8")))
    for _, run in groupby(enumerate(found), lambda each: (each[1][0], each[1][1] - each[0])):
        numbers = [f"{section}.{n}" for _, (section, n) in run]
        yield numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def needed_by_bots() -> str:
    """What a bot has to know of a table."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    rows = ([words, _within(defs, parts), _changing(defs, events)] for words, parts, events in NEEDED_BY_BOTS)
    return grid(["what", "in a snapshot", "events that change it, and by which fields"], rows)


def _within(defs: Mapping[str, Any], parts: Mapping[str, str]) -> str:
    picked = (
        (part, defs[part] | {"properties": {name: defs[part]["properties"][name] for name in names.split()}})
        for part, names in parts.items()
    )
    return "; ".join(f"in `{part}`: {fields(own)}" for part, own in picked).replace(", up to 1,024", "")


def _changing(defs: Mapping[str, Any], events: Mapping[str, str]) -> str:
    shown = []
    for event, names in events.items():
        part = defs[f"event.{event}"]
        assert set(names.split()) <= set(part["properties"]), event
        own = (f"`{name}`" if name in part["required"] else f"(`{name}`)" for name in names.split())
        shown.append(f"`{event}` {{{', '.join(own)}}}" if names else f"`{event}`")
    return "; ".join(shown)


def requests(*, of_bots: bool) -> str:
    """Every request, its fields, its answer and what it can be refused with."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    rows = (
        [
            f"`{name}`",
            _about(defs[f"client.{name}"]),
            fields(defs[f"client.{name}"], "t", "id", "decision"),
            f"`{kind.asked.answer}`",
            _codes(kind.asked.refused),
        ]
        for name, kind in m.REQUESTS.items()
        if (kind in OF_BOTS) is of_bots
    )
    return grid(["request", "what for", "fields", "answer", "or refused with"], rows)


def _about(part: Mapping[str, Any]) -> str:
    """The declaration in words, without its answer, which has a column of its own."""
    return re.sub(r" Answer: .*| \(section 5\)|, section 5(?=\))", "", part["description"])


def _codes(codes: tuple[str, ...]) -> str:
    rules = set(BY_THE_RULES) if set(BY_THE_RULES) <= set(codes) else set()
    return ", ".join([*(f"`{code}`" for code in codes if code not in rules), *(["`no_game`, P-12.2"] if rules else [])])


def messages(names: str) -> str:
    """These messages, each below a heading, with their fields."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    return "\n\n".join("\n\n".join([f"#### `{name}`", *_message(name, defs)]) for name in names.split())


def _message(name: str, defs: Mapping[str, Any]) -> Iterator[str]:
    """A message in words, and its fields; under the name of a request that has a like-named answer, both."""
    asked, told = defs.get(f"client.{name}"), None if name in m.GREETINGS else defs.get(f"server.{name}")
    if asked:
        either = asked["description"].startswith("From either side")
        yield from _described("" if either else "From the client. ", asked["description"], asked, defs)
    if told and asked:
        yield from _described("The answer has the same type: ", told["description"].partition(": ")[2], told, defs)
    elif told:
        yield from _described("From the server. ", told["description"], told, defs)


def _described(whose: str, about: str, part: Mapping[str, Any], defs: Mapping[str, Any]) -> Iterator[str]:
    """What a message is for, and tables of its fields and of those of the maps within; none of a request's without
    words, as the table of requests has them."""
    left_out = {"t", "id", "decision"} if "x-answer" in part else {"t"}
    own = {name: field for name, field in part["properties"].items() if name not in left_out}
    if "x-answer" in part and not any("description" in field for field in own.values()):
        own = {}
    if len(own) == 1:
        ((name, field),) = own.items()
        words = field.get("description", "").rstrip(".")
        yield f"{whose}{about} Field {_named(name, part)}: {_kind(field)}{f'. {words}' if words else ''}."
    else:
        yield f"{whose}{about}"
    if len(own) > 1:
        yield grid(["field", "kind", ""], rows(part, *left_out))
    for within in dict.fromkeys(re.findall(r"#/\$defs/(\w+)\"", json.dumps(part))):
        if within not in OWN_PLACE:
            yield grid([f"field of `{HEADS.get(within, within)}`", "kind", ""], rows(defs[within]))


def snapshot(**parts: str) -> str:
    """The fields of a part of a snapshot, and those of the maps within it, by their heads."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    tables = (grid([f"field of `{head}`", "kind", ""], rows(defs[part])) for head, part in parts.items())
    return "\n\n".join(tables).replace(", up to 1,024", "")


def rows(part: Mapping[str, Any], *left_out: str) -> Iterator[list[str]]:
    """The fields of a map, their kinds and their explanations."""
    for name, field in part["properties"].items():
        if name in left_out:
            continue
        yield [_named(name, part), _kind(field), field.get("description", "").rstrip(".")]


def events() -> str:
    """The fields of every event."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    shown = {name: fields(defs[f"event.{name}"], "k") for name in (*ROOM_EVENTS, *EVENTS)}
    return grid(["event", "fields"], ([f"`{name}`", own.replace(", up to 1,024", "")] for name, own in shown.items()))


def fields(part: Mapping[str, Any], *left_out: str) -> str:
    """The fields of a map with their kinds, those that may be absent in brackets."""
    own = ((name, field) for name, field in part["properties"].items() if name not in left_out)
    return "; ".join(f"{_named(name, part)}: {_kind(field)}" for name, field in own)


def _named(name: str, part: Mapping[str, Any]) -> str:
    """A field's name, in brackets if it may be absent."""
    return f"`{name}`" if name in part["required"] else f"(`{name}`)"


def _kind(field: Mapping[str, Any]) -> str:
    """A field's values in the words of the document, and its value when it is absent."""
    default = field.get("default")
    told = f", {json.dumps(default)} if absent" if default not in (None, "", [], {}) else ""
    match field:
        case {"anyOf": [one, {"type": "null"}]}:
            return _kind(one) + told
        case {"anyOf": several}:
            return " or ".join(map(_kind, several)) + told
        case {"$ref": reference}:
            part: str = reference.rpartition("/")[2]
            return PLACES.get(part, part) + told
        case {"enum": values}:
            return " or ".join(f"`{value}`" for value in values) + told
        case {"type": "string", "maxLength": most, "pattern": pattern}:
            hex_digits = f"{most} hex digits" if pattern.startswith("^[0-9a-f]") else ""
            return (hex_digits or f"text of printable ASCII without spaces, up to {most:,}") + told
        case {"type": "string", "maxLength": most}:
            return f"text, up to {most:,}{told}"
        case {"type": "integer", "minimum": least, "maximum": most} if most < 2**16:
            return f"int, {least} to {most}{told}"
        case {"type": "number", "maximum": most}:
            return f"float, 0 to {most}{told}"
        case {"type": "array" | "object"}:
            return _several(field) + told
        case {"type": kind}:
            return {"string": "text", "integer": "int", "boolean": "bool", "number": "seconds"}[kind] + told
        case _:
            raise ValueError(f"no words for {field}")


def _several(field: Mapping[str, Any]) -> str:
    """What is in an array or a map, in the words of the document."""
    match field:
        case {"type": "array", "items": {"anyOf": [one, {"type": "null"}]}, "maxItems": most} if most == MOST_SEATS:
            return f"some by seat, {_kind(one)}"
        case {"type": "array", "items": items}:
            return f"array of {_kind(items)}{' or nil' if 'anyOf' in items else ''}{_how_many(field)}"
        case {"type": "object", "maxProperties": most, "additionalProperties": values}:
            return f"map of text to {_kind(values)} ({most} at most)"
        case {"type": "object", "additionalProperties": values}:
            return f"map of text to {_kind(values)}"
        case _:
            raise ValueError(f"no words for {field}")


def _how_many(field: Mapping[str, Any]) -> str:
    """How many members an array may have, if there is a bound."""
    least, most = field.get("minItems", 0), field.get("maxItems")
    if most is None:
        return ""
    return f" (just {most})" if least == most else f" ({least} to {most})"


TABLES: Mapping[str, Callable[[], str]] = {
    "parts": parts,
    "needs of bots": needed_by_bots,
    "requests of bots": partial(requests, of_bots=True),
    "requests of hosts": partial(requests, of_bots=False),
    **{f"messages of {group}": partial(messages, names) for group, names in MESSAGES.items()},
    "events": events,
    "room": partial(snapshot, room="room", occupant="occupant", remark="remark", tally_line="tally_line"),
    "result": partial(snapshot, result="round_result", round_counts="round_counts"),
    "game": partial(snapshot, game="game"),
}
"""The tables by their marks."""


def files() -> Mapping[Path, Callable[[], str]]:
    """The documents."""
    return drawn_in(TABLES)
