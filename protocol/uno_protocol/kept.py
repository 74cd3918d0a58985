"""Plain values as bytes for a program's own storage: msgpack without the limits of the wire."""

from collections.abc import Callable
from typing import Any

import msgspec

pack: Callable[[object], bytes] = msgspec.msgpack.Encoder().encode
"""The bytes of a value made of None, booleans, numbers, text, bytes, lists and maps, or of Structs of these."""


def unpack(body: bytes) -> Any:
    """The value of such bytes. Raises ValueError if they are not valid."""
    try:
        return msgspec.msgpack.decode(body)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ValueError(f"not msgpack: {fault}") from fault
