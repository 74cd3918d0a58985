"""A real server under fuzz, plainly, over TLS and as by browsers: what is sent follows from a seed alone.

The server has to go on answering two honest players as if nobody else was there, to keep little, to say nothing of
faults of its own, and to end well when it is told to.
"""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from tests.e2e.processes import House, Program, resident
from tests.fuzzing.finding import Finding, require
from tests.fuzzing.inputs import generated, golden, mutated, packed
from tests.patience import HANG
from tests.peer import trusting
from tests.simulation import asks
from tests.wire import Wire
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, decode_server, encode
from uno_protocol.conformance.carried import header, masked
from uno_protocol.conformance.visit import request, upgrade
from uno_protocol.framing import CLIENT_LIMIT, SERVER_LIMIT, FrameFault, Frames, frame
from uno_server.base.limits import SCHEMA_FAULTS

AT_ONCE = 8
"""Connections of one round."""
BODIES = 150
"""The most that one of them sends."""
ANSWER_SECONDS = HANG
"""An honest player is answered in less; the machine may be busy with other things."""
CLOSE_SECONDS = HANG
ROUND_SECONDS = HANG
MOST_MIB = 64
"""The server may grow by this much, once it has seen everything."""
WARM_UP = 20
"""Rounds after which it has."""
LIMITS = (
    *("messages_at_once=100000", "messages_per_second=100000", "changes_per_second=10000", "tables_per_minute=10000"),
    *("tables=60", "hello_seconds=2", "read_seconds=2"),
)
_OF_FAULTS = ("Traceback", "internal", "failure", "rolled back", "is lost", "Error")
"""What no line of its log may say."""
_REQUEST = request("/ABCD", host="localhost", accept_encoding="gzip", connection="keep-alive")
_UPGRADE = upgrade("localhost", origin="http://localhost")
_LAST = 2**53 - 1
"""The number of a ping after everything else."""
_KEYS = m.GREETINGS | m.REQUESTS
TABLE = m.NewTable(seats=3, bots=["normal", "random"], bot_pause=0.05, watching=False, turn_seconds=0, password="x")
"""What an honest player plays at."""


class Script:
    """What one connection sends: bodies until the server has to close, cut into pieces anywhere."""

    def __init__(self, dice: Random) -> None:
        kind = dice.random()
        browser = 0.08 < kind < 0.18
        self.encrypted = not browser and dice.random() < 0.5
        self.garbage = dice.randbytes(dice.randrange(1, 300)) if kind < 0.08 else _of_browser(dice) if browser else b""
        """Sent in place of everything; inside of TLS, its first record is changed."""
        self.reads = dice.random() < 0.9
        self.waits = self.reads and dice.random() < (0.05 if self.garbage and not browser else 0.9)
        """Until everything was taken in; else it closes at once."""
        bodies = [] if self.garbage else _bodies(dice)
        self.count = (len(bodies) or 1) if self.waits else 1
        """Inputs that the server is sure to have taken in."""
        stream = b"".join(map(frame, filter(None, bodies))) or self.garbage
        if not self.waits and dice.random() < 0.5:
            stream += dice.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\0\0", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03"))
        elif not self.garbage:
            stream += frame(encode(m.Ping(_LAST)))
        self.pieces = list(_cut(dice, stream))


def _of_browser(dice: Random) -> bytes:
    """Requests with something wrong, or what follows a handshake; the end is faulty to both."""
    made = [mutated(dice, dice.choice((_REQUEST, _UPGRADE)), 0.0) for _ in range(dice.randrange(1, 4))]
    if dice.random() < 0.7:
        made = [_UPGRADE, *(_message(dice) for _ in range(dice.randrange(1, 30)))]
    return b"".join((*made, b"\x82\0X\r\n\r\n"))


def _message(dice: Random) -> bytes:
    """A frame of WebSocket, perhaps a faulty one."""
    body = dice.choice(
        (encode(m.Hello(versions=[*m.SPOKEN])), encode(m.Ping()), b"", dice.randbytes(dice.choice((1, 125, 126, 1200))))
    )
    mask = dice.randbytes(4)
    whole = header(len(body), mask, first=dice.choice((0x82, 0x82, 0x02, 0x00, 0x80, 0x89, 0x8A))) + masked(body, mask)
    return mutated(dice, whole, 0.0) if dice.random() < 0.02 else whole


