"""Typed values to plain ones and back, derived once from their annotations.

A `Shape` is made for every annotation in events, decisions and views. Nothing here knows them by name, so a new event
needs no code for the wire.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from enum import Enum
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from uno_engine.cards import Card, card
from uno_engine.rules import MOST_SEATS, Seat

LARGEST = 2**53 - 1
"""The largest whole number on the wire; every language can hold it."""
LONGEST_TEXT = 1024
"""Characters of one text in an event, a room or a view (P-3.10)."""


class WireFault(ValueError):
    """A plain value from a peer is wrong: the path of the part at fault, and what is wrong with it."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}" if path else text)
        self.path = path
        self.text = text


Write = Callable[[Any], Any]
Read = Callable[[Any, str], Any]


class Shape(NamedTuple):
    """One kind of value: `write` makes it plain (None: it already is), `read` raises WireFault."""

    write: Write | None
    read: Read


class Field(NamedTuple):
    """One field of a record on the wire."""

    name: str
    write: Write | None
    read: Read
    required: bool
    default: object


class Record:
    """The shape of a dataclass: a map with a key for each field.

    Fields that are None are left out. A `lean` record also leaves out what is empty, false or 0 by default (P-8.3).
    With `kind`, the first key is `k`.
    """

    __slots__ = ("_begins", "_fields", "_parts", "_written", "left_out", "type")

    def __init__(self, type_: type[Any], *, lean: bool = False, kind: str | None = None) -> None:
        self.type = type_
        self._begins: dict[str, Any] = {} if kind is None else {"k": kind}
        self._fields = fields_of(type_)
        self._written = tuple((field.name, field.write) for field in self._fields)
        self._parts = parts_of(self._fields)
        self.left_out = frozenset(field.name for field in self._fields if lean and _is_empty(field.default))

    def write(self, value: object) -> dict[str, Any]:
        """The map of `value`."""
        made = {**self._begins}
        left_out = self.left_out
        for (name, write), part in zip(self._written, self._parts(value), strict=False):
            if part is None or (not part and name in left_out):
                continue
            made[name] = part if write is None else write(part)
        return made

    def read(self, plain: object, path: str = "") -> Any:
        """The value of a map; unknown keys are ignored. Raises WireFault."""
        fields = a_map(plain, path)
        found = []
        for name, _write, read, required, default in self._fields:
            if name in fields:
                found.append(read(fields[name], f"{path}.{name}" if path else name))
            elif required:
                raise WireFault(f"{path}.{name}" if path else name, "is missing")
            else:
                found.append(copy(default))
        return self.type(*found)


def parts_of(fields: Sequence[Field]) -> Callable[[object], tuple[Any, ...]]:
    """A function that returns the values of these fields in order, in one step; ignore the items behind them."""
    return attrgetter(*(field.name for field in fields), "__class__", "__class__")


def _is_empty(default: object) -> bool:
    return default is not None and not default


