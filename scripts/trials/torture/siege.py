"""A siege: hostile connections of every kind beside honest players, who should hardly notice it.

torture.py siege                     200 hostile connections beside 100 players at 25 tables, for 60 s
torture.py siege --seconds S         for S seconds, after S without it; a second siege takes half as long
torture.py siege --kinds a,b         hostile connections of these kinds alone (--list names them)
torture.py siege --times N           N runs; the figures are medians
torture.py siege --json              prints one line of JSON

The server is a process of its own with its journal in a temporary directory and its default limits. One other process
has the honest players: each table makes a move every `--move-every` seconds. Half of the hostile connections
come from addresses of loopback, which limits spare, and half from another host, which is a network namespace on this
machine; all this happens in a namespace of its own. Where no namespaces can be made (`networks` is 1 then), all come
from loopback. Their processes have the lowest priority; whatever is closed comes back at once.
Each run measures the players alone, in a siege, and in a second one, in the midst of which the server is told to end.

`alone_p99_ms` and `siege_p99_ms` tell how long a move took from sending until the last player at its table has
received it; `lost` counts honest connections that broke. `grown_mib` is how much more memory the server holds after the
first siege than before, and `grown_again_mib` after the second than after the first. `descriptors` and `threads` are
those of the server before, and after the first siege, when all hostile ones are gone. `stop_s` is the time from SIGTERM
until the server has ended.
Exit code: 0; 1 if `siege_p99_ms` is above 50, an honest player noticed an error, memory grew by more than 64 MiB,
descriptors were not given back, or `stop_s` is above 3; 2 for a usage error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple, Self, TypeVar

import environment
from environment import progress

from tests.peer import framed, trusting
from tests.server.new_keys import NewKeys
from tests.wire import Wire
from trials.crowd import WARM_UP, Crowd, NotBegun
from trials.measured import (
    Measured,
    NotServing,
    kept_to,
    last_words,
    middle_and_slow,
    processors,
    raise_descriptors,
)
from uno_protocol import messages as m
from uno_protocol.conformance.carried import FINAL, header
from uno_protocol.conformance.visit import upgrade
from uno_protocol.framing import frame
from uno_server.core.lobby import CODE_LENGTH, CODE_LETTERS

NAME = "torture.py siege"
AGAIN = (str(environment.ROOT / "scripts" / "torture.py"), "siege")
"""This command, in another process."""
_LINUX: Final[bool] = sys.platform == "linux"
Told = TypeVar("Told")
HOSTILE, TABLES, SEATS = 200, 25, 4
MOST_P99_MS, MOST_MIB, MOST_STOP_S = 50.0, 64.0, 3.0
ADDRESSES = 8
"""Addresses of each network that the hostile connections come from, besides the first, which is the server's."""
LOOPBACK = "127.0.0"
OWN_NAMESPACE = ("unshare", "--net")
SETTLE_SECONDS = 124.0
"""Seconds after a siege until its remains are counted: by then the server has dropped the silent connections.

The host in the namespace disappears silently: its connections end after 15 s of silence, which begins some seconds
later for those that had sent too much, and after 30 s for browsers that ask for nothing. A flood by WebSocket is read
so slowly that the server sees its end up to `flood_seconds`, 120, later.
"""
FEW = 3
"""Descriptors that the server may open for itself meanwhile, for the journal and its backup."""
IN_THE_MIDST = 0.5
"""The moment in the second siege when the server gets SIGTERM."""
AGAIN_SECONDS = 0.05
"""Until a hostile connection that was closed comes back."""


