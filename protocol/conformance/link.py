"""One connection of the suite: frames out, messages in, and how the peer ended it. Plain msgpack and sockets."""

from __future__ import annotations

import socket
import struct
import time
from collections import deque
from typing import Any

import msgpack

from protocol.conformance.judging import Failed

LARGEST_BODY = 65_536
"""P-2.3: no body of a server is longer."""

Message = dict[str, Any]

_TO_ALL = ("lobby_said", "announcement")
"""What a server tells everyone who has logged in, whatever they do (P-5.13, P-7.27)."""

KNOWN = frozenset(
    (
        *("welcome", "logged_in", "resumed", "error", "bye", "announcement", "ok", "tables", "rules", "continuations"),
        *("reasons", "joined", "put_out", "lobby_said", "lobby_talk", "entry", "snapshot", "legal", "clock"),
        *("ping", "pong"),
    )
)
"""The types of message that a server has in version 1. Others it may have too; nobody takes notice of them (P-11.1)."""


class Ended(Exception):
    """The peer has ended the connection; `reset` if it did so without a farewell of TCP's own."""

    def __init__(self, *, reset: bool) -> None:
        super().__init__("reset" if reset else "end of stream")
        self.reset = reset


class Silent(Exception):
    """Nothing has come in time."""


def frame(body: bytes) -> bytes:
    """A body with its length before it (P-2.2)."""
    return struct.pack(">I", len(body)) + body


def packed(message: object) -> bytes:
    """A frame with the msgpack of any value."""
    body: bytes = msgpack.packb(message)
    return frame(body)


def unpacked(body: bytes) -> Message:
    """The map of a body. Raises Failed for anything that P-3 does not let a server send."""
    pairs: list[set[object]] = []

    def no_twins(members: list[tuple[object, object]]) -> Message:
        keys = {key for key, _ in members}
        if len(keys) != len(members) or not all(isinstance(key, str) for key in keys):
            raise Failed(f"a map of the server has a key twice, or one that is no text: {members!r:.200}")
        pairs.append(keys)
        return {str(key): value for key, value in members}

    def no_extension(code: int, _data: bytes) -> object:
        raise Failed(f"the server sends an extension type ({code})")

    try:
        value = msgpack.unpackb(body, object_pairs_hook=no_twins, ext_hook=no_extension, strict_map_key=False)
    except (ValueError, msgpack.UnpackException) as fault:
        raise Failed(f"the body of a frame is no msgpack: {type(fault).__name__} {fault}") from fault
    if not isinstance(value, dict) or not isinstance(value.get("t"), str):
        raise Failed(f"a body is no map with the type under t: {value!r:.200}")
    return value


class Link:
    """A connection to the peer. What it sends is kept in order until it is asked for."""

    def __init__(self, host: str, port: int, timeout: float) -> None:
        """Connect. Raises OSError. `timeout`: seconds that the peer has for an answer."""
        self.timeout = timeout
        self._socket = socket.create_connection((host, port), timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._bytes = bytearray()
        self._messages: deque[Message] = deque()
        self.ended: Ended | None = None
        self.answers_pings = True
        self.hears_everybody = False
        """Whether it is given what all are told alike: others who talk meanwhile would be in the way of a case."""
        self.received = 0
        """Bytes that have come in all."""
        self.bodies: list[bytes] = []
        """Every body that has come, as it came."""

    # --- out -------------------------------------------------------------------------------------------------------

    def send(self, message: Message) -> None:
        """Send a message; that the peer has gone already is seen when something is awaited."""
        self.send_bytes(packed(message))

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        try:
            self._socket.sendall(data)
        except OSError:
            self.ended = self.ended or Ended(reset=True)

    def finish(self) -> None:
        """Send no more: the end of our half of the stream."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.ended = self.ended or Ended(reset=True)

    def let_in(self, size: int) -> None:
        """Let about so many bytes come in that are not read."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)

    def reset(self) -> None:
        """Break the connection off as a program that dies does."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    # --- in --------------------------------------------------------------------------------------------------------

    def next(self, seconds: float | None = None) -> Message:
        """The next message, but for pings, which are answered, what all are told, and unknown types (P-11.1).

        Raises Silent, Ended or Failed.
        """
        until = time.monotonic() + (self.timeout if seconds is None else seconds)
        while True:
            while self._messages:
                message = self._messages.popleft()
                if message["t"] not in KNOWN or (message["t"] in _TO_ALL and not self.hears_everybody):
                    continue
                if message["t"] != "ping" or not self.answers_pings:
                    return message
                self.send({"t": "pong", "nonce": message.get("nonce", 0)})
            self._read(until)

    def put_back(self, messages: list[Message]) -> None:
        """What was taken too early comes next again."""
        self._messages.extendleft(reversed(messages))

    def _read(self, until: float) -> None:
        """Take in what comes before `until`. Raises Silent or Ended if nothing does."""
        left = until - time.monotonic()
        if left <= 0:
            raise Silent
        if self.ended is not None and not self._readable():
            raise self.ended
        self._socket.settimeout(left)
        try:
            data = self._socket.recv(65_536)
        except TimeoutError:
            raise Silent from None
        except OSError:
            self.ended = Ended(reset=True)
            raise self.ended from None
        if not data:
            self.ended = Ended(reset=False)
            raise self.ended
        self.received += len(data)
        self._bytes += data
        self._cut()

    def _readable(self) -> bool:
        """Whether something may still be read although sending has failed."""
        return self.ended is not None and self.ended.reset and self._socket.fileno() >= 0

    def _cut(self) -> None:
        while len(self._bytes) >= 4:
            (length,) = struct.unpack_from(">I", self._bytes)
            if not 0 < length <= LARGEST_BODY:
                raise Failed(f"the server sends a frame of {length} bytes (P-2.3)")
            if len(self._bytes) < 4 + length:
                return
            body = bytes(self._bytes[4 : 4 + length])
            del self._bytes[: 4 + length]
            self.bodies.append(body)
            self._messages.append(unpacked(body))
