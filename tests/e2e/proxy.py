"""A proxy on loopback that does to a connection what a network can: cuts, delays, slices and half-opens.

Offsets are bytes of one direction since that connection began. Each connection takes its trouble from the front of
`Proxy.troubles`; when none is left, connections pass untouched.
"""

import asyncio
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise

from uno_client.address import Address

LONGEST_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Way:
    """What befalls one direction."""

    cut_at: int | None = None
    """So many bytes pass, then the connection is cut, both ways."""
    reset: bool = False
    """It is cut with a reset; otherwise with a clean end of stream."""
    dead_at: int | None = None
    """So many bytes pass, then nothing does in either direction, though both sockets stay open (half-open)."""
    delay: Callable[[], float] | None = None
    """Seconds for which each chunk is held; the order stays."""
    single: bool = False
    """Every byte travels alone."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What befalls one connection: from the client `up`, from the server `down`."""

    up: Way = Way()
    down: Way = Way()


@dataclass(slots=True)
class Ends:
    """One side of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def reset(self) -> None:
        """Close so that the peer is told of a reset."""
        plug = self.writer.get_extra_info("socket")
        with suppress(OSError):
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


class Carried:
    """One connection through the proxy: what has passed `up` and `down`, and how it fares."""

    def __init__(self, near: Ends, far: Ends, trouble: Trouble) -> None:
        self._near, self._far, self._trouble = near, far, trouble
        self.up, self.down = bytearray(), bytearray()
        self.cut = self.dead = False
        self._over = asyncio.Event()

    async def carry(self) -> None:
        """Pass bytes on until the connection is cut or both sides have ended."""
        carrying = [
            asyncio.create_task(self._one_way(self._near, self._far, self._trouble.up, self.up)),
            asyncio.create_task(self._one_way(self._far, self._near, self._trouble.down, self.down)),
        ]
        both = asyncio.gather(*carrying, return_exceptions=True)
        both.add_done_callback(lambda _: self._over.set())
        try:
            await self._over.wait()
        finally:
            for task in carrying:
                task.cancel()
            for end in (self._near, self._far):
                end.writer.close()
            await asyncio.wait(carrying)

    def end(self, *, reset: bool) -> None:
        """Cut the connection, both ways."""
        self.cut = True
        if reset:
            self._near.reset()
            self._far.reset()
        self._over.set()

    async def _one_way(self, source: Ends, target: Ends, way: Way, passed: bytearray) -> None:
        self._mark(way, 0)
        try:
            while not self.cut and (chunk := await source.reader.read(LONGEST_CHUNK)):
                if way.delay is not None:
                    await asyncio.sleep(way.delay())
                for piece in _pieces(chunk, len(passed), way):
                    await self._pass(piece, target, way, passed)
            if not self.dead and not self.cut:
                if target.writer.can_write_eof():
                    target.writer.write_eof()
                else:  # TLS has no half of a stream
                    self._over.set()
        except OSError:  # one side is reset: so is the other, unless it cannot know
            if not self.dead:
                target.reset()
                self._over.set()
        if self.dead:
            await self._over.wait()  # the other side is not told

    async def _pass(self, piece: bytes, target: Ends, way: Way, passed: bytearray) -> None:
        if self.dead or self.cut:
            return
        target.writer.write(piece)
        await target.writer.drain()
        if way.single:
            await asyncio.sleep(0)  # it is read before the next one comes
        passed += piece
        self._mark(way, len(passed))

    def _mark(self, way: Way, passed: int) -> None:
        """Do what is to happen when so many bytes have passed."""
        if passed == way.cut_at:
            self.end(reset=way.reset)
        if passed == way.dead_at:
            self.dead = True


def _pieces(chunk: bytes, passed: int, way: Way) -> Iterator[bytes]:
    """The chunk, parted where something is to happen; `passed`: bytes of this direction before it."""
    if way.single:
        yield from (chunk[at : at + 1] for at in range(len(chunk)))
        return
    marks = (each - passed for each in (way.cut_at, way.dead_at) if each is not None)
    edges = [0, *sorted({mark for mark in marks if 0 < mark < len(chunk)}), len(chunk)]
    yield from (chunk[begin:end] for begin, end in pairwise(edges))


@dataclass
class Proxy:
    """Listens on `address` and passes connections on to a server."""

    place: tuple[str, int]
    address: Address = field(init=False)
    troubles: deque[Trouble] = field(default_factory=deque)
    carried: list[Carried] = field(default_factory=list)
    """Every connection there was, oldest first."""
    _running: set[asyncio.Task[None]] = field(default_factory=set)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection to its end."""
        near = Ends(reader, writer)
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            await self.carry(near)
        except (OSError, EOFError):
            near.reset()
        except asyncio.CancelledError:  # the proxy is closed; asyncio would log a task of its own that is cancelled
            pass
        finally:
            writer.close()
            self._running.discard(task)

    async def carry(self, near: Ends) -> None:
        """Connect to the server, and carry what passes."""
        far = Ends(*await asyncio.open_connection(*self.place))
        self.carried.append(Carried(near, far, self.troubles.popleft() if self.troubles else Trouble()))
        await self.carried[-1].carry()

    async def close(self) -> None:
        """End every connection."""
        for task in (running := list(self._running)):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


@asynccontextmanager
async def proxied(place: tuple[str, int], *troubles: Trouble) -> AsyncIterator[Proxy]:
    """A proxy before the server at `place`; the first connections have these troubles, in this order."""
    proxy = Proxy(place, troubles=deque(troubles))
    listening = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    host, port = listening.sockets[0].getsockname()
    proxy.address = Address(host, port)
    async with listening:
        try:
            yield proxy
        finally:
            await proxy.close()
