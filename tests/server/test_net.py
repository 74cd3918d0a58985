"""The shell around the hub holds against real sockets (FAULTS 1 to 7, 17, 29 to 32, 44, 46)."""

import asyncio
import errno
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from tests.quick_time import quick_loop
from tests.server.harness import Entropy
from tests.wire import Wire
from uno_protocol import messages as m
from uno_protocol.codec import encode
from uno_protocol.framing import frame
from uno_server.base import limits
from uno_server.core.hub import Hub
from uno_server.journal.store import Journal
from uno_server.net import server
from uno_server.net.link import Link, address_of
from uno_server.net.server import QUEUED, Server, bind
from uno_server.web.door import Door
from uno_server.web.site import Site

pytestmark = pytest.mark.fast

T = TypeVar("T")


class Serving:
    """A server in this process, on loopback."""

    def __init__(self, server: Server, hub: Hub) -> None:
        self.server, self.hub = server, hub
        self._wires: list[Wire] = []

    async def listen(self) -> None:
        sock = bind("127.0.0.1", 0)
        self.port = sock.getsockname()[1]
        await self.server.listen(sock)

    async def wire(self, tls: ssl.SSLContext | None = None) -> Wire:
        wire = await Wire.to(self.port, tls)
        self._wires.append(wire)
        return wire

    async def deaf(self, name: str) -> Wire:
        """Somebody who asks to be logged in and reads nothing, for whom the system takes a few KiB by itself."""
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # a connection that is there keeps its first window
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        wire = Wire(*await asyncio.open_connection(sock=sock))
        self._wires.append(wire)
        wire.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport of a socket can
        wire.send(m.Hello(versions=[*m.SPOKEN]), m.Login(name=name))
        return wire

    async def login(self, name: str, *more: m.ClientMessage, tls: ssl.SSLContext | None = None) -> tuple[Wire, str]:
        """Somebody who has logged in, and the token."""
        wire = await self.wire(tls)
        wire.send(m.Hello(versions=[*m.SPOKEN]), m.Login(name=name), *more)
        return wire, (await wire.hear(m.LoggedIn)).token

    async def player(self, name: str, *more: m.ClientMessage, tls: ssl.SSLContext | None = None) -> Wire:
        return (await self.login(name, *more, tls=tls))[0]

    async def left(self, seconds: float = 1.0) -> None:
        """Wait until nobody is connected. Raises TimeoutError after so many seconds."""
        for _ in range(round(100 * seconds)):
            if not self.hub._peers:
                return
            await asyncio.sleep(0.01)
        raise TimeoutError

    async def close(self) -> None:
        for wire in self._wires:
            await wire.close()
        await self.server.stop()


@asynccontextmanager
async def serving(
    *, tls: ssl.SSLContext | None = None, tls_required: bool = False, site: Site | None = None, **limits_: Any
) -> AsyncIterator[Serving]:
    """`limits_`: fields of `uno_server.base.limits.Limits` that are to be others. `site`: what browsers get."""
    fingerprint, all_limits = None if tls is None else "a" * 26, limits.Limits(**limits_)
    hub = Hub(name="the test", entropy=Entropy(1), limits=all_limits, fingerprint=fingerprint, web=site is not None)
    door = None if site is None else Door(site, all_limits, tls_required=tls_required)
    here = Serving(Server(hub, Journal(), tls=tls, tls_required=tls_required, door=door), hub)
    await here.listen()
    try:
        yield here
    finally:
        await here.close()


def codes(heard: Sequence[object]) -> list[str]:
    return [one.code for one in heard if isinstance(one, m.Error | m.Bye)]


async def test_the_log_says_once_what_foreign_bytes_look_like(caplog: pytest.LogCaptureFixture) -> None:  # FAULTS 7
    async with serving() as here:
        for _ in range(5):
            wire = await here.wire()
            wire.writer.write(b"GET / HTTP/1.1\r\n\r\n")
            assert codes(await wire.rest()) == ["frame_too_large", "frame_too_large"]
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 1
    assert lines[0].endswith("looks like HTTP")


