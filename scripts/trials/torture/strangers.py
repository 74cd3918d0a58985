"""Strangers' clients play while their connections are cut; cards, secrets and pictures must come to no harm.

torture.py strangers --rounds 200 --seed S [--json]       every preset, one after the other
torture.py strangers --only official party --rounds 20    only these

Four of the clients that were made from the core of the protocol alone (scripts/examples: one in TypeScript, two in Go,
one in Python) sit at each table of a real server, and play one game after the other. A proxy cuts each of their
connections at a random byte: with an end of the stream, with a reset, or without a word. Before some returns, somebody
with the same token asks for the whole picture. A spectator watches.

Then the server's journal is played again. After every event, all cards have to be there. Each seat was sent exactly
what it may see and do, and this makes every picture. What was answered has happened, and once. Faults are counted as
lost, doubled, diverged, leaked, violations (of the rules, or of the number of cards) and unfinished.

Needs Go and Node.js. Exit code: 0 if nothing was wrong, else 1.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import IO, Any, NamedTuple

import environment
from environment import node_packages, progress

from tests.e2e.killing.judge import UNFINISHED, Judge
from tests.e2e.proxy import Ends, Proxy, Trouble, Way, proxied
from tests.wire import Wire
from trials.measured import Measured, NotServing
from trials.torture import parser, report
from trials.torture.overheard import VIOLATIONS, Bytes, Seat, Truth, judge_seat
from uno_engine.presets import PRESETS
from uno_protocol import messages as m
from uno_protocol.codec import decode_server
from uno_protocol.framing import SERVER_LIMIT, Frames
from uno_protocol.wire import WireFault
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive, check
from uno_server.journal.database import Damaged

NAME = "torture.py strangers"
EXAMPLES = environment.ROOT / "scripts" / "examples"
LOOPBACK = "127.0.0.1"
SERVER = (
    *(sys.executable, "-P", "-m", "uno_server", "--host", LOOPBACK, "--port", "0", "--announce", "off"),
    *("--tls", "off", "--web", "off", "--exit-with-stdin"),
    *("--limit=messages_at_once=1000", "--limit=messages_per_second=1000"),
    *("--limit=ping_seconds=2", "--limit=silence_seconds=8"),
)
"""It isn't for training: then it would hold no request (P-9.7). It only reads faster, and notices dead peers sooner."""
SEATS = ("typescript", "go", "python", "go")
"""The clients at each table. The first one opens it, and starts when all are there."""
ENDLESS = "1000000"
UP, MEAN_UP, MEAN_DOWN = 0.3, 2_000, 25_000
"""The share of connections that are cut by what the client sends, and the mean of bytes before: some rounds."""
DEAD, LOOKS = 0.05, 0.5
"""The shares of cuts without a word, and of returns before which somebody looks."""
GREETING = 4_000
"""Bytes in which a session has its token."""

Programs = Mapping[str, tuple[str, ...]]


class NotBuilt(Exception):
    """A client cannot be built. The text says why."""


def built(directory: Path) -> Programs:
    """Build the clients there: the command of each kind. Raises NotBuilt."""
    go, node, typescript = shutil.which("go"), shutil.which("node"), EXAMPLES / "typescript"
    if go is None or node is None:
        raise NotBuilt("the clients need Go and Node.js")
    if fault := node_packages.ready(typescript):
        raise NotBuilt(fault)
    shutil.copy(typescript / "package.json", directory)
    (directory / "node_modules").symlink_to(typescript / "node_modules")
    compiler = typescript / "node_modules" / "typescript" / "bin" / "tsc"
    _build(typescript, node, str(compiler), "--outDir", str(directory / "dist"))
    _build(EXAMPLES / "go", go, "build", "-o", str(directory / "unobot"), ".")
    return {
        "typescript": (node, str(directory / "dist" / "main.js")),
        "go": (str(directory / "unobot"),),
        "python": (sys.executable, str(EXAMPLES / "python" / "client.py")),
    }


def _build(folder: Path, *argv: str) -> None:
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"{argv[0]} fails in {folder.name}: {(done.stdout + done.stderr).strip()[:300]}")


def trouble(luck: random.Random) -> Trouble:
    """How a connection is cut."""
    up = luck.random() < UP
    at = 1 + int(luck.expovariate(1 / (MEAN_UP if up else MEAN_DOWN)))
    way = Way(dead_at=at) if luck.random() < DEAD else Way(cut_at=at, reset=luck.random() < 0.5)
    return Trouble(up=way) if up else Trouble(down=way)


