"""Encryption: TLS on the same port, by which key a server is known, and how an encrypted connection ends (P-20)."""

from uno_protocol.conformance.link import PeerClosed, PeerLink, packed
from uno_protocol.conformance.secured import ALPN, NO_APPLICATION_PROTOCOL, OFFERED, client_hello
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Failed, FailedClosing, Kit, Message, closing_fails_if, fail_if, told


def _encrypted(kit: Kit) -> PeerLink:
    kit.need(OFFERED)
    return kit.connect(encrypted=True, web=False)


def _greeted(kit: Kit) -> PeerLink:
    link = _encrypted(kit)
    kit.greet(link)
    return link


def _key(link: PeerLink) -> bytes:
    """The key in the server's certificate. Raises Failed if it is none that a server may have."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from cryptography.x509 import load_der_x509_certificate

    key = load_der_x509_certificate(link.secured.certificate).public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise Failed("the server's key is not of ECDSA on P-256")
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _resumed_elsewhere(kit: Kit, link: PeerLink, token: str) -> Message:
    """The server must end the connection and say nothing; what it says of the session on another. Raises Failed."""
    kit.closing_seen = True
    try:
        message = link.next()
    except PeerClosed:
        other = _greeted(kit)
        other.send({"t": "resume", "token": token})
        return kit.expect(other, "resumed")
    raise FailedClosing(f"expected the end, got {told(message)}")


class EncryptionCases(Kit):
    def welcome_by_tls(self) -> None:
        """CR-1 P-20.1 P-20.2: connects by TLS and says hello -> TLS 1.3 or newer, uno/1 selected, the welcome of the
        same server, with the capability tls"""
        link = _encrypted(self)
        known = self.welcome
        welcome = self.greet(link)
        fail_if(link.secured.protocol != ALPN, f"the server has selected {link.secured.protocol!r}")
        fail_if(link.secured.version in ("TLSv1", "TLSv1.1", "TLSv1.2"), f"the server speaks {link.secured.version}")
        if welcome.get("server_id") != known.get("server_id") or OFFERED not in welcome.get("capabilities", []):
            raise Failed(f"another welcome than on other connections: {told(welcome)}")

    def another_application(self) -> None:
        """CR-2 P-20.2: offers h2 alone by ALPN, and nothing -> the fatal alert no_application_protocol, closed"""
        self.need(OFFERED)
        self.alerted(client_hello("h2"), NO_APPLICATION_PROTOCOL)
        self.alerted(client_hello(), NO_APPLICATION_PROTOCOL)

    def handshakes_left(self) -> None:
        """CR-3 P-20.3 P-4.1: begins a handshake and leaves it, within its first record and after it -> both are closed
        after timeouts.hello seconds"""
        self.need(OFFERED)
        within = self.seconds("hello")
        began = self.world.now()
        hello = client_hello(ALPN)
        left = [self.connect(encrypted=False, web=False) for _ in range(2)]
        left[0].send_bytes(hello[:50])
        left[1].send_bytes(hello)
        for link in left:
            while True:
                try:
                    link.next(within + self.timeout - (self.world.now() - began))
                except Failed:
                    continue  # the server's half of the handshake
                except PeerClosed:
                    break
        if self.world.now() - began < within * 0.7:
            raise Failed(f"they were given up after {self.world.now() - began:.1f} of {within:g} seconds")

    def records_mean_nothing(self) -> None:
        """CR-4 P-20.1 P-2.2: sends hello in records of one byte, then pings, up to 20, in one record -> the same
        answers as without TLS"""
        link = _encrypted(self)
        for byte in packed(HELLO):
            link.send_bytes(bytes((byte,)))
        self.expect(link, "welcome")
        count = min(20, self.limit("requests_burst") - 1)
        link.send_bytes(b"".join(packed({"t": "ping", "nonce": nonce}) for nonce in range(count)))
        got = [self.expect(link, "pong").get("nonce", 0) for _ in range(count)]
        fail_if(got != list(range(count)), "the pongs came in another order")
        self.stays(link)

    def the_end_is_told(self) -> None:
        """CR-5 P-20.1 P-2.3 P-20.11: sends a frame that is too long inside TLS -> error frame_too_large, then bye,
        close_notify, closed"""
        link = _greeted(self)
        link.send_bytes(b"\xff\xff\xff\xff")
        self.refuses_and_closes(link, "frame_too_large")
        closing_fails_if(not link.secured.end_was_told, "the connection ends without close_notify")

    def a_changed_record(self) -> None:
        """CR-6 P-20.3: logs in, and changes one bit of the record that follows -> it is closed without a message, and
        nothing of the record was done"""
        link = _greeted(self)
        token = self.log_in(link, self.name())["token"]
        record = bytearray(link.secured.sealed(packed({"t": "list_tables", "id": 1})))
        record[len(record) // 2] ^= 1
        link.secured.send_records(bytes(record))
        resumed = _resumed_elsewhere(self, link, token)
        fail_if(resumed.get("last_id", 0) != 0, "the request of the changed record was carried out")

    def who_ends_tls_is_gone(self) -> None:
        """CR-7 P-20.11 P-4.7: ends TLS with close_notify, and resumes over a new connection -> the server ends the old
        one, and the session is there"""
        link = _greeted(self)
        token = self.log_in(link, self.name())["token"]
        link.secured.end()
        _resumed_elsewhere(self, link, token)

    def one_key(self) -> None:
        """CR-8 P-20.4: connects by TLS twice -> the same key both times, of ECDSA on P-256"""
        fail_if(len({_key(_encrypted(self)) for _ in range(2)}) > 1, "another key at every connection")

    def without_tls(self) -> None:
        """CR-9 P-20.10 P-20.1 P-12.1: says hello without TLS -> welcome with the capability tls; or error tls_required,
        then bye, closed"""
        self.need(OFFERED)
        link = self.connect(encrypted=False, web=False)
        link.send(HELLO)
        message = self.expect(link, "welcome", "error")
        if message["t"] == "error":
            link.put_back([message])
            self.refuses_and_closes(link, "tls_required")
        elif OFFERED not in message.get("capabilities", []):
            raise Failed("welcome does not have the capability tls")
