"""The recovery test: how long a server takes to come back, and what the journal tool costs, by the journal's length.

bench.py recovery --commits N --tables N [--json]

One real table of four is played and recorded; its commits are then stored for as many tables as there are to be, side
by side, by the journal itself. A process of its own opens that journal, recovers from it and begins; others list and
prune it. The block of `prune` is what a server waited for that stored a small commit every 2 ms: `write` beside it,
`elsewhere` while `prune` worked as hard on a copy, which shows what disk and processor alone are to blame for, and
`alone` without any.
Times are seconds of the clock, memory is the peak of the whole process (Linux only).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from copy import copy, deepcopy
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import environment
from environment import progress
from play import into_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uno_server.core.outputs import Commit
    from uno_server.journal.store import DiskJournal
    from uno_server.table.state import JournalNotes
    from uno_server.table.table import Table

NAME = "bench.py recovery"
MEASURE = (str(environment.ROOT / "scripts" / "bench.py"), "recovery", "--measure")
"""The command that measures a recovery in its own process, to be followed by the journal's directory."""
SEATS = 4
TOGETHER = 100
"""Commits in a transaction."""
KEPT = 200
"""Messages that people remember, so that a long game does not slow them down."""
TOOL = "import sys; from uno_server.archive.cli import main; sys.exit(main())"


class Step(NamedTuple):
    """A commit of the recorded table, and the table at that time."""

    commit: Commit
    table: Table


def recorded(commits: int) -> list[Step]:
    """The first `commits` commits of a table where a game is played."""
    from msgspec import structs

    from tests.server.harness import World, sit_down, start
    from uno_server.core.outputs import Commit
    from uno_server.journal.bodies import read_table, write_table

    class Recording(World):
        def __init__(self) -> None:
            self.taken: list[Step] = []
            super().__init__()

        def do(self, outputs: Any) -> None:
            super().do(outputs)
            for one in outputs:
                if isinstance(one, Commit) and one.table is not None:
                    commit = structs.replace(one, sessions=deepcopy(one.sessions))
                    self.taken.append(Step(commit, read_table(1, write_table(one.table), bytes, 0.0)))

    world = Recording()
    people = sit_down(world, "ann bob cem dan", seats=SEATS, options={"goal": "points", "target": "500"})
    start(people)
    while len(world.taken) < commits:
        for one in people:  # else they look through ever more
            del one.heard[:-KEPT], one.bytes[:-KEPT]
        if any(one.move() for one in people):
            continue
        if people[0].phase == "finished":
            start(people)
        world.wait(1.0)
    return world.taken[:commits]


