"""TLS and WebSocket as the scripted server speaks them (P-20, P-17), for clients that come that way."""

import socket
import ssl
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from uno_protocol.conformance.carried import ALPN as WEB_ALPN
from uno_protocol.conformance.carried import PATH, SUBPROTOCOL, Web
from uno_protocol.conformance.secured import ALPN


def odd_certificate() -> ssl.SSLContext:
    """A server's side of TLS with a new key, in a certificate of another name that is long out of date (P-20.4)."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name.from_rfc4514_string("CN=elsewhere.example")
    long_ago = datetime(2001, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(long_ago).not_valid_after(long_ago + timedelta(days=1))
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.options &= ~ssl.OP_IGNORE_UNEXPECTED_EOF  # which some Python 3.11 set, and then no end is ragged
    context.set_alpn_protocols([ALPN, WEB_ALPN])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "server.pem")
        secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
        file.write_bytes(secret + made.sign(key, hashes.SHA256()).public_bytes(pem))
        context.load_cert_chain(file)
    return context


class ServedWeb(Web):
    """A WebSocket, with what `Guest` asks of a socket: messages are made frames (P-2.2), and back (P-17.7)."""

    def __init__(self, plug: socket.socket) -> None:
        """Answer the client's upgrade within the time-out of the socket. Raises OSError."""
        protocol = ServerProtocol(subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=None)
        super().__init__(plug, protocol, "client")
        self._unsent = b""
        self.in_pieces = False
        """Whether each message is sent in three fragments, with a ping of WebSocket between them."""
        while not (events := protocol.events_received()):
            if not (received := plug.recv(65_536)):
                raise ConnectionResetError("the stream ends within the upgrade")
            protocol.receive_data(received)
        request = events[0]
        assert isinstance(request, Request)
        if request.path != PATH or SUBPROTOCOL not in request.headers.get("Sec-WebSocket-Protocol", ""):
            self.wrong = f"the upgrade is for {request.path}, and does not offer {SUBPROTOCOL} there (P-17.5)"
        response = protocol.accept(request)
        if response.status_code != 101:
            self.wrong = self.wrong or f"the upgrade gets {response.status_code}: {response.body!r:.80}"
        protocol.send_response(response)
        self._answer()

    def sendall(self, frames: bytes) -> None:
        """Send frames; of one that is not whole, nothing yet. Raises OSError."""
        self._unsent += frames
        while len(self._unsent) >= 4 and len(self._unsent) >= (end := 4 + int.from_bytes(self._unsent[:4])):
            body, self._unsent = self._unsent[4:end], self._unsent[end:]
            if self.in_pieces:
                self._protocol.send_binary(body[:1], fin=False)
                self._protocol.send_continuation(body[1:2], fin=False)
                self._protocol.send_ping(b"between")
                self._protocol.send_continuation(body[2:], fin=True)
            else:
                self._protocol.send_binary(body)
        self._answer()

    def ping(self, payload: bytes) -> None:
        """Send a ping of WebSocket."""
        self._protocol.send_ping(payload)
        self._answer()

    def end(self, code: int) -> None:
        """Send a close frame, and end our half of the stream."""
        self._protocol.send_close(code)
        self._answer()
        self._socket.shutdown(socket.SHUT_WR)
