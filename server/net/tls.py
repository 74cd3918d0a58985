"""TLS on one connection: the peer's bytes in and plain ones out, and back, without sockets (P-20)."""

from __future__ import annotations

import ssl
from contextlib import suppress

FIRST_BYTE = 0x16
"""How a client begins TLS. A frame begins with 0."""
ALPN = "uno/1"
PIECE = 8 * 1024
"""Bytes given to OpenSSL at once, either way: what it keeps for them is never given back."""
_HANDSHAKE = 16 * 1024
"""The most bytes that a peer may send until the handshake is over."""
_RECORD = 16 * 1024
"""The most plain bytes in one record of a peer."""
_HEADER = 5
_OFFER = bytes((len(ALPN),)) + ALPN.encode()
"""How a client's first record names the protocol among those that it offers; it is not encrypted."""
_NO_APPLICATION_PROTOCOL = bytes.fromhex("15 0303 0002 02 78")


class TlsFault(Exception):
    """Nothing more can be read. `alert` is what to send the peer before closing; perhaps nothing."""

    def __init__(self, text: str, alert: bytes = b"") -> None:
        super().__init__(text)
        self.text = text
        self.alert = alert


class Tls:
    """The server's end of one connection."""

    __slots__ = ("_first", "_incoming", "_left", "_object", "_outgoing", "ended", "ready")

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._object = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._first: bytes | None = b""
        """What has come of the first record, until it is whole."""
        self._left = _HANDSHAKE
        self.ready = False
        """The handshake is over: `seal` may be called."""
        self.ended = False
        """The peer will send nothing more."""

    def feed(self, received: bytes) -> bytes:
        """The plain bytes in what the peer has sent. Raises TlsFault; then nothing else may be called.

        Send what `answer` gives after it.
        """
        if self._first is not None:
            self._first += received
            if not self._whole(self._first):
                return b""
            received, self._first = self._first, None
        plain = b""
        for at in range(0, len(received), PIECE):
            piece = received[at : at + PIECE]
            self._incoming.write(piece)
            plain += self._read(len(piece))
        return plain

    def _whole(self, first: bytes) -> bool:
        """Whether the first record is there. Raises TlsFault if it does not offer our protocol.

        OpenSSL would go on without one, and sign for every browser.
        """
        length = int.from_bytes(first[3:_HEADER], "big")
        if len(first) < _HEADER or (length <= _HANDSHAKE and len(first) < _HEADER + length):
            return False
        if length <= _HANDSHAKE and _OFFER not in first:
            raise TlsFault(f"TLS without the protocol {ALPN}", _NO_APPLICATION_PROTOCOL)
        return True

    def _read(self, fed: int) -> bytes:
        plain: list[bytes] = []
        try:
            if not self.ready:
                self._object.do_handshake()
                if self._object.selected_alpn_protocol() != ALPN:
                    raise TlsFault(f"TLS without the protocol {ALPN}")
                self.ready = True
            while piece := self._object.read(_RECORD):
                plain.append(piece)
            self.ended = True
        except ssl.SSLWantReadError:
            self._left -= 0 if self.ready else fed
            if self._left < 0:
                raise TlsFault("the TLS handshake is too long") from None
        except ssl.SSLError as fault:
            raise TlsFault(f"TLS failed: {fault.reason or fault}", self._outgoing.read()) from None
        return b"".join(plain)

    def answer(self) -> bytes:
        """What TLS itself has to send, after `feed`."""
        return self._outgoing.read()

    def seal(self, plain: bytes) -> bytes:
        """Plain bytes as they are sent, in records of at most `PIECE`."""
        records: list[bytes] = []
        for at in range(0, len(plain), PIECE):
            self._object.write(plain[at : at + PIECE])
            records.append(self._outgoing.read())
        return b"".join(records)

    def close(self) -> bytes:
        """What tells the peer that nothing more comes. `seal` may not be called after it."""
        with suppress(ssl.SSLError):  # the peer's own is not waited for
            self._object.unwrap()
        return self._outgoing.read()
