"""The servers on the network: a bounded list of those announced, and whether each answered. Pure."""

from collections.abc import Iterable, Sequence
from ipaddress import ip_address

from msgspec import Struct

from uno_client.messages import Found, ServerKey
from uno_client.structs import replace
from uno_client.trust import STOPS, KnownServer, judge
from uno_client.wording.sanitize import clean
from uno_engine.language import _
from uno_protocol.discovery import read
from uno_protocol.interfaces import Spot, on_link

MOST_FOUND = 100
"""Announcements that are kept (FAULTS 34)."""
FOR_KNOWN = 25
"""Of them, room for known servers, which no other gets."""
MOST_AT_ADDRESS = 12
"""Announcements of one address that are kept, known servers and others each."""
MOST_INSTANCES = 12
MOST_ADDRESSES = 12
"""Addresses of one server that are kept."""
MOST_TRIED = 4
LONGEST_NAME = 40
AGAIN_SECONDS = 4.0
LONGEST_PAUSE = 30.0
"""After which one that did not is probed again, at most."""


class Target(Struct, frozen=True):
    """A server to be probed: is it the one of that id, port and key that answers at one of the addresses?"""

    key: ServerKey
    addresses: tuple[str, ...]
    seen_at: str = ""
    """The address where its key was seen already: asking whether it is still there needs no encryption."""

    def key_at(self, address: str) -> str:
        """The fingerprint that is to be seen at that address; empty: none."""
        return "" if address == self.seen_at else self.key[2]


class _Entry(Struct):
    """A server, and everything that announces it (P-15.8). Anybody can, so that no address displaces another."""

    found: Found
    places: dict[str, tuple[str, ...]]
    """The addresses, by instance; none: all of its instances announce another server now, perhaps falsely."""
    next_probe: float = 0.0
    failures: int = 0
    probes: int = 0
    probing: bool = False
    ever: bool = False

    @property
    def answered_at(self) -> tuple[str, ...]:
        """Where it has answered, as far as that still counts."""
        return (self.found.host,) if self.found.answers else ()

    def addresses(self) -> tuple[str, ...]:
        """All addresses, but no more than are kept: the latest ones."""
        told = (place for places in reversed(self.places.values()) for place in places)
        return sort_addresses(list(dict.fromkeys((*self.answered_at, *told)))[:MOST_ADDRESSES])


