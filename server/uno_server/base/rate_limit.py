"""Rate limits: buckets that refill with time, one for each address or session (FAULTS 31, 33)."""

from collections import OrderedDict
from collections.abc import Iterable
from ipaddress import IPv6Address
from math import ceil

from uno_protocol.interfaces import loopback
from uno_server.base.limits import (
    ADDRESSES_IN_NETWORK,
    ADDRESSES_ON_LINK,
    GUILTY_SECONDS,
    INNOCENT_PER_SECOND,
    WRONG_BURST,
    WRONG_PER_SECOND,
)

MOST_KEYS = 4096
"""The most buckets that are remembered; the one unused for longest is forgotten first, and so are full ones."""


class RateLimit:
    """At most `burst` in a row, then `per_second`, for each key."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._buckets: OrderedDict[object, tuple[float, float]] = OrderedDict()
        """The tokens left in each bucket, and when (seconds)."""

    def wait(self, key: object, now: float) -> int:
        """Whole seconds until it is allowed again; 0: now. Takes nothing."""
        left = self._left(key, now)
        return 0 if left >= 1 else max(1, ceil((1 - left) / self._per_second))

    def take(self, key: object, now: float) -> int:
        """Return what `wait` returns, and count the use if it is allowed now."""
        wait = self.wait(key, now)
        if not wait:
            self._buckets[key] = (self._left(key, now) - 1, now)
            self._buckets.move_to_end(key)
            while len(self._buckets) > MOST_KEYS or self._left(next(iter(self._buckets)), now) >= self._burst:
                self._buckets.popitem(last=False)
        return wait

    def give_back(self, key: object, now: float) -> None:
        """Take back the latest count."""
        if key in self._buckets:
            self._buckets[key] = (min(self._burst, self._left(key, now) + 1), now)

    def _left(self, key: object, now: float) -> float:
        left, since = self._buckets.get(key, (self._burst, now))
        return min(self._burst, left + (now - since) * self._per_second)


class AddressLimit:
    """At most `burst` in a row, then `per_second`, for each address, and more for an IPv6 network in all.

    So nobody in a room that shares one uses up its whole limit. Limits on guessing count only by `counted_as`.
    """

    def __init__(self, burst: float, per_second: float) -> None:
        self._address = RateLimit(burst, per_second)
        self._networks = {
            count: RateLimit(burst * count, per_second * count)
            for count in (1, ADDRESSES_IN_NETWORK, ADDRESSES_ON_LINK)
        }
        """By the number of addresses that they count for."""

    def wait(self, address: str, now: float) -> int:
        """As that of `RateLimit`."""
        place = counted_as(address)
        return max(self._address.wait(address, now), self._networks[addresses_in(place)].wait(place, now))

    def take(self, address: str, now: float) -> int:
        """As that of `RateLimit`."""
        if wait := self.wait(address, now):
            return wait
        place = counted_as(address)
        return self._address.take(address, now) or self._networks[addresses_in(place)].take(place, now)

    def give_back(self, address: str, now: float) -> None:
        """As that of `RateLimit`."""
        place = counted_as(address)
        self._address.give_back(address, now)
        self._networks[addresses_in(place)].give_back(place, now)


class WrongGuesses:
    """The wrong guesses of everybody together. Beyond their limit, only a place that made none lately has a try."""

    def __init__(self) -> None:
        self._all = RateLimit(WRONG_BURST, WRONG_PER_SECOND)
        self._innocent = RateLimit(1, INNOCENT_PER_SECOND)
        self._guilty = RateLimit(1, 1 / GUILTY_SECONDS)

    def wait(self, place: str, now: float) -> int:
        """Whole seconds until that place (`counted_as`) may guess; 0: now. Counts what is granted beyond the limit."""
        if not (wait := self._all.wait(None, now)):
            return 0
        return wait if self._guilty.wait(place, now) else self._innocent.take(place, now)

    def count(self, place: str, now: float) -> None:
        """Count a wrong guess."""
        self._all.take(None, now)
        self._guilty.take(place, now)


def counted_as(address: str) -> str:
    """What an address counts as where its network counts: an IPv6 one as that of 64 bits, which one machine has whole.

    A link-local one counts as the network of its interface (`fe80::%eth0`).
    """
    network, _, interface = network_of(address).partition("%")
    return f"fe80::%{interface}" if interface else network


def addresses_in(place: str) -> int:
    """How many addresses a place (`counted_as`) counts for."""
    if ":" not in place or loopback(place):
        return 1
    return ADDRESSES_ON_LINK if "%" in place else ADDRESSES_IN_NETWORK


def network_of(address: str) -> str:
    """The network of 64 bits of an IPv6 address; of any other, and of a link-local one, the address itself."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    return address if found.is_link_local or found.is_loopback else str(IPv6Address(int(found) >> 64 << 64))


def place_of(address: str) -> str:
    """The network of an IPv6 address; a link-local one, which all neighbours share, and any other address itself."""
    network = network_of(address)
    return address if network == address else f"{network}/64"


def place_to_ban(address: str, others: Iterable[str | None]) -> str:
    """The place to ban with an address: its network (`place_of`), or only the address if others use that network."""
    place = place_of(address)
    return address if any(one and one != address and place_of(one) == place for one in others) else place
