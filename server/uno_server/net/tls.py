"""TLS on one connection: the peer's bytes in and plain ones out, and back, without sockets (P-20)."""

import ssl
from contextlib import suppress

FIRST_BYTE = 0x16
"""How a client begins TLS. A frame begins with 0."""
ALPN = "uno/1"
HTTP = "http/1.1"
PIECE = 8 * 1024
"""Bytes given to OpenSSL at a time, either way: it never gives back the memory for them."""
_HANDSHAKE, _OF_HANDSHAKE = 8 * 1024, 4 * 1024
"""The most bytes that a peer may send until the handshake is over, and in one record of it."""
_RECORD = 16 * 1024
"""The most plain bytes in one record of a peer."""
_HEADER = 5
_OFFERS = {name: bytes((len(name),)) + name.encode() for name in (ALPN, HTTP)}
"""How a client's first record names a protocol among those that it offers; it is not encrypted."""
_NO_APPLICATION_PROTOCOL = bytes.fromhex("15 0303 0002 02 78")
_RECORD_OVERFLOW = bytes.fromhex("15 0303 0002 02 16")


class TlsFault(Exception):
    """Nothing more can be read. `alert` is what to send the peer before closing; perhaps nothing."""

    def __init__(self, text: str, alert: bytes = b"") -> None:
        super().__init__(text)
        self.text = text
        self.alert = alert


class Tls:
    """The server's end of one connection."""

    __slots__ = ("_held", "_incoming", "_left", "_object", "_outgoing", "_protocols", "ended", "ready", "web")

    def __init__(self, context: ssl.SSLContext, *, web: bool = False) -> None:
        """`web`: a browser is welcome too (P-17.11)."""
        self._protocols = (ALPN, HTTP) if web else (ALPN,)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._object = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._held = b""
        """During the handshake: what has come of the next record. OpenSSL would take 16 KiB for it."""
        self._left = _HANDSHAKE
        self.ready = False
        """The handshake is over: `seal` may be called."""
        self.web = False
        """The peer is a browser. It is known as soon as `ready` is."""
        self.ended = False
        """The peer will send nothing more."""

    def feed(self, received: bytes) -> bytes:
        """The plain bytes in what the peer has sent. Raises TlsFault; then nothing else may be called.

        Send what `answer` gives after it.
        """
        if not self.ready:
            received = self._shake_hands(received)
        if len(received) <= PIECE:
            return self._read(received)
        return b"".join(self._read(received[at : at + PIECE]) for at in range(0, len(received), PIECE))

    def _shake_hands(self, received: bytes) -> bytes:
        """Go on with the handshake, record by record. Returns what is behind its end."""
        self._held += received
        while not self.ready:
            length = _HEADER + int.from_bytes(self._held[3:_HEADER], "big")
            if length > _HEADER + _OF_HANDSHAKE or length > self._left:
                raise TlsFault("the TLS handshake is too long", _RECORD_OVERFLOW)
            if len(self._held) < max(length, _HEADER + 1):
                return b""
            record, self._held = self._held[:length], self._held[length:]
            offered = any(_OFFERS[name] in record for name in self._protocols)
            if self._left == _HANDSHAKE and not offered:  # OpenSSL would go on, and sign for everybody
                raise TlsFault(f"TLS without the protocol {ALPN}", _NO_APPLICATION_PROTOCOL)
            self._left -= length
            self._read(record)
        behind, self._held = self._held, b""
        return behind

    def _read(self, received: bytes) -> bytes:
        plain: list[bytes] = []
        self._incoming.write(received)
        try:
            if not self.ready:
                self._object.do_handshake()
                if (spoken := self._object.selected_alpn_protocol()) not in self._protocols:
                    raise TlsFault(f"TLS without the protocol {ALPN}")
                self.ready, self.web = True, spoken == HTTP
            # Where there is nothing, `read` would raise to say so, which takes as long as the reading.
            while self._incoming.pending and not self.ended:
                piece = self._object.read(_RECORD)
                plain.append(piece)
                self.ended = not piece
        except ssl.SSLWantReadError:
            pass  # half a record
        except ssl.SSLError as fault:
            raise TlsFault(f"TLS failed: {fault.reason or fault}", self._outgoing.read()) from None
        return b"".join(plain)

    def answer(self) -> bytes:
        """The bytes that TLS itself sends, after `feed`."""
        return self._outgoing.read()

    def seal(self, plain: bytes) -> bytes:
        """Plain bytes as they are sent, in records of at most `PIECE`."""
        if len(plain) > PIECE:
            return b"".join(self.seal(plain[at : at + PIECE]) for at in range(0, len(plain), PIECE))
        self._object.write(plain)
        return self._outgoing.read()

    def close(self) -> bytes:
        """The bytes that end the TLS connection. `seal` may not be called after it."""
        with suppress(ssl.SSLError):  # the peer's own is not waited for
            self._object.unwrap()
        return self._outgoing.read()