class Foe(Wire):
    """One hostile connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random) -> None:
        super().__init__(reader, writer, f"Foe {luck.getrandbits(40):x}")
        self.luck = luck

    async def pour(self, data: bytes) -> None:
        """Send bytes, as fast as they are taken."""
        self.writer.write(data)
        await self.writer.drain()

    async def say(self, *messages: m.ClientMessage) -> None:
        """Send messages in one piece, as fast as they are taken."""
        await self.pour(framed(*messages))

    async def read(self) -> bytes:
        """What the server says next, whatever it is. Raises ConnectionError at its end."""
        data = await self.reader.read(65536)
        if not data:
            raise ConnectionResetError
        return data

    async def welcomed(self) -> None:
        """Say hello, and wait for an answer."""
        self.greet()
        await self.read()

    async def login(self) -> str:
        """Log in under a name that nobody has. Returns the token."""
        await self.welcomed()
        self.enter()
        return (await self.hear(m.LoggedIn)).token

    async def again(self) -> Foe:
        """Another connection from the same place."""
        name, port = self.writer.get_extra_info("peername")[:2]
        source = self.writer.get_extra_info("sockname")[0]
        return Foe(*await asyncio.open_connection(name, port, local_addr=(source, 0)), self.luck)

    @property
    def host(self) -> str:
        """A browser's `Host` header."""
        return "{}:{}".format(*self.writer.get_extra_info("peername")[:2])

    def get(self, path: str = "/", method: str = "GET", host: str | None = None, more: bytes = b"X: y") -> bytes:
        """A request for a file."""
        return f"{method} {path} HTTP/1.1\r\nHost: {host or self.host}\r\n".encode() + more + b"\r\n\r\n"

    async def flood(self, make: Callable[[], m.ClientMessage]) -> None:
        """Say such messages for ever, and read what comes."""
        reading = asyncio.ensure_future(self.read_on())
        try:
            while not reading.done():
                await self.say(*(make() for _ in range(20)))
                await asyncio.sleep(0)
        finally:
            reading.cancel()

    async def read_on(self) -> None:
        """Read until the server closes."""
        with suppress(ConnectionError):
            while True:
                await self.read()


def _flooding(make: Callable[[Foe], m.ClientMessage]) -> Callable[[Foe], Awaitable[None]]:
    async def act(foe: Foe) -> None:
        await foe.login()
        await foe.flood(lambda: make(foe))

    return act


async def _byte_by_byte(foe: Foe) -> None:
    for byte in framed(m.Hello(versions=[*m.SPOKEN], program="x" * 60)):
        await foe.pour(bytes([byte]))
        await asyncio.sleep(1.0)


async def _requests(foe: Foe) -> None:
    await foe.login()
    kinds: tuple[Callable[[], m.ClientMessage], ...] = (
        lambda: m.LobbyTalk(id=foe.next_id()),
        lambda: m.TableRules(id=foe.next_id(), table=f"T{foe.luck.randrange(TABLES)}"),
        lambda: m.WhyNot(id=foe.next_id()),
        lambda: m.Continuations(id=foe.next_id(), decision=1, cards=["R5"] * 120),
        lambda: m.Play(id=foe.next_id(), decision=1, cards=["R5"] * 120),
        lambda: m.Chat(id=foe.next_id(), text="x" * 1000, to="lobby"),
        lambda: m.Ready(id=foe.next_id()),
        lambda: m.Start(id=foe.next_id()),
        lambda: m.ChangeTable(id=foe.next_id()),
        lambda: m.Kick(id=foe.next_id(), name="x"),
    )

    def any_kind() -> m.ClientMessage:
        return foe.luck.choice(kinds)()

    await foe.flood(any_kind)


async def _invalid(foe: Foe) -> None:
    await foe.login()
    while True:
        body = foe.luck.randbytes(foe.luck.randrange(1, 200))
        await foe.pour(len(body).to_bytes(4, "big") + body)
        await foe.read()


async def _huge(foe: Foe) -> None:
    await foe.welcomed()
    await foe.pour(b"\xff\xff\xff\xff" + b"x" * 10_000)
    await foe.read_on()


async def _wide_and_deep(foe: Foe) -> None:
    await foe.login()
    wide = b"\x83\xa1t\xa4play\xa2id\x01\xa1x\xdc\x00\x08" + (b"\xdc\x03\xf8" + b"\x01" * 0x3F8) * 8
    for _ in range(9):
        await foe.pour(frame(wide))
    await foe.pour(frame(b"\x81\xa1t" + b"\x91" * 8000 + b"\x01"))
    await foe.read_on()


async def _small_frames(foe: Foe) -> None:
    await foe.login()
    await foe.pour(b"\x00\x00\x00\x01\x80" * 100_000)
    await foe.read_on()


async def _never_reads(foe: Foe) -> None:
    await foe.login()
    while not foe.reader.at_eof():
        await foe.say(*(m.ListTables(id=foe.next_id()) for _ in range(20)))


