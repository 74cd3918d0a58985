"""Dealing: the secret behind a table's deals, and the bytes of players that are mixed into it (P-7.33 to P-7.36)."""

from __future__ import annotations

from typing import NamedTuple

from uno_engine.mixing import SECRET_BYTES, commitment, mixed_seed
from uno_protocol.room import DealMixed, Room
from uno_server.base.secrets import Entropy


class Dealing(NamedTuple):
    """The secret of the running or next game, and what players have opened. The journal stores it as it is."""

    secret: bytes
    seed: bytes = b""
    """The seed of the running game's deals; empty until the list of shares is closed."""
    kinds: tuple[int, ...] = ()
    """By seat, the `SeatKind` at the start of a game whose players open their bytes; empty otherwise."""
    opened: tuple[bytes | None, ...] = ()
    """By seat, the bytes that were opened."""
    gone: tuple[int, ...] = ()
    """The seats of that game whose players have left since: they are dealt cards, so that leaving changes no deal."""

    @classmethod
    def drawn(cls, entropy: Entropy) -> Dealing:
        """A new secret."""
        return cls(entropy(SECRET_BYTES))

    @property
    def commitment(self) -> str:
        """The hash of the secret, as it is sent."""
        return commitment(self.secret).hex()

    def listed(self, room: Room) -> Dealing:
        """A game begins with the players of that room, who open their bytes next."""
        return self._replace(kinds=room.kinds, opened=(None,) * len(room.occupants))

    def with_share(self, seat: int, share: bytes) -> Dealing:
        """The player in that seat has opened these bytes."""
        return self._replace(opened=(*self.opened[:seat], share, *self.opened[seat + 1 :]))

    def without(self, seat: int) -> Dealing:
        """The player in that seat has left."""
        return self._replace(gone=(*self.gone, seat))

    def complete(self, shares: tuple[str | None, ...]) -> bool:
        """Whether nobody is waited for whose hash is in that list (P-7.35)."""
        return all(
            hash_ is None or share is not None or seat in self.gone
            for seat, (hash_, share) in enumerate(zip(shares, self.opened, strict=True))
        )

    def mixed(self) -> Dealing:
        """The list is closed: the seed follows from the secret and what was opened."""
        return Dealing(self.secret, mixed_seed(self.secret, self.kinds, self.opened))

    def told(self, shares: tuple[str | None, ...]) -> DealMixed:
        """The event that closes the list before all eyes; `shares`: the hashes that `game_opened` listed."""
        dropped = tuple(seat for seat, hash_ in enumerate(shares) if hash_ is not None and self.opened[seat] is None)
        return DealMixed(self.kinds, tuple(None if one is None else one.hex() for one in self.opened), dropped)
