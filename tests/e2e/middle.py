"""Somebody between a client and a server, at an address of loopback: who reads along, and who changes what passes."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any

import msgpack

from tests.client.net.identities import eve
from tests.e2e.proxy import Carried, Ends, Proxy, Trouble
from tests.peer import trusting
from uno_protocol import messages as net
from uno_protocol.codec import encode
from uno_protocol.framing import HEADER, frame

TLS = b"\x16"
"""How a client begins TLS."""
NO_TLS = b"".join(
    frame(encode(each)) for each in (net.Error(code="frame_too_large"), net.Bye("frame_too_large", come_back=False))
)
"""What a server without TLS answers to it."""


class Way(Enum):
    """What is done to connections."""

    READS = auto()
    """They are passed on as they are."""
    OWN_KEY = auto()
    """TLS ends here, with a key of one's own, and begins again on the way to the server."""
    STRIPS = auto()
    """TLS is answered as by a server that has none; what is not encrypted is passed on."""
    STRIPS_ALL = auto()
    """The same, and `welcome` does not say any more that the server has it."""


class Middle(Proxy):
    """Listens at an address, and passes on to the server at `place`. `way` may change between connections."""

    def __init__(self, place: str, way: Way) -> None:
        host, _, port = place.rpartition(":")
        super().__init__((host, int(port)))
        self.way = way
        self.up, self.down = bytearray(), bytearray()
        """All that it has read, as it could read it: of its own TLS, what is in there."""

    def forget(self) -> None:
        """Read anew."""
        self.up.clear()
        self.down.clear()

    async def listen(self, host: str, port: int) -> None:
        """Be there, until `close`."""
        self._inside = await asyncio.start_server(self.accept, "127.0.0.1", 0, ssl=eve().tls)
        outside = await asyncio.start_server(self.accept, host, port)
        self.there = "{}:{}".format(*outside.sockets[0].getsockname())
        self._servers = self._inside, outside

    async def close(self) -> None:
        """Be gone, with every connection."""
        for server in self._servers:
            server.close()
        await super().close()

    async def carry(self, near: Ends) -> None:
        """What is done to one connection."""
        if near.writer.get_extra_info("ssl_object") is not None:  # inside: the true server knows no difference
            far = Ends(*await asyncio.open_connection(*self.place, ssl=trusting(), server_hostname=""))
            await self._carry(near, far)
            return
        first = await near.reader.read(1 << 16)
        if not first:
            return
        if self.way in (Way.STRIPS, Way.STRIPS_ALL) and first.startswith(TLS):
            near.writer.write(NO_TLS)
            return
        deceives = self.way is Way.OWN_KEY and first.startswith(TLS)
        place = self._inside.sockets[0].getsockname() if deceives else self.place
        far = Ends(*await asyncio.open_connection(*place))
        far.writer.write(first)
        if deceives:
            await Carried(near, far, Trouble()).carry()
            return
        self.up += first
        if self.way is Way.STRIPS_ALL:
            near.writer.write(await _without_tls(far.reader))
        await self._carry(near, far)

    async def _carry(self, near: Ends, far: Ends) -> None:
        """Pass everything on, and read it."""
        carried = Carried(near, far, Trouble())
        carried.up, carried.down = self.up, self.down
        await carried.carry()


async def _without_tls(reader: asyncio.StreamReader) -> bytes:
    """The server's first frame, `welcome`, as one would say it that has no TLS."""
    welcome = msgpack.unpackb(await reader.readexactly(int.from_bytes(await reader.readexactly(HEADER), "big")))
    welcome["capabilities"].remove("tls")
    return frame(msgpack.packb(welcome))


@contextmanager
def middle(place: str, way: Way = Way.READS, host: str = "127.0.0.1", port: int = 0) -> Iterator[Middle]:
    """Somebody in the middle, who runs in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, loop).result(10.0)

    def stop() -> None:
        for transport in [*vars(loop).get("_transports", {}).values()]:  # in the middle of a handshake, too
            transport.abort()
        loop.call_soon(loop.stop)

    one = Middle(place, way)
    try:
        run(one.listen(host, port))
        yield one
    finally:
        run(one.close())
        loop.call_soon_threadsafe(stop)
        thread.join(10.0)
        loop.close()
