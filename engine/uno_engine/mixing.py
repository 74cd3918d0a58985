"""How the bytes of players are mixed into the seed of a game, so that nobody chooses the cards (P-7.33 to P-7.36).

A hash is the first 32 bytes of SHAKE-256. Before anybody is ready, the server commits itself to a secret; each player
commits to a share of random bytes; the seed follows from the secret and all shares that were opened. `deals` in
`protocol/uno_protocol/vectors/v2.json` has examples for other languages.
"""

from collections.abc import Sequence
from enum import Enum, IntEnum
from hashlib import shake_256
from typing import Protocol

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


class Mixed(Protocol):
    """The closed list of the players' bytes, as `deal_mixed` has it. All are by seat but `dropped`."""

    @property
    def kinds(self) -> Sequence[int]:
        """The `SeatKind` of every seat."""

    @property
    def shares(self) -> Sequence[str | None]:
        """The opened bytes in hex."""

    @property
    def dropped(self) -> Sequence[int]:
        """The seats that were listed and whose bytes are missing."""


class MixingFault(Enum):
    """Faults between a list of hashes and the seed; the value names each in English."""

    UNCLOSED = "the list of the players' bytes was never closed"
    UNLISTED = "bytes are mixed into the seed that no list had"
    CHANGED = "a player's bytes are not those whose hash was listed"
    HIDDEN = "the seats whose bytes are missing are not those that are named"
    KINDS = "other players are mixed into the seed than those who sat there"
    SEED = "the seed is not what the secret and the players' bytes make"


def list_fault(kinds: Sequence[int], listed: Sequence[str | None], mixed: Mixed | None) -> MixingFault | None:
    """The fault in how a list was closed, without its secret; None if there is none.

    `kinds` are the `SeatKind`s and `listed` the hashes in hex that everybody saw before the bytes were opened, by seat;
    empty if nobody offered any.
    """
    if not any(listed) or mixed is None:
        return MixingFault.UNCLOSED if any(listed) else None if mixed is None else MixingFault.UNLISTED
    if len(mixed.shares) != len(listed):
        return MixingFault.CHANGED
    for seat, (hash_, share) in enumerate(zip(listed, mixed.shares, strict=True)):
        if share is not None and hash_ is None:
            return MixingFault.UNLISTED
        if share is not None and _hash_of(seat, share) != hash_:
            return MixingFault.CHANGED
    missing = [seat for seat, hash_ in enumerate(listed) if hash_ is not None and mixed.shares[seat] is None]
    if [*mixed.dropped] != missing:
        return MixingFault.HIDDEN
    return None if [*mixed.kinds] == [*kinds] else MixingFault.KINDS


def mixing_fault(
    secret: bytes, seed: bytes, kinds: Sequence[int], listed: Sequence[str | None], mixed: Mixed | None
) -> MixingFault | None:
    """The same once the secret and the seed are known, which must follow from each other."""
    if (fault := list_fault(kinds, listed, mixed)) is not None:
        return fault
    opened = () if mixed is None else mixed.shares
    due = mixed_seed(secret, kinds, [None if one is None else bytes.fromhex(one) for one in opened])
    return None if due == seed else MixingFault.SEED


def _hash_of(seat: int, share: str) -> str | None:
    """The hash of opened bytes; None if they are none."""
    try:
        opened = bytes.fromhex(share)
    except ValueError:
        return None
    return share_hash(seat, opened).hex() if len(opened) == SHARE_BYTES else None
