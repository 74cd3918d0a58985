"""Frames: a stream of bytes cut into message bodies (PROTOCOL.md, section 2).

A frame is a length of four bytes, big-endian, and a body of that many bytes. No sockets: bytes in, bodies out.
"""

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
    """The receiving end of one stream. `limit` is the longest body in bytes; it may be raised at any time.

    What was received stays the bytes that it is: a body is made when it is taken.
    """

    __slots__ = ("_at", "_fault", "limit", "unread")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.unread = b""
        """The received bytes; those before `_at` have been taken. Read only."""
        self._at = 0
        self._fault: FrameFault | None = None

    @property
    def waiting(self) -> bool:
        """True while a frame is incomplete: its rest is due within the read time-out (P-2)."""
        return bool(self.unread)

    @property
    def complete(self) -> bool:
        """True if `take` gives a body, or raises."""
        unread, begins = self.unread, self._at + HEADER
        if len(unread) < begins:
            return self._fault is not None
        length = int.from_bytes(unread[self._at : begins], "big")
        return not 0 < length <= self.limit or begins + length <= len(unread)

    @property
    def single(self) -> bool:
        """True if there is no more than one frame, complete or not."""
        length = int.from_bytes(self.unread[self._at : self._at + HEADER], "big")
        return len(self.unread) <= self._at + HEADER + length

    def add(self, received: bytes) -> None:
        """Keep these bytes until they are taken."""
        if self._fault is None:
            self.unread = self.unread[self._at :] + received if self.unread else received
            self._at = 0

    def take(self) -> bytes | None:
        """The next body; None if it is not complete.

        Raises FrameFault as soon as a header announces an empty or too long body, and at every later call; the bytes of
        such a body are not kept.
        """
        if self._fault is not None:
            raise self._fault
        unread, begins = self.unread, self._at + HEADER
        if len(unread) < begins:
            self.unread, self._at = unread[self._at :], 0
            return None
        length = int.from_bytes(unread[self._at : begins], "big")
        if not 0 < length <= self.limit:
            raise self._refuse(length, unread[self._at : self._at + 16])
        self._at = end = begins + length
        if end < len(unread):
            return unread[begins:end]
        if end > len(unread):
            self.unread, self._at = unread[begins - HEADER :], 0
            return None
        self.unread, self._at = b"", 0
        return unread[begins:]

    def feed(self, received: bytes) -> list[bytes]:
        """The bodies completed by these bytes, in order. Raises FrameFault as `take` does, with the bodies before."""
        self.add(received)
        bodies: list[bytes] = []
        try:
            while (body := self.take()) is not None:
                bodies.append(body)
        except FrameFault as fault:
            raise FrameFault(fault.code, fault.text, before=bodies, head=fault.head) from None
        return bodies

    def _refuse(self, length: int, head: bytes) -> FrameFault:
        self.unread, self._at = b"", 0
        if length == 0:
            self._fault = FrameFault(BAD_FRAME, "the frame has length 0", head=head)
        else:
            text = f"the frame has {length} bytes; the limit is {self.limit}"
            self._fault = FrameFault(FRAME_TOO_LARGE, text, head=head)
        return self._fault


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
