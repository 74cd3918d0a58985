"""The door of the site: who may ask for files, how often, and under which names of ours (P-17.4, P-17.10)."""

from collections.abc import Callable, Iterable
from typing import Protocol

from uno_protocol.interfaces import loopback
from uno_server.base import hosts
from uno_server.base.limits import VISIT_SECONDS, Limits
from uno_server.base.rate_limit import AddressLimit, addresses_in, counted_as
from uno_server.web.site import Site

BURSTS = 5
"""Seconds of requests that an address may send in a burst: a room may open the page together."""
LOOK_SECONDS = 5.0
"""Between two looks at this computer's networks, each of which takes as long as many answers."""
QR_BURST = 20
"""QR codes for an address in a burst, then one each second: drawing one takes as long as many answers."""


class Caller(Protocol):
    """A connection that asks for files."""

    address: str

    def resting(self) -> tuple[bool, float]:
        """Whether something is going on, and since when: the smallest is missed the least."""

    def make_room(self) -> None:
        """End, so that another can begin."""


class Door:
    """Lets connections in that ask for files, apart from those of players, which the hub counts.

    If there are too many, one of the address with the most is closed: a browser opens another when it needs one.
    """

    def __init__(
        self,
        site: Site,
        limits: Limits,
        names: Iterable[str] = (),
        *,
        tls_required: bool = False,
        pages: Callable[[str], Iterable[str]] = lambda _code: (),
    ) -> None:
        """`names`: what this server may be called, besides its addresses, `localhost` and `NAME.local`.

        `pages`: where other computers find a table by its code, the best address first.
        """
        self.site = site
        self._pages = pages
        self._home, self._looked = "", -LOOK_SECONDS
        """Where other computers find the page, and when that was looked up."""
        self.tls_required = tls_required
        self.head_seconds = limits.hello_seconds
        self.idle_seconds = VISIT_SECONDS
        self._names = set(map(hosts.normal, names)) - {""}
        self._most, self._most_of_address = limits.visits, limits.visits_per_address
        self._spares_loopback = not limits.loopback_counts
        self._visits: dict[str, dict[Caller, None]] = {}
        """By what their addresses are counted as; for each, the first that came is the first."""
        self._requests = AddressLimit(limits.requests_per_second * BURSTS, limits.requests_per_second)
        self._codes = AddressLimit(QR_BURST, 1.0)

    def invitation(self, host: str, code: str, *, secure: bool, now: float = 0.0) -> str:
        """The address of a table for others: at the request's `Host`, unless only this computer can use that."""
        here = f"http{'s' if secure else ''}://{host}/{code}"
        if not hosts.alone(hosts.named(host)):
            return here
        if now >= self._looked + LOOK_SECONDS:
            self._home, self._looked = next(iter(self._pages("")), ""), now
        return f"{self._home}{code}" if self._home else here

    def lets_in(self, caller: Caller, now: float) -> bool:
        """Count a connection that asks for files, also as a request. False if too many came in a while."""
        if self.wait(caller.address, now):
            return False
        place = counted_as(caller.address)
        neighbours = self._visits.get(place, {})
        own = [each for each in neighbours if each.address == caller.address]
        crowd = own if len(own) >= self._most_of_address else neighbours
        most = self._most_of_address * (1 if crowd is own else addresses_in(place))
        if len(crowd) >= most and not self._spares(caller.address):
            self._make_room(crowd)
        if sum(map(len, self._visits.values())) >= self._most:
            largest = max(self._visits.values(), key=len)
            self._make_room(largest)
        self._visits.setdefault(place, {})[caller] = None
        return True

    def leaves(self, caller: Caller) -> None:
        """A connection asks for no files any more, if it ever did."""
        neighbours = self._visits.get(place := counted_as(caller.address), {})
        neighbours.pop(caller, None)
        if not neighbours:
            self._visits.pop(place, None)

    def _make_room(self, callers: Iterable[Caller]) -> None:
        leaving = min(callers, key=lambda each: each.resting())
        self.leaves(leaving)
        leaving.make_room()

    def wait(self, address: str, now: float, *, qr: bool = False) -> int:
        """Count a request. Whole seconds until that address may ask again; 0: it may now."""
        if self._spares(address):
            return 0
        rate = self._codes if qr else self._requests
        return rate.take(address, now)

    def is_ours(self, host: str, here: str) -> bool:
        """Whether a `Host` names this server; `here` is the address where the connection came in."""
        name = hosts.named(host)
        return name in self._names or name == here or hosts.alone(name) or hosts.neighbour(name)

    def _spares(self, address: str) -> bool:
        return self._spares_loopback and loopback(address)
