"""A server for a test in its own process: on loopback, with the same cards each time."""

import hashlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from uno_engine.view import view_for
from uno_protocol.fold import TableView
from uno_server.base.limits import Limits
from uno_server.core.hub import Hub
from uno_server.journal.store import Journal
from uno_server.net.server import Server, bind
from uno_server.web.door import Door
from uno_server.web.site import Site

TABLE = "T"
QUICK = Limits(messages_at_once=1000, messages_per_second=1000, claim_after_seconds=0.1)
"""Programs play faster than people, for whom the limits are made; and nobody waits for a player who is gone."""


class Chances:
    """Entropy that is the same each time, whatever else is drawn: one more login deals no other cards."""

    def __init__(self) -> None:
        self._drawn: Counter[int] = Counter()

    def __call__(self, count: int) -> bytes:
        self._drawn[count] += 1
        return hashlib.shake_256(f"{count} {self._drawn[count]}".encode()).digest(count)


@dataclass(frozen=True, slots=True)
class Serving:
    """A server in this process."""

    hub: Hub
    place: tuple[str, int]
    server: Server

    def cut(self) -> None:
        """The network of the browsers goes: every connection of theirs breaks."""
        for link in list(self.server._links.values()):
            if link.stream is not None:
                link.abort()

    def sees(self, seat: int | None) -> TableView:
        """The table as the server would show it to that seat now."""
        table = self.hub.lobby.find(TABLE)
        assert table is not None
        game = None if table.game is None else view_for(table.game.state, seat)
        return TableView(table.room.code, table.log.n, seat, table.room, game)


@asynccontextmanager
async def serving() -> AsyncIterator[Serving]:
    """A server with the same chances each time, which has the page for browsers and takes test deals."""
    hub = Hub(name="the test", entropy=Chances(), limits=QUICK, web=True, test_deals=True)
    sock = bind("127.0.0.1", 0)
    server = Server(hub, Journal(), door=Door(Site(), QUICK))
    await server.listen(sock)
    host, port = sock.getsockname()[:2]
    try:
        yield Serving(hub, (host, port), server)
    finally:
        await server.stop()
