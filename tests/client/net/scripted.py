"""A server for the tests of the link: it accepts connections in turn and does with each what the test says."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from uno_client.address import Address
from uno_client.messages import Input, LinkDown, LinkUp
from uno_client.net.link import ClientLink
from uno_client.net.token_store import TokenStore
from uno_client.trust import Terms
from uno_protocol import messages as net
from uno_protocol.codec import decode_client, encode
from uno_protocol.framing import Frames, frame

Said = net.ServerMessage | net.Ping | net.Pong | bytes
"""What a server sends, sound or not."""


def welcome(**fields: Any) -> net.Welcome:
    """The welcome of the server S, but for what is said."""
    usual: dict[str, Any] = {"server_id": "server", "name": "S", "program": "p", "limits": {}, "timeouts": {}}
    return net.Welcome(**{"version": net.VERSION} | usual | fields)


class Peer:
    """The server's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._frames = Frames(1 << 16)
        self._bodies: list[bytes] = []
        self.notes: list[object] = []

    async def hear(self) -> net.ClientMessage:
        """The next message of the client."""
        while not self._bodies:
            chunk = await self._reader.read(4096)
            if not chunk:
                raise EOFError
            self._bodies += self._frames.feed(chunk)
        return decode_client(self._bodies.pop(0))

    def say(self, *said: Said) -> None:
        """Send messages, or bytes that need not be any, in one piece."""
        self._writer.write(b"".join(each if isinstance(each, bytes) else frame(encode(each)) for each in said))

    async def welcome(self, *, ping: float = 5.0, silence: float = 14.0, **fields: Any) -> net.Hello:
        """Hear `hello` and welcome the client."""
        hello = await self.hear()
        assert isinstance(hello, net.Hello)
        self.say(welcome(timeouts={"ping": ping, "silence": silence}, **fields))
        return hello

    async def asked(self, **welcome: Any) -> net.ClientMessage:
        """Welcome the client; what it asks for."""
        await self.welcome(**welcome)
        asked = await self.hear()
        self.notes.append(asked)
        return asked

    async def log_in(self, token: str = "secret", **welcome: Any) -> net.Login:
        """Welcome the client and give it a session."""
        login = await self.asked(**welcome)
        assert isinstance(login, net.Login), login
        self.say(net.LoggedIn(name=login.name, token=token))
        return login

    async def resume(self, *asked: net.Resume, table: str | None = None) -> None:
        """Welcome a client that asks for its session, as said if it is, and give it that."""
        resume = await self.asked()
        assert isinstance(resume, net.Resume), resume
        assert not asked or resume == asked[0]
        self.say(net.Resumed(name="ann", last_id=0, table=table))

    async def gone(self) -> None:
        """Wait until the client has closed its end."""
        while await self._reader.read(4096):
            pass


Act = Callable[[Peer], Awaitable[object]]
"""What the server does with one connection, before it cuts it."""


async def cut(peer: Peer) -> None:
    """Log in, and no more."""
    await peer.log_in()


def _then(step: Callable[[Peer], Awaitable[Any]], *said: Said) -> Act:
    """Do a step, say this, and wait until the client goes."""

    async def act(peer: Peer) -> None:
        await step(peer)
        peer.say(*said)
        await peer.gone()

    return act


def noting(heard: list[object], act: Act) -> Act:
    """Do that, and note what is asked for."""

    async def noted(peer: Peer) -> None:
        peer.notes = heard
        await act(peer)

    return noted


def says(*said: Said, **welcome: Any) -> Act:
    """Log in, and say this."""
    return _then(lambda peer: peer.log_in(**welcome), *said)


def answers(*said: Said, **welcome: Any) -> Act:
    """Welcome the client, and say this to what it asks for."""
    return _then(lambda peer: peer.asked(**welcome), *said)


def hello(*said: Said) -> Act:
    """Say this to a hello."""
    return _then(Peer.hear, *said)


def resumes(*asked: net.Resume, table: str | None = None) -> Act:
    """The session goes on, as it is asked for, and nothing happens in it."""
    return _then(lambda peer: peer.resume(*asked, table=table))


