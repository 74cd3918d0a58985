"""The door of the site: who may ask for files, how often, and under which names of ours (P-17.4, P-17.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from protocol.interfaces import loopback
from server.base import hosts
from server.base.limits import ADDRESSES_IN_NETWORK, VISIT_SECONDS, Limits
from server.base.rate_limit import RateLimit, counted_as
from server.web.site import Site

BURSTS = 5
"""So many seconds' requests may come from an address at once: a room may open the page together."""
LOOK_SECONDS = 5.0
"""Between two looks at this computer's networks, each of which takes as long as many answers."""
QR_BURST = 20
"""QR codes for an address at once, then one each second: to draw one takes as long as many answers."""


class Door:
    """Lets connections in that ask for files, apart from those of players, which the hub counts."""

    def __init__(
        self,
        site: Site,
        limits: Limits,
        names: Iterable[str] = (),
        *,
        tls_required: bool = False,
        pages: Callable[[str], Iterable[str]] = lambda _code: (),
    ) -> None:
        """`names`: what this server may be called, besides its addresses and what ends in `.local`.

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
        self._visits: Counter[str] = Counter()
        self._all = 0
        self._requests = RateLimit(limits.requests_per_second * BURSTS, limits.requests_per_second)
        self._codes = RateLimit(QR_BURST, 1.0)

    def invitation(self, host: str, code: str, *, secure: bool, now: float = 0.0) -> str:
        """Where others find a table: by the `Host` of who asks, but not where only this computer could use that."""
        here = f"http{'s' if secure else ''}://{host}/{code}"
        if not hosts.alone(hosts.named(host)):
            return here
        if now >= self._looked + LOOK_SECONDS:
            self._home, self._looked = next(iter(self._pages("")), ""), now
        return f"{self._home}{code}" if self._home else here

    def lets_in(self, address: str, now: float) -> bool:
        """Count a connection that asks for files, also as a request; `leaves` is to be called for it.

        False if there are too many, or too many came in a while.
        """
        self._visits[place := counted_as(address)] += 1
        self._all += 1
        most = self._most_of_address * (1 if place == address else ADDRESSES_IN_NETWORK)
        few = self._all <= self._most and (self._spares(address) or self._visits[place] <= most)
        return few and not self.wait(address, now)

    def leaves(self, address: str) -> None:
        """A connection asks for no files any more."""
        self._all -= 1
        self._visits[place := counted_as(address)] -= 1
        if not self._visits[place]:
            del self._visits[place]

    def wait(self, address: str, now: float, *, qr: bool = False) -> int:
        """Count a request. Whole seconds until that address may ask again; 0: it may now."""
        if self._spares(address):
            return 0
        rate = self._codes if qr else self._requests
        return rate.take(counted_as(address), now)

    def is_ours(self, host: str, here: str) -> bool:
        """Whether a `Host` names this server; `here` is the address where the connection came in."""
        name = hosts.named(host)
        return name in self._names or name == here or hosts.alone(name) or name.endswith(".local")

    def _spares(self, address: str) -> bool:
        return self._spares_loopback and loopback(address)
