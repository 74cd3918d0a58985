"""Access to a table: its password and its bans (P-7.17, P-7.18)."""

from __future__ import annotations

import hmac
from typing import NamedTuple

from uno_protocol.room import Room
from uno_server.base import names
from uno_server.base.rate_limit import place_of
from uno_server.base.refusal import Refusal
from uno_server.base.secrets import password_digest

SALT_BYTES = 16


class Access(NamedTuple):
    """The access to a table beyond what the room says. The journal stores it as it is."""

    salt: bytes = b""
    digest: bytes = b""
    """The hash of the password; empty: no password."""
    banned_names: tuple[str, ...] = ()
    """The looks of the banned names (`names.looks`); in old journals by an older table of look-alikes."""
    banned_addresses: tuple[str, ...] = ()
    """Addresses and networks (`place_of`)."""
    position: str = ""
    """Where every game starts instead of with a deal (P-7.30)."""

    def with_password(self, password: str, salt: bytes) -> Access:
        """A copy with another password; empty: none."""
        if not password:
            return self._replace(salt=b"", digest=b"")
        return self._replace(salt=salt, digest=password_digest(password, salt))

    def ban(self, name: str, address: str) -> Access:
        """A copy in which a name is banned, and an address or a network unless it is empty."""
        banned = self._replace(banned_names=tuple(dict.fromkeys((*self.banned_names, *sorted(names.looks(name))))))
        if not address:
            return banned
        return banned._replace(banned_addresses=tuple(dict.fromkeys((*self.banned_addresses, address))))

    def opens(self, password: str) -> bool:
        """Whether the password is right; compared in constant time."""
        return not self.digest or hmac.compare_digest(self.digest, password_digest(password, self.salt))


def check_banned(access: Access, name: str, address: str) -> None:
    """Raise Refusal `banned` if the host has banned that name or that address."""
    if _named(access, name) or not {address, place_of(address)}.isdisjoint(access.banned_addresses):
        raise Refusal("banned", args={"reason": "table"}, text="the host banned you from this table")


def check_access(access: Access, room: Room, name: str, address: str, *, to_watch: bool, program: bool) -> None:
    """Raise Refusal `banned`, `locked`, `no_watching` or `no_programs` if somebody may not enter, password aside."""
    check_banned(access, name, address)
    if room.locked:
        raise Refusal("locked", text="the host has locked this table")
    if to_watch and not room.watching:
        raise Refusal("no_watching", text="this table does not allow spectators")
    if program and not to_watch and room.programs is False:
        raise Refusal("no_programs", text="this table is closed to programs")


def _named(access: Access, name: str) -> bool:
    banned = map(names.skeleton, access.banned_names)
    return bool(access.banned_names) and not names.looks(name).isdisjoint(banned)