class Cutting(Proxy):
    """Before the server for one client: cuts each of its connections, and looks at its picture before some returns."""

    def __init__(self, place: tuple[str, int], luck: random.Random) -> None:
        super().__init__(place)
        self._luck = luck

    async def carry(self, near: Ends) -> None:
        if self._luck.random() < LOOKS and (token := self._token()):
            await self._look(token)
        self.troubles.append(trouble(self._luck))
        await super().carry(near)

    def _token(self) -> str:
        """The session's, once it is at a table; else empty. Before, it may be one that the client never heard of."""
        seated = False
        for one in reversed(self.carried):
            for body in reversed(Frames(SERVER_LIMIT).feed(bytes(one.down[:GREETING]))):
                message = decode_server(body)
                seated |= isinstance(message, m.Joined)
                if isinstance(message, m.LoggedIn):
                    return message.token if seated else ""
        return ""

    async def _look(self, token: str) -> None:
        """Resume the session without a picture, as another device would, and leave."""
        async with proxied(self.place) as untouched:
            look = await Wire.to(untouched.address.port)
            look.token = token
            with suppress(ConnectionError):
                look.greet()
                look.take(await look.hear(m.Welcome))
                if (await look.hear(m.Resumed)).table is not None:
                    await look.hear(m.Snapshot)
            await look.close()
        self.carried += untouched.carried


@asynccontextmanager
async def _listening(proxy: Proxy) -> AsyncIterator[str]:
    """The address at which a proxy listens."""
    listens = await asyncio.start_server(proxy.accept, LOOPBACK, 0)
    async with listens:
        try:
            yield "{}:{}".format(*listens.sockets[0].getsockname())
        finally:
            await proxy.close()


class Table:
    """One table of strangers, and all that passed to each of them and to a spectator."""

    def __init__(self, name: str, preset: str, rounds: int) -> None:
        self.name, self.preset, self.rounds = name, preset, rounds
        self.code = ""
        self.played = 0
        self.proxies: dict[str, Proxy] = {}

    async def play(self, port: int, programs: Programs, log: IO[bytes], seed: str) -> None:
        """Play the rounds, and the last game to its end. Raises RuntimeError if a client gives up."""
        async with AsyncExitStack() as stack:
            name = f"watcher {self.name}"
            self.proxies[name] = await stack.enter_async_context(proxied((LOOPBACK, port)))
            watcher = await Wire.to(self.proxies[name].address.port, name=name)
            stack.push_async_callback(watcher.close)
            clients = dict[str, asyncio.subprocess.Process]()
            for number, kind in enumerate(SEATS):
                name = f"{kind} {self.name}.{number}"
                self.proxies[name] = proxy = Cutting((LOOPBACK, port), random.Random(f"{seed} {name}"))
                at = await stack.enter_async_context(_listening(proxy))
                argv = [*programs[kind], at, "--table", self.name, "--name", name, "--games", ENDLESS]
                argv += ["--new", json.dumps({"preset": self.preset}), "--players", "4"] if not number else []
                clients[name] = await asyncio.create_subprocess_exec(*argv, stdout=log, stderr=log)
                stack.push_async_callback(_stop, clients[name])
                if not number:
                    await _first(self._enter(watcher), _gone(name, clients[name]))
            await _first(self._watch(watcher), *itertools.starmap(_gone, clients.items()))

    async def _enter(self, watcher: Wire) -> None:
        """Watch the table as soon as it is there."""
        watcher.greet()
        watcher.take(await watcher.hear(m.Welcome))
        watcher.take(await watcher.hear(m.LoggedIn))
        while not self.code:
            watcher.request(m.SpectateTable, table=self.name)
            while not isinstance(answer := await watcher.hear(m.ServerMessage), m.Joined | m.Error):
                pass
            if isinstance(answer, m.Joined):
                self.code = answer.table
            else:
                await asyncio.sleep(0.2)

    async def _watch(self, watcher: Wire) -> None:
        """Take in all that happens until enough rounds are played, and a game is over."""
        while await watcher.step():
            for message in watcher.heard:
                if message is not None:
                    watcher.take(message)
                event = message.event if isinstance(message, m.Entry) else {}
                self.played += event.get("k") == "round_ended"
                if event.get("phase") == "finished" and self.played >= self.rounds:
                    return
            watcher.heard.clear()
        raise RuntimeError("the server leaves the spectator")

    def seats(self, judge: Judge) -> list[Seat]:
        """All that has passed, by whom it passed to."""
        seats = [Seat(name) for name in self.proxies]
        for seat, proxy in zip(seats, self.proxies.values(), strict=True):
            seat.read([Bytes(bytes(one.up), bytes(one.down)) for one in proxy.carried], judge)
        return seats

    @property
    def cuts(self) -> int:
        """How many connections were cut."""
        return sum(one.cut or one.dead for proxy in self.proxies.values() for one in proxy.carried)


