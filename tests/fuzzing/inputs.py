"""Inputs: bodies that are made of golden ones by mutation, or made from the types of messages. All from one seed."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import msgpack
from msgspec import inspect

from tests.golden import golden as all_golden
from uno_protocol import messages as m
from uno_protocol.framing import HEADER

EXTREMES: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 9, 10, 255, 256, 65_535, 65_536, 2**31, 2**32, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64 - 1),
    *(-(2**31), -(2**63), 0.0, -0.0, 0.5, 1e308, 5e-324, float("inf"), float("-inf"), float("nan")),
    *(None, True, False, "", "T", "R5", "W+4", "x" * 41, "x" * 1025),
    *("\x00", "\x1b[2J", "\u202e", "\ufe0f", "\U0001d159"),
    *("official", "ann", "9" * 400, [], {}, [[]], [None], {"": None}, {"t": "draw"}, [0] * 300, b"", b"\xff"),
)
"""Values at the edges of what a field may have, and far beyond."""
_ODD_BYTES = bytes((0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, *range(0xC0, 0xE0), 0xFF))
"""First bytes of msgpack values that mean something else than their neighbours."""
_DEEP = 600

Maker = Callable[[Random], Any]


@cache
def golden(of: str) -> tuple[bytes, ...]:
    """The golden bodies that a `client` or a `server` sends."""
    rows = (*all_golden("messages"), *all_golden("events"))
    return tuple(bytes.fromhex(one["hex"])[HEADER:] for one in rows if one["from"] == of)


def mutated(dice: Random, body: bytes, values: float = 0.6) -> bytes:
    """Such a body with one to three things wrong; that share of them are other values, the rest other bytes."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        body = _other_value(dice, body) if dice.random() < values else _other_bytes(dice, body)
    return body


def _other_bytes(dice: Random, body: bytes) -> bytes:
    """Flip a bit, cut, double a part, swap two, overwrite, put something in, or say a byte far more often."""
    size = len(body)
    at = dice.randrange(size) if size else 0
    to = min(size, at + dice.randrange(1, 9))
    match dice.randrange(8):
        case 0 | 1 if size:
            return body[:at] + bytes((body[at] ^ 1 << dice.randrange(8),)) + body[at + 1 :]
        case 2:
            return body[:at]
        case 3:
            return body[:to] + body[at:]
        case 4:
            return body[:at] + body[to:]
        case 5:
            return body[:at] + bytes((dice.choice(_ODD_BYTES),)) + body[at + 1 :]
        case 6:
            return body[:at] + dice.randbytes(dice.randrange(1, 9)) + body[at:]
        case _:
            return _long(dice, body, at)


def _long(dice: Random, body: bytes, at: int) -> bytes:
    """Sometimes something very long or deep, else the key of the type once more."""
    match dice.randrange(12):
        case 0:
            return body[:at] + bytes((dice.choice(_ODD_BYTES),)) * _DEEP + body[at:]
        case 1:
            return body[:1] + body[1:] * dice.randrange(2, 40)
        case 2 if body:
            return b"\xdf" + dice.choice((0, 1, 256, 257, 2**31, 2**32 - 1)).to_bytes(4, "big") + body[1:]
        case _ if body:
            return bytes((min(0x8F, body[0] + 1),)) + body[1:] + b"\xa1t\xa4draw"
        case _:
            return body


def _other_value(dice: Random, body: bytes) -> bytes:
    """Change one value or key somewhere inside; other bytes if there is none."""
    try:
        fields = msgpack.unpackb(body, strict_map_key=False)
        if not isinstance(fields, dict) or not fields:
            return _other_bytes(dice, body)
        _change(dice, fields)
        return bytes(msgpack.packb(fields))
    except (ValueError, TypeError, msgpack.UnpackException, OverflowError, RecursionError):
        return _other_bytes(dice, body)


def _change(dice: Random, inside: dict[Any, Any] | list[Any]) -> None:
    keys = list(inside) if isinstance(inside, dict) else range(len(inside))
    at = dice.choice(keys)
    value = inside[at]
    if isinstance(value, dict | list) and value and dice.random() < 0.7:
        _change(dice, value)
        return
    match dice.randrange(8):
        case 0 if isinstance(inside, dict):
            inside[dice.choice(("t", "id", "table", "cards", "x", "", "\u202e", 7))] = inside.pop(at)
        case 1:
            del inside[at]
        case 2:
            inside[at] = [value] if dice.random() < 0.5 else {"t": value}
        case 3 if isinstance(inside, dict):
            other = dice.choice(list(keys))
            inside[at], inside[other] = inside[other], inside[at]
        case 4 if isinstance(inside, dict):
            inside[dice.choice(("x", "name", "n", "seat", "k", "new"))] = dice.choice(EXTREMES)
        case 5 if isinstance(value, str):
            inside[at] = value * 2 if dice.random() < 0.7 else value.swapcase()
        case 6 if isinstance(value, list):
            inside[at] = value * dice.choice((2, 3, 200))
        case _:
            inside[at] = dice.choice(EXTREMES)


def generated(dice: Random, kinds: Mapping[str, type[Any]]) -> dict[str, Any]:
    """A message of one of these types, with any values that its fields may have, or nearly."""
    tag = dice.choice(list(kinds))
    made: dict[str, Any] = _makers()[kinds[tag]](dice)
    return {"t": tag} | made


def packed(fields: Mapping[str, Any]) -> bytes:
    """A message as a body."""
    return bytes(msgpack.packb(fields))


@cache
def _makers() -> dict[type[Any], Maker]:
    kinds = (*m.GREETINGS.values(), *m.REQUESTS.values(), *m.SERVER_MESSAGES.values())
    return {kind: _made_as(inspect.type_info(kind)) for kind in kinds}


def _made_as(info: inspect.Type) -> Maker:
    match info:
        case inspect.IntType(ge=least, le=most):
            ends = (least or 0, most if most is not None else 2**53, (least or 0) + 1, 1, 2)
            return lambda dice: dice.choice(ends)
        case inspect.FloatType():
            return lambda dice: dice.choice((0.0, 0.5, 5.0, 1))
        case inspect.BoolType():
            return lambda dice: dice.random() < 0.5
        case inspect.StrType(max_length=most):
            texts = ("", "T", "ann", "R5", "official", "x" * min(most or 40, 40), "é\u202e", "W+4 ")
            return lambda dice: dice.choice(texts)
        case inspect.LiteralType(values=values):
            return lambda dice: dice.choice(values)
        case inspect.ListType(item_type=item, min_length=least, max_length=most):
            return _many(_made_as(item), least or 0, min(most or 4, 4))
        case inspect.DictType(key_type=key, value_type=held):
            one, other = _made_as(key), _made_as(held)
            return lambda dice: {one(dice): other(dice) for _ in range(dice.randrange(4))}
        case inspect.UnionType(types=types):
            ways = [_made_as(one) for one in types]
            return lambda dice: dice.choice(ways)(dice)
        case inspect.StructType(fields=fields):
            return _struct(fields)
        case inspect.NoneType():
            return lambda _: None
        case _:
            return lambda dice: dice.choice(EXTREMES)


def _many(item: Maker, least: int, most: int) -> Maker:
    return lambda dice: [item(dice) for _ in range(dice.randint(least, most))]


def _struct(fields: tuple[inspect.Field, ...]) -> Maker:
    made = [(one.encode_name, one.required, _made_as(one.type)) for one in fields]

    def make(dice: Random) -> dict[str, Any]:
        return {name: value(dice) for name, needed, value in made if dice.random() < (0.98 if needed else 0.4)}

    return make
