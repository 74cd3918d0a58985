"""WebSocket as the suite speaks it (P-17): a connection that looks like a socket on which frames come and go."""

import random
import struct
import threading
from itertools import cycle

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from uno_protocol.conformance.secured import Secured
from uno_protocol.conformance.world import Over, Socket

OFFERED = "web"
"""The capability of a server that speaks to browsers (P-17.1)."""
PATH, SUBPROTOCOL, ALPN = "/ws", "uno.v1", "http/1.1"
NORMAL, TOO_LONG = 1000, 1009
"""Close codes (P-17.9)."""
FINAL, MASKED = 0x80, 0x80
HEADER = 4
"""Bytes of a frame's length (P-2.2)."""


class NotUpgraded(OSError):
    """The server did not make the connection one of WebSocket; `status` is its answer's, None without one."""

    def __init__(self, status: int | None, text: str) -> None:
        super().__init__(f"no WebSocket: {text}")
        self.status = status


def header(length: int, mask: bytes, *, first: int = FINAL | Opcode.BINARY) -> bytes:
    """The header of a frame of WebSocket (RFC 6455, 5.2), with its first byte and its four bytes of mask, or none."""
    masked = MASKED if mask else 0
    if length < 126:
        return struct.pack(">BB", first, masked | length) + mask
    if length < 65_536:
        return struct.pack(">BBH", first, masked | 126, length) + mask
    return struct.pack(">BBQ", first, masked | 127, length) + mask


def masked(data: bytes, mask: bytes) -> bytes:
    """A payload with its mask."""
    return bytes(byte ^ other for byte, other in zip(data, cycle(mask), strict=False))


class Web(Over):
    """One side of a WebSocket, with what its user asks of a socket: messages that come are made frames (P-2.2)."""

    def __init__(self, connected: Socket | Secured, protocol: Protocol, peer: str) -> None:
        super().__init__(connected)
        self._peer, self._parts, self._protocol = peer, b"", protocol
        self.pongs: list[bytes] = []
        self.wrong: str | None = None
        """The peer's first breach of RFC 6455 or P-17."""

    def _answer(self) -> None:
        """Send what is due now."""
        for data in filter(None, self._protocol.data_to_send()):
            self._socket.sendall(data)

    def recv(self, size: int) -> bytes:
        """Frames of all messages that have come; b"" at the end of the stream. Raises OSError, TimeoutError too."""
        while True:
            if frames := b"".join(self._framed(event) for event in self._protocol.events_received()):
                return frames
            if not (received := self._socket.recv(size)):
                return b""
            self._protocol.receive_data(received)
            if fault := self._protocol.parser_exc:
                self.wrong = self.wrong or f"the {self._peer} breaks RFC 6455: {fault}"
            self._answer()

    def _framed(self, event: object) -> bytes:
        if not isinstance(event, Frame):
            return b""
        if event.opcode is Opcode.PONG:
            self.pongs.append(bytes(event.data))
        if event.opcode is Opcode.TEXT:
            self.wrong = self.wrong or f"the {self._peer} sends a message of text (P-17.7)"
        if event.opcode not in (Opcode.BINARY, Opcode.CONT):
            return b""
        self._parts += event.data
        if not event.fin:
            return b""
        body, self._parts = self._parts, b""
        return struct.pack(">I", len(body)) + body


class Carried(Web):
    """A WebSocket, with what `PeerLink` asks of a socket: frames (P-2.2) are made messages of WebSocket, and back. A
    part of a frame goes out as the same part of a message. One thread may send while another receives."""

    def __init__(self, connected: Socket | Secured, host: str, port: int, chance: random.Random) -> None:
        """Take over a connection and upgrade it within its time-out. Raises NotUpgraded and other OSErrors."""
        place = f"[{host}]" if ":" in host else host
        uri = parse_uri(f"{'wss' if isinstance(connected, Secured) else 'ws'}://{place}:{port}{PATH}")
        self._client = ClientProtocol(uri, subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=None)
        super().__init__(connected, self._client, "server")
        self._chance = chance
        self._sending = threading.RLock()
        self._length = bytearray()
        """The received part of the length of the frame that is being sent."""
        self._left = 0
        """How many bytes of its body are to come."""
        self._mask = b""
        """The mask of these, from the next one on."""
        try:
            self._upgrade()
        except OSError:
            connected.close()
            raise

    def _upgrade(self) -> None:
        self._client.send_request(self._client.connect())
        while True:
            for data in self._client.data_to_send():
                self._socket.sendall(data)
            received = self._socket.recv(65_536)
            if received:
                self._client.receive_data(received)
            else:
                self._client.receive_eof()
            if fault := self._client.handshake_exc:
                status = fault.response.status_code if isinstance(fault, InvalidStatus) else None
                raise NotUpgraded(status, str(fault))
            if self._client.events:
                self._client.events.pop(0)  # the answer, behind which there may be messages
                return
            if not received:
                raise NotUpgraded(None, "the stream ends without an answer")

    @property
    def code(self) -> int | None:
        """The code of the server's close frame, None if none came."""
        closed = self._protocol.close_rcvd
        return None if closed is None else closed.code

    @property
    def secured(self) -> Secured:
        """The TLS below."""
        assert isinstance(self._socket, Secured)
        return self._socket

    def sendall(self, frames: bytes) -> None:
        """Send frames, or parts of them. Raises OSError."""
        with self._sending:
            self._socket.sendall(b"".join(self._translated(frames)))
            self._answer()

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are. Raises OSError."""
        with self._sending:
            self._socket.sendall(data)

    def _translated(self, frames: bytes) -> list[bytes]:
        made: list[bytes] = []
        at = 0
        while at < len(frames):
            if self._left:
                body = frames[at : at + self._left]
                made.append(masked(body, self._mask))
                turn = len(body) % HEADER
                self._mask = self._mask[turn:] + self._mask[:turn]
                self._left -= len(body)
                at += len(body)
                continue
            begins = not self._length
            more = frames[at : at + HEADER - len(self._length)]
            self._length += more
            at += len(more)
            if begins:
                made.append(header(0, b"")[:1])
            if len(self._length) == HEADER:
                (self._left,) = struct.unpack(">I", self._length)
                self._mask = self._chance.randbytes(HEADER)
                made.append(header(self._left, self._mask)[1:])
                self._length.clear()
        return made

    def _answer(self) -> None:
        """Send the pongs and the close frame that are due, unless a frame is incomplete or another thread sends."""
        if self._sending.acquire(blocking=False):
            try:
                if not self._left and not self._length:
                    super()._answer()
            finally:
                self._sending.release()