def store(journal: DiskJournal, commits: int, tables: int) -> None:
    """Fill a journal: every table does what the recorded one did, one commit each in turn."""
    from uno_server.core.outputs import Commit
    from uno_server.core.sessions import Session
    from uno_server.table.state import JournalNotes

    progress.show(f"a journal of {commits:,} commits: a table plays")
    steps = recorded(-(-commits // tables))
    chains = {table: JournalNotes() for table in range(1, tables + 1)}
    number = 0

    def put(commit: Commit) -> None:
        journal.write(commit)
        if commit.number % TOGETHER == 0:
            progress.show(f"a journal of {commits:,} commits: {commit.number:,}")
            journal.flush()
            if journal.log_is_long:
                journal.shorten_log()

    for session in range(1, SEATS * tables + 1):
        number += 1
        opened = Session(session, sha256(token(session)).digest(), f"Player {session}", 0.0)
        put(Commit(number, 0.0, sessions=(opened,)))
    for step in steps:
        for table, chain in chains.items():
            number += 1
            put(of_table(step, number, table, chain))
    journal.flush()


def token(session: int) -> bytes:
    """The secret of that player."""
    return f"token {session}".encode()


def of_table(step: Step, number: int, table: int, chain: JournalNotes) -> Commit:
    """The commit as that table would make it; `chain` is what the journal notes about the table."""
    from msgspec import structs

    first = SEATS * (table - 1)
    here = copy(step.table)
    here.number, here.notes, here.packed_room = table, chain, None
    here.room = replace(here.room, code=code(table), name=f"Table {table}")
    members = [replace(one, session=first + one.session) for one in here.members.values()]
    here.members = {one.session: replace(one, name=f"Player {one.session}") for one in members}
    sessions = [replace(one, number=first + one.number, table=here.room.code) for one in step.commit.sessions]
    for one in sessions:
        one.name, one.digest = f"Player {one.number}", sha256(token(one.number)).digest()
    return structs.replace(step.commit, number=number, table=here, sessions=tuple(sessions))


def code(table: int) -> str:
    """The code of that table."""
    from uno_server.core.lobby import CODE_LENGTH, CODE_LETTERS

    letters = len(CODE_LETTERS)
    return "".join(CODE_LETTERS[table // letters**at % letters] for at in range(CODE_LENGTH))


def come_back(directory: Path) -> dict[str, float | None]:
    """Open the journal, recover, begin; in this process, which should be a new one."""
    from tests.killed import abandon
    from uno_server.core.hub import Hub
    from uno_server.journal.recovery import new_hub
    from uno_server.journal.store import DiskJournal

    begun = time.perf_counter()
    journal = DiskJournal.open(directory)
    opened = time.perf_counter()
    recovered = new_hub(journal, partial(Hub, name=NAME, entropy=bytes))
    recovered.hub.begin(recovered.now)
    done = time.perf_counter()
    assert not journal.messages
    assert not recovered.messages
    abandon(journal)
    return {
        "open_s": round(opened - begun, 3),
        "recover_s": round(done - opened, 3),
        "cpu_s": round(time.process_time(), 3),
        "peak_mib": peak_mib(),
        "tables": len(recovered.hub.lobby),
    }


def peak_mib() -> float | None:
    """The most memory that this process has had."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return None
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024, 1)


def measure(commits: int, tables: int) -> dict[str, Any]:
    """Make a journal of that length, and measure."""
    from tests.killed import abandon
    from uno_server.journal.store import DiskJournal

    with tempfile.TemporaryDirectory(prefix="uno-recovery-") as folder:
        directory = Path(folder)
        begun = time.perf_counter()
        journal = DiskJournal.open(directory)
        journal.wall = lambda: 1_000_000.0
        store(journal, commits, tables)
        made = time.perf_counter() - begun
        journal.pulse(0.0)
        abandon(journal)
        size = sum(path.stat().st_size for path in directory.iterdir())
        progress.show("a recovery")
        found = json.loads(a_process([*MEASURE, folder])) | serve(directory, tables)
        progress.show("uno-records list")
        begun = time.perf_counter()
        a_process(["-c", TOOL, "--data-dir", folder, "list", "--json"])
        listed = time.perf_counter() - begun
        progress.show("uno-records prune beside a writer")
        pruned = prune_beside_a_writer(directory, tables // 2)
    return {
        "commits": commits,
        "mib": round(size / 2**20, 1),
        "made_us_a_commit": round(1e6 * made / commits, 1),
        **found,
        "list_s": round(listed, 2),
        **pruned,
    }


def serve(directory: Path, tables: int) -> dict[str, float]:
    """A real server on that journal: seconds from its start until players come back in, one of each of 50 tables.

    That is: until it takes connections, until it says `welcome`, and until the first and the last are in their seats.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    flags = ["--host", "127.0.0.1", "--port", str(port), "--announce", "off", "--exit-with-stdin"]
    found: dict[str, float] = {}
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "uno_server", *flags, "--data-dir", str(directory)],
        cwd=environment.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(environment.ROOT), *environment.PACKAGES))},
    ) as server:
        links = []
        for table in range(1, tables + 1, max(1, tables // 50)):
            link = connected(server, port)
            found.setdefault("connected_s", time.perf_counter() - begun)
            with link:
                link.sendall(token_frames(SEATS * table))
                links.append(link.makefile("rb"))
        for frames in links:
            assert told(frames) == "welcome"
            found.setdefault("welcome_s", time.perf_counter() - begun)
            assert told(frames) == "resumed"
            found.setdefault("first_seat_s", time.perf_counter() - begun)
        found["last_seat_s"] = time.perf_counter() - begun
        for frames in links:
            frames.close()
        assert server.stdin is not None
        server.stdin.close()
    return {name: round(seconds, 2) for name, seconds in found.items()}


def connected(server: subprocess.Popen[bytes], port: int) -> socket.socket:
    """A connection to that server, as soon as it takes one."""
    while server.poll() is None:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port))
        time.sleep(0.005)
    raise SystemExit(f"{NAME}: the server does not start")


