"""A client that demands new keys of TLS again and again: Python's own TLS has no way to say that."""

import ssl
import tempfile
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from tests.peer import trusting

_HANDSHAKE = b"\x16"
_NEW_KEY = bytes((24, 0, 0, 1, 1))
"""RFC 8446, 4.6.3: from now on another key; and the other side has to do the same."""
_TAG = 16


class NewKeys:
    """The client's end of a connection. After the handshake nothing else can be said over it."""

    def __init__(self) -> None:
        context = trusting()
        self._folder = tempfile.TemporaryDirectory()
        self._log = Path(self._folder.name) / "keys"
        context.keylog_filename = str(self._log)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing)
        self._secret = b""

    def handshake(self, received: bytes = b"") -> bytes:
        """What to send next, after what was received."""
        self._incoming.write(received)
        if self.ready:
            return b""
        with suppress(ssl.SSLWantReadError):
            self._tls.do_handshake()
            lines = self._log.read_text(encoding="ascii").splitlines()
            self._secret = next(bytes.fromhex(line.split()[2]) for line in lines if line.startswith("CLIENT_TRAFFIC"))
            self._folder.cleanup()
        return self._outgoing.read()

    @property
    def ready(self) -> bool:
        """The handshake is over."""
        return bool(self._secret)

    def demand(self) -> bytes:
        """One record that demands new keys."""
        said = _NEW_KEY + _HANDSHAKE
        head = b"\x17\x03\x03" + (len(said) + _TAG).to_bytes(2, "big")
        record = head + AESGCM(self._derived("key", 32)).encrypt(self._derived("iv", 12), said, head)
        self._secret = self._derived("traffic upd", 48)
        return record

    def _derived(self, label: str, length: int) -> bytes:
        named = b"tls13 " + label.encode()
        told = length.to_bytes(2, "big") + bytes((len(named),)) + named + b"\x00"
        return HKDFExpand(SHA384(), length, told).derive(self._secret)
