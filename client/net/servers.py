"""The servers on the network: a bounded list of what was announced, and of who answered. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from ipaddress import ip_address

from client.messages import Found, ServerKey
from client.wording.sanitize import clean
from protocol.discovery import read
from protocol.interfaces import Spot, on_link

MOST_FOUND = 100
"""Announcements that are kept (FAULTS 34)."""
MOST_ADDRESSES = 12
"""Addresses of one server that are kept."""
MOST_TRIED = 4
"""Addresses of one server that are probed."""
LONGEST_NAME = 40
AGAIN_SECONDS = 4.0
"""After which a server that answered is probed again."""
LONGEST_PAUSE = 30.0
"""After which one that did not is probed again, at most."""


@dataclass(frozen=True, slots=True)
class Target:
    """A server to be probed: is it `id` that answers at one of the addresses?"""

    instance: str
    key: ServerKey
    addresses: tuple[str, ...]

    @property
    def id(self) -> str:
        """What it should say that it is."""
        return self.key[0]

    @property
    def port(self) -> int:
        """Where it should listen."""
        return self.key[1]


@dataclass(slots=True)
class _Entry:
    found: Found
    next_probe: float = 0.0
    failures: int = 0
    probing: bool = False
    ever: bool = field(default=False)
    """It has answered once."""


class Finds:
    """What was heard, by instance of the service. `changes` counts what would be shown differently."""

    def __init__(self) -> None:
        self.changes = 0
        self._entries: dict[str, _Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def heard(self, instance: str, port: int | None, addresses: Sequence[str], record: bytes) -> None:
        """An announcement, new or changed. What is no announcement of a server is passed over."""
        told = read(record)
        places = sort_addresses(addresses)
        if told is None or not port or not 0 < port <= 65535 or not places:
            return
        new = Found(
            id=told.server_id,
            name=clean(told.name, LONGEST_NAME) or "(no name)",
            host=places[0],
            port=port,
            addresses=places,
            players=told.players,
            tables=told.tables,
            open_tables=told.open_tables,
            free_seats=told.free_seats,
            password=told.password,
            fingerprint=told.key or "",
            versions=None if told.lowest is None or told.highest is None else (told.lowest, told.highest),
        )
        entry = self._entries.get(instance)
        if entry is None:
            if self._make_room():
                self._entries[instance] = _Entry(new)
                self.changes += 1
            return
        old = entry.found
        if (old.key, old.addresses) == (new.key, places):
            new = replace(new, host=old.host, answers=old.answers)
        else:
            entry.failures, entry.next_probe = 0, 0.0
        if old.answers is False:
            entry.next_probe = 0.0  # it speaks, so it may be back
        if new != old:
            entry.found = new
            self.changes += 1

    def gone(self, instance: str) -> None:
        """An announcement was withdrawn, or is no longer repeated."""
        if self._entries.pop(instance, None) is not None:
            self.changes += 1

    def _make_room(self) -> bool:
        """Whether there is room for one more: an entry that does not answer gives way, the oldest that never did."""
        if len(self._entries) < MOST_FOUND:
            return True
        silent = [name for name, entry in self._entries.items() if entry.found.answers is False]
        if silent:
            del self._entries[min(silent, key=lambda name: self._entries[name].ever)]  # the first of equals
        return bool(silent)

    # --- probing ---------------------------------------------------------------------------------------------------

    def due(self, now: float, spots: Iterable[Spot], most: int) -> list[Target]:
        """At most so many servers that are to be probed now; each is to be followed by `probed`.

        Only addresses on the networks `spots` are named (and those of this machine); who has none does not answer.
        """
        waiting = [
            (entry.next_probe, at, name, entry)
            for at, (name, entry) in enumerate(self._entries.items())
            if not entry.probing and entry.next_probe <= now
        ]
        targets: list[Target] = []
        for _, _, name, entry in sorted(waiting):
            if len(targets) >= most:
                break
            found = entry.found
            near = tuple(place for place in found.addresses if _reachable(place, spots))[:MOST_TRIED]
            entry.probing = True
            if near:
                targets.append(Target(name, found.key, near))
            else:
                self.probed(name, found.key, None, now)
        return targets

    def probed(self, instance: str, key: ServerKey, host: str | None, now: float) -> None:
        """What came of a probe: the address that answered, or None."""
        entry = self._entries.get(instance)
        if entry is None or entry.found.key != key:
            return
        entry.probing = False
        entry.failures = 0 if host is not None else entry.failures + 1
        entry.ever = entry.ever or host is not None
        pause = AGAIN_SECONDS if host is not None else min(LONGEST_PAUSE, 2.0 * 1.5 ** min(entry.failures, 9))
        entry.next_probe = now + pause
        new = replace(entry.found, host=host or entry.found.host, answers=host is not None)
        if new != entry.found:
            entry.found = new
            self.changes += 1

    @property
    def unprobed(self) -> bool:
        """Whether of any it is not known yet whether it answers."""
        return any(entry.found.answers is None for entry in self._entries.values())

    # --- showing ---------------------------------------------------------------------------------------------------

    def shown(self) -> tuple[Found, ...]:
        """Each server once, those that answer first, then by name."""
        best: dict[ServerKey, Found] = {}
        for entry in self._entries.values():
            found = entry.found
            other = best.get(found.key)
            if other is not None:
                both = dict.fromkeys((*other.addresses, *found.addresses))
                found = replace(min((other, found), key=_rank), addresses=tuple(both)[:MOST_ADDRESSES])
            best[found.key] = found
        return tuple(sorted(best.values(), key=lambda found: (_rank(found), found.name.casefold(), found.key)))


def _rank(found: Found) -> int:
    return {True: 0, None: 1, False: 2}[found.answers]


def sort_addresses(addresses: Iterable[str]) -> tuple[str, ...]:
    """Those that are addresses, the likeliest first: IPv4, then IPv6, loopback last; at most `MOST_ADDRESSES`."""
    known = []
    for address in dict.fromkeys(list(addresses)[: 4 * MOST_ADDRESSES]):
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            continue
        known.append((ip.is_loopback, ip.version, not ip.is_link_local, address))
    return tuple(address for *_, address in sorted(known)[:MOST_ADDRESSES])


def _reachable(address: str, spots: Iterable[Spot]) -> bool:
    """Whether a probe may go there. A link-local address without its interface leads nowhere."""
    local = address.lower().startswith("fe80:")
    return on_link(address, spots) and (not local or "%" in address)
