"""Secrets: where unpredictable bytes come from, and how passwords are compared."""

import hashlib
import unicodedata
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""Gives that many unpredictable bytes."""


def password_digest(password: str, salt: bytes = b"") -> bytes:
    """The digest that is compared: one length for all passwords, and equal for equal text in NFC."""
    return hashlib.sha256(salt + unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")).digest()