async def _tables(foe: Foe) -> None:
    await foe.login()
    while True:
        new = m.NewTable(seats=10, bots=["normal"] * 9)
        await foe.say(m.CreateTable(id=foe.next_id(), name=f"Siege {foe.luck.getrandbits(40):x}", new=new))
        await foe.say(m.Ready(id=foe.next_id()), m.Start(id=foe.next_id()), m.LeaveTable(id=foe.next_id()))
        await foe.read()


async def _guesses(foe: Foe) -> None:
    if foe.luck.random() < 0.5:
        await foe.welcomed()
        await foe.say(m.Resume(token=f"{foe.luck.getrandbits(190):x}"))
        await foe.read_on()
    await foe.login()

    def code() -> str:
        return "".join(foe.luck.choices(CODE_LETTERS, k=CODE_LENGTH))

    await foe.flood(lambda: m.JoinTable(id=foe.next_id(), table=code()))


async def _comes_back(foe: Foe) -> None:
    """Takes its own session over again and again."""
    token = await foe.login()
    await foe.say(m.CreateTable(id=1, name=f"Back {foe.luck.getrandbits(40):x}", new=m.NewTable(listed=False)))
    await foe.say(*(m.Chat(id=number, text="x" * 200) for number in range(2, 7)))
    for _ in range(50):
        other = await foe.again()
        try:
            await other.welcomed()
            await other.say(m.Resume(token=token, table=None, seen=0))
            await other.read()
        finally:
            other.writer.transport.abort()


async def _long_replays(foe: Foe) -> None:
    """Comes back again and again, and each time wants everything that has happened at its table since it sat down."""
    token = await foe.login()
    await foe.say(m.CreateTable(id=1, name=f"Replay {foe.luck.getrandbits(40):x}", new=m.NewTable(listed=False)))
    began = await foe.hear(m.Snapshot)
    back = foe
    try:
        for turn in range(200):
            await back.say(*(m.Ready(id=2 + 20 * turn + number, ready=number % 2 == 0) for number in range(20)))
            await back.read()
            if back is not foe:
                back.writer.transport.abort()
            back = await foe.again()
            await back.welcomed()
            await back.say(m.Resume(token=token, table=began.table, seen=began.n))
            await back.hear(m.Resumed)
    finally:
        back.writer.transport.abort()


def _hello(newest: ssl.TLSVersion) -> bytes:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        trusting(newest=newest).wrap_bio(incoming, outgoing).do_handshake()
    return outgoing.read()


async def _leaves_handshake(foe: Foe) -> None:
    await foe.pour(_hello(ssl.TLSVersion.TLSv1_3))
    await foe.read()


async def _old_tls(foe: Foe) -> None:
    await foe.pour(_hello(ssl.TLSVersion.TLSv1_2))
    await foe.read_on()


async def _new_keys(foe: Foe) -> None:
    keys = NewKeys()
    await foe.pour(keys.handshake())
    while not keys.ready:
        await foe.pour(keys.handshake(await foe.read()))
    while True:
        await foe.pour(b"".join(keys.demand() for _ in range(100)))
        await foe.read()


async def _files(foe: Foe) -> None:
    while True:
        await foe.pour(b"".join(foe.get(path) for path in ("/", "/ABCD", "/nowhere", "/qr.svg") * 5))
        await foe.read()


async def _unread_files(foe: Foe) -> None:
    while not foe.reader.at_eof():
        await foe.pour(foe.get() * 20)


async def _bad_requests(foe: Foe) -> None:
    long, path = b"X: " + b"a" * 10_000, "/" + "a" * 10_000
    kinds = (
        *(foe.get(more=long), foe.get(path), foe.get(method="POST"), foe.get()[:-2]),
        *(foe.get(more=b"X: y\r\n" * 500), foe.get(more=b"Content-Length: 9999999"), b"GET " * 5_000),
        *(foe.get(host="uno.example"), foe.get("/ws"), b"G", b"HEAD / HTTP/9.9\r\n\r\n" * 100),
        *(foe.get("/../" * 500), foe.get("/%00%2e%2e/\x1b[2J"), b"GET /" + foe.luck.randbytes(3000)),
        upgrade(foe.host, origin="http://uno.example"),
    )
    await foe.pour(foe.luck.choice(kinds))
    await foe.read_on()


