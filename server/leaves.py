"""Which rows lie in a table leaf page of an SQLite file, whatever has become of the pages above it?

By the documented format (sqlite.org/fileformat2.html). Such a page begins with its type, 13; the number of its cells
stands at 3, from 8 on stands where each begins. A cell is three things: the length of its row, the row's number, the
row; of a long one only the beginning, and then the page where it goes on. A row is a header (its own length, and a
number for each column that tells type and size) and the columns. Nothing here raises, whatever the bytes are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

LEAF = 13
FIRST_CELL = 8
LONGEST = 1 << 20
"""Bytes of a row. No row of ours comes near it; nonsense may."""

MAGIC = b"SQLite format 3\0"

Value = int | float | str | bytes | None
Fetch = Callable[[int], bytes]
"""The page with that number, from 1; empty if there is none."""

_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_KINDS: dict[str, type] = {"INTEGER": int, "REAL": float, "TEXT": str, "BLOB": bytes}


class Column(NamedTuple):
    """A column of a table: its declared type, and whether null is not allowed."""

    kind: str
    needed: bool


def rows(page: bytes, fetch: Fetch, columns: Sequence[Column]) -> Iterator[list[Value]]:
    """The rows there that have just these columns; the first column is the row's number."""
    if page[:1] != bytes([LEAF]):
        return
    end = min(FIRST_CELL + 2 * _number(page[3:5]), len(page) - 1)
    for at in dict.fromkeys(_number(page[at : at + 2]) for at in range(FIRST_CELL, end, 2)):
        row = _row(page, at, fetch, columns)
        if row is not None:
            yield row


def free(first: bytes, fetch: Fetch, pages: int) -> set[int]:
    """The pages that are in no use, as the first page has it: what lies there was deleted.

    A trunk of that list is the next trunk, a count, and so many free pages. What does not look like one ends it.
    """
    found: set[int] = set()
    trunk, left = struct.unpack(">2I", first[32:40]) if len(first) >= 40 and first.startswith(MAGIC) else (0, 0)
    while 1 < trunk <= pages and trunk not in found and len(found) < left:
        body = fetch(trunk)
        count = _number(body[4:8])
        listed = {_number(body[at : at + 4]) for at in range(8, min(8 + 4 * count, len(body)), 4)}
        if 8 + 4 * count > len(body) or not all(1 < number <= pages for number in listed):
            break
        found |= {trunk, *listed}
        trunk = _number(body[:4])
    return found


def _row(page: bytes, at: int, fetch: Fetch, columns: Sequence[Column]) -> list[Value] | None:
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    here = _local(length, len(page))
    body = page[at : at + here]
    types = _types(body, len(columns))
    if length > LONGEST or len(types) != len(columns):
        return None
    header, _ = _varint(body, 0)
    if header + sum(map(_size, types)) != length:
        return None  # before the rest is looked for: so nonsense costs little
    body += _overflow(fetch, _number(page[at + here : at + here + 4]), length - here)
    if len(body) != length:
        return None
    values = _values(body[header:], types)
    values[0] = number - (1 << 64) * (number >> 63)
    fitting = [_fit(value, column) for value, column in zip(values, columns, strict=True)]
    return fitting if all(map(_is_of, fitting, columns)) else None


def _local(length: int, page: int) -> int:
    """How many bytes of a row of that length stand in its cell."""
    most, least = page - 35, (page - 12) * 32 // 255 - 23
    if length <= most:
        return length
    some = least + (length - least) % (page - 4)
    return some if some <= most else least


def _types(body: bytes, columns: int) -> list[int]:
    """What the header of a row says of its columns; at most one too many. Empty if it is none."""
    header, at = _varint(body, 0)
    types: list[int] = []
    while at < header <= len(body) and len(types) <= columns:
        type_, at = _varint(body, at)
        types.append(type_)
    return types if at == header and not {10, 11} & set(types) else []


def _size(type_: int) -> int:
    if type_ >= 12:
        return (type_ - 12) // 2
    return 8 if type_ == 7 else _INTEGERS.get(type_, 0)


def _overflow(fetch: Fetch, number: int, length: int) -> bytes:
    """So many bytes of a row from a chain of pages, or fewer. Each page begins with the number of the next."""
    parts = []
    while length > 0:
        page = fetch(number)
        parts.append(page[4 : 4 + length])
        if not parts[-1]:
            break
        length -= len(parts[-1])
        number = _number(page[:4])
    return b"".join(parts)


def _values(body: bytes, types: list[int]) -> list[Value]:
    values: list[Value] = []
    at = 0
    for type_ in types:
        part = body[at : at + _size(type_)]
        at += len(part)
        values.append(_value(type_, part))
    return values


def _value(type_: int, part: bytes) -> Value:
    match type_:
        case 0:
            return None
        case 7:
            (value,) = struct.unpack(">d", part)
            return float(value)
        case 8 | 9:
            return type_ - 8
        case _ if type_ < 12:
            return int.from_bytes(part, "big", signed=True)
    return part.decode(errors="replace") if type_ % 2 else part


def _fit(value: Value, column: Column) -> Value:
    """A time that is a whole number is stored as one."""
    return float(value) if column.kind == "REAL" and isinstance(value, int) else value


def _is_of(value: Value, column: Column) -> bool:
    return not column.needed if value is None else isinstance(value, _KINDS.get(column.kind, object))


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 64 bits, and where the next thing begins. 0 and the end, if it is cut off."""
    value = 0
    for digit, byte in enumerate(data[at : at + 9]):
        if digit == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + digit + 1
    return 0, len(data)


def _number(part: bytes) -> int:
    return int.from_bytes(part, "big")