def _bodies(dice: Random) -> list[bytes]:
    hello = encode(m.Hello(versions=[*m.SPOKEN]))
    bodies = [hello if dice.random() < 0.93 else mutated(dice, hello)]
    if dice.random() < 0.93:
        bodies.append(encode(m.Login(name=f"f{dice.randrange(10**9)}")))
    faults = 0
    for id in range(1, dice.randrange(1, BODIES)):
        bodies.append(_body(dice, id))
        try:
            decode_client(bodies[-1])
        except CodecFault as fault:
            faults += 1
            if fault.closes or faults >= SCHEMA_FAULTS:
                break
        if len(bodies[-1]) > CLIENT_LIMIT:
            break
    return bodies


def _body(dice: Random, id: int) -> bytes:
    chance = dice.random()
    if chance < 0.6:
        kind, fields = asks.ask(dice, dice.choice(list(asks.ASKS)), None)
        return encode(kind(id=id, **fields))
    if chance < 0.93:
        return packed(generated(dice, m.REQUESTS) | {"id": id})
    if chance < 0.96:
        return packed(generated(dice, _KEYS))
    return mutated(dice, dice.choice(golden("client")), 0.9)


def _cut(dice: Random, stream: bytes) -> Iterator[bytes]:
    at, whole = 0, dice.random() < 0.5
    while at < len(stream):
        size = 4000 if whole else dice.choice((1, 3, 50, 300, 1500))
        yield stream[at : at + size]
        at += size


async def send(script: Script, port: int) -> None:
    """Send a script to the local server. Raises Finding for no TLS, a wrong answer, or a connection left open."""
    try:
        secret = trusting() if script.encrypted and not script.garbage else None
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=secret, limit=2**17)
    except ssl.SSLError as fault:
        raise Finding(f"no TLS: {fault}") from fault
    if script.encrypted and script.garbage:
        writer.write(b"\x16\x03\x01" + script.garbage)
    answered = asyncio.ensure_future(_read(reader, alert=bool(script.garbage))) if script.reads else None
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            for piece in script.pieces:
                writer.write(piece)
                await writer.drain()
            if script.waits and answered is not None:
                await answered
    except TimeoutError:
        require(not script.reads, "the server takes in nothing more, or does not close")
    except OSError:  # closed by the server (those of TLS too)
        if script.waits and answered is not None:
            await answered
    finally:
        if answered is not None:
            answered.cancel()
            await asyncio.gather(answered, return_exceptions=True)
        writer.transport.abort()


async def _read(reader: asyncio.StreamReader, *, alert: bool) -> None:
    """Read to the end, or to the answer to the last ping. All that is said has to be messages, or may be an alert."""
    frames = Frames(SERVER_LIMIT)
    with suppress(OSError, ssl.SSLError):
        while data := await reader.read(2**16):
            try:
                heard = [] if alert else [decode_server(body) for body in frames.feed(data)]
            except (FrameFault, CodecFault) as fault:
                raise Finding(f"the server says no message: {fault.text}") from fault
            if any(isinstance(one, m.Error | m.Bye) and one.code == "internal" for one in heard):
                raise Finding("the server calls it its own fault")
            if m.Pong(_LAST) in heard:
                return