def token_frames(session: int) -> bytes:
    """The messages with which that player comes back."""
    from uno_protocol import messages as m
    from uno_protocol.codec import encode
    from uno_protocol.framing import frame

    hello = m.Hello(versions=[*m.SPOKEN], program="bench")
    return frame(encode(hello)) + frame(encode(m.Resume(token=token(session).decode())))


def told(link: BinaryIO) -> str:
    """The type of the next message of a server."""
    import msgpack

    from uno_protocol.framing import HEADER

    body = link.read(int.from_bytes(link.read(HEADER), "big"))
    return str(msgpack.unpackb(body)["t"])


def prune_beside_a_writer(directory: Path, ended: int) -> dict[str, Any]:
    """Half of the tables end, and `uno-records prune` removes them while a server stores a commit every 2 ms."""
    from tests.killed import abandon
    from uno_server.journal.database import FILE, connect
    from uno_server.journal.store import DiskJournal

    with closing(connect(directory / FILE)) as connection:
        sql = "INSERT INTO ended SELECT number, 1.0, NULL, body, sum FROM tables WHERE number <= ?"
        connection.execute(sql, (ended,))
    twin = directory / "twin"
    shutil.copytree(directory, twin)
    journal, other = DiskJournal.open(directory), DiskJournal.open(twin)
    until = time.perf_counter() + 3.0
    alone = stored(journal, lambda: time.perf_counter() < until)
    elsewhere, _ = stored_while_pruned(journal, twin)
    beside, took = stored_while_pruned(journal, directory)
    abandon(journal)
    abandon(other)
    waits = {"write": beside, "elsewhere": elsewhere, "alone": alone}
    return {
        "prune_s": round(took, 1),
        **{f"{who}_{name}_ms": rounded(found, at) for who, found in waits.items() for name, at in _SHOWN.items()},
        **{f"{who}_over_5_ms": sum(wait > 0.005 for wait in found) for who, found in waits.items()},
    }


_SHOWN = {"p50": 0.5, "p99": 0.99, "longest": 1.0}


def stored_while_pruned(journal: DiskJournal, pruned: Path) -> tuple[list[float], float]:
    """How long each commit took to be stored while the journal in `pruned` was pruned, and how long that took."""
    command = [sys.executable, "-c", TOOL, "--data-dir", str(pruned), "prune", "--all-finished"]
    begun = time.perf_counter()
    with subprocess.Popen(command, cwd=environment.ROOT, stdout=subprocess.PIPE, text=True) as tool:
        waits = stored(journal, lambda: tool.poll() is None)
        assert tool.returncode == 0
        assert tool.stdout is not None
        progress.show("")
        print(tool.stdout.read().strip(), file=sys.stderr)
    return waits, time.perf_counter() - begun


def rounded(waits: list[float], at: float) -> float:
    """The wait that so many are not above, in ms."""
    return round(1e3 * waits[min(len(waits) - 1, int(at * len(waits)))], 2)


def stored(journal: DiskJournal, more: Callable[[], bool]) -> list[float]:
    """How long each commit took to be stored, in order of that, in seconds."""
    from uno_server.core.outputs import Commit

    waits: list[float] = []
    while more() or not waits:
        time.sleep(0.002)
        journal.write(Commit(journal.durable + 1, 0.0))
        begun = time.perf_counter()
        journal.flush()
        waits.append(time.perf_counter() - begun)
        if journal.log_is_long:
            Thread(target=journal.shorten_log).start()
    return sorted(waits)


def a_process(arguments: list[str]) -> str:
    """The output of a separate Python."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=environment.ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog=NAME, description="Measure how long a server takes to come back.")
    parser.add_argument("--commits", type=int, default=74_000)
    parser.add_argument("--tables", type=int, default=2_500)
    parser.add_argument("--json", action="store_true", help="one JSON value on one line")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(typed)
    into_environment()
    if asked.measure is not None:
        print(json.dumps(come_back(asked.measure)))
        return 0
    found = measure(asked.commits, asked.tables)
    print(json.dumps(found) if asked.json else "\n".join(f"{name:>20} {value}" for name, value in found.items()))
    return 0
