"""A server for a test in its own process: on loopback, with the same cards each time."""

import hashlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.e2e.seated import TABLE
from uno_client.address import Address
from uno_engine.view import view_for
from uno_protocol.fold import TableView
from uno_server.base.limits import Limits
from uno_server.core.hub import Hub
from uno_server.core.outputs import Commit
from uno_server.journal.store import MemoryJournal
from uno_server.net.server import Server, bind
from uno_server.web.door import Door
from uno_server.web.site import Site

QUICK = Limits(messages_at_once=1000, messages_per_second=1000)
"""Programs play faster than people, for whom the limits are made."""


class Chances:
    """Entropy that is the same each time, whatever else is drawn: one more login deals no other cards."""

    def __init__(self) -> None:
        self._drawn: Counter[int] = Counter()

    def __call__(self, count: int) -> bytes:
        self._drawn[count] += 1
        return hashlib.shake_256(f"{count} {self._drawn[count]}".encode()).digest(count)


class Recording(MemoryJournal):
    """Notes the requests that were carried out at tables."""

    def __init__(self) -> None:
        super().__init__()
        self.applied: list[tuple[int, int]] = []

    def write(self, commit: Commit) -> None:
        """Note session and id of the request that the commit is of, if there is one."""
        if commit.table is not None:
            self.applied += [(session.number, session.done) for session in commit.sessions]
        super().write(commit)


@dataclass(frozen=True, slots=True)
class Serving:
    """A server in this process."""

    hub: Hub
    journal: Recording
    place: tuple[str, int]
    server: Server

    @property
    def address(self) -> Address:
        """Where it listens."""
        return Address(*self.place)

    def cut(self) -> None:
        """The network goes: every connection breaks."""
        for link in list(self.server._links.values()):
            link.abort()

    def sees(self, seat: int | None) -> TableView:
        """The table as the server would show it to that seat now."""
        table = self.hub.lobby.find(TABLE)
        assert table is not None
        game = None if table.game is None else view_for(table.game.state, seat)
        return TableView(table.room.code, table.log.n, seat, table.room, game)

    def applied(self) -> list[tuple[int, int]]:
        """Session and id of every request that was carried out."""
        return self.journal.applied


@asynccontextmanager
async def serving(*, web: bool = False, limits: Limits = QUICK) -> AsyncIterator[Serving]:
    """A server with the same chances each time; with `web` it has the page for browsers, and takes test deals."""
    hub = Hub(name="the test", entropy=Chances(), limits=limits, web=web, test_deals=web)
    journal, sock = Recording(), bind("127.0.0.1", 0)
    server = Server(hub, journal, door=Door(Site(), limits) if web else None)
    await server.listen(sock)
    host, port = sock.getsockname()[:2]
    try:
        yield Serving(hub, journal, (host, port), server)
    finally:
        await server.stop()