async def _websockets(foe: Foe) -> None:
    """Floods of small things after the upgrade: pings, fragments, bodies; and what breaks RFC 6455."""
    await foe.pour(upgrade(foe.host))
    await foe.read()
    mask = foe.luck.randbytes(4)
    kinds = (
        header(0, mask, first=FINAL | 9) * 1000,
        header(0, mask, first=2) + header(0, mask, first=0) * 1000,
        (header(1, mask) + b"x") * 1000,
        header(2**62, mask) + b"x" * 10_000,
        *(header(5, mask, first=FINAL | 1) + b"hello", header(5, b"") + b"hello", foe.luck.randbytes(300)),
    )
    data = foe.luck.choice(kinds)
    reading = asyncio.ensure_future(foe.read_on())
    try:
        while not reading.done():
            await foe.pour(data)
            await asyncio.sleep(0)
    finally:
        reading.cancel()


KINDS: dict[str, Callable[[Foe], Awaitable[object]]] = {
    "half_open": Foe.read_on,
    "byte_by_byte": _byte_by_byte,
    "pings": _flooding(lambda _: m.Ping()),
    "lists": _flooding(lambda foe: m.ListTables(id=foe.next_id())),
    "requests": _requests,
    "invalid": _invalid,
    "huge": _huge,
    "wide_and_deep": _wide_and_deep,
    "small_frames": _small_frames,
    "never_reads": _never_reads,
    "comes_and_goes": lambda _: asyncio.sleep(0),
    "names": Foe.login,
    "tables": _tables,
    "guesses": _guesses,
    "old_requests": _flooding(lambda foe: m.ListTables(id=foe.luck.randrange(1, 3))),
    "comes_back": _comes_back,
    "long_replays": _long_replays,
    "leaves_handshake": _leaves_handshake,
    "old_tls": _old_tls,
    "new_keys": _new_keys,
    "files": _files,
    "unread_files": _unread_files,
    "bad_requests": _bad_requests,
    "websockets": _websockets,
}
"""The behaviour of each kind on one connection; when it is over, the connection is made again."""


async def besiege(network: str, port: int, kinds: list[str], many: int) -> None:
    """All hostile connections of a network, until this process is ended."""
    counts = dict.fromkeys(kinds, 0)

    async def one(number: int) -> None:
        kind = kinds[number % len(kinds)]
        luck = random.Random(number)
        source = f"{network}.{2 + number % ADDRESSES if _LINUX else 1}"
        while True:
            writer = None
            try:
                reader, writer = await asyncio.open_connection(f"{network}.1", port, local_addr=(source, 0))
                counts[kind] += 1
                await KINDS[kind](Foe(reader, writer, luck))
            except (OSError, ValueError):
                pass
            finally:
                if writer is not None:
                    writer.transport.abort()
            await asyncio.sleep(AGAIN_SECONDS)

    await asyncio.gather(*map(one, range(many)))


class Siege:
    """The hostile connections, in processes of their own at the lowest priority. All are gone with the `with` block."""

    _networks = 0

    def __init__(self, port: int, asked: argparse.Namespace) -> None:
        """Begin. Half of them come from a host of their own if `asked.inside` a namespace."""
        self._processes: list[subprocess.Popen[bytes]] = []
        from_elsewhere = asked.hostile // 2 if asked.inside else 0
        command = [sys.executable, *AGAIN, "--kinds", asked.kinds, "--besiege", str(port)]
        here = [*command, "--hostile", str(asked.hostile - from_elsewhere)]
        self._processes.append(subprocess.Popen(here, stdin=subprocess.DEVNULL))
        try:
            if from_elsewhere:
                self._from_elsewhere([*command, "--hostile", str(from_elsewhere)])
        except BaseException:
            self.__exit__()
            raise

    def _from_elsewhere(self, command: list[str]) -> None:
        """Run it on a host of its own, with a cable to ours. Both are gone as soon as it has ended."""
        Siege._networks += 1
        network = f"10.77.{Siege._networks}"
        waiting = (*OWN_NAMESPACE, "sh", "-c", 'echo; read go; exec "$@"', "sh", *command, "--network", network)
        process = subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._processes.append(process)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()  # it is in its namespace now
        ours, theirs = f"siege{Siege._networks}", "siege"
        ends = ("type", "veth", "peer", "name", theirs, "netns", str(process.pid))
        _told("ip", "link", "add", ours, *ends)
        _told("ip", "addr", "add", f"{network}.1/24", "dev", ours)
        _told("ip", "link", "set", ours, "up")
        there = ("nsenter", "--net", "--target", str(process.pid), "ip")
        for number in range(2, 2 + ADDRESSES):
            _told(*there, "addr", "add", f"{network}.{number}/24", "dev", theirs)
        _told(*there, "link", "set", theirs, "up")
        process.stdin.write(b"go\n")
        process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _told(*words: str) -> None:
    subprocess.run(words, check=True, timeout=20, stdin=subprocess.DEVNULL)


