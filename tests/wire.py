"""The scripted client on a connection of asyncio."""

import asyncio
import ssl
from contextlib import suppress
from typing import Self, TypeVar

from tests.patience import HANG
from tests.peer import Peer, framed
from uno_protocol import messages as m
from uno_protocol.codec import decode_server
from uno_protocol.framing import SERVER_LIMIT, Frames

T = TypeVar("T")


class Wire(Peer):
    """One end of a real connection. It keeps what it hears until that is asked for, and says nothing by itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str = "") -> None:
        super().__init__(name)
        self.reader, self.writer = reader, writer
        self.heard: list[m.ServerMessage | m.Ping | m.Pong | None] = []
        """What was received and not yet asked for; None is of an unknown type."""
        self._frames = Frames(SERVER_LIMIT)

    @classmethod
    async def to(cls, port: int, tls: ssl.SSLContext | None = None, name: str = "") -> Self:
        """A new connection to a server on loopback."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, ssl=tls), name)

    def send(self, *messages: m.ClientMessage) -> None:
        self.writer.write(framed(*messages))

    async def step(self) -> bool:
        """Read once; False at the end."""
        received = await self.reader.read(65536)
        self.heard += [decode_server(body) for body in self._frames.feed(received)]
        return bool(received)

    async def hear(self, kind: type[T]) -> T:
        """The next message of that kind; others before it are passed over. Raises ConnectionError at the end."""
        async with asyncio.timeout(HANG):
            while True:
                while self.heard:
                    message = self.heard.pop(0)
                    if isinstance(message, kind):
                        return message
                if not await self.step():
                    raise ConnectionResetError(f"closed before a {kind.__name__} came")

    async def rest(self) -> list[m.ServerMessage | m.Ping | m.Pong | None]:
        """Everything until the server closes."""
        async with asyncio.timeout(HANG):
            while await self.step():
                pass
        return self.heard

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()
