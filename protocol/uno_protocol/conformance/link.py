"""One connection of the suite: frames out, messages in, and its end. Plain msgpack and sockets."""

import socket
import struct
import threading
from collections import deque
from typing import Any

import msgpack

from uno_protocol.conformance.carried import ALPN, Carried
from uno_protocol.conformance.secured import Secured
from uno_protocol.conformance.shapes import SECTIONS, hold
from uno_protocol.conformance.verdicts import Failed, Message
from uno_protocol.conformance.world import REAL, Socket, World

LARGEST_BODY = 65_536
"""P-2.3: the longest body of a server."""
SEND_SECONDS = 60.0
"""How long a server may leave unread what it is sent: it reads a flood slowly (P-10.3)."""

_TO_ALL = ("lobby_said", "announcement")
"""Messages that a server sends to everyone logged in, regardless of their requests (P-5.13, P-7.27)."""
KNOWN = frozenset(SECTIONS)
"""The types of a server's messages. It may have others, which are ignored (P-11.1)."""


class PeerClosed(Exception):
    """The peer ended the connection; `reset` if it did so without closing the TCP stream."""

    def __init__(self, *, reset: bool) -> None:
        super().__init__("reset" if reset else "end of stream")
        self.reset = reset


class Silent(Exception):
    """Nothing came in time."""


def frame(body: bytes) -> bytes:
    """A body with its length in front (P-2.2)."""
    return struct.pack(">I", len(body)) + body


def packed(message: object) -> bytes:
    """A frame with the msgpack of any value."""
    body: bytes = msgpack.packb(message)
    return frame(body)


def unpacked(body: bytes, sender: str = "server") -> Message:
    """The map in a body. Raises Failed, naming the sender, if it is not valid msgpack or not a message.

    `shapes.hold` checks which values a server may send (P-3.2).
    """

    def no_twins(members: list[tuple[object, object]]) -> Message:
        found: dict[Any, object] = dict(members)
        if len(found) != len(members) or not set(map(type, found)) <= {str}:
            raise Failed(f"a map of the {sender} has a key twice, or one that is not text (P-3.1): {members!r:.200}")
        return found

    def no_extension(code: int, _data: bytes) -> object:
        raise Failed(f"the {sender} sends an extension type, {code} (P-3.2)")

    try:
        value = msgpack.unpackb(body, object_pairs_hook=no_twins, ext_hook=no_extension, strict_map_key=False)
    except (ValueError, msgpack.UnpackException) as fault:
        raise Failed(f"a body of the {sender} is not valid msgpack (P-3.4): {type(fault).__name__} {fault}") from fault
    if not isinstance(value, dict) or not isinstance(value.get("t"), str):
        raise Failed(f"a body of the {sender} is not a map with the type under t (P-3.1): {value!r:.200}")
    if sender == "server":
        value.pop("pad", None)  # P-20.12
    return value