def can_have_namespaces() -> bool:
    """Whether network namespaces can be made here."""
    if not _LINUX or shutil.which("nsenter") is None:
        return False
    try:
        tried = (*OWN_NAMESPACE, *OWN_NAMESPACE, "ip", "link", "set", "lo", "up")
        return subprocess.run(tried, capture_output=True, timeout=20, check=False).returncode == 0
    except OSError:
        return False


class Run(NamedTuple):
    """The findings of one run."""

    alone_p50_ms: float
    alone_p99_ms: float
    siege_p50_ms: float
    siege_p99_ms: float
    siege_max_ms: float
    moves: int
    lost: int
    errors: int
    told: list[str]
    before_mib: float | None
    grown_mib: float | None
    grown_again_mib: float | None
    descriptors: tuple[int, int] | None
    threads: tuple[int, int] | None
    stop_s: float

    @property
    def faults(self) -> list[str]:
        """The complaints about a run, apart from the time that moves take."""
        grown = max(self.grown_mib or 0.0, self.grown_again_mib or 0.0)
        found = {
            f"{self.lost} honest connections broke, {self.errors} errors": self.lost or self.errors,
            f"memory grew by {grown} MiB": grown > MOST_MIB,
            f"descriptors: {self.descriptors}": self.descriptors and self.descriptors[1] > self.descriptors[0] + FEW,
            f"threads: {self.threads}": self.threads and self.threads[1] > self.threads[0] + 1,
            f"took {self.stop_s} s to end": self.stop_s > MOST_STOP_S,
        }
        return [text for text, wrong in found.items() if wrong]


def run(asked: argparse.Namespace, what: str) -> Run:
    """One server, alone and in two sieges; the progress begins with `what`. Raises NotServing, NotBegun."""

    theirs, ours = processors()
    with tempfile.TemporaryDirectory(prefix="uno-siege-") as folder, kept_to(ours):
        log = Path(folder) / "server.log"
        serve = ["--port", "0", "--announce", "off", "--exit-with-stdin"]
        if not asked.inside:
            serve += ["--host", "127.0.0.1"]
        argv = [sys.executable, "-P", "-m", "uno_server", *serve, "--data-dir", str(Path(folder) / "data")]
        with log.open("wb") as words, Measured([*argv, *asked.server_flag], cpu=theirs, words=words) as server:
            raise_descriptors()
            crowd = Crowd(server.port, asked.tables, seats=SEATS, pace=asked.move_every)
            crowd.seat()
            crowd.begin()
            progress.show(f"{what}: the players alone for {asked.seconds:g} s")
            crowd.play(WARM_UP)
            crowd.play(asked.seconds)
            alone = middle_and_slow(crowd.latencies)
            before, held = server.rss_kib(), _held(server)
            progress.show(f"{what}: a siege of {asked.seconds:g} s")
            with Siege(server.port, asked):
                crowd.play(asked.seconds)
            (p50, p99), slowest = middle_and_slow(crowd.latencies), 1000 * max(crowd.latencies, default=0.0)
            moves = crowd.moves
            progress.show(f"{what}: {asked.settle:g} s until what it left is looked at")
            crowd.play(asked.settle)
            after, kept = server.rss_kib(), _held(server)
            progress.show(f"{what}: a second siege of {asked.seconds * IN_THE_MIDST:g} s")
            with Siege(server.port, asked):
                crowd.play(asked.seconds * IN_THE_MIDST)
                again = server.rss_kib()
                lost, errors, told = crowd.lost, crowd.errors, crowd.told_errors[:]
                began = perf_counter()
                code = server.end()
                stop = perf_counter() - began
            crowd.close()
        if code:
            errors, told = errors + 1, [*told, f"the server ended with code {code}: {last_words(log)}"]
        if asked.log:
            Path(asked.log).write_bytes(log.read_bytes())
    return Run(
        alone_p50_ms=round(alone[0], 1),
        alone_p99_ms=round(alone[1], 1),
        siege_p50_ms=round(p50, 1),
        siege_p99_ms=round(p99, 1),
        siege_max_ms=round(slowest, 1),
        moves=moves,
        lost=lost,
        errors=errors,
        told=told,
        before_mib=None if before is None else round(before / 1024, 1),
        grown_mib=None if before is None or after is None else round((after - before) / 1024, 1),
        grown_again_mib=None if after is None or again is None else round((again - after) / 1024, 1),
        descriptors=None if held is None or kept is None else (held[0], kept[0]),
        threads=None if held is None or kept is None else (held[1], kept[1]),
        stop_s=round(stop, 2),
    )


