"""Coming back: how the people of a crowd find the server again after it was killed, as clients do (P-5.9).

A player who loses the connection tries again immediately, and then with the growing pauses of our client; an attempt
that is not answered in the client's time counts as failed.
"""

from __future__ import annotations

import errno
import selectors
import socket
from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush
from time import perf_counter
from typing import TYPE_CHECKING

from uno_client.net.connection import CONNECT_SECONDS
from uno_client.net.link import GREETING_SECONDS, pause_before

if TYPE_CHECKING:
    from trials.crowd import Person

LOOK_SECONDS = 0.25
"""Between two looks for attempts that were not answered in time."""


class Comeback:
    """Everybody's attempts to come back to a port of loopback."""

    def __init__(self, everybody: Iterable[Person], port: int, selector: selectors.BaseSelector) -> None:
        self.away = set(everybody)
        self.came: list[float] = []
        """When each resumed the session at the table, in the clock's seconds, in order."""
        self.forgotten = 0
        """People whose last acknowledged move the server does not know."""
        self.failed: Counter[str] = Counter()
        """Attempts that failed: `refused`, `closed` or `unanswered`."""
        self._port = port
        self._selector = selector
        self._attempts = dict.fromkeys(self.away, 0)
        self._after: dict[Person, float] = {}
        """Seconds to wait that a `bye` asked for."""
        self._until: dict[Person, float] = {}
        """When the attempt of each counts as failed."""
        self._paused: list[tuple[float, int, Person]] = []
        """When who tries next, a heap."""
        self._looked = 0.0

    def lost(self, person: Person) -> None:
        """A connection is lost, or could not be made: pause before the next attempt."""
        if self._until.pop(person, None) is not None:
            self.failed["refused" if person.reaching else "closed"] += 1
        self._pause(person)

    def _pause(self, person: Person) -> None:
        if person not in self.away:  # lost anew
            self.away.add(person)
            self._attempts[person] = 0
        person.reaching = False
        when = perf_counter() + pause_before(self._attempts[person], self._after.pop(person, 0.0))
        self._attempts[person] += 1
        heappush(self._paused, (when, id(person), person))

    def sent_away(self, person: Person, after: float) -> None:
        """The server says `bye`, and when to come back."""
        self._after[person] = after

    def heard(self, person: Person) -> None:
        """An attempt got one step further."""
        self._until[person] = perf_counter() + GREETING_SECONDS

    def back(self, person: Person, *, forgotten: bool) -> None:
        """Somebody has resumed."""
        self.came.append(perf_counter())
        self.away.discard(person)
        self.forgotten += forgotten
        del self._until[person]

    def try_again(self) -> None:
        """Make the attempts that are due, and end those that were not answered in time."""
        now = perf_counter()
        while self._paused and self._paused[0][0] <= now:
            self._try(heappop(self._paused)[2], now)
        if now < self._looked + LOOK_SECONDS:
            return
        self._looked = now
        for person in [person for person, until in self._until.items() if until < now]:
            del self._until[person]
            self.failed["unanswered"] += 1
            assert person.sock is not None
            self._selector.unregister(person.sock)
            person.sock.close()
            person.lost()
            self._pause(person)

    def _try(self, person: Person, now: float) -> None:
        sock = person.sock = socket.socket()
        sock.setblocking(False)
        self._until[person] = now + CONNECT_SECONDS
        person.reaching = True
        if sock.connect_ex(("127.0.0.1", self._port)) in _UNDER_WAY:
            self._selector.register(sock, selectors.EVENT_WRITE, person)
        else:
            sock.close()
            self.lost(person)


_UNDER_WAY = {0, errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", errno.EINPROGRESS)}
