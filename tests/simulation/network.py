"""Network: virtual time, and connections whose directions are queues with delays, cut, stalled and parted at will.

Within one direction nothing overtakes; between connections anything does.
"""

from __future__ import annotations

import hashlib
import heapq
import math
import random
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.host import Host
    from tests.simulation.program import Program

REFUSED_SECONDS = 0.02
UNREACHABLE_SECONDS = 3.0
"""How long a client takes to find out that nobody listens, or that nobody answers."""
KNOCK = b""
"""The first thing that travels on a connection: it is there."""


class Timeline:
    """A clock that jumps from one thing to the next. Things of the same second happen in the order they were put."""

    def __init__(self) -> None:
        self.now = 0.0
        self.steps = 0
        self._order = 0
        self._coming: list[tuple[float, int, Callable[[], None]]] = []

    def at(self, when: float, work: Callable[[], None]) -> None:
        """Have `work` done at that second, or at once if it is past."""
        self._order += 1
        heapq.heappush(self._coming, (max(when, self.now), self._order, work))

    def after(self, seconds: float, work: Callable[[], None]) -> None:
        """Have `work` done in so many seconds."""
        self.at(self.now + seconds, work)

    @property
    def due(self) -> float:
        """When the next thing is done; infinity if there is nothing left to do."""
        return self._coming[0][0] if self._coming else math.inf

    def step(self) -> bool:
        """Do the next thing. False if there is nothing left to do."""
        if not self._coming:
            return False
        when, _, work = heapq.heappop(self._coming)
        self.now = max(self.now, when)
        self.steps += 1
        work()
        return True


class Network:
    """All connections, and the weather: delays in seconds, and places that are cut off until some second."""

    def __init__(self, timeline: Timeline, choice: random.Random, far: Host) -> None:
        self.timeline, self.far = timeline, far
        self.delays = (0.001, 0.03)
        self.cut_off: dict[str, float] = {}
        self.delivered = 0
        self._choice = choice
        self._numbers = 0
        self._seen = hashlib.blake2b(digest_size=16)

    def delay(self) -> float:
        """How long the next message takes, in seconds."""
        return self._choice.uniform(*self.delays)

    def free_at(self, place: str) -> float:
        """From when on messages come through to and from that place."""
        return self.cut_off.get(place, 0.0)

    def connect(self, near: Program) -> None:
        """A client dials. It is told of the connection, or that there is no way, when that shows."""
        if self.free_at(near.place) > self.timeline.now:
            self.timeline.after(UNREACHABLE_SECONDS, near.no_way)
        elif not self.far.up:
            self.timeline.after(REFUSED_SECONDS, near.no_way)
        else:
            self._numbers += 1
            connection = Connection(self, self._numbers, near)
            self.timeline.after(self.delay(), lambda: near.connected(connection))
            connection.upward.send(KNOCK)

    def arrived(self, connection: Connection, way: str, body: bytes) -> None:
        """Keep count of what was delivered: the hash of a run is that of all its bytes and their times."""
        self.delivered += 1
        self._seen.update(f"{self.timeline.now:.9f} {connection.number}{way}{len(body)} ".encode())
        self._seen.update(body)

    @property
    def digest(self) -> str:
        """What has been delivered so far, in one word."""
        return self._seen.hexdigest()


class Pipe:
    """One direction of a connection. `None` travels at the end of the stream."""

    def __init__(self, network: Network, place: str, arrive: Callable[[bytes | None, float], None]) -> None:
        self._network, self._place, self._arrive = network, place, arrive
        self._flight: deque[tuple[bytes | None, float]] = deque()
        self._last = 0.0
        self.stalled = False
        """Nothing comes through any more, and nobody is told."""
        self.ended = False

    @property
    def empty(self) -> bool:
        """True if nothing is under way."""
        return not self._flight

    def send(self, body: bytes | None) -> None:
        """Let it travel behind everything that was sent before."""
        if self.ended:
            return
        self.ended = body is None
        timeline = self._network.timeline
        self._last = max(self._last, timeline.now + self._network.delay())
        self._flight.append((body, timeline.now))
        timeline.at(self._last, self._due)

    def break_off(self, keep: int, *, told: bool) -> None:
        """The link is lost: of what is under way the first `keep` still arrive; then the end, if it is `told`."""
        self.ended = True
        kept = [one for one in list(self._flight)[:keep] if one[0] is not None]
        self._flight = deque(kept)
        if told:
            self._flight.append((None, self._network.timeline.now))
            self._network.timeline.at(max(self._last, self._network.timeline.now + self._network.delay()), self._due)

    @property
    def under_way(self) -> int:
        """How many messages are under way."""
        return len(self._flight)

    def _due(self) -> None:
        if self.stalled or not self._flight:
            return
        free = self._network.free_at(self._place)
        if free > self._network.timeline.now:
            self._network.timeline.at(free, self._due)
            return
        body, sent_at = self._flight.popleft()
        self._arrive(body, sent_at)


class Connection:
    """A client's connection to the server process that lived when it was made."""

    def __init__(self, network: Network, number: int, near: Program) -> None:
        self.number = number
        self.life = 0
        """Of the server that has taken it; what comes over it was said in that life, however late it comes."""
        self.near = near
        self._network = network
        self.upward = Pipe(network, near.place, self._at_server)
        self.downward = Pipe(network, near.place, self._at_client)

    def _at_server(self, body: bytes | None, _sent_at: float) -> None:
        far = self._network.far
        if body is None:
            far.hung_up(self)
        elif body == KNOCK:
            far.knocked(self)
        else:
            self._network.arrived(self, "<", body)
            far.hears(self, body)

    def _at_client(self, body: bytes | None, sent_at: float) -> None:
        if body is None:
            self.near.hung_up(self)
        else:
            self._network.arrived(self, ">", body)
            self.near.hears(self, body, sent_at)

    def stall(self, *, upward: bool, downward: bool) -> None:
        """Half-open: from now on nothing comes through that way, and nobody is told."""
        self.upward.stalled = self.upward.stalled or upward
        self.downward.stalled = self.downward.stalled or downward

    def lose(self, choice: random.Random) -> None:
        """The link breaks: any part of what is under way is lost, and not both ends need to be told."""
        told = choice.choice([(True, True), (True, True), (True, False), (False, True)])
        for pipe, one in zip((self.upward, self.downward), told, strict=True):
            pipe.break_off(choice.randint(0, pipe.under_way), told=one)
