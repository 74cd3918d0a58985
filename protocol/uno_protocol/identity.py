"""Identity: what tells a server from every other, its public key, as programs, links and people compare it (P-20).

A key is a SubjectPublicKeyInfo in DER (RFC 5280, 4.1): what a certificate holds of it, and what OpenSSL prints.
"""

import base64
import hashlib

FINGERPRINT_LENGTH = 26
"""Letters of a fingerprint: 130 bits."""
WORDS = 6
"""Words that people compare: 66 bits."""
_WORD_BITS = 11
_SALT = b"uno words 1"
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}
"""32 MiB and a tenth of a second for each key that somebody tries in order to find one with the same words."""


def fingerprint(key: bytes) -> str:
    """The key in 26 letters and digits: the beginning of its SHA-256 in base32 (RFC 4648), in lower case (P-20.4)."""
    return base64.b32encode(hashlib.sha256(key).digest())[:FINGERPRINT_LENGTH].decode("ascii").lower()


def words(key: bytes) -> tuple[str, ...]:
    """The key in six English words of the list of BIP 39 (P-20.5). Slow by intention: about 0.1 s."""
    from mnemonic import Mnemonic

    listed = Mnemonic("english").wordlist
    bits = int.from_bytes(hashlib.scrypt(key, salt=_SALT, dklen=9, **_COST), "big") >> 72 - WORDS * _WORD_BITS
    places = [bits >> _WORD_BITS * at & 2**_WORD_BITS - 1 for at in reversed(range(WORDS))]
    return tuple(listed[place] for place in places)
