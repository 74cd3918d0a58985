"""Browsers at the port of the game: files and messages, and the limits of both (P-17, P-10)."""

import asyncio
import logging
import socket
import ssl
from contextlib import suppress
from typing import Any, TypeVar

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Origin, Subprotocol
from websockets.uri import parse_uri

from tests.peer import trusting
from tests.server.test_net import HASTY, Serving, codes, serving
from tests.server.test_tls import sealed_by
from tests.wire import Wire
from uno_protocol import messages as m
from uno_protocol.codec import PADDING, decode_server, encode
from uno_server.base import limits
from uno_server.net import identity
from uno_server.web.site import Site

pytestmark = pytest.mark.fast

T = TypeVar("T")
OURS = identity.load(None).context
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("table", encoding="utf-8")
    (folder / "large.json").write_text('"' + "x" * MIB + '"', encoding="utf-8")
    return Site(folder)


def get(path: str = "/", version: str = "1.1") -> bytes:
    return f"GET {path} HTTP/{version}\r\nHost: localhost\r\n\r\n".encode()


class Visitor:
    """A browser's connection for files."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def answer(self) -> tuple[int, bytes]:
        """The next answer: its status and what is behind its head."""
        async with asyncio.timeout(5):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
            length = int(head.partition("Content-Length: ")[2].partition("\r\n")[0])
            return int(head.split()[1]), await self.reader.readexactly(length)

    async def get(self, path: str = "/") -> int:
        self.writer.write(get(path))
        return (await self.answer())[0]

    async def rest(self) -> bytes:
        """Everything until the server closes."""
        async with asyncio.timeout(5):
            return await self.reader.read()


async def visitor(here: Serving, tls: ssl.SSLContext | None = None) -> Visitor:
    wire = await here.wire(tls)
    return Visitor(wire.reader, wire.writer)


class Browser(Wire):
    """A browser's end of a WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        uri = parse_uri("ws://localhost/ws")
        self.socket = ClientProtocol(uri, origin=Origin("http://localhost"), subprotocols=[Subprotocol("uno.v1")])
        self.socket.send_request(self.socket.connect())
        self.pongs = 0

    def send(self, *messages: m.ClientMessage) -> None:
        for message in messages:
            self.socket.send_binary(encode(message))
        self.flush()

    def flush(self) -> None:
        self.writer.write(b"".join(self.socket.data_to_send()))

    async def step(self) -> bool:
        received = await self.reader.read(65536)
        if received:
            self.socket.receive_data(received)
        for event in self.socket.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.BINARY:
                self.heard.append(decode_server(bytes(event.data)))
            elif isinstance(event, Frame):
                self.pongs += event.opcode is Opcode.PONG
            else:
                assert isinstance(event, Response)
                assert event.status_code == 101
        return bool(received)

    async def end(self) -> tuple[list[str], int | None]:
        """The codes that come until the server closes, and that of WebSocket."""
        return codes(await self.rest()), None if self.socket.close_rcvd is None else self.socket.close_rcvd.code


async def browser(here: Serving, *messages: m.ClientMessage, tls: ssl.SSLContext | None = None) -> Browser:
    wire = await here.wire(tls)
    found = Browser(wire.reader, wire.writer)
    found.flush()
    while found.socket.state.name == "CONNECTING":
        assert await found.step()
    found.send(*messages)
    return found


async def player(here: Serving, name: str, *more: m.ClientMessage, tls: ssl.SSLContext | None = None) -> Browser:
    found = await browser(here, m.Hello(versions=[*m.SPOKEN]), tls=tls)
    await found.hear(m.Welcome)
    found.send(m.Login(name=name), *more)
    await found.hear(m.LoggedIn)
    return found


async def test_what_a_browser_is_sent_encrypted_is_a_multiple_of_128_bytes_too(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tls=OURS, site=site) as here:
        guest = await player(here, "ann", tls=trusting("http/1.1"))
        sealed = sealed_by(monkeypatch)
        guest.send(*(m.ListTables(id=number) for number in range(1, 4)))
        await guest.hear(m.Tables)
        guest.send(m.CreateTable(id=4, name="T", new=m.NewTable(seats=2)), m.Chat(id=5, text="x" * 200))
        await guest.hear(m.Ok)
    assert sealed
    assert {size % PADDING for size in sealed[:-2]} == {0}  # behind them, the end of WebSocket


async def test_tls_of_browsers_is_refused_where_they_get_nothing(site: Site) -> None:
    async with serving(tls=OURS) as here:
        with pytest.raises(ssl.SSLError, match=r"(?i)no.application.protocol"):
            await visitor(here, trusting("http/1.1"))
    async with serving(tls=OURS, site=site) as here:
        wire = await here.wire(trusting("http/1.1", "uno/1"))
        wire.send(m.Hello(versions=[*m.SPOKEN]))
        assert (await wire.hear(m.Welcome)).capabilities == ["records", "tls", "web"]