class PeerLink:
    """A connection to the peer. Its messages are kept in order until they are asked for."""

    def __init__(
        self, host: str, port: int, timeout: float, *, encrypted: bool = False, web: bool = False, world: World = REAL
    ) -> None:
        """Connect, by TLS if `encrypted`, by WebSocket if `web`. Raises OSError.

        `timeout`: the peer's seconds for an answer.
        """
        self.timeout = timeout
        self.world = world
        self._place = (host, port)
        self.encrypted, self.web = encrypted, web
        self._bare, self._socket = self._connected()
        self._bytes = bytearray()
        self._messages: deque[Message | Failed] = deque()
        """The messages received; a bad one is replaced by what is wrong with it."""
        self.ended: PeerClosed | None = None
        self._over = False
        """Whether nothing more can come."""
        self.ended_here = False
        """Whether the case ended it, or its own half."""
        self.given_up = False
        """Whether nobody waits for messages any more."""
        self._reading = threading.Lock()
        self._sending = threading.Lock()
        self._begun = bytearray()
        """The part of an incomplete frame that was sent."""
        self._last_used = self.world.now()
        self.reads_by_itself = True
        """Whether `keep` reads; not after `let_in`."""
        self.answers_pings = True
        self.hears_everybody = False
        """Whether it gets what the server sends to everyone; other cases' chat would usually be in the way."""
        self.received = 0
        """Bytes received in all."""
        self.bodies: list[bytes] = []
        """Every body received, as it came."""

    def _connected(self) -> tuple[Socket, Socket | Secured | Carried]:
        """A bare socket, and the same with TLS and WebSocket on top."""
        connected = self.world.connect(*self._place, self.timeout)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        below = connected if not self.encrypted else Secured(connected, ALPN) if self.web else Secured(connected)
        return connected, Carried(below, *self._place, self.world.chance) if self.web else below

    @property
    def secured(self) -> Secured:
        """The TLS of an encrypted connection."""
        assert isinstance(self._socket, Secured)
        return self._socket

    @property
    def carried(self) -> Carried | None:
        """The WebSocket, if it is one."""
        return self._socket if isinstance(self._socket, Carried) else None

    def anew(self) -> None:
        """Connect again, as if for the first time. Raises OSError."""
        with self._reading, self._sending:
            self._socket.close()
            self._bytes.clear()
            self._messages.clear()
            self._begun.clear()
            self.ended, self._over, self.ended_here = None, False, False
            self._bare, self._socket = self._connected()

    def send(self, message: Message) -> None:
        """Send a message. If the peer is gone, that shows when something is awaited."""
        self.send_bytes(packed(message))

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        with self._sending:
            self._send(data)

    def _send(self, data: bytes) -> None:
        self._last_used = self.world.now()
        self._begun += data
        while len(self._begun) >= 4 and len(self._begun) >= 4 + (length := struct.unpack_from(">I", self._begun)[0]):
            del self._begun[: 4 + length]
        try:
            self._socket.settimeout(max(SEND_SECONDS, self.timeout))
            self._socket.sendall(data)
        except OSError:
            self.ended = self.ended or PeerClosed(reset=True)

    def _answer(self, ping: Message) -> bool:
        """Answer a ping, unless something is being sent or a frame is incomplete; returns whether it did."""
        if not self._sending.acquire(blocking=False):
            return False
        try:
            if not self._begun:
                used = self._last_used
                self._send(packed({"t": "pong", "nonce": ping.get("nonce", 0)}))
                self._last_used = used
            return not self._begun
        finally:
            self._sending.release()

    def finish(self) -> None:
        """End our half of the stream."""
        self.ended_here = True
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.ended = self.ended or PeerClosed(reset=True)

    def let_in(self, size: int) -> None:
        """Limit the bytes that wait unread here to about `size`; from now on, read only what is asked for."""
        self.reads_by_itself = False
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)

    def reset(self) -> None:
        """Break the connection, as a dying program does."""
        self.ended_here = True
        with self._reading:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._socket.close()

    def give_up(self) -> None:
        """End all waiting, in any thread."""
        self.given_up = True
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def close(self) -> None:
        """Close the connection."""
        self.ended_here = True
        with self._reading:
            self._socket.close()

    def next(self, seconds: float | None = None) -> Message:
        """The next message, except pings, which are answered, messages to everyone, and unknown types (P-11.1).

        Raises Silent, Ended or Failed.
        """
        until = self.world.now() + (self.timeout if seconds is None else seconds)
        with self._reading:
            while True:
                while self._messages:
                    message = self._messages.popleft()
                    if isinstance(message, Failed):
                        raise message
                    if message["t"] not in KNOWN or (message["t"] in _TO_ALL and not self.hears_everybody):
                        continue
                    if message["t"] != "ping" or not self.answers_pings:
                        return message
                    self._answer(message)
                self._read(until)

    def keep(self, idle: float) -> None:
        """Read what has come and answer pings, if the link was not used for this many seconds."""
        if not self.answers_pings or not self.reads_by_itself or self.world.now() - self._last_used < idle:
            return
        if not self._reading.acquire(blocking=False):
            return
        try:
            while not self._over and self._bare.fileno() >= 0 and self.world.ready(self._bare):
                self._take()
            pings = [one for one in self._messages if isinstance(one, dict) and one["t"] == "ping"]
            for ping in pings:
                if self._answer(ping):
                    self._messages.remove(ping)
        except PeerClosed:
            return
        finally:
            self._reading.release()

    def overlooked(self) -> Failed | None:
        """The complaint about a message that nothing asked for."""
        with self._reading:  # the keeper's thread takes in what comes
            return next((one for one in self._messages if isinstance(one, Failed)), None)

    @property
    def over(self) -> bool:
        """Whether everything was read and nothing more can come."""
        return self._over and not self._messages

    def put_back(self, messages: list[Message]) -> None:
        """Put back messages that were read too early; they come next again."""
        self._messages.extendleft(reversed(messages))

    def _read(self, until: float) -> None:
        """Read what comes before `until`. Raises Silent or Ended if nothing does."""
        left = until - self.world.now()
        if left <= 0:
            raise Silent
        if self.ended is not None and (self._over or not self._readable()):
            raise self.ended
        if self._socket.fileno() < 0:
            self._over, self.ended = True, PeerClosed(reset=True)
            raise self.ended
        self._socket.settimeout(left)
        self._take()

    def _take(self) -> None:
        """Read what comes. Raises Silent or Ended if nothing does."""
        self._last_used = self.world.now()
        try:
            data = self._socket.recv(65_536)
        except TimeoutError:
            raise Silent from None
        except OSError:
            self._over, self.ended = True, PeerClosed(reset=True)
            raise self.ended from None
        if not data:
            self._over, self.ended = True, PeerClosed(reset=False)
            raise self.ended
        self.received += len(data)
        self._bytes += data
        self._cut()
        if self.carried and (wrong := self.carried.wrong):
            self._messages.append(Failed(wrong))

    def _readable(self) -> bool:
        """Whether there may be something to read although sending has failed."""
        return self.ended is not None and self.ended.reset and self._socket.fileno() >= 0

    def _cut(self) -> None:
        while len(self._bytes) >= 4:
            (length,) = struct.unpack_from(">I", self._bytes)
            if not 0 < length <= LARGEST_BODY:
                self._messages.append(Failed(f"the server sends a frame of {length} bytes (P-2.3)"))
                self._bytes.clear()
                return
            if len(self._bytes) < 4 + length:
                return
            body = bytes(self._bytes[4 : 4 + length])
            del self._bytes[: 4 + length]
            self.bodies.append(body)
            self._messages.append(self._taken(body))

    def _taken(self, body: bytes) -> Message | Failed:
        """The message in a body, or what is wrong with it."""
        try:
            message = unpacked(body)
            hold(message)
        except Failed as failed:
            return failed
        return message
