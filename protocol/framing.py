"""Frames: a stream of bytes cut into message bodies (PROTOCOL.md, section 2).

A frame is a length of four bytes, big-endian, and a body of that many bytes. No sockets: bytes in, bodies out.
"""

from __future__ import annotations

from collections.abc import Sequence

HEADER = 4
"""Bytes of the length before a body."""

CLIENT_LIMIT = 8 * 1024
"""The longest body, in bytes, of a client after `welcome`."""

GREETING_LIMIT = 1024
"""The longest body, in bytes, of a client before `welcome`."""

SERVER_LIMIT = 64 * 1024
"""The longest body, in bytes, of a server."""

BAD_FRAME = "bad_frame"
FRAME_TOO_LARGE = "frame_too_large"


class FrameFault(ValueError):
    """The stream is not a sequence of frames, and nothing after this point can be read.

    `code` is `bad_frame` or `frame_too_large`; `before` holds the bodies completed before the fault, `head` the first
    bytes of the bad frame, for `foreign`.
    """

    def __init__(self, code: str, text: str, *, before: Sequence[bytes] = (), head: bytes = b"") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.before = tuple(before)
        self.head = head


def frame(body: bytes) -> bytes:
    """A body with its length in front. Raises ValueError for an empty body."""
    if not body:
        raise ValueError("a frame has a body")
    return len(body).to_bytes(HEADER, "big") + body


class Frames:
    """The receiving end of one stream. `limit` is the longest body in bytes; it may be raised at any time."""

    __slots__ = ("_buffer", "_fault", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._fault: FrameFault | None = None

    @property
    def waiting(self) -> bool:
        """True while a frame is incomplete: its rest is due within the read time-out (P-2)."""
        return bool(self._buffer)

    def feed(self, received: bytes) -> list[bytes]:
        """The bodies completed by these bytes, in order.

        Raises FrameFault as soon as a header announces an empty or too long body, and at every later call; the bytes of
        such a body are not kept.
        """
        if self._fault is not None:
            raise self._fault
        buffer = self._buffer
        if not buffer and len(received) > HEADER:  # nearly always exactly one frame
            length = int.from_bytes(received[:HEADER], "big")
            if length == len(received) - HEADER <= self.limit:
                return [received[HEADER:]]
        buffer += received
        bodies: list[bytes] = []
        at = 0
        while len(buffer) - at >= HEADER:
            length = int.from_bytes(buffer[at : at + HEADER], "big")
            if not 0 < length <= self.limit:
                raise self._refuse(length, bodies, bytes(buffer[at : at + 16]))
            end = at + HEADER + length
            if end > len(buffer):
                break
            bodies.append(bytes(buffer[at + HEADER : end]))
            at = end
        del buffer[:at]
        return bodies

    def _refuse(self, length: int, bodies: list[bytes], head: bytes) -> FrameFault:
        self._buffer = bytearray()
        if length == 0:
            fault = FrameFault(BAD_FRAME, "the frame has length 0", before=bodies, head=head)
        else:
            text = f"the frame has {length} bytes; the limit is {self.limit}"
            fault = FrameFault(FRAME_TOO_LARGE, text, before=bodies, head=head)
        self._fault = FrameFault(fault.code, fault.text, head=head)
        return fault


# How the streams of other programs begin.
_FOREIGN: tuple[tuple[bytes, str], ...] = (
    *((method + b" ", "HTTP") for method in (b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS", b"CONNECT", b"DELETE")),
    (b"PRI * HTTP", "HTTP"),
    (b"HTTP/", "HTTP"),
    (b"\x16\x03", "TLS"),
    (b"SSH-", "SSH"),
    (b"\xff\xfb", "telnet"),
    (b"\xff\xfc", "telnet"),
    (b"\xff\xfd", "telnet"),
    (b"\xff\xfe", "telnet"),
)


def foreign(head: bytes) -> str | None:
    """The protocol that a stream's first bytes look like, for the log: HTTP, TLS, SSH, telnet; None if unknown."""
    for opening, spoken in _FOREIGN:
        if head.startswith(opening):
            return spoken
    return None
