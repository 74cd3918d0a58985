"""Messages to bytes and back (PROTOCOL.md, section 3).

The body of a frame is one msgpack map of a small, plain kind. One scan of the bytes refuses everything else before
anything is built from it; then the type under `t` decides which keys are expected.
"""

import math
import re
from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Final, TypeVar

import msgpack
import msgspec

from uno_protocol import messages as m
from uno_protocol.framing import HEADER, SERVER_LIMIT
from uno_protocol.kept import pack
from uno_protocol.versions import as_of

DEEPEST = 8
"""Levels of nested maps and arrays allowed, counting the outermost."""

LONGEST_ARRAY = 1024
LONGEST_MAP = 256

BAD_CODEC = "bad_codec"
TOO_DEEP = "too_deep"
BAD_SCHEMA = "bad_schema"

_LARGEST_ID = 2**53 - 1

T = TypeVar("T", bound=msgspec.Struct)


class CodecFault(ValueError):
    """A body that is not a message. `closes`: whether it also ends the connection (P-3).

    `field` is the path of the value at fault, `id` the request's id if it could be read; the error carries both.
    """

    def __init__(
        self, code: str, text: str, *, field: str | None = None, id: int | None = None, closes: bool = False
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.field = field
        self.id = id
        self.closes = closes


encode: Final[Callable[[msgspec.Struct], bytes]] = pack
"""The frame body of a message; fields at their default are left out (P-3)."""


PADDING = 128
"""An encrypted connection sends this many bytes at a time, or a multiple (P-20.12)."""
PADDING_OF_TURNS = 1024
"""The same for what says whom the game asks, or what may be done: nearly always more than that needs."""
PADDING_OF_WORDS = 512
"""The same for what has words (P-4.9), which name cards at length."""
PADDING_OF_WORDED_TURNS = 2048
"""The same for both."""


def _pad(room: int) -> bytes:
    """The key `pad` and its blanks, in this many bytes, at least `_LEAST`."""
    left = room - len(pack("pad"))
    if left <= 32:
        return pack("pad") + bytes((0xA0 + left - 1,)) + b" " * (left - 1)
    if left <= 257:  # 33 and 258 aren't the shortest form, as no text has that: a larger size would tell something
        return pack("pad") + bytes((0xD9, left - 2)) + b" " * (left - 2)
    return pack("pad") + b"\xda" + (left - 3).to_bytes(2, "big") + b" " * (left - 3)


_LEAST: Final = len(pack("pad") + pack(""))
_PADS: Final = tuple(_pad(room) for room in range(_LEAST, _LEAST + PADDING_OF_TURNS))
_TELLING: Final = re.compile(b"|".join(map(re.escape, map(pack, ("asked", "legal", "words")))))
"""What needs a longer unit has one of these, and so may a message with a text that reads so."""


class _Event(msgspec.Struct):
    k: str = ""


class _Telling(msgspec.Struct):
    """Of a message, what decides how it is padded."""

    t: str = ""
    event: _Event | None = None
    words: Any = None


_telling: Final = msgspec.msgpack.Decoder(_Telling).decode


def _unit(frames: bytes) -> int:
    """To a multiple of how many bytes whole frames are padded: by what they are, not by what is said in them."""
    if _TELLING.search(frames) is None:
        return PADDING
    turns, words, end = False, False, 0
    while end < len(frames):
        begins, (length,) = end + HEADER, _length(frames, end)
        end = begins + length
        told = _telling(memoryview(frames)[begins:end])
        turns |= told.t == "legal" or (told.event is not None and told.event.k == "asked")
        words |= told.words is not None
    if turns:
        return PADDING_OF_WORDED_TURNS if words else PADDING_OF_TURNS
    return PADDING_OF_WORDS if words else PADDING


_ONE_MORE: Final = {0x80 + keys: bytes((0x81 + keys,)) for keys in range(15)} | {0x8F: b"\xde\x00\x10"}
"""By the first byte of a map of up to 15 keys, the header of one that has one more."""
_length: Final = Struct(">I").unpack_from


def padded(frames: bytes) -> bytes:
    """Whole frames of a server, a multiple of PADDING by blanks under the key `pad` of the last one (P-20.12).

    Of another unit if they say whose turn it is, or have words. They stay as they are if that frame would become too
    long.
    """
    size = len(frames)
    unit = _unit(frames)
    if not size % unit:
        return frames
    begins, (length,) = HEADER, _length(frames)
    while (end := begins + length) < size:
        begins, (length,) = end + HEADER, _length(frames, end)
    taken, header = 1, _ONE_MORE.get(frames[begins])
    if header is None:
        taken, header = 3, b"\xde" + (int.from_bytes(frames[begins + 1 : begins + 3], "big") + 1).to_bytes(2, "big")
    room = (taken - len(header) - size - _LEAST) % unit
    pad = _PADS[room] if room < PADDING_OF_TURNS else _pad(room + _LEAST)
    length += len(header) - taken + len(pad)
    if length > SERVER_LIMIT:
        return frames
    before, rest = frames[: begins - HEADER], frames[begins + taken :]
    return b"".join((before, length.to_bytes(HEADER, "big"), header, rest, pad))


def decode_client(body: bytes, version: int = m.VERSION) -> m.Greeting | m.Request:
    """The client's message in a body, by the version that is spoken with it.

    Raises CodecFault and nothing else, whatever the bytes are.
    """
    message = _decode_as_encoded(body) if version >= m.VERSION else None
    return _decode_with_care(body, version) if message is None else message


def _opening(body: bytes) -> bytes:
    """The key `t` and the type, if they come first and in their shortest form."""
    return body[1 : 4 + (body[3] & 0x1F)] if len(body) > 3 else b""


_DECODERS: Final[Mapping[bytes, msgspec.msgpack.Decoder[m.Greeting | m.Request]]] = {
    _opening(pack({"t": tag})): msgspec.msgpack.Decoder(kind)
    for tag, kind in (m.REQUESTS | m.GREETINGS).items()
    if kind.asked.often
}


def _decode_as_encoded(body: bytes) -> m.Greeting | m.Request | None:
    """A frequent message, if its bytes are just what `encode` writes; otherwise None.

    They need no scan, as `encode` writes nothing that is refused.
    """
    decoder = _DECODERS.get(body[1 : 4 + (body[3] & 0x1F)]) if len(body) > 3 else None  # `_opening`
    if decoder is None:
        return None
    try:
        message = decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return message if encode(message) == body else None


def _decode_with_care(body: bytes, version: int = m.VERSION) -> m.Greeting | m.Request:
    fields = _unpack(body)
    kind = fields.get("t")
    type_: type[m.Greeting | m.Request] | None = None
    if isinstance(kind, str):
        type_ = m.REQUESTS.get(kind) or m.GREETINGS.get(kind)
    if type_ is None or type_.asked.since > version:
        raise _schema_fault(fields, "t", "unknown message type" if "t" in fields else "the type is missing")
    if (then := as_of(type_, version)) is not type_:
        _convert(fields, then)
    return _convert(fields, type_)


def decode_server(body: bytes) -> m.ServerMessage | m.Ping | m.Pong | None:
    """The server's message in a body; None if its type is unknown (P-11). Raises CodecFault and nothing else."""
    fields = _unpack(body)
    kind = fields.get("t")
    if not isinstance(kind, str):
        raise _schema_fault(fields, "t", "the type is missing")
    if kind in ("ping", "pong"):
        known = {key: value for key, value in fields.items() if key in ("t", "nonce") and value is not None}
        return _convert(known, m.Ping) if kind == "ping" else _convert(known, m.Pong)
    type_ = m.SERVER_MESSAGES.get(kind)
    if type_ is None:
        return None
    return _convert({key: value for key, value in fields.items() if value is not None}, type_)  # P-3.8


def _unpack(body: bytes) -> dict[str, Any]:
    odd = scan(body)
    try:
        fields = msgpack.unpackb(
            body, object_pairs_hook=_distinct, max_array_len=LONGEST_ARRAY, max_map_len=LONGEST_MAP
        )
    except (ValueError, msgpack.UnpackException) as fault:
        raise CodecFault(BAD_CODEC, f"invalid msgpack: {_plain(str(fault))}", closes=True) from None
    if odd:
        path = _odd_number(fields)
        raise _schema_fault(fields, path, "a number is not finite, or 2^63 or more")
    return fields  # type: ignore[no-any-return]  # the scan has checked that it is a map


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice")
    return made


def _bad(text: str) -> CodecFault:
    return CodecFault(BAD_CODEC, text, closes=True)


# What a first byte means: what follows, and how many bytes of it.
_SKIP: Final = 0  # a value of this many bytes follows; `_LENGTHS` has these
_TEXT: Final = 1  # a length of this many bytes follows, then the text
_ARRAY: Final = 2  # an array; its count is in this many bytes (0: in the first byte)
_MAP: Final = 3
_NEVER: Final = 4
_FLOAT: Final = 5
_UINT64: Final = 6


def _first_bytes() -> tuple[tuple[int, int], ...]:
    table = [(_NEVER, 0)] * 256
    for first in (*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3):
        table[first] = (_SKIP, 0)
    for first in range(0x80, 0x90):
        table[first] = (_MAP, 0)
    for first in range(0x90, 0xA0):
        table[first] = (_ARRAY, 0)
    for first in range(0xA0, 0xC0):
        table[first] = (_SKIP, first & 0x1F)
    table[0xCA], table[0xCB] = (_FLOAT, 4), (_FLOAT, 8)
    table[0xCC], table[0xCD], table[0xCE], table[0xCF] = (_SKIP, 1), (_SKIP, 2), (_SKIP, 4), (_UINT64, 8)
    table[0xD0], table[0xD1], table[0xD2], table[0xD3] = (_SKIP, 1), (_SKIP, 2), (_SKIP, 4), (_SKIP, 8)
    table[0xD9], table[0xDA], table[0xDB] = (_TEXT, 1), (_TEXT, 2), (_TEXT, 4)
    table[0xDC], table[0xDD] = (_ARRAY, 2), (_ARRAY, 4)
    table[0xDE], table[0xDF] = (_MAP, 2), (_MAP, 4)
    return tuple(table)


_FIRST = _first_bytes()


def _lengths(*, empty: int) -> bytes:
    """By first byte, the bytes of a value whose length it tells; `empty` for an empty map or array; else 0."""
    known = [1 + width if kind == _SKIP else 0 for kind, width in _FIRST]
    known[0x80] = known[0x90] = empty
    return bytes(known)


_LENGTHS, _LENGTHS_DEEPEST = _lengths(empty=1), _lengths(empty=0)


def scan(body: bytes) -> bool:  # noqa: C901  (one loop: a call for each value would take as long as all else)
    """Check a body without building anything from it; True if a number in it is not finite or too large.

    Raises CodecFault: `too_deep` for more than DEEPEST levels; `bad_codec` unless it is one complete map of text,
    integers, floats, booleans, nil, arrays and maps (no binary, extension types, impossible counts or trailing bytes).
    """
    size = len(body)
    if not size or _FIRST[body[0]][0] != _MAP:
        raise _bad("a body must be one map")
    at = 0
    left = 1  # values still to come in the innermost container
    outer: list[int] = []
    odd = False
    # A body may have thousands of values, and nothing is looked up as fast as in a list.
    by_level = [list(body.translate(_LENGTHS))] * DEEPEST + [list(body.translate(_LENGTHS_DEEPEST))]
    while left or outer:
        if not left:
            left = outer.pop()
            continue
        lengths = by_level[len(outer)]
        try:
            while left and (length := lengths[at]):
                at += length
                left -= 1
        except IndexError:
            raise _bad("the body ends inside a value") from None
        if not left:
            continue
        kind, width = _FIRST[first := body[at]]
        left -= 1
        at += 1
        if kind in (_ARRAY, _MAP):
            count = int.from_bytes(body[at : at + width], "big") if width else first & 0x0F
            at += width
            outer.append(left)
            if len(outer) > DEEPEST:
                raise CodecFault(TOO_DEEP, f"more than {DEEPEST} levels of maps and arrays", closes=True)
            left = count * 2 if kind == _MAP else count
            if left > size - at:
                raise _bad("a count is larger than the body")
        elif kind == _TEXT:
            at += width + int.from_bytes(body[at : at + width], "big")
        elif kind == _NEVER:
            raise _bad("binary, extension and unassigned types are not allowed")
        else:
            odd = odd or _is_odd(kind, body[at : at + width])
            at += width
    if at != size:
        raise _bad("the body ends inside a value" if at > size else "there are bytes after the map")
    return odd


def _is_odd(kind: int, value: bytes) -> bool:
    if kind == _UINT64:
        return bool(value) and value[0] >= 0x80
    exponent = 0x7F80 if len(value) == 4 else 0x7FF0
    return len(value) >= 4 and int.from_bytes(value[:2], "big") & exponent == exponent


def _odd_number(value: object, path: str = "") -> str:
    """The path of the first number that is not finite, or 2^63 or more."""
    if isinstance(value, Mapping):
        parts = [(f"{path}.{key}" if path else str(key), inner) for key, inner in value.items()]
    elif isinstance(value, list):
        parts = [(f"{path}[{index}]", inner) for index, inner in enumerate(value)]
    else:
        fine = not isinstance(value, float | int) or (math.isfinite(value) and value < 2**63)
        return "" if fine else path
    return next((found for inner_path, inner in parts if (found := _odd_number(inner, inner_path))), "")


def _convert(fields: dict[str, Any], type_: type[T]) -> T:
    try:
        return msgspec.convert(fields, type_)
    except msgspec.ValidationError as fault:
        path, text = _where(str(fault))
        raise _schema_fault(fields, path, text) from None


_AT = re.compile(r" - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`$")
_NAMED = re.compile(r"(?:missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)


def _where(text: str) -> tuple[str, str]:
    """The path and the sentence of a msgspec fault, which ends in `... - at `$.cards[0]``."""
    found = _AT.search(text)
    path = found["path"].removesuffix("[...]") if found else ""  # a map's value or key has the map's path (P-3.6)
    if found:
        text = text[: found.start()]
    if named := _NAMED.search(text):
        path = f"{path}.{named['name']}" if path else named["name"]
        if "unknown field" in text[: named.start("name")]:
            text = text[: named.start("name") - 2]  # only the path repeats the peer's own word, which may be anything
    return path, text


def _schema_fault(fields: dict[str, Any], path: str, text: str) -> CodecFault:
    id = fields.get("id")
    if type(id) is not int or not 1 <= id <= _LARGEST_ID:
        id = None
    return CodecFault(BAD_SCHEMA, _plain(text), field=_plain(path)[:80], id=id)


def _plain(text: str) -> str:
    """Short, printable ASCII, as the text may hold what a peer sent."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text[:200])
