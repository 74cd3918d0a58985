"""Who may come in at a table: its password, and who is banned from it (P-7.17, P-7.18)."""

from __future__ import annotations

import hmac
from typing import NamedTuple

from protocol.room import Room
from server import names
from server.door import password_digest
from server.refusal import Refusal

SALT_BYTES = 16


class TableDoor(NamedTuple):
    """What the room does not tell: kept by the journal as it is."""

    salt: bytes = b""
    digest: bytes = b""
    """Of the password; empty: none is asked for."""
    banned_names: tuple[str, ...] = ()
    """As names look (`names.skeleton`)."""
    banned_addresses: tuple[str, ...] = ()
    position: str = ""
    """Where every game begins, if not with a deal (P-7.30)."""

    def with_password(self, password: str, salt: bytes) -> TableDoor:
        """The same with another password; empty: none."""
        if not password:
            return self._replace(salt=b"", digest=b"")
        return self._replace(salt=salt, digest=password_digest(password, salt))

    def ban(self, name: str, address: str) -> TableDoor:
        """The same with somebody banned for good: by the name, and by the address unless it is empty."""
        banned = self._replace(banned_names=tuple(dict.fromkeys((*self.banned_names, names.skeleton(name)))))
        if not address:
            return banned
        return banned._replace(banned_addresses=tuple(dict.fromkeys((*self.banned_addresses, address))))

    def opens(self, password: str) -> bool:
        """Whether that is the password, compared in constant time."""
        return not self.digest or hmac.compare_digest(self.digest, password_digest(password, self.salt))


def check_door(door: TableDoor, room: Room, name: str, address: str, *, to_watch: bool) -> None:
    """Raise Refusal `banned`, `locked` or `no_watching` unless somebody may come in, password aside."""
    if names.skeleton(name) in door.banned_names or address in door.banned_addresses:
        raise Refusal("banned", text="the host has banned you from this table")
    if room.locked:
        raise Refusal("locked", text="the host lets nobody in at the moment")
    if to_watch and not room.watching:
        raise Refusal("no_watching", text="nobody may watch this table")