async def _first(*works: Coroutine[Any, Any, None]) -> None:
    """Do these together until one is done, and raise what that raises."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(name: str, client: asyncio.subprocess.Process) -> None:
    raise RuntimeError(f"{name} gives up with exit code {await client.wait()}")


async def _stop(client: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        client.kill()
    await client.wait()


@dataclass
class Figures:
    """What was played of a preset, and what was wrong with it."""

    games: int = 0
    rounds: int = 0
    cuts: int = 0
    compared: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    """Requests, by code."""
    lost: int = 0
    doubled: int = 0
    diverged: int = 0
    leaked: int = 0
    violations: int = 0
    unfinished: int = 0
    seconds: float = 0.0


KINDS = ("lost", "doubled", "diverged", "leaked", "violations", "unfinished")


class Run(NamedTuple):
    """How much is played."""

    rounds: int
    tables: int
    seconds: float
    seed: int


async def played(
    tables: Sequence[Table], port: int, programs: Programs, log: IO[bytes], run: Run, judge: Judge
) -> None:
    """Play at all tables together; those that take too long, or that somebody gives up, are unfinished."""

    async def play(table: Table) -> None:
        try:
            async with asyncio.timeout(run.seconds):
                await table.play(port, programs, log, f"{run.seed} {table.preset}")
        except (TimeoutError, RuntimeError, OSError, WireFault) as fault:
            judge.fault(UNFINISHED, f"{table.preset}, table {table.name}, {table.played} rounds: {fault!r}")

    await asyncio.gather(*map(play, tables))


def judged(tables: Sequence[Table], data: Path, judge: Judge) -> Figures:
    """Play all again from the journal, and compare."""
    figures, refused = Figures(), Counter[str]()
    with opened(data) as connection:
        archive = Archive(connection)
        for line in check(archive):
            judge.fault(VIOLATIONS, line)
        for table in tables:
            seats = table.seats(judge)
            truth = Truth(sorted({int(one["n"]) for seat in seats for one in seat.snapshots}))
            for game in archive.games:
                if game.table.code == table.code:
                    figures.games += game.finished
                    try:
                        truth.play(game.head.state(), archive.moments(game), judge)
                    except Damaged as damage:
                        judge.fault(VIOLATIONS, str(damage))
            for seat in seats:
                judge_seat(seat, truth, judge)
                if seat.number is not None:
                    refused += seat.refused
            figures.rounds += table.played
            figures.cuts += table.cuts
    figures.compared, figures.refused = dict(judge.compared), dict(refused)
    for kind in KINDS:
        setattr(figures, kind, judge.faults[kind])
    return figures


def tried(preset: str, run: Run, programs: Programs, directory: Path) -> tuple[Figures, list[str]]:
    """Play a preset at a server of its own: the figures, and what was wrong in words. Raises NotServing."""
    judge, began, data = Judge(), perf_counter(), directory / preset
    shares = [run.rounds // run.tables + (at < run.rounds % run.tables) for at in range(run.tables)]
    tables = [Table(f"T{at}", preset, share) for at, share in enumerate(shares) if share]
    with (directory / f"{preset}.log").open("ab") as log, Measured((*SERVER, "--data-dir", str(data)), words=log) as at:
        asyncio.run(played(tables, at.port, programs, log, run, judge))
        if code := at.end():
            judge.fault(UNFINISHED, f"the server ends with exit code {code}")
    figures = judged(tables, data, judge)
    figures.seconds = round(perf_counter() - began, 1)
    return figures, [f"{preset}: {line}" for line in judge.told]


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, 1 for what was found, 2 for options that make no sense, 130 on Ctrl-C."""
    options = parser(NAME, __doc__)
    options.add_argument("--rounds", type=int, default=200, metavar="N", help="rounds of each preset, at least (200)")
    options.add_argument("--tables", type=int, default=4, metavar="N", help="tables among which they are shared (4)")
    options.add_argument("--seconds", type=float, default=1200.0, metavar="S", help="at most for each preset (1200)")
    options.add_argument("--only", nargs="+", choices=tuple(PRESETS), metavar="PRESET", help="these presets alone")
    options.add_argument("--keep", action="store_true", help="keep the journals and what the clients said")
    arguments = options.parse_args(typed)
    if min(arguments.rounds, arguments.tables, arguments.seconds) < 1:
        options.error("--rounds, --tables and --seconds are from 1 on")
    run = Run(arguments.rounds, arguments.tables, arguments.seconds, arguments.seed)
    directory = Path(tempfile.mkdtemp(prefix="uno-strangers-"))
    found, told = dict[str, Figures](), list[str]()
    try:
        with progress.line():
            programs = built(directory)
            for preset in arguments.only or PRESETS:
                progress.show(f"{preset}: {run.rounds} rounds")
                found[preset], wrong = tried(preset, run, programs, directory)
                told += wrong
    except KeyboardInterrupt:
        return 130
    except (NotBuilt, NotServing) as fault:
        print(f"{NAME}: {fault}", file=sys.stderr)
        return 1
    finally:
        if arguments.keep:
            print(f"{NAME}: everything is in {directory}", file=sys.stderr)
        else:
            shutil.rmtree(directory, ignore_errors=True)
    sums = {name: sum(getattr(one, name) for one in found.values()) for name in ("games", "rounds", "cuts", *KINDS)}
    presets = {preset: asdict(figures) for preset, figures in found.items()}
    report(NAME, told, {**sums, "seed": run.seed, "presets": presets}, as_json=arguments.json)
    return int(any(sums[kind] for kind in KINDS))
