"""The suite without sockets: the real server, its links and a case in one thread, on a virtual clock.

Time passes only while the case waits, and for a moment with every look at the clock. So nothing depends on the machine:
in every run a case sends and receives the same bytes at the same times.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import socket
import tempfile
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.planting import ROOT
from tests.protocol.conformance.broken import Broken
from tests.protocol.conformance.caught import PASSWORD, PATIENCE, SHORT, citing, named
from tests.protocol.conformance.otherwise import Otherwise
from tests.protocol.conformance.page import caught_on
from tests.server.harness import Entropy
from uno_protocol.conformance import world
from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.run import ServerUnderTest, looked_at, tried
from uno_protocol.conformance.verdicts import Verdict
from uno_protocol.identity import fingerprint
from uno_protocol.private_files import write_private
from uno_server.base.limits import USUAL, Limits
from uno_server.core.hub import Hub
from uno_server.journal.store import Journal
from uno_server.net import identity
from uno_server.net.server import Server
from uno_server.web.door import Door
from uno_server.web.site import Site

T = TypeVar("T")

MOMENT = 1e-5
"""Seconds that every look at the clock takes.

If time stood still within a step, a loop that waits for the clock would never end, and an alarm that floats have
rounded down would ring forever.
"""
LONG = 1e6
"""Seconds, for those who wait without a time-out."""
HOST, PORT = "127.0.0.1", 7777
PIECE = 64 * 1024
UNREAD = 256 * 1024
"""Bytes that a server may leave unread before its peer has to wait."""
SENT = 4 * 1024 * 1024
"""Bytes that the system buffers for a peer, unless the server limits them."""
RECEIVED = 128 * 1024


class Loop(asyncio.BaseEventLoop):
    """An event loop without sockets, whose time passes while nothing else is to be done."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.makes: Callable[[], asyncio.BaseProtocol] | None = None
        """Makes the server's end of each connection, while it listens."""
        self._until = 0.0
        self._selector = self

    def run(self, until: float, wanted: Callable[[], bool] = lambda: False) -> None:
        """Let everything happen until that time, or until `wanted` is true."""
        outside, before = asyncio._get_running_loop(), self._until
        asyncio._set_running_loop(self)
        self._until = until
        try:
            while not wanted() and self.now < until:
                self._run_once()  # type: ignore[attr-defined]  # what every event loop does again and again
        finally:
            self._until = before
            asyncio._set_running_loop(outside)

    def complete(self, work: Coroutine[Any, Any, T]) -> T:
        """Run until that is done; what it returns."""
        task = self.create_task(work)
        self.run(LONG, task.done)
        return task.result()

    def select(self, timeout: float | None) -> list[object]:
        """Wait, as a selector does: nothing ever comes from outside."""
        self.now = min(self._until, self.now + max(0.0, LONG if timeout is None else timeout))
        return []

    def _process_events(self, _found: list[object]) -> None:
        """There are none."""

    def time(self) -> float:
        self.now += MOMENT
        return self.now

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if self.get_exception_handler() is None:
            raise context.get("exception") or RuntimeError(context)
        super().call_exception_handler(context)

    def run_in_executor(  # type: ignore[override]  # what runs in it says nothing of its types
        self, _executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        made = self.create_future()
        try:
            made.set_result(func(*args))
        except Exception as fault:  # noqa: BLE001  (whoever waits for it gets it)
            made.set_exception(fault)
        return made

    async def create_server(  # type: ignore[override]  # what sockets it takes does not matter
        self, protocol_factory: Callable[[], asyncio.BaseProtocol], **_options: object
    ) -> Listening:
        self.makes = protocol_factory
        return Listening(self)


class Listening:
    """The listening server of a loop, and its socket."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def listen(self, _backlog: int) -> None:
        """As of a socket."""

    def close(self) -> None:
        self._loop.makes = None


class Near:
    """The client's end of a connection, as a blocking socket."""

    def __init__(self, here: InProcess, protocol: asyncio.BufferedProtocol) -> None:
        self._loop, self._between = here.loop, here.between
        self._timeout: float | None = None
        self.far = Far(here, self, protocol)
        self.room = RECEIVED
        """Bytes that can wait here unread."""
        self.inbox = bytearray()
        """These, and those that the server's system has taken for it."""
        self.ended = self.broken = False
        """The peer has ended the stream; has reset it."""
        self._closed = self._shut = self._lingers = False

    def settimeout(self, seconds: float | None) -> None:
        self._timeout = seconds

    def setsockopt(self, level: int, option: int, value: int | bytes) -> None:
        if (level, option) == (socket.SOL_SOCKET, socket.SO_RCVBUF):
            self.room = cast("int", value)
        self._lingers = self._lingers or (level, option) == (socket.SOL_SOCKET, socket.SO_LINGER)

    def fileno(self) -> int:
        return -1 if self._closed else 0

    def ready(self) -> bool:
        """Whether `recv` would not wait."""
        return bool(self.inbox) or self.ended or self.broken

    def sendall(self, data: bytes) -> None:
        if self._closed or self._shut or self.broken:
            raise BrokenPipeError
        until = self._until()
        data = self._between.asked(data) if self._between else data
        for at in range(0, len(data), PIECE):
            if len(self.far.unread) > UNREAD:
                self._loop.run(until, lambda: len(self.far.unread) < UNREAD / 2 or self.far.lost)
            if self.far.lost:
                self.broken = True
                raise ConnectionResetError
            if len(self.far.unread) > UNREAD:
                raise TimeoutError
            self.far.comes(data[at : at + PIECE])

    def recv(self, size: int) -> bytes:
        if self._closed:
            raise OSError("closed here")
        self._loop.run(self._until(), self.ready)
        if self.inbox:
            size = self._between.cut(size) if self._between else size
            taken = bytes(self.inbox[:size])
            del self.inbox[:size]
            self.far.go_on()
            return taken
        if self.broken:
            raise ConnectionResetError
        if self.ended:
            return b""
        raise TimeoutError

    def _until(self) -> float:
        return self._loop.time() + (LONG if self._timeout is None else self._timeout)

    def shutdown(self, how: int) -> None:
        if self._closed or self.broken:
            raise OSError("not connected")
        self._shut = True
        self.far.comes(None)
        self.ended = self.ended or how == socket.SHUT_RDWR

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            if self._lingers or self.inbox:
                self.far.is_reset()
            else:
                self.room = int(LONG) * PIECE  # whatever comes now is lost
                self.far.comes(None)


class Far(asyncio.Transport):
    """The server's end of a connection, and the socket below it."""

    def __init__(self, here: InProcess, near: Near, protocol: asyncio.BufferedProtocol) -> None:
        super().__init__()
        self._loop, self._near, self._protocol, self._said = here.loop, near, protocol, here.say
        self._changed: Callable[[bytes], bytes] = here.between.told() if here.between else bytes
        self.unread = bytearray()
        self._peer_ended = self._told_so = self._reads_soon = self._pauses = False
        self._unsent = bytearray()
        """What the system has not taken yet."""
        self._takes = SENT
        """Bytes that it takes, besides those that the peer has room for."""
        self._closing = self._ends = self._is_stuck = False
        self.lost = False
        self._loop.call_soon(protocol.connection_made, self)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self if name == "socket" else (HOST, PORT if name == "sockname" else PORT + 1)

    def setsockopt(self, level: int, option: int, value: int) -> None:
        """As of its socket."""
        if (level, option) == (socket.SOL_SOCKET, socket.SO_SNDBUF):
            self._takes = value

    def is_closing(self) -> bool:
        return self._closing

    def comes(self, data: bytes | None) -> None:
        """The peer has sent something; None: it has ended its half of the stream."""
        self.unread += data or b""
        self._peer_ended = self._peer_ended or data is None
        self._read_soon()

    def is_reset(self) -> None:
        """The peer has broken the connection."""
        self._closing = True
        self._unsent.clear()
        self._lose(ConnectionResetError())

    def _read_soon(self) -> None:
        waits = bool(self.unread) or (self._peer_ended and not self._told_so)
        if waits and not (self._reads_soon or self._pauses or self._closing):
            self._reads_soon = True
            self._loop.call_soon(self._read)

    def _read(self) -> None:
        self._reads_soon = False
        if self._pauses or self._closing:
            return
        if self.unread:
            buffer = cast("bytearray", self._protocol.get_buffer(-1))
            size = min(len(buffer), len(self.unread))
            buffer[:size] = self.unread[:size]
            del self.unread[:size]
            self._protocol.buffer_updated(size)
        else:
            self._told_so = True
            if not self._protocol.eof_received():
                self.close()
        self._read_soon()

    def pause_reading(self) -> None:
        self._pauses = True

    def resume_reading(self) -> None:
        self._pauses = False
        self._read_soon()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high == 0, "a link wants to know of every byte that is unsent"

    def get_write_buffer_size(self) -> int:
        return len(self._unsent)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self.lost:
            return
        self._said(bytes(data))
        self._unsent += self._changed(bytes(data))
        self.go_on()
        if self._unsent and not self._is_stuck:
            self._is_stuck = True
            self._protocol.pause_writing()

    def write_eof(self) -> None:
        self._ends = True
        self.go_on()

    def go_on(self) -> None:
        """Send as much as the peer and the systems between take."""
        near = self._near
        free = max(0, near.room + self._takes - len(near.inbox))
        near.inbox += self._unsent[:free]
        del self._unsent[:free]
        if self._unsent:
            return
        if self._is_stuck and not self.lost:
            self._is_stuck = False
            self._loop.call_soon(self._protocol.resume_writing)
        near.ended = near.ended or self._ends
        if self._closing:
            self._lose(None)

    def close(self) -> None:
        if not self._closing:
            self._closing = self._ends = True
            self.go_on()

    def abort(self) -> None:
        self._closing = self._ends = True
        self._unsent.clear()
        self.go_on()

    def _lose(self, why: Exception | None) -> None:
        if not self.lost:
            self.lost = True
            self._near.broken = self._near.broken or bool(self.unread)  # as systems do where something was not read
            self._loop.call_soon(self._protocol.connection_lost, why)


class InProcess:
    """A server, and the world in which a case meets it."""

    def __init__(self, seed: str, *, password: bool = False, ways: Sequence[str] = ()) -> None:
        """`seed`: of what both draw. `password`: the server asks for PASSWORD. `ways`: of saying things otherwise."""
        self.chance = random.Random(seed)
        self.between = Otherwise(random.Random(seed), ways) if ways else None
        self.loop = Loop()
        self.bytes = 0
        self._said = hashlib.blake2b(digest_size=16)
        self.loop.complete(self._begin(seed, password=password))

    async def _begin(self, seed: str, *, password: bool) -> None:
        known_by, limits = key(), settings()
        hub = Hub(
            name="the test",
            entropy=Entropy(seed),
            limits=limits,
            password=PASSWORD if password else None,
            test_deals=True,
            fingerprint=fingerprint(known_by.key),
            web=True,
        )
        journal = Journal()
        journal.wall = self.loop.time
        self.server = Server(hub, journal, tls=known_by.context, door=Door(site(), limits))
        await self.server.listen(cast("socket.socket", Listening(self.loop)))

    def end(self) -> None:
        """Stop the server."""
        self.loop.complete(self.server.stop())
        self.loop.close()

    @property
    def digest(self) -> str:
        """A hash of all that the server has sent, and when."""
        return self._said.hexdigest()

    def say(self, data: bytes) -> None:
        """The server has sent that."""
        self.bytes += len(data)
        self._said.update(f"{self.loop.now:.6f} {len(data)} ".encode())
        self._said.update(data)

    def connect(self, _host: str, _port: int, timeout: float) -> Near:
        if self.loop.makes is None:
            raise ConnectionRefusedError
        near = Near(self, cast("asyncio.BufferedProtocol", self.loop.makes()))
        near.settimeout(timeout)
        return near

    def ready(self, connection: world.Socket) -> bool:
        assert isinstance(connection, Near)
        return connection.ready()

    def now(self) -> float:
        return self.loop.time()

    def sleep(self, seconds: float, unless: threading.Event | None = None) -> None:
        assert unless is None or not unless.is_set(), "nobody gives a run up from within"
        self.loop.run(self.loop.time() + seconds)

    def every(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        over: list[bool] = []

        def repeat() -> None:
            if not over:
                work()
                self.loop.call_later(seconds, repeat)

        self.loop.call_later(seconds, repeat)
        return lambda: over.append(True)


def settings() -> Limits:
    """The limits of servers that are tried."""
    parts = (setting.partition("=") for setting in SHORT)
    settled: dict[str, Any] = {name: type(USUAL[name])(value) for name, _, value in parts}
    return Limits(**settled)


@cache
def site() -> Site:
    """The page, read once for all servers."""
    return Site()


@cache
def key() -> identity.Identity:
    """The servers' key, the same in every process."""
    pem = ec.derive_private_key(1, ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with tempfile.TemporaryDirectory() as folder:
        write_private(Path(folder) / identity.FILE, pem)
        return identity.load(Path(folder))


class Outcome(NamedTuple):
    """The result of a case, with the digest and the number of the bytes that the server sent."""

    judged: Judged
    digest: str
    bytes: int


def outcome(
    case: Case,
    *,
    password: bool = False,
    timeout: float = 20.0,
    encrypted: bool = False,
    web: bool = False,
    ways: Sequence[str] = (),
) -> Outcome:
    """Run a case with a server of its own, which asks for a password if the case needs one or `password` is true.

    `timeout`: seconds for each answer. `encrypted`, `web`: as for `ServerUnderTest`.
    `ways`: in which the server says things otherwise (otherwise.py).
    """
    password = password or case.needs_password
    here = InProcess(f"{case.number} {encrypted} {web}", password=password, ways=ways)
    try:
        given = PASSWORD if password else None
        place = ServerUnderTest(HOST, PORT, timeout, given, world=here, encrypted=encrypted, web=web)
        place = replace(place, welcome=looked_at(place, 1))
        return Outcome(tried(case, place, alone=True), here.digest, here.bytes)
    finally:
        here.end()


@cache
def waits(case: Case) -> bool:
    """Whether a case takes time although everybody answers at once."""
    return outcome(case).judged.seconds > 0.1


def caught(broken: Broken) -> Case | None:
    """The first case that fails with this fault, which must be planted in this process already; None if none does.

    The case that CONFORMANCE.md names is tried first, then all others that cite what the server breaks.
    """
    named_first = caught_on((ROOT / "protocol" / "CONFORMANCE.md").read_text(encoding="utf-8")).get(broken.wrong)
    for case in sorted(citing(broken), key=lambda one: named(one) != named_first):
        judged = outcome(case, password=broken.password, timeout=PATIENCE).judged
        if judged.verdict is Verdict.FAILED:
            return case
    return None