def _held(server: Measured) -> tuple[int, int] | None:
    """How many descriptors and threads the server has."""
    if not _LINUX:
        return None
    process = Path(f"/proc/{server.pid}")
    return len(list((process / "fd").iterdir())), len(list((process / "task").iterdir()))


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="besiege for S seconds (default 60)")
    parser.add_argument("--hostile", type=int, default=HOSTILE, metavar="N", help="hostile connections (default 200)")
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help="tables of four (default 25)")
    parser.add_argument("--move-every", type=float, default=0.5, metavar="S", help="of each table (default 0.5)")
    parser.add_argument(
        "--settle", type=float, default=SETTLE_SECONDS, metavar="S", help="seconds after the first siege"
    )
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of hostile connections, with commas")
    parser.add_argument("--list", action="store_true", help="name the kinds")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="N runs (default 1)")
    parser.add_argument("--server-flag", action="append", default=[], metavar="FLAG", help="passed to the server")
    parser.add_argument("--log", metavar="FILE", help="keep what the server logged")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)  # a network namespace of our own
    parser.add_argument("--besiege", type=int, metavar="PORT", help=argparse.SUPPRESS)
    parser.add_argument("--network", default=LOOPBACK, help=argparse.SUPPRESS)
    asked = parser.parse_args(typed)
    kinds = asked.kinds.split(",")
    if unknown := set(kinds) - set(KINDS):
        parser.error(f"there is no kind {', '.join(sorted(unknown))}")
    if asked.list:
        print("\n".join(KINDS))
        return 0
    if asked.besiege is not None:
        if sys.platform != "win32":
            os.nice(19)
        raise_descriptors()
        asyncio.run(besiege(asked.network, asked.besiege, kinds, asked.hostile))
        return 0
    if asked.inside:
        _told("ip", "link", "set", "lo", "up")
    elif can_have_namespaces():
        command = (*OWN_NAMESPACE, sys.executable, *AGAIN, *typed, "--inside")
        inside = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
        print(inside.stdout, end="")
        return inside.returncode
    return measure(asked, kinds)


def measure(asked: argparse.Namespace, kinds: list[str]) -> int:
    """All runs."""

    try:
        with progress.line():
            runs = [run(asked, f"run {number} of {asked.times}") for number in range(1, asked.times + 1)]
    except (NotServing, NotBegun) as fault:
        print(f"{NAME}: {fault}", file=sys.stderr)
        return 1
    p99 = median(each.siege_p99_ms for each in runs)
    faults = [fault for each in runs for fault in each.faults]
    if p99 > MOST_P99_MS:
        faults.append(f"a move took {p99} ms at p99")
    found: dict[str, Any] = {
        "alone_p99_ms": median(each.alone_p99_ms for each in runs),
        "siege_p99_ms": p99,
        "hostile": asked.hostile,
        "networks": 2 if asked.inside else 1,
        "kinds": kinds,
        "runs": [each._asdict() for each in runs],
        "faults": faults,
    }
    if asked.json:
        print(json.dumps(found))
    else:
        for each in runs:
            print(", ".join(f"{name} {value}" for name, value in each._asdict().items() if name != "told"))
    for text in [line for each in runs for line in each.told] + faults:
        print(f"{NAME}: {text}", file=sys.stderr)
    return 1 if faults else 0
