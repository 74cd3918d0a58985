"""Somebody between a client and a server, at an address of loopback: who reads along, and who changes what passes."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from functools import partial
from typing import Any

import msgpack

from tests.client.net.identities import eve
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


Act = Callable[[asyncio.StreamReader, list[asyncio.StreamWriter]], Awaitable[None]]
"""Takes what a client sends, and its writer in a list, to which further ones are added."""


class Middle:
    """Listens at `address`, and passes on to the server at `place`. `way` may change between connections."""

    def __init__(self, place: str, way: Way) -> None:
        host, _, port = place.rpartition(":")
        self._place = host, int(port)
        self._own = self._place
        self._running: set[asyncio.Task[None]] = set()
        self.way = way
        self.address = ""
        self.up, self.down = bytearray(), bytearray()
        """All that it has read, as it could read it: of its own TLS, what is in there."""

    def forget(self) -> None:
        """Read anew."""
        self.up.clear()
        self.down.clear()

    async def listen(self, host: str, port: int) -> None:
        """Be there, until `close`."""
        inside = await asyncio.start_server(partial(self._served, self._inside), "127.0.0.1", 0, ssl=eve().tls)
        self._own = inside.sockets[0].getsockname()
        outside = await asyncio.start_server(partial(self._served, self._outside), host, port)
        self.address = "{}:{}".format(*outside.sockets[0].getsockname())
        self._servers = inside, outside

    async def close(self) -> None:
        """Be gone, with every connection."""
        for server in self._servers:
            server.close()
        for task in (running := list(self._running)):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _served(self, act: Act, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Do that with a connection, and close what was opened for it."""
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        ends = [writer]
        try:
            # asyncio would log a task of its own that is cancelled.
            with suppress(OSError, EOFError, asyncio.CancelledError):
                await act(reader, ends)
        finally:
            for end in ends:
                end.close()
        for end in ends:
            try:
                async with asyncio.timeout(1.0):
                    await end.wait_closed()
            except (OSError, TimeoutError):
                end.transport.abort()
        self._running.discard(task)

    async def _outside(self, reader: asyncio.StreamReader, ends: list[asyncio.StreamWriter]) -> None:
        """A connection of a client, until it is known what it speaks."""
        first = await reader.read(1 << 16)
        if not first:
            return
        if self.way in (Way.STRIPS, Way.STRIPS_ALL) and first.startswith(TLS):
            ends[0].write(NO_TLS)
            return
        deceives = self.way is Way.OWN_KEY and first.startswith(TLS)
        far_reader, far = await asyncio.open_connection(*(self._own if deceives else self._place))
        ends.append(far)
        far.write(first)
        if deceives:
            await _both(reader, far_reader, ends, bytearray(), bytearray())
            return
        self.up += first
        if self.way is Way.STRIPS_ALL:
            ends[0].write(await _without_tls(far_reader))
        await _both(reader, far_reader, ends, self.up, self.down)

    async def _inside(self, reader: asyncio.StreamReader, ends: list[asyncio.StreamWriter]) -> None:
        """One's own end of TLS, and another one to the server, which knows no difference."""
        far_reader, far = await asyncio.open_connection(*self._place, ssl=trusting(), server_hostname="")
        ends.append(far)
        await _both(reader, far_reader, ends, self.up, self.down)


async def _both(
    reader: asyncio.StreamReader,
    far_reader: asyncio.StreamReader,
    ends: list[asyncio.StreamWriter],
    up: bytearray,
    down: bytearray,
) -> None:
    """Pass on what comes from either side, until one of them ends."""
    near, far = ends
    ways = [asyncio.create_task(each) for each in (_pass_on(reader, far, up), _pass_on(far_reader, near, down))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in ways:
            each.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, read: bytearray) -> None:
    with suppress(OSError):
        while chunk := await reader.read(1 << 16):
            read += chunk
            writer.write(chunk)
            await writer.drain()


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

    one = Middle(place, way)
    try:
        run(one.listen(host, port))
        yield one
    finally:
        run(one.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10.0)
        loop.close()