async def test_requests_are_answered_in_turn_and_each_when_the_one_before_is_sent(site: Site) -> None:
    async with serving(site=site) as here:
        guest = await visitor(here)
        large = f"{site.prefix}/large.json"
        guest.writer.write(get() + get("/nix.js") + get(large) + get() + get("/", "1.0") + get())
        answers = [await guest.answer() for _ in range(5)]
        sizes = [(status, len(content)) for status, content in answers]
        assert sizes == [(200, 5), (404, 22), (200, MIB + 2), (200, 5), (200, 5)]
        assert await guest.rest() == b""


async def test_what_comes_with_the_handshake_is_heard(site: Site) -> None:
    async with serving(site=site) as here:
        wire = await here.wire()
        guest = Browser(wire.reader, wire.writer)
        hello = Frame(Opcode.BINARY, encode(m.Hello(versions=[*m.SPOKEN]))).serialize(mask=True)
        guest.writer.write(b"".join(guest.socket.data_to_send()) + hello)
        await guest.hear(m.Welcome)


async def test_the_last_answer_is_sent_whole_however_long_that_takes(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.0)
    async with serving(site=site) as here:
        guest = await visitor(here)
        guest.writer.write(get(f"{site.prefix}/large.json", "1.0"))
        await asyncio.sleep(0)
        now = here.server.clock()
        (link,) = here.server._links.values()
        async with asyncio.timeout(5):
            while link.closing_since is None:  # noqa: ASYNC110  (nobody is told)
                await asyncio.sleep(0)
        assert not link.look_after(now + 5.0)
        link._answer()  # there is nothing left to answer
        assert len(await guest.rest()) > MIB


async def test_who_reads_nothing_of_a_file_is_dropped(site: Site) -> None:  # FAULTS 53
    async with serving(site=site, unsent_seconds=0.2) as here:
        guest = await visitor(here)
        assert await guest.get() == 200
        guest.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        guest.writer.transport.pause_reading()  # type: ignore[attr-defined]
        guest.writer.write(get(f"{site.prefix}/large.json"))
        async with asyncio.timeout(30):
            await here.server._all_gone.wait()


async def test_a_request_that_is_never_whole_ends_the_visit_without_a_warning(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:  # FAULTS 50
    async with serving(site=site, **HASTY) as here:
        guest = await visitor(here)
        guest.writer.write(get()[:-1])
        assert await guest.rest() == b""
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_server_that_stops_waits_for_no_visit(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STOP_SECONDS", 60.0)
    async with serving(site=site) as here:
        guest = await visitor(here)
        assert await guest.get() == 200
        stopping = asyncio.ensure_future(here.server.stop())
        assert await guest.rest() == b""
        guest.writer.close()
        async with asyncio.timeout(30):
            await stopping


async def test_a_server_that_cannot_store_has_no_files_either(site: Site) -> None:
    async with serving(site=site) as here:
        before, guest = await visitor(here), await visitor(here)
        assert await before.get() == 200
        here.server._down = True
        for link in list(here.server._links.values()):
            if link.fetches:
                here.server._turn_away(link)
        assert await before.rest() == b""
        assert await guest.get() == 503
        assert await guest.rest() == b""
        here.server._down = False


async def test_visits_count_apart_from_players(site: Site) -> None:
    async with serving(site=site, loopback_counts=1, connections_per_address=1, visits_per_address=3) as here:
        guests = [await visitor(here) for _ in range(3)]
        assert [await guest.get() for guest in guests] == [200, 200, 200]
        await here.player("ann")
        guests[0].writer.close()
        await guests[0].rest()
        fourth = await browser(here)  # a visit, and then a player too many
        assert await fourth.end() == (["too_many_connections"], 1000)
        assert await (last := await visitor(here)).get() == 200
        assert await (await visitor(here)).get() == 200
        assert await guests[1].rest() == b""  # of the longest at rest
        assert [await guest.get() for guest in (guests[2], last)] == [200, 200]


async def test_who_reads_no_pongs_is_dropped(site: Site) -> None:  # FAULTS 52, 53
    generous: dict[str, Any] = {"messages_at_once": MIB, "messages_per_second": MIB, "unsent_kib": 128}
    async with serving(site=site, **generous) as here:
        guest = await player(here, "ann")
        guest.writer.transport.pause_reading()  # type: ignore[attr-defined]
        pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 500
        async with asyncio.timeout(5):
            with suppress(OSError):
                while here.server._links:
                    guest.writer.write(pings)
                    await guest.writer.drain()
            await here.left()
