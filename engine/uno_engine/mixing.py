"""How the bytes of players are mixed into the seed of a game, so that nobody chooses the cards (P-7.33 to P-7.36).

A hash is the first 32 bytes of SHAKE-256. Before anybody is ready, the server commits itself to a secret; each player
commits to a share of random bytes; the seed follows from the secret and all shares that were opened. `deals` in
`protocol/uno_protocol/vectors/v2.json` has examples for other languages.
"""

from collections.abc import Sequence
from enum import IntEnum
from hashlib import shake_256

from uno_engine.shuffle import SEED_BYTES

SECRET_BYTES = 32
"""Length of a server's secret in bytes."""
SHARE_BYTES = 16
"""Length of a player's share in bytes."""


class SeatKind(IntEnum):
    """Who sits in a seat when a game begins; the number is mixed into the seed."""

    EMPTY = 0
    PERSON = 1
    COMPUTER = 2


def _hash(label: bytes, *parts: bytes) -> bytes:
    return shake_256(label + b"\0" + b"".join(parts)).digest(SEED_BYTES)


def commitment(secret: bytes) -> bytes:
    """The hash by which a server commits itself to the secret of a game."""
    return _hash(b"uno-secret", secret)


def share_hash(seat: int, share: bytes) -> bytes:
    """The hash by which the player in a seat (0 to 9) commits to a share; nobody else can repeat it as theirs."""
    return _hash(b"uno-share", bytes([seat]), share)


def mixed_seed(secret: bytes, kinds: Sequence[int], shares: Sequence[bytes | None]) -> bytes:
    """The seed of a game, from the `SeatKind` of every seat and its opened share, None without one.

    Without any share it is the secret itself.
    """
    if not any(shares):
        return secret
    seats = (bytes([kind]) + (share or b"") for kind, share in zip(kinds, shares, strict=True))
    return _hash(b"uno-deal", secret, *seats)
