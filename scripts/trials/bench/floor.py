"""The floor of the network: the cost of one small message in and four out with only asyncio and msgpack.

bench.py server --floor-only                  measures it and prints one line of JSON
bench.py server --floor-only --move-every X   with a move at every table every X seconds, spread evenly

A table is four connections. Whichever of them sends a message of some 60 bytes, the server decodes it, and encodes and
sends it once for each of the four, a field of it different for each. There is no game in it and nothing is kept, so no
server of such a game that is written with asyncio and msgpack can cost less. The server of the game is held against it.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import json
import os
import selectors
import socket
import sys
import threading
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple, cast

import environment
import msgpack
from environment import progress

from trials.measured import Measured, kept_to, middle_and_slow, processors

NAME = "bench.py server --floor-only"
SERVE = (str(environment.ROOT / "scripts" / "bench.py"), "server", "--floor-only", "--serve")
SEATS = 4
HEADER = 4
WARM_UP = 0.5
"""Seconds before what is measured."""
PATIENCE = 10.0
"""Seconds without an answer after which the measurement is given up."""
MOVE: dict[str, Any] = {"t": "play", "table": "BCDF", "n": 4211, "seat": 0, "card": "R7", "colour": "R", "at": 0.125}


class Floor(NamedTuple):
    """The findings of one measurement. Latency is from sending a move until the last of its table received it."""

    moves_s: float
    cpu_us: float | None
    """Processor time of the server a move, in microseconds."""
    p50_ms: float
    p99_ms: float


def framed(message: dict[str, Any]) -> bytes:
    """A message as it is sent: a length of four bytes, and msgpack."""
    body = msgpack.packb(message)
    return len(body).to_bytes(HEADER, "big") + body


class Seat(asyncio.Protocol):
    """One connection. Its first message names its table, and every other one goes to everybody there."""

    tables: dict[int, list[asyncio.Transport]] = {}  # noqa: RUF012  (one for the whole server)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()
        self.others: list[asyncio.Transport] = []

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        while len(buffer) >= HEADER and len(buffer) >= (end := HEADER + int.from_bytes(buffer[:HEADER], "big")):
            self.take(msgpack.unpackb(buffer[HEADER:end]))
            del buffer[:end]

    def take(self, message: dict[str, Any]) -> None:
        """Sit down, or tell the table."""
        if "join" in message:
            self.others = self.tables.setdefault(message["join"], [])
            self.others.append(self.transport)
            self.transport.write(framed(message))
            return
        for seat, transport in enumerate(self.others):
            message["seat"] = seat
            transport.write(framed(message))


async def serve() -> None:
    """Serve on a free port of loopback for ever."""
    server = await asyncio.get_running_loop().create_server(Seat, "127.0.0.1", 0, backlog=128)
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    await server.serve_forever()


class Table:
    """Four connections that move in turn: the next one moves when all four have received the last move."""

    def __init__(self, port: int, number: int) -> None:
        self.sockets = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(SEATS)]
        for sock in self.sockets:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.sendall(hello := framed({"join": number}))
            received = b""
            while len(received) < len(hello):
                received += sock.recv(len(hello) - len(received))
        self.number = number
        self.due = 0
        self.turn = 0
        self.moved_at = 0.0

    def move(self, frame: bytes) -> None:
        """The next one sends a message."""
        self.due = SEATS * len(frame)
        self.moved_at = perf_counter()
        self.sockets[self.turn].send(frame)
        self.turn = (self.turn + 1) % SEATS


def load(server: Measured, tables: int, seconds: float, pace: float | None) -> Floor:
    """Load a server with so many tables for so many seconds. Raises TimeoutError if it does not answer."""
    found = [Table(server.port, number) for number in range(tables)]
    begin = perf_counter()
    waiting = [(begin + (pace or 0.0) * number / tables, number) for number in range(tables)]
    with selectors.DefaultSelector() as selector:
        for table in found:
            for sock in table.sockets:
                sock.setblocking(False)
                selector.register(sock, selectors.EVENT_READ, table)
        try:
            _moved(selector, found, waiting, WARM_UP, pace)
            before, began = server.cpu_us(), perf_counter()
            latencies = _moved(selector, found, waiting, seconds, pace)
            after, took = server.cpu_us(), perf_counter() - began
        finally:
            for table in found:
                for sock in table.sockets:
                    sock.close()
    moves = max(1, len(latencies))
    cpu = None if before is None or after is None else (after - before) / moves
    return Floor(moves / took, cpu, *middle_and_slow(latencies))


def _moved(
    selector: selectors.BaseSelector,
    tables: list[Table],
    waiting: list[tuple[float, int]],
    seconds: float,
    pace: float | None,
) -> list[float]:
    """Let the tables move for so long. Returns the seconds of each move until all four of its table received it.

    `waiting` is a heap: when which table moves.
    """
    frame = framed(MOVE)
    latencies = []
    end = perf_counter() + seconds
    while (now := perf_counter()) < end:
        while waiting and waiting[0][0] <= now:
            tables[heapq.heappop(waiting)[1]].move(frame)
        wait = max(0.0, min(end, waiting[0][0]) - perf_counter()) if waiting else PATIENCE
        events = selector.select(wait)
        if not events and not waiting:
            raise TimeoutError("the bare server does not answer")
        for key, _ in events:
            table = key.data
            table.due -= len(cast("socket.socket", key.fileobj).recv(65536))
            if not table.due:
                latencies.append(perf_counter() - table.moved_at)
                if pace is None:
                    table.move(frame)
                else:
                    heapq.heappush(waiting, (table.moved_at + pace, table.number))
    return latencies


def floor(tables: int, seconds: float, pace: float | None = None) -> Floor:
    """Start the bare server, load it, end it: server and load each on a processor of its own, where there are two.

    `pace` is the seconds between two moves of a table; None: each as soon as everybody has received the last one.
    """
    theirs, ours = processors()
    argv = [sys.executable, *SERVE]
    with kept_to(ours), Measured(argv, cpu=theirs) as server:
        return load(server, tables, seconds, pace)


def main(typed: Sequence[str]) -> int:
    """Exit code: 0."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100, metavar="N", help="tables of four (100)")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="how long to measure (3)")
    parser.add_argument("--move-every", type=float, metavar="X", help="seconds between two moves of a table (none)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(typed)
    if arguments.serve:
        asyncio.run(serve())
        return 0
    with progress.line():
        progress.show(f"the bare network: {arguments.tables} tables for {arguments.seconds:g} s")
        found = floor(arguments.tables, arguments.seconds, arguments.move_every)
    figures = {
        "floor_moves_s": round(found.moves_s),
        "floor_cpu_us_per_move": None if found.cpu_us is None else round(found.cpu_us, 1),
        "floor_p50_ms": round(found.p50_ms, 2),
        "floor_p99_ms": round(found.p99_ms, 2),
        "tables": arguments.tables,
    }
    print(json.dumps(figures))
    return 0
