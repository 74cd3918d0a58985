"""Identity: the key by which clients know this server again, and what TLS needs of it (P-20)."""

from __future__ import annotations

import os
import ssl
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from uno_protocol.private_files import NotOurs, read_private, write_private
from uno_server.net.tls import ALPN, HTTP

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

FILE = "server.key"
_BEGINS, _ENDS = datetime(2020, 1, 1), datetime(9999, 12, 31)  # noqa: DTZ001  (nobody looks at a certificate's times)


class CannotIdentify(Exception):
    """The key can be neither read nor made. The text is one line."""


class Identity(NamedTuple):
    """A server's key, and what connections are encrypted with."""

    key: bytes
    """The public key, a SubjectPublicKeyInfo in DER."""
    context: ssl.SSLContext
    messages: tuple[str, ...] = ()
    """Lines about what others could do with the key until now."""


def load(directory: Path | None) -> Identity:
    """The identity kept in a directory, made and saved there the first time; None: one that is not kept.

    Raises CannotIdentify. A key that cannot be read is never replaced: clients would take it for another server's.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    said: list[str] = []
    if directory is None:
        key = ec.generate_private_key(ec.SECP256R1())
    else:
        path = directory / FILE
        try:
            if os.path.lexists(path):
                content, said = read_private(path)
                key = _read(path, content)
            else:
                key = _made(path)
        except NotOurs as fault:
            raise CannotIdentify(str(fault)) from None
        except OSError as fault:
            raise CannotIdentify(f"cannot use {path}: {(fault.strerror or str(fault)).lower()}") from None
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Identity(public, _context(key), tuple(said))


def _read(path: Path, content: bytes) -> EllipticCurvePrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(content, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise CannotIdentify(
            f"{path} is not this server's key: put it back from a copy, or remove it for a new one, "
            "which players will be warned of"
        )
    return key


def _made(path: Path) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    write_private(path, _pem(key))
    return key


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _context(key: EllipticCurvePrivateKey) -> ssl.SSLContext:
    """The TLS context of every connection: TLS 1.3, our protocol or that of browsers, no tickets."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN, HTTP])
    context.num_tickets = 0  # coming back is `resume`; a ticket would be a hundred bytes more for each connection
    try:
        with tempfile.TemporaryDirectory() as private:  # ours alone; `ssl` reads nothing but files
            file = Path(private) / "identity.pem"
            write_private(file, _pem(key) + _certificate(key))
            context.load_cert_chain(file)
    except OSError as fault:
        raise CannotIdentify(
            f"cannot write a temporary file: {(fault.strerror or str(fault)).lower()}; "
            "make room in the folder for temporary files, or name another one in TMPDIR"
        ) from None
    return context


def _certificate(key: EllipticCurvePrivateKey) -> bytes:
    """A certificate of the key for TLS. Clients look at nothing in it but the key."""
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509.oid import NameOID

    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "uno")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(_BEGINS).not_valid_after(_ENDS)
    return builder.sign(key, SHA256()).public_bytes(Encoding.PEM)
