"""TLS as the suite speaks it (P-20): a connection that looks like a socket, whose records can be broken."""

import ssl
import threading
from contextlib import suppress

from uno_protocol.conformance.world import Over, Socket

ALPN = "uno/1"
OFFERED = "tls"
"""The capability of a server that can encrypt (P-20.1)."""
ALERT, FATAL = 0x15, 2
ALERT_BYTES = 7
"""With its header, while nothing is encrypted."""
PROTOCOL_VERSION, NO_APPLICATION_PROTOCOL = 70, 120
"""Fatal alerts (RFC 8446, 6)."""
PIECE = 16 * 1024


def client(*protocols: str, newest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLContext:
    """A client's side, which offers these protocols and trusts every certificate (P-20.4)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.options &= ~ssl.OP_IGNORE_UNEXPECTED_EOF  # which some Python 3.11 set, and then no end is ragged
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = newest
    if protocols:
        context.set_alpn_protocols(protocols)
    return context


def client_hello(*protocols: str, newest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> bytes:
    """The first record of a client."""
    outgoing = ssl.MemoryBIO()
    tls = client(*protocols, newest=newest).wrap_bio(ssl.MemoryBIO(), outgoing)
    with suppress(ssl.SSLWantReadError):
        tls.do_handshake()
    return outgoing.read()


class Secured(Over):
    """An encrypted connection, with what `PeerLink` asks of a socket. One thread may send while another receives; an
    SSLSocket does not allow that."""

    def __init__(self, connected: Socket, protocol: str = ALPN) -> None:
        """Take over a connected socket, and do the handshake within its time-out. Raises OSError."""
        super().__init__(connected)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = client(protocol).wrap_bio(self._incoming, self._outgoing)
        self._lock = threading.Lock()
        self.end_was_told = False
        """The peer has said that nothing more comes (P-20.11)."""
        try:
            self._shake_hands()
        except OSError:
            connected.close()
            raise

    def _shake_hands(self) -> None:
        while True:
            wants = False
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                wants = True
            self._socket.sendall(self._outgoing.read())
            if not wants:
                return
            received = self._socket.recv(65_536)
            if not received:
                raise ConnectionResetError("the stream ends within the TLS handshake")
            self._incoming.write(received)

    @property
    def protocol(self) -> str | None:
        """The protocol that the server has selected."""
        return self._tls.selected_alpn_protocol()

    @property
    def version(self) -> str | None:
        """The version of TLS, such as `TLSv1.3`."""
        return self._tls.version()

    @property
    def certificate(self) -> bytes:
        """The server's, in DER."""
        return self._tls.getpeercert(binary_form=True) or b""

    def sealed(self, plain: bytes) -> bytes:
        """The records for some bytes. They have to be sent, in this order."""
        with self._lock:
            if plain:
                self._tls.write(plain)
            return self._outgoing.read()

    def sendall(self, plain: bytes) -> None:
        """Send bytes. Raises OSError."""
        for at in range(0, len(plain), PIECE):
            self._socket.sendall(self.sealed(plain[at : at + PIECE]))

    def send_records(self, records: bytes) -> None:
        """Send bytes as they are. Raises OSError."""
        self._socket.sendall(records)

    def recv(self, size: int) -> bytes:
        """All bytes that have come; b"" at the end of the stream. Raises OSError, TimeoutError too."""
        while True:
            plain, ended = self._opened()
            if plain or ended:
                return plain
            received = self._socket.recv(size)
            if not received:
                return b""
            with self._lock:
                self._incoming.write(received)

    def _opened(self) -> tuple[bytes, bool]:
        plain: list[bytes] = []
        with self._lock, suppress(ssl.SSLWantReadError):
            while piece := self._tls.read(PIECE):
                plain.append(piece)
            self.end_was_told = True
        return b"".join(plain), self.end_was_told

    def end(self) -> None:
        """Say that nothing more comes (P-20.11). Raises OSError."""
        with self._lock, suppress(ssl.SSLError):
            self._tls.unwrap()
        self._socket.sendall(self._outgoing.read())