class Finds:
    """What was heard, by server. `changes` counts what would be shown differently."""

    def __init__(self) -> None:
        self.changes = 0
        self._entries: dict[ServerKey, _Entry] = {}
        self.know(())

    def know(self, servers: Iterable[KnownServer]) -> None:
        """The servers that this client knows."""
        self._known = tuple(servers)
        self._known_names = {each.fingerprint or each.server_id for each in self._known}

    def _is_known(self, found: Found) -> bool:
        """Whether it announces the key of a known server, or without a key the id of one without encryption."""
        return (found.fingerprint or found.id) in self._known_names

    def heard(self, instance: str, port: int | None, addresses: Sequence[str], record: bytes) -> bool:
        """An announcement, new or changed. What is no announcement of a server is passed over.

        False: there was no room for it; there may be later, when others were probed.
        """
        told = read(record)
        places = sort_addresses(addresses)
        if told is None or not port or not 0 < port <= 65535 or not places:
            return True
        name = clean(told.name, LONGEST_NAME) or _("(no name)")
        counts = told.players, told.tables, told.open_tables, told.free_seats
        versions = None if told.lowest is None or told.highest is None else (told.lowest, told.highest)
        place = (places[0], port, places)
        new = Found(told.server_id, name, *place, *counts, told.password, versions, told.key or "")
        self.gone(instance, new.key)
        entry = self._entries.get(new.key)
        if entry is None:
            if not self._make_room(new):
                return False
            entry = self._entries[new.key] = _Entry(new, {})
            self.changes += 1
        entry.places.pop(instance, None)
        entry.places[instance] = places
        if len(entry.places) > MOST_INSTANCES:
            del entry.places[next(iter(entry.places))]
        old, addresses = entry.found, entry.addresses()
        if addresses != old.addresses and not old.answers:
            entry.failures, entry.next_probe = 0, 0.0
            new = replace(new, host=addresses[0])
        else:
            new = replace(new, host=old.host, answers=old.answers)
        if old.answers is False:
            entry.next_probe = 0.0  # it speaks, so it may be back
        self._show(entry, replace(new, addresses=addresses))
        return True

    def gone(self, instance: str, now: ServerKey | None = None) -> None:
        """An announcement was withdrawn, or is no longer repeated; or its instance announces another server `now`.

        Then the one that it announced before stays as long as it answers.
        """
        for key, entry in list(self._entries.items()):
            if key == now or entry.places.pop(instance, None) is None:
                continue
            if not entry.places and (now is None or not entry.found.answers):
                self._drop(key)
            elif now is None:
                self._show(entry, replace(entry.found, addresses=entry.addresses()))
            else:
                entry.next_probe = 0.0

    def _show(self, entry: _Entry, found: Found) -> None:
        if found != entry.found:
            entry.found = found
            self.changes += 1

    def _drop(self, key: ServerKey) -> None:
        del self._entries[key]
        self.changes += 1

    def _rivals(self, found: Found) -> list[_Entry]:
        """The others that it shares its room with: known servers (P-15.7), or those that are not."""
        known, others = self._is_known(found), (entry for key, entry in self._entries.items() if key != found.key)
        return [entry for entry in others if self._is_known(entry.found) == known]

    def _make_room(self, new: Found) -> bool:
        """Whether there is room for one more: an entry that does not answer gives way, the oldest that never did."""
        rivals = self._rivals(new)
        near = [entry for entry in rivals if entry.found.host == new.host]
        room = FOR_KNOWN if self._is_known(new) else MOST_FOUND - FOR_KNOWN
        if len(near) < MOST_AT_ADDRESS and len(rivals) < room:
            return True
        crowd = near if len(near) >= MOST_AT_ADDRESS else rivals
        silent = [entry for entry in crowd if entry.found.answers is False]
        if silent:
            del self._entries[min(silent, key=lambda entry: entry.ever).found.key]  # the first of equals
        return bool(silent)

    def due(self, now: float, spots: Iterable[Spot], most: int) -> list[Target]:
        """The servers to probe now, at most that many; call `probed` after each.

        Only addresses on the networks `spots` count (and those of this machine); a server without one doesn't answer.
        """
        waiting = [entry for entry in self._entries.values() if not entry.probing and entry.next_probe <= now]
        targets: list[Target] = []
        for entry in sorted(waiting, key=lambda entry: entry.next_probe):
            if len(targets) >= most:
                break
            found, known = entry.found, entry.answered_at
            near = [place for place in found.addresses if place not in known and _reachable(place, spots)]
            first = entry.probes * MOST_TRIED % len(near) if near else 0  # each in its turn, where there are many
            tried = (*(place for place in known if _reachable(place, spots)), *near[first:], *near[:first])[:MOST_TRIED]
            entry.probes += 1
            entry.probing = True
            if tried:
                still = known[0] if known and entry.places else ""
                targets.append(Target(found.key, tried, still))
            else:
                self.probed(found.key, None, now)
        return targets

    def probed(self, key: ServerKey, host: str | None, now: float) -> None:
        """What came of a probe: the address that answered, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return
        entry.probing = False
        entry.failures = 0 if host is not None else entry.failures + 1
        entry.ever = entry.ever or host is not None
        pause = AGAIN_SECONDS if host is not None else min(LONGEST_PAUSE, 2.0 * 1.5 ** min(entry.failures, 9))
        entry.next_probe = now + pause
        near = [other for other in self._rivals(entry.found) if other.found.answers and other.found.host == host]
        if len(near) >= MOST_AT_ADDRESS or (host is None and not entry.places):
            self._drop(key)
            return
        before = entry.found
        entry.found = replace(before, host=host or before.host, answers=host is not None)
        entry.found = replace(entry.found, addresses=entry.addresses())
        self.changes += entry.found != before

    def shown(self) -> tuple[Found, ...]:
        """Each server, those that answer first, then by name; last what is not as the known servers."""
        ranks, shown = {True: 0, None: 1, False: 2}, []
        for each in (entry.found for entry in self._entries.values()):
            verdict = judge(self._known, "", None, each.fingerprint or None, each.id)
            stops = verdict if verdict in STOPS else None
            rank = (stops is not None, ranks[each.answers], each.name.casefold(), each.key)
            shown.append((rank, replace(each, verdict=stops)))
        return tuple(found for _rank, found in sorted(shown, key=lambda each: each[0]))


def sort_addresses(addresses: Iterable[str]) -> tuple[str, ...]:
    """The valid IP addresses among these, at most `MOST_ADDRESSES`: IPv4 first, then IPv6, loopback last."""
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
