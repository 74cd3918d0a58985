"""Servers' keys for the tests of the client, with certificates that say nothing, and what TLS is spoken with."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from uno_protocol import identity


@dataclass(frozen=True)
class Identity:
    """One server's key, and its end of TLS."""

    key: bytes
    tls: ssl.SSLContext

    @property
    def fingerprint(self) -> str:
        """What links carry."""
        return identity.fingerprint(self.key)

    @property
    def words(self) -> tuple[str, ...]:
        """What people compare."""
        return words_of(self.key)


words_of = cache(identity.words)
"""The words of a key: slow, so once."""


def made(alpn: str = "uno/1", newest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> Identity:
    """A new key, in a certificate that it signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, then = x509.Name.from_rfc4514_string("CN=uno"), datetime(2020, 1, 1, tzinfo=UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    certificate = builder.not_valid_before(then).not_valid_after(then + timedelta(days=1)).sign(key, hashes.SHA256())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1_2, newest
    context.set_alpn_protocols([alpn])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "both.pem"
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
        context.load_cert_chain(file)
    return Identity(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo), context)


@cache
def ann() -> Identity:
    """Ann's server, in every test of a run."""
    return made()


@cache
def eve() -> Identity:
    """Another one."""
    return made()