async def test_a_reset_makes_no_storm_of_log_lines(caplog: pytest.LogCaptureFixture) -> None:  # FAULTS 32
    async with serving() as here:
        ann = await here.player("ann", m.JoinTable(id=1, table="T", new=m.NewTable(seats=3)))
        bob = await here.player("bob", m.JoinTable(id=1, table="T"))
        sock = bob.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        bob.writer.transport.abort()
        for number in range(2, 30):
            ann.send(m.Ready(id=number, ready=number % 2 == 0))
        for number in range(2, 30):
            assert (await ann.hear(m.Ok)).id == number
    assert len(caplog.records) <= 1


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house is kept so often that a test can wait for it."""
    monkeypatch.setattr(server, "HOUSEKEEPING_SECONDS", 0.02)


HASTY: dict[str, Any] = {
    "hello_seconds": 0.2,
    "read_seconds": 0.2,
    "ping_seconds": 0.1,
    "silence_seconds": 0.4,
    "unsent_seconds": 0.3,
}


@pytest.mark.usefixtures("hasty")
async def test_who_has_not_greeted_has_all_the_time_for_it_however_short_a_silence_may_be() -> None:  # FAULTS 5
    async with serving(**HASTY | {"hello_seconds": 0.6, "silence_seconds": 0.2}) as here:
        assert codes(await (await here.wire()).rest()) == ["read_timeout"]


@pytest.mark.usefixtures("hasty")
async def test_a_peer_that_was_asked_late_is_not_taken_for_silent() -> None:
    async with serving(**HASTY) as here:
        silent, lively = await here.player("ann"), await here.player("bob")
        for link in here.server._links.values():
            link.heard, link.pinged = link.heard - 5.0, link.pinged - 5.0
        for _ in range(6):
            lively.send(m.Pong(nonce=(await lively.hear(m.Ping)).nonce))
        heard = await silent.rest()
        assert heard[0] == m.Ping()
        assert codes(heard) == ["silent"]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("late", "least", "most"), [(0.0, 1, 2), (10.0, 20, 20)], ids=["in time", "late"])
async def test_as_many_connections_are_checked_at_once_as_fit_into_a_slice(
    monkeypatch: pytest.MonkeyPatch, late: float, least: int, most: int
) -> None:
    slices: list[list[int]] = []
    async with serving(ping_seconds=0.2) as here:
        check, look_after = here.server._check_links, Link.look_after

        def check_links(_due: float) -> None:
            slices.append([])
            check(here.server._loop.time() - late)

        def slowly(link: Link, now: float) -> bool:
            quick_loop().sleep_on(server.HOUSEKEEPING_SLICE / 2)
            slices[-1].append(link.number)
            return look_after(link, now)

        wires = [await here.player(f"p{number}") for number in range(20)]
        monkeypatch.setattr(here.server, "_check_links", check_links)
        monkeypatch.setattr(Link, "look_after", slowly)
        for wire in wires:
            await wire.hear(m.Ping)
    assert least <= max(map(len, slices)) <= most


@pytest.mark.usefixtures("hasty")
async def test_who_waits_for_each_answer_is_slowed_down_and_never_disconnected() -> None:  # FAULTS 29
    async with serving(messages_at_once=10, messages_per_second=20, flood_seconds=0.2, **HASTY) as here:
        ann = await here.player("ann")
        for number in range(1, 29):
            ann.send(m.ListTables(id=number))
            assert (await ann.hear(m.Tables)).id == number
        await asyncio.sleep(0.3)
        ann.send(m.ListTables(id=29))
        assert (await ann.hear(m.Tables)).id == 29
        (link,) = here.server._links.values()
        assert link.slow_since is None


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("busy", [0.0, 0.03], ids=["by a quiet server", "by a busy server"])
async def test_a_flood_that_is_read_in_pieces_is_closed_too(busy: float) -> None:  # FAULTS 1, 29
    async def work() -> None:
        while busy:
            quick_loop().sleep_on(busy)  # nobody is served meanwhile
            await asyncio.sleep(0)

    async with (
        serving(messages_at_once=10, messages_per_second=100, flood_seconds=1.0) as here,
        asyncio.TaskGroup() as tasks,
    ):
        flooder = await here.player("bob")
        working = tasks.create_task(work())
        # 56 KiB of these, which is what is read at once, take less than a second.
        flooder.send(*(m.Chat(id=number, text="x" * 1000) for number in range(1, 1000)))
        assert codes(await flooder.rest())[-1] == "rate_limited"
        working.cancel()


@pytest.mark.usefixtures("hasty")
async def test_a_peer_that_leaves_less_for_too_long_is_dropped(caplog: pytest.LogCaptureFixture) -> None:  # FAULTS 30
    patient = HASTY | {"silence_seconds": 60.0}
    async with serving(messages_at_once=10**6, messages_per_second=10**6, **patient) as here:
        wire = await here.deaf("bob")
        for number in range(1, 3000):  # some 190 KiB of answers, of which the system takes some 40 by itself
            wire.send(m.Ready(id=number))
        async with asyncio.timeout(4):
            while not here.hub._peers:  # noqa: ASYNC110  (nobody is told)
                await asyncio.sleep(0.01)
        await here.left(4.0)
    assert [record.getMessage().partition(" ")[2] for record in caplog.records] == [
        "slow_reader: reads nothing; dropped"
    ]


@pytest.mark.usefixtures("hasty")
async def test_a_peer_that_reads_slowly_but_steadily_is_kept() -> None:  # FAULTS 30
    loop = asyncio.get_running_loop()
    patient = HASTY | {"silence_seconds": 60.0, "unsent_seconds": 1.0}
    async with serving(messages_at_once=10**6, messages_per_second=10**6, **patient) as here:
        with socket.socket() as slow:
            slow.setblocking(False)
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asked = [m.Hello(versions=[*m.SPOKEN]), m.Login(name="bob"), *(m.Ready(id=n) for n in range(1, 4500))]
            all_at_once = b"".join(frame(encode(one)) for one in asked)
            await loop.sock_connect(slow, ("127.0.0.1", here.port))
            await loop.sock_sendall(slow, all_at_once)
            began, read = loop.time(), 0
            while loop.time() - began < 2.5 * patient["unsent_seconds"]:
                read += len(await loop.sock_recv(slow, 8192))
                await asyncio.sleep(0.12)
            (link,) = here.server._links.values()
            assert link.stuck_since is not None, f"{read} bytes were all that there was to read"


async def test_without_descriptors_the_log_says_so_in_words_and_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:  # FAULTS 31
    monkeypatch.setattr("asyncio.selector_events.constants.ACCEPT_RETRY_DELAY", 0.01)
    tries, often = 0, asyncio.Event()

    def accept(_sock: socket.socket) -> tuple[socket.socket, object]:
        nonlocal tries
        tries += 1
        if tries == 5:
            often.set()
        raise OSError(errno.EMFILE, "Too many open files")

    async with serving() as here:
        ann = await here.player("ann")
        with monkeypatch.context() as scarce:
            scarce.setattr(socket.socket, "accept", accept)
            wire = await here.wire()
            async with asyncio.timeout(5):
                await often.wait()
            ann.send(m.ListTables(id=1))  # games go on
            await ann.hear(m.Tables)
        wire.send(m.Hello(versions=[*m.SPOKEN]))
        await wire.hear(m.Welcome)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["too many files and connections are open: newcomers wait until some close (see ulimit -n)"]


async def test_a_small_message_waits_for_no_other() -> None:
    async with serving() as here:
        await here.player("ann")
        (link,) = here.server._links.values()
        assert link.transport is not None
        sock = link.transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_one_socket_serves_both_families_where_the_machine_can(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def create_server(address: object, **how: object) -> str:
        asked.append((address, how))
        if how.get("family") == socket.AF_INET6:
            raise OSError("no IPv6 here")
        return "socket"

    monkeypatch.setattr(socket, "create_server", create_server)
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: True)
    assert bind(None, 7) == "socket"  # type: ignore[comparison-overlap]  # the made-up one
    assert QUEUED >= 300, "so many can wait for a server that is busy"
    assert asked == [
        (("", 7), {"family": socket.AF_INET6, "dualstack_ipv6": True, "backlog": QUEUED}),
        (("", 7), {"backlog": QUEUED}),
    ]


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        (("192.0.2.1", 7), "192.0.2.1"),
        (("::ffff:192.0.2.1", 7, 0, 0), "192.0.2.1"),
        (("2001:db8::1", 7, 0, 0), "2001:db8::1"),
        (("fe80::1", 7, 0, 1), f"fe80::1%{socket.if_indextoname(1)}"),
        (("fe80::1", 7, 0, 99_999), "fe80::1%99999"),
        (None, "?"),
    ],
)
def test_an_address_of_a_link_has_its_interface(peer: tuple[str | int, ...] | None, address: str) -> None:
    assert address_of(peer) == address