class Honest(Wire):
    """Somebody who plays against computer players, asks for the tables, and is always answered."""

    def __init__(self, *link: Any) -> None:
        super().__init__(*link)
        self.answered = 0
        self._asked: dict[int, float] = {}
        """When what has no answer was asked for, by id."""
        self.greet()
        self._tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._wonder())]

    def check(self) -> None:
        """Raises Finding if something has gone wrong, or an answer is late."""
        for task in self._tasks:
            if task.done():
                fault = task.exception()
                raise fault if fault is not None else Finding(f"{self.name} has lost the connection")
        late = [id for id, then in self._asked.items() if monotonic() - then > ANSWER_SECONDS]
        require(not late, f"{self.name} has no answer to {late} after {ANSWER_SECONDS} s")

    async def end(self) -> None:
        """Go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.writer.transport.abort()

    def submit(self, id: int, request: m.Request) -> None:
        self._asked[id] = monotonic()
        super().submit(id, request)

    async def _wonder(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            if self.token:
                self.request(m.ListTables)

    async def _listen(self) -> None:
        while await self.step():
            for message in self.heard:
                assert message is not None
                self.take(message)
            self.heard.clear()

    def take(self, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        super().take(message)
        self.answered += self._asked.pop(getattr(message, "id", 0), None) is not None
        match message:
            case m.LoggedIn():
                self.request(m.CreateTable, name=f"of {self.name}", new=TABLE)
                self.request(m.ChangeTable, locked=True)
                self.request(m.Ready)
                self.request(m.Start)
            case m.Entry(event={"k": "phase_changed", "phase": "between_rounds" | "finished"}):
                self.request(m.Ready)
            case m.Legal():
                self.move("normal", str(message.decision).encode())
            case m.Error(code=code) if code not in ("stale", "not_your_turn"):
                raise Finding(f"{self.name} is refused: {message}")
            case m.Bye():
                raise Finding(f"{self.name} is sent away: {message}")
            case _:
                pass


class Besieged:
    """A server, the honest, and rounds of input."""

    def __init__(self, program: Program, port: int) -> None:
        self._program, self._port = program, port
        self._rounds = 0
        self._usual: float | None = None
        self._runner = asyncio.Runner()
        links = (("una", None), ("uwe", trusting()))
        self._honest = [self._runner.run(Honest.to(port, tls, name)) for name, tls in links]

    def play(self, seed: str) -> int:
        """A round of that seed; how many inputs it sent. Raises Finding."""
        dice = Random(f"server {seed}")
        scripts = [Script(dice) for _ in range(AT_ONCE)]
        self._runner.run(self._round(scripts))
        self._rounds += 1
        if self._rounds == WARM_UP:
            self._usual = resident(self._program.pid)
        return sum(script.count for script in scripts)

    async def _round(self, scripts: list[Script]) -> None:
        try:
            async with asyncio.timeout(ROUND_SECONDS):
                await asyncio.gather(*(send(script, self._port) for script in scripts))
        except TimeoutError:
            raise Finding(f"a round is not over after {ROUND_SECONDS} s") from None
        for one in self._honest:
            one.check()

    def end(self) -> None:
        """The server still lets people in, has kept little, and ends well. Raises Finding."""
        try:
            self._runner.run(self._last())
        finally:
            self._runner.close()
        if self._usual is not None and (now := resident(self._program.pid)) is not None:
            require(now - self._usual <= MOST_MIB, f"the server has grown from {self._usual:.0f} to {now:.0f} MiB")
        self._program.terminate()
        code = self._program.wait()
        require(code == 0, f"the server ends with {code}: {self._program.err[-2000:]}")
        said = [line for line in self._program.err.splitlines() if any(word in line for word in _OF_FAULTS)]
        require(not said, f"the server says: {said[:3]}")

    async def _last(self) -> None:
        try:
            for one in self._honest:
                one.check()
                require(one.answered > 0, f"{one.name} was never answered")
            for encrypted in (False, True):
                late = await Honest.to(self._port, trusting() if encrypted else None, f"late {encrypted:d}")
                end = monotonic() + ANSWER_SECONDS
                while late.table is None and monotonic() < end:
                    await asyncio.sleep(0.01)
                    late.check()
                require(late.table is not None, "a newcomer is not let in")
                await late.end()
        finally:
            for one in self._honest:
                await one.end()


@contextmanager
def besieged() -> Iterator[Besieged]:
    """A server of its own. Raises Finding at the end if it has suffered."""
    with TemporaryDirectory(prefix="uno-fuzz-") as folder, closing(House(Path(folder))) as built:
        limits = [word for one in LIMITS for word in ("--limit", one)]
        program, address = built.serve("--data-dir", str(Path(folder) / "data"), *limits)
        server = Besieged(program, int(address.rpartition(":")[2]))
        yield server
        server.end()
