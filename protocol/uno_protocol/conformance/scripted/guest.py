"""One connection of a client to the scripted server, which reads what comes and can send anything."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import time
from collections import deque
from collections.abc import Callable

from uno_protocol.conformance.carried import ALPN as WEB_ALPN
from uno_protocol.conformance.link import PeerClosed, Silent, frame, packed, unpacked
from uno_protocol.conformance.scripted.carriers import ServedWeb
from uno_protocol.conformance.verdicts import Failed, Message, fail_if

TLS, HTTP = b"\x16", b"G"
"""What the first byte of a connection says, other than 0 (P-17.1, P-20.1)."""
BEFORE_WELCOME = 1024
AFTER_WELCOME = 8192
"""P-2.3: the longest bodies of a client."""


class Guest:
    """The server's end of a connection. Pings of the client are answered, unless `answers_pings` is false."""

    def __init__(self, plug: socket.socket, timeout: float, tls: Callable[[], ssl.SSLContext] | None = None) -> None:
        """`tls`: with what a client is encrypted that begins so where no case says what follows."""
        self.timeout = timeout
        self._tls = tls
        self.since = time.monotonic()
        """When it was accepted, by the monotonic clock."""
        self.longest = BEFORE_WELCOME
        """The longest body that the client may send now."""
        self.answers_pings = True
        self.pings: list[float] = []
        """When each ping of the client came."""
        self.heard: list[Message] = []
        """Everything read from the client, pings included."""
        self.ended: PeerClosed | None = None
        self._socket: socket.socket | ServedWeb = plug
        self._begun = False
        """Whether it is known how the client speaks."""
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._bytes = bytearray()
        self._messages: deque[Message] = deque()

    def begins_with_tls(self) -> bool:
        """Whether the first byte of the client begins a handshake of TLS (P-20.1). Raises Failed if none comes."""
        assert isinstance(self._socket, socket.socket)
        self._socket.settimeout(self.timeout)
        try:
            return self._socket.recv(1, socket.MSG_PEEK) == TLS
        except OSError as fault:
            raise Failed(f"the client says nothing: {fault}") from fault

    def secure(self, context: ssl.SSLContext) -> bool:
        """Take the client's handshake if it begins with one; False if it speaks without TLS. Raises Failed."""
        assert isinstance(self._socket, socket.socket)
        if not self.begins_with_tls():
            return False
        try:
            self._socket = context.wrap_socket(self._socket, server_side=True, suppress_ragged_eofs=False)
        except OSError as fault:
            raise Failed(f"the TLS handshake fails: {fault}") from fault
        self._begun = True
        return True

    @property
    def secured(self) -> ssl.SSLSocket:
        """The TLS of an encrypted connection."""
        assert isinstance(self._socket, ssl.SSLSocket)
        return self._socket

    @property
    def web(self) -> ServedWeb | None:
        """The WebSocket, if the client came by one."""
        return self._socket if isinstance(self._socket, ServedWeb) else None

    def say(self, *messages: Message) -> None:
        """Send messages in one piece."""
        self.say_bytes(b"".join(packed(message) for message in messages))

    def say_body(self, body: bytes) -> None:
        """Send a body as it is, with its length in front."""
        self.say_bytes(frame(body))

    def say_bytes(self, data: bytes) -> None:
        """Send bytes as they are. If the client is gone, that shows when something is awaited."""
        self._socket.settimeout(self.timeout)
        with contextlib.suppress(OSError):
            self._socket.sendall(data)

    def bye(self, code: str, *, come_back: bool, **fields: object) -> None:
        """Say bye and close (P-4.4)."""
        self.say({"t": "bye", "code": code, "come_back": come_back, **fields})
        self.close()

    def close(self) -> None:
        """Close the connection cleanly; what the client still sends is ignored."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.settimeout(0.5)
            while self._socket.recv(65_536):
                pass
        except OSError:
            pass
        self._over()

    def reset(self) -> None:
        """Break the connection, as a dying machine does."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._over()

    def abandon(self) -> None:
        """Close immediately, in the middle of anything."""
        self._over()

    def go_on_as(self, other: Guest) -> None:
        """Continue as that connection: the client only looked at first (P-15.7), and came again."""
        self._socket.close()
        kept = (self.answers_pings, self.timeout)
        self.__dict__.update(other.__dict__)
        self.answers_pings, self.timeout = kept

    def _over(self) -> None:
        self.ended = self.ended or PeerClosed(reset=False)
        self._socket.close()

    def next(self, seconds: float | None = None) -> Message:
        """The next message except pings. Raises Silent, Ended, or Failed for what no client may send."""
        until = self._until(seconds)
        while True:
            while self._messages:
                message = self._messages.popleft()
                self.heard.append(message)
                if message["t"] != "ping":
                    return message
                self.pings.append(time.monotonic())
                if self.answers_pings:
                    self.say({"t": "pong", "nonce": message.get("nonce", 0)})
            self._read(until)

    def waits(self) -> None:
        """Wait until something other than pings comes, and leave it unread. Raises Ended, or Failed as `next` does."""
        try:
            self._messages.appendleft(self.next())
            self.heard.pop()
        except Silent:
            pass

    def hear(self, *types: str, seconds: float | None = None) -> Message:
        """The next message, which must be of one of these types. Raises Failed."""
        message = self._awaited(types, self._until(seconds))
        if message["t"] not in types:
            raise Failed(f"expected {' or '.join(types)}, got {message['t']}")
        return message

    def find(self, *types: str, seconds: float | None = None) -> Message:
        """The next message of one of these types; others are skipped. Raises Failed."""
        until = self._until(seconds)
        while (message := self._awaited(types, until))["t"] not in types:
            pass
        return message

    def _awaited(self, types: tuple[str, ...], until: float) -> Message:
        try:
            return self.next(max(0.0, until - time.monotonic()))
        except Silent:
            raise Failed(f"expected {' or '.join(types)}, but it did not come in time") from None
        except PeerClosed as ended:
            raise Failed(f"expected {' or '.join(types)}, but the client ended the connection ({ended})") from None

    def gone(self, seconds: float | None = None) -> None:
        """Assert that the client ends the connection. Raises Failed."""
        self.collect(self.timeout if seconds is None else seconds)
        fail_if(self.ended is None, "the client should end the connection, but keeps it")

    def collect(self, seconds: float) -> list[Message]:
        """Everything except pings that comes within this many seconds."""
        until, found = time.monotonic() + seconds, list[Message]()
        while True:
            try:
                found.append(self.next(max(0.0, until - time.monotonic())))
            except (Silent, PeerClosed):
                return found

    def _until(self, seconds: float | None) -> float:
        return time.monotonic() + (self.timeout if seconds is None else seconds)

    @property
    def midway(self) -> bool:
        """Whether a frame of the client is incomplete."""
        return bool(self._bytes)

    def _read(self, until: float) -> None:
        left = until - time.monotonic()
        if self.ended is not None:
            raise self.ended
        if left <= 0:
            raise Silent
        self._socket.settimeout(left)
        try:
            if not self._begun and isinstance(self._socket, socket.socket):
                first, self._begun = self._socket.recv(1, socket.MSG_PEEK), True
                web = first == HTTP
                if first == TLS and self._tls is not None:
                    tls = self._tls().wrap_socket(self._socket, server_side=True, suppress_ragged_eofs=False)
                    self._socket = tls
                    web = tls.selected_alpn_protocol() == WEB_ALPN
                self._socket = ServedWeb(self._socket) if web else self._socket
            data = self._socket.recv(65_536)
        except TimeoutError:
            raise Silent from None
        except OSError:
            self.ended = PeerClosed(reset=True)
            raise self.ended from None
        if not data:
            self.ended = PeerClosed(reset=False)
            raise self.ended
        self._bytes += data
        self._cut()

    def _cut(self) -> None:
        while len(self._bytes) >= 4:
            (length,) = struct.unpack_from(">I", self._bytes)
            if not 0 < length <= self.longest:
                raise Failed(f"the client sends a body of {length} bytes; at most {self.longest} are allowed (P-2.3)")
            if len(self._bytes) < 4 + length:
                return
            body = bytes(self._bytes[4 : 4 + length])
            del self._bytes[: 4 + length]
            self._messages.append(unpacked(body, "client"))
