"""What `uno-records stats` costs: its time, and what a move on a server waits for it.

bench.py numbers --games N --tables N [--json]

A real server plays at so many tables, on a journal with the summaries of so many games. `uno-records stats` runs beside
it, one after the other, and in turns with that the server is alone. `stats_s` is the time of the clock of a process, in
seconds, and `stats_cpu_s` what it computes of that; `alone` and `beside` are what a move takes until all four players
see it, in milliseconds, and `rise` is the difference. Figures are medians. Nobody keeps to a processor of its own.
`stats_s` may be 2 and `rise_p99_ms` 5 at most. Exit code: 0; 1 if one is more, or if there were errors.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import TYPE_CHECKING

import environment
from environment import progress
from play import into_environment

from trials.bench.recovery import TOOL
from trials.measured import Measured, middle_and_slow, raise_descriptors

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "bench.py numbers"
NAMES, RULES = 200, ("official", "quickplay hand_size=3", "official goal=points target=500")
SEATS = 4
YEAR = 365 * 24 * 3600.0
MOST = {"stats_s": 2.0, "rise_p99_ms": 5.0}
FIRST = 10**9
"""The number of the first game, which none of the server has."""


def fill(directory: Path, games: int) -> None:
    """A journal with the summaries of so many games of a year, of 200 people."""
    from uno_protocol.kept import pack
    from uno_server.archive.numbers import PlayerSummary, SummaryRow
    from uno_server.journal import database
    from uno_server.journal.store import DiskJournal

    DiskJournal.open(directory).close(0.0)
    luck, now = random.Random(games), time.time()
    with closing(database.connect(directory / database.FILE)) as connection:
        connection.execute(database.NUMBERS)
        connection.execute("BEGIN")
        for game in range(games):
            winner = luck.randrange(SEATS)
            players = [
                PlayerSummary(seat, f"Player {who}", "person", seat == winner, 40, 2, seat % 2, 1, 0, 1, 12, 0)
                for seat, who in enumerate(luck.sample(range(NAMES), SEATS))
            ]
            summary = SummaryRow(luck.choice(RULES), 3, 1 / SEATS, public=True, players=players)
            _, values = database.to_write("numbers", FIRST + game, pack(summary))
            connection.execute(
                "INSERT INTO numbers (number, body, sum, ended) VALUES (?, ?, ?, ?)",
                (*values, now - YEAR * (1 - game / games)),
            )
        connection.execute("COMMIT")


def again_and_again(directory: Path, stop: Event, took: list[float]) -> None:
    """Run the command until `stop`; how long each took."""
    while not stop.is_set():
        begun = time.perf_counter()
        command = [sys.executable, "-c", TOOL, "stats", "--json", "--data-dir", str(directory)]
        subprocess.run(command, cwd=environment.ROOT, stdout=subprocess.DEVNULL, check=True)
        took.append(time.perf_counter() - begun)


def measure(games: int, tables: int, move_every: float, seconds: float, times: int) -> dict[str, float]:
    """Everything, in turns. Raises NotServing, NotBegun."""
    from trials.crowd import WARM_UP, Crowd

    raise_descriptors()
    took, before = list[float](), os.times()
    slow: dict[str, list[float]] = {"alone": [], "beside": []}
    with tempfile.TemporaryDirectory(prefix="uno-numbers-") as folder:
        directory = Path(folder)
        progress.show(f"a journal with {games:,} games")
        fill(directory, games)
        serve = ["--host", "127.0.0.1", "--port", "0", "--announce", "off", "--exit-with-stdin"]
        argv = [sys.executable, "-P", "-m", "uno_server", *serve, "--data-dir", folder]
        with Measured(argv) as server:
            crowd = Crowd(server.port, tables, seats=SEATS, pace=move_every)
            try:
                crowd.seat()
                crowd.begin()
                crowd.play(WARM_UP)
                for turn in range(2 * times):
                    what = ("alone", "beside")[turn % 2]
                    progress.show(f"{tables} tables, the server {what}")
                    stop = Event()
                    tool = Thread(target=again_and_again, args=(directory, stop, took))
                    if what == "beside":
                        tool.start()
                    crowd.play(seconds)
                    slow[what].append(middle_and_slow(crowd.latencies)[1])
                    stop.set()
                    if what == "beside":
                        tool.join()
                crowd.finish()
            finally:
                crowd.close()
            computed = os.times().children_user + os.times().children_system
            computed -= before.children_user + before.children_system
    alone, beside = (median(slow[what]) for what in ("alone", "beside"))
    return {
        "games": games,
        "tables": tables,
        "stats_s": round(median(took), 2),
        "stats_cpu_s": round(computed / len(took), 2),
        "longest_stats_s": round(max(took), 2),
        "alone_p99_ms": round(alone, 2),
        "beside_p99_ms": round(beside, 2),
        "rise_p99_ms": round(beside - alone, 2),
        "errors": crowd.errors,
    }


def main(typed: Sequence[str]) -> int:
    """The command. Exit code: 0; 1 if there were errors, or if something is more than it may be."""
    parser = argparse.ArgumentParser(prog=NAME, description="Measure what statistics cost, and a server beside them.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--move-every", type=float, default=0.3, help="seconds between two moves of a table (0.3)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement is (10)")
    parser.add_argument("--times", type=int, default=3, help="how often each is made (3)")
    parser.add_argument("--json", action="store_true", help="one JSON value on one line")
    asked = parser.parse_args(typed)
    into_environment()
    with progress.line():
        found = measure(asked.games, asked.tables, asked.move_every, asked.seconds, asked.times)
    print(json.dumps(found) if asked.json else "\n".join(f"{name:>20} {value}" for name, value in found.items()))
    over = [name for name, most in MOST.items() if found[name] > most]
    for name in over:
        print(f"{NAME}: {name} is more than it may be", file=sys.stderr)
    return 1 if over or found["errors"] else 0