def fields_of(type_: type[Any], *, but: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """The fields of a dataclass or named tuple, in the order of its constructor, except those in `but`."""
    hints = get_type_hints(type_, include_extras=True)
    if dataclasses.is_dataclass(type_):
        parts = [(part.name, _default(part)) for part in dataclasses.fields(type_)]
    else:
        parts = [(name, ...) for name in type_._fields]
    return tuple(_field(name, hints[name], default) for name, default in parts if name not in but)


def _default(part: dataclasses.Field[Any]) -> object:
    if part.default_factory is not dataclasses.MISSING:
        return part.default_factory()
    return ... if part.default is dataclasses.MISSING else part.default


def _field(name: str, hint: Any, default: object) -> Field:
    shape = shape_of(hint)
    required = default is ...
    if required and NoneType in get_args(hint):
        required, default = False, None
    return Field(name, shape.write, shape.read, required, default)


def shape_of(hint: Any) -> Shape:
    """The shape of an annotation. A number may be annotated with a range of values (`Seat`, `Direction`)."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        return _union_shape(parts)
    if origin in (tuple, list):
        return _sequence_shape(origin, parts[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _by_seat_shape(parts[1]) if parts[0] is Seat else _TEXTS
    if origin is Annotated:
        return Shape(None, _whole(*hint.__metadata__))
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_shape(hint)
    record = Record(hint)
    return Shape(record.write, record.read)


def _union_shape(parts: tuple[Any, ...]) -> Shape:
    kinds = [part for part in parts if part is not NoneType]
    shape = tagged({kind.kind: kind for kind in kinds}) if len(kinds) > 1 else shape_of(kinds[0])
    if len(kinds) == len(parts):
        return shape
    write, read = shape

    def write_some(value: Any) -> Any:
        return None if value is None else write(value) if write else value

    def read_some(plain: Any, path: str) -> Any:
        return None if plain is None else read(plain, path)

    return Shape(write and write_some, read_some)


def records_of(kinds: Mapping[str, type[Any]]) -> dict[str, Record]:
    """The shapes of types that have their kind under `k`."""
    return {kind: Record(type_, lean=True, kind=kind) for kind, type_ in kinds.items()}


def tagged(kinds: Mapping[str, type[Any]]) -> Shape:
    """The shape of a union whose members have their kind under `k`."""
    by_kind = records_of(kinds)
    by_type = {record.type: record.write for record in by_kind.values()}

    def write(value: Any) -> Any:
        return by_type[type(value)](value)

    def read(plain: Any, path: str) -> Any:
        kind = a_map(plain, path).get("k")
        record = by_kind.get(kind) if isinstance(kind, str) else None
        if record is None:
            raise WireFault(f"{path}.k" if path else "k", "is an unknown kind")
        return record.read(plain, path)

    return Shape(write, read)


def _sequence_shape(origin: type[Any], inner: Any) -> Shape:
    write_part, read_part = shape_of(inner)
    write: Write
    if write_part is None:
        write = list
    else:

        def write(values: Any) -> Any:
            return list(map(write_part, values))

    def read(plain: Any, path: str) -> Any:
        if type(plain) is not list:
            raise WireFault(path, "is not an array")
        return origin([read_part(value, f"{path}[{index}]") for index, value in enumerate(plain)])

    return Shape(write, read)


def _by_seat_shape(inner: Any) -> Shape:
    """A mapping by seat: an array, null for seats without a value (keys of maps are never numbers)."""
    shape = shape_of(inner)
    write_part = shape.write or _same

    def write(values: Any) -> Any:
        length = max(values) + 1 if values else 0
        return [write_part(values[seat]) if seat in values else None for seat in range(length)]

    def read(plain: Any, path: str) -> Any:
        if type(plain) is not list or len(plain) > MOST_SEATS:
            raise WireFault(path, "is not an array by seat")
        shown = ((seat, value) for seat, value in enumerate(plain) if value is not None)
        return {seat: shape.read(value, f"{path}[{seat}]") for seat, value in shown}

    return Shape(write, read)


def _same(value: Any) -> Any:
    return value


def _enum_shape(kind: type[Enum]) -> Shape:
    members = {member.value: member for member in kind}

    def read(plain: Any, path: str) -> Any:
        member = members.get(plain) if isinstance(plain, str) else None
        if member is None:
            raise WireFault(path, "is not one of " + ", ".join(members))
        return member

    return Shape(_value, read)


def _whole(values: range) -> Read:
    def read(plain: Any, path: str) -> int:
        if type(plain) is not int or plain not in values:
            raise WireFault(path, f"is not a whole number from {values[0]} to {values[-1]}")
        return plain

    return read


def _read_card(plain: Any, path: str) -> Card:
    if isinstance(plain, str):
        try:
            return card(plain)
        except ValueError:
            pass
    raise WireFault(path, "is not a card")


def _read_yes_no(plain: Any, path: str) -> bool:
    if type(plain) is not bool:
        raise WireFault(path, "is not true or false")
    return plain


def _read_text(plain: Any, path: str) -> str:
    if type(plain) is not str:
        raise WireFault(path, "is not text")
    if len(plain) > LONGEST_TEXT:
        raise WireFault(path, f"is longer than {LONGEST_TEXT} characters")
    return plain


def a_map(plain: Any, path: str) -> dict[str, Any]:
    """`plain` itself, if it is a map. Raises WireFault."""
    if type(plain) is not dict:
        raise WireFault(path, "is not a map")
    return plain


_card_name: Write = attrgetter("name")
_value: Write = attrgetter("_value_")
"""The value of an enum member; `value` itself is a property and takes five times as long."""


def _read_texts(plain: Any, path: str) -> dict[str, str]:
    return {_read_text(key, path): _read_text(value, f"{path}.{key[:40]}") for key, value in a_map(plain, path).items()}


_TEXTS = Shape(dict, _read_texts)
_PLAIN: Mapping[Any, Shape] = {
    bool: Shape(None, _read_yes_no),
    int: Shape(None, _whole(range(LARGEST + 1))),
    str: Shape(None, _read_text),
    Card: Shape(_card_name, _read_card),
}
