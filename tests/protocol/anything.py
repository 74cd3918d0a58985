"""Random values of everything that an event of a game or a room may have, for tests that look for surprises."""

from collections.abc import Mapping
from dataclasses import fields
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from uno_engine import events as ev
from uno_engine.cards import FACES, Card
from uno_engine.decisions import DECISIONS
from uno_protocol import room as rooms

SEATS = st.integers(0, 9)
CARDS = st.sampled_from(FACES)
HANDS = st.lists(CARDS, max_size=6).map(tuple)


def values(hint: Any, name: str) -> st.SearchStrategy[Any]:
    """Any value of an annotation that an event may have."""
    if hint is Card:
        return CARDS
    if hint is bool:
        return st.booleans()
    if hint is str:
        return st.text(max_size=12)
    if hint is int:
        return st.sampled_from((1, -1)) if name == "direction" else SEATS
    if hint is ev.Sealed:
        return st.builds(ev.Sealed, HANDS, st.integers(0, 4))
    origin, parts = get_origin(hint), get_args(hint)
    if NoneType in parts or any(part in DECISIONS.values() for part in parts):
        return st.one_of([st.none() if part is NoneType else values(part, name) for part in parts])
    if origin is tuple:
        return st.lists(values(parts[0], name), max_size=10).map(tuple)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(SEATS if parts[0] is int else st.text(max_size=12), values(parts[1], name), max_size=4)
    if hint is rooms.TallyLine or hint in DECISIONS.values():
        return made(hint)
    return st.sampled_from(list(hint))


def made(type_: type[Any]) -> st.SearchStrategy[Any]:
    """Any value of a dataclass."""
    hints = get_type_hints(type_)
    return st.builds(type_, **{field.name: values(hints[field.name], field.name) for field in fields(type_)})


EVERY_EVENT = st.one_of([made(type_) for type_ in (*ev.EVENTS.values(), *rooms.ROOM_EVENTS.values())])