def greets(**fields: Any) -> Act:
    """Welcome the client, which then goes without a word."""

    async def act(peer: Peer) -> None:
        await peer.welcome(**fields)
        await silent(peer)

    return act


async def silent(peer: Peer) -> None:
    """Nothing is heard before the client goes."""
    with pytest.raises(EOFError):
        await peer.hear()


async def old(peer: Peer) -> None:
    """A server without TLS, which somebody greets with TLS."""
    assert (await peer._reader.read(4096))[0] == 0x16
    peer.say(net.Error(code="frame_too_large"), net.Bye(code="frame_too_large", come_back=False))


stay, resumed = says(), resumes()
"""Nothing happens in a session, new or old."""
turned_away = says(net.Bye(code="going", come_back=False, text=""))
"""The session is ended for good."""


@asynccontextmanager
async def scripted(
    acts: Sequence[Act], tls: ssl.SSLContext | None = None, port: int = 0, *, then: Act | None = None
) -> AsyncIterator[Address]:
    """Serve one connection after the other; a fault in a script fails the test when the server is closed.

    `then` is what happens on each connection after those.
    With `tls` every connection is encrypted; who begins otherwise counts for none.
    """
    left = list(acts)
    faults: list[BaseException] = []
    running: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        running.add(task)
        try:
            if act := left.pop(0) if left else then:
                await act(Peer(reader, writer))
        except (asyncio.CancelledError, ConnectionError):
            pass
        except BaseException as fault:  # noqa: BLE001 - kept for the test, which runs in another task
            faults.append(fault)
        finally:
            writer.close()
            running.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", port, ssl=tls)
    async with server:
        yield Address(*server.sockets[0].getsockname())
        for task in list(running):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    if faults:
        raise faults[0]
    assert left == [], "the client did not come back as often as it should"


class Player:
    """The owner of a link: keeps what is delivered, knows where the log was left."""

    def __init__(
        self,
        address: Address,
        tokens: TokenStore,
        name: str | None = "ann",
        patience: float | None = None,
        password: str | None = None,
        terms: Terms = Terms(),  # noqa: B008  (frozen)
        claims: bool = False,
    ) -> None:
        self.heard: list[Input] = []
        self.position: tuple[str | None, int | None] = (None, None)
        self.link = ClientLink(address, name, tokens, lambda: self.position, patience, password, terms, claims=claims)
        self._stepped = asyncio.Event()
        self.task = asyncio.create_task(self.link.run(self._deliver))

    def _deliver(self, message: Input) -> None:
        self.heard.append(message)
        self._stepped.set()

    async def until(self, kind: type[Input], count: int = 1) -> Input:
        """Wait for the message of that kind with that number."""
        async with asyncio.timeout(10):
            while True:
                found = [message for message in self.heard if isinstance(message, kind)]
                if len(found) >= count:
                    return found[count - 1]
                self._stepped.clear()
                await self._stepped.wait()

    async def plays(self, kind: type[net.LoggedIn | net.Resumed] = net.LoggedIn) -> LinkUp:
        """It gets into a session and leaves; how the link stood."""
        await self.until(kind)
        up = await self.until(LinkUp)
        assert isinstance(up, LinkUp)
        await self.close()
        return up

    async def end(self) -> LinkDown:
        """Wait until the link has ended for good; why."""
        async with asyncio.timeout(10):
            await self.task
        last = self.heard[-1]
        assert isinstance(last, LinkDown)
        assert last.retry_in is None
        return last

    async def close(self) -> None:
        """Close the link and wait for it."""
        self.link.close()
        async with asyncio.timeout(10):
            await self.task


@asynccontextmanager
async def playing(tokens: TokenStore, *acts: Act, name: str | None = "ann") -> AsyncIterator[Player]:
    """The owner of a link to a server that does this; the link is closed in the end."""
    async with scripted(acts) as address:
        player = Player(address, tokens, name)
        yield player
        await player.close()
