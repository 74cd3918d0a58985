"""Load test: what a move costs a real server, and how long it takes until all four players see it.

bench.py server --tables N --seconds S          N tables of four play as fast as they can for S seconds
bench.py server --tables N --move-every X       every table makes a move every X seconds, spread evenly
bench.py server --floor                         also measures the bare network with as many tables
bench.py server --paced                         means --tables 150 --move-every 0.3 --floor
bench.py server --idle N                        N more people in the lobby; --tables 0 if there are no others
bench.py server --compare-journal               also measures the same server without a journal
bench.py server --tls                           also measures the same with TLS, in turns
bench.py server --web                           also measures the same by WebSocket, then also with words, in turns
bench.py server --experts N                     means N tables of a person and an expert, who have all processors
bench.py server --kill                          then kills the server; all come back to another on its journal
bench.py server --floor-only                    measures the bare network alone; has options of its own (--help)
bench.py server --requests                      measures each kind of request; has options of its own (--help)

The server is a process of its own, with its journal in a temporary directory. One other process holds all connections,
plays rounds of `official` one after the other, and checks that all players of a table see the same game. If there are
two processors, each process has its own. The measurements take turns (floor, ours, floor, ...), `--times` times each;
the figures are medians. Processor time is the server's with all its threads, while it is measured; it and memory are
read on Linux only and are null elsewhere. The server has its defaults except for the limits that `raised` names,
because limits per second are made for people.

`moves_s` counts accepted plays; latency is the time from sending a move until the last player at its table has
received it, and `floor_p50_ms` is the same without a game, at the same pace. `ratio` is the server's processor time for
a move divided by the floor's. The floor of `ratio` always moves as fast as it can; that of `ratio_paced` keeps the pace
of the tables, so it sleeps and wakes as often as our server. If `driver_busy` is near 1, the load generator was slower
than the server. With `--idle`, one of those people sends a ping every 50 ms, and `answer_p99_ms` and `answer_max_ms`
tell how long the answer took; at the end each of them goes through the list of tables once, which takes `list_cpu_s`.

With `--tls`, `tls_ratio` is the processor time of a move with TLS divided by that without, `tls_kib_per_player` what a
connection takes more of memory, and `handshake_cpu_us` what a handshake takes of the server's processor, a connection
and its end included; a processor can do `handshakes_s` of them. With `--web`, `web_ratio` is the processor time of a
move by WebSocket divided by that of one by frames; four clients against four are `--tables 1 --web`. `words_ratio` is
that of a move by WebSocket that the server puts into words (P-4.9) divided by that of one that it doesn't.

With `--experts`, `expert_moves` counts the moves that experts made, `late_moves` those that took longer to find than
their pause, and `late_share` is the ratio; one more person sends pings: `answer_max_ms` shows if anybody had to wait.

`lost` counts connections that broke and should not have. With `--kill`, the server gets SIGKILL when the time is over,
and the next one starts at once. Everybody comes back as our client does: it tries again with growing pauses and gives
up what is not answered in 5 s. `back_first_s`, `back_half_s` and `back_last_s` tell when so many of them had resumed at
their table, in seconds from the start of the next server (`kill_to_start_s` is before that), `listening_s` when it said
that it listens and `moving_s` when all tables had moved again. `back_failed` counts attempts that failed: `refused`,
`closed`, or `unanswered` in time. `back_lost_moves` counts those whose last acknowledged move was not known any more.
`back_server_cpu_s` is the server's processor time from its start to `back_last_s`; if `back_driver_busy`, our share of
a processor in that time, is near 1, the crowd was what took so long.
Exit code: 0; 1 if there were errors or moves are lost; 2 for a usage error.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from environment import progress
from play import into_environment

from trials.measured import (
    Measured,
    NotServing,
    kept_to,
    last_words,
    middle_and_slow,
    processors,
    raise_descriptors,
)

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Sequence

    from trials.bench.floor import Floor
    from trials.crowd import Crowd

NAME = "bench.py server"
MODES = {"--floor-only": "trials.bench.floor", "--requests": "trials.bench.requests"}
"""Options that run a module with options of its own."""
HANDSHAKES = 500
"""The number of requests that are timed, one after the other."""
ON, OFF = "on", "off"
"""Whether there is a journal."""
FLOOR_SECONDS = 3.0
OF_EXPERTS = {"seats": 1, "move_every": 1.5, "idle": 1}
PACED = {"tables": 150, "move_every": 0.3, "floor": True}
RAISED = ("messages_at_once=1000", "messages_per_second=1000", "changes_per_second=1000")
"""Limits of the server that are higher than by default."""


class Run(NamedTuple):
    """The findings of one run. Times are microseconds of processor time or milliseconds of the clock, memory is KiB."""

    moves_s: float
    cpu_us: float | None
    p50_ms: float
    p99_ms: float
    server_busy: float | None
    driver_busy: float
    empty_kib: float | None
    rss_kib: float | None
    moves: int
    rounds: int
    entries: float
    messages: float
    bytes: float
    late: int
    answer_p99_ms: float
    answer_max_ms: float
    list_cpu_s: float | None
    errors: int
    told: list[str]
    lost: int = 0
    back: Back | None = None
    handshake_us: float | None = None
    expert_moves: int = 0
    late_moves: int = 0


class Back(NamedTuple):
    """How everybody came back after the server was killed, in seconds since the next one was started."""

    kill_to_start_s: float
    listening_s: float
    back_first_s: float
    back_half_s: float
    back_last_s: float
    moving_s: float
    back_server_cpu_s: float | None
    back_driver_busy: float
    back_rss_mib: float | None
    back_failed: dict[str, int]
    back_lost_moves: int


def run(
    arguments: argparse.Namespace,
    journal: str,
    what: str,
    *,
    encrypted: bool = False,
    web: bool = False,
    words: str = "",
) -> Run:
    """Start a server, load it, end it; shown as `what`. Raises NotServing, and NotBegun if the tables cannot begin."""
    from tests.peer import trusting
    from trials.crowd import WARM_UP, Crowd

    theirs, ours = (None, None) if arguments.experts else processors()
    with tempfile.TemporaryDirectory(prefix="uno-load-") as folder, kept_to(ours):
        log = Path(folder) / "server.log"
        with log.open("wb") as said, ExitStack() as servers:

            def start(port: int = 0) -> Measured:
                line = argv(arguments, journal, folder, port)
                return servers.enter_context(Measured(line, cpu=theirs, words=said))

            server = start()
            raise_descriptors()  # ours, not the server's: it has to see to its own
            empty = server.rss_kib()
            pace, idle = arguments.move_every, arguments.idle
            tls = trusting() if encrypted else None
            crowd = Crowd(
                server.port,
                arguments.tables,
                seats=arguments.seats,
                experts=int(arguments.experts > 0),
                pace=pace,
                idle=idle,
                seed=1,
                tls=tls,
                web=web,
                words=words,
            )
            try:
                progress.show(f"{what}: {arguments.tables} tables begin")
                crowd.seat()
                crowd.begin()
                progress.show(f"{what}: {arguments.tables} tables play for {arguments.seconds:g} s")
                crowd.play(WARM_UP)
                found = timed(crowd, server, arguments.seconds, empty)
                if arguments.kill:
                    progress.show(f"{what}: everybody comes back to the next server")
                    server, back = killed(crowd, server, start)
                    found = found._replace(back=back)
                crowd.finish()
                if tls is not None:
                    found = found._replace(handshake_us=shaken(server, tls, crowd))
            finally:
                crowd.close()
            code = server.end()
            if arguments.experts:
                moves, late = of_experts(log)
                found = found._replace(expert_moves=moves, late_moves=late)
        errors, told = crowd.errors, crowd.told_errors
        if code:
            errors, told = errors + 1, [*told, f"the server ended with code {code}: {last_words(log)}"]
        return found._replace(errors=errors, told=told, lost=crowd.lost)


def shaken(server: Measured, tls: ssl.SSLContext, crowd: Crowd) -> float | None:
    """Microseconds of the server's processor time for a connection with a handshake, while a crowd does nothing."""
    from trials.crowd import connected

    before = server.cpu_us()
    for _ in range(HANDSHAKES):
        connected(server.port, tls).close()
        crowd.attend()
    after = server.cpu_us()
    return None if before is None or after is None else (after - before) / HANDSHAKES


def killed(crowd: Crowd, server: Measured, start: Callable[[int], Measured]) -> tuple[Measured, Back]:
    """Kill the server, start the next, and let everybody come back. Raises NotServing, NotBegun."""
    killed_at, own = perf_counter(), process_time()
    server.kill()
    with ThreadPoolExecutor(1) as beside:
        starting = beside.submit(start, server.port)
        comeback = crowd.come_back(server.port)
        took = process_time() - own
        again = starting.result()
    cpu, rss, came = again.cpu_us(), again.rss_kib(), [at - again.began for at in comeback.came]
    crowd.go_on(comeback)
    return again, Back(
        kill_to_start_s=again.began - killed_at,
        listening_s=again.listened - again.began,
        back_first_s=came[0],
        back_half_s=came[len(came) // 2],
        back_last_s=came[-1],
        moving_s=perf_counter() - again.began,
        back_server_cpu_s=None if cpu is None else cpu / 1e6,
        back_driver_busy=took / (comeback.came[-1] - killed_at),
        back_rss_mib=None if rss is None else rss / 1024,
        back_failed=dict(comeback.failed),
        back_lost_moves=comeback.forgotten,
    )


def argv(arguments: argparse.Namespace, journal: str, folder: str, port: int) -> list[str]:
    """How the server is started."""
    profiled = ["-m", "cProfile", "-o", str(Path(arguments.profile).resolve())] if arguments.profile else []
    kept = {ON: ["--data-dir", str(Path(folder) / "data")], OFF: ["--ephemeral"]}[journal]
    serve = ["--host", "127.0.0.1", "--port", str(port), "--announce", "off", "--exit-with-stdin", *kept]
    raised = [f"--limit={limit}" for limit in RAISED]
    raised += ["--log-json", f"--limit=experts_per_core={arguments.experts}"] if arguments.experts else []
    return [sys.executable, "-P", *profiled, "-m", "uno_server", *serve, *raised, *arguments.server_flag]


def timed(crowd: Crowd, server: Measured, seconds: float, empty: float | None) -> Run:
    """Let them play for so long, and read what that took."""
    before, own = server.cpu_us(), process_time()
    took = crowd.play(seconds)
    after, own = server.cpu_us(), process_time() - own
    cpu = None if before is None or after is None else after - before
    moves = max(1, crowd.moves)
    p50, p99 = middle_and_slow(crowd.latencies)
    answers = sorted(crowd.answers)
    looking = server.cpu_us()
    crowd.look_around()
    looked = server.cpu_us()
    return Run(
        moves_s=crowd.moves / took,
        cpu_us=None if cpu is None else cpu / moves,
        p50_ms=p50,
        p99_ms=p99,
        server_busy=None if cpu is None else cpu / took / 1e6,
        driver_busy=own / took,
        empty_kib=empty,
        rss_kib=server.rss_kib(),
        moves=crowd.moves,
        rounds=crowd.rounds,
        entries=crowd.entries / moves,
        messages=crowd.messages / moves,
        bytes=crowd.bytes / moves,
        late=crowd.late,
        answer_p99_ms=middle_and_slow(answers)[1],
        answer_max_ms=1000 * max(answers, default=0.0),
        list_cpu_s=None if looking is None or looked is None else (looked - looking) / 1e6,
        errors=0,
        told=[],
    )


def of_experts(log: Path) -> tuple[int, int]:
    """The number of the experts' moves, and of late ones, from the log of a server that has ended."""
    lines = map(json.loads, log.read_text(encoding="utf-8", errors="replace").splitlines())
    line = next((line for line in lines if line["event"] == "experts"), {"moves": 0, "late": 0})
    return line["moves"], line["late"]


def measure(arguments: argparse.Namespace) -> dict[str, object]:
    """Everything that was asked for, in turns. Raises NotServing, NotBegun, TimeoutError."""
    journals = [arguments.journal, OFF] if arguments.compare_journal else [arguments.journal]
    ours: dict[str, list[Run]] = {journal: [] for journal in journals}
    encrypted: list[Run] = []
    carried: list[Run] = []
    worded: list[Run] = []
    floors: list[tuple[Floor, Floor]] = []
    bare(arguments, floors)
    for number in range(1, arguments.times + 1):
        what = f"run {number} of {arguments.times}"
        for journal in journals:
            ours[journal].append(run(arguments, journal, f"{what}, journal {journal}"))
            if arguments.tls and journal == arguments.journal:
                encrypted.append(run(arguments, journal, f"{what}, TLS", encrypted=True))
            if arguments.web and journal == arguments.journal:
                carried.append(run(arguments, journal, f"{what}, WebSocket", web=True))
                worded.append(run(arguments, journal, f"{what}, WebSocket with words", web=True, words="en"))
            bare(arguments, floors)
    return result(arguments, ours, floors, encrypted, carried, worded)


def bare(arguments: argparse.Namespace, floors: list[tuple[Floor, Floor]]) -> None:
    """Measure the floor, if that was asked for: as fast as it can, and at the pace of the tables."""
    if arguments.floor:
        from trials.bench.floor import floor

        progress.show("the bare network")
        seconds = min(arguments.seconds, FLOOR_SECONDS)
        fast = floor(arguments.tables, seconds)
        pace = arguments.move_every
        floors.append((fast, fast if pace is None else floor(arguments.tables, seconds, pace)))


def result(
    arguments: argparse.Namespace,
    ours: dict[str, list[Run]],
    floors: Sequence[tuple[Floor, Floor]],
    encrypted: Sequence[Run] = (),
    carried: Sequence[Run] = (),
    worded: Sequence[Run] = (),
) -> dict[str, object]:
    """The report. There are two floors: one as fast as it can, and one at the pace of the tables."""
    journal, runs = next(iter(ours.items()))
    everything = [*(each for several in ours.values() for each in several), *encrypted, *carried, *worded]
    cpu, floor = middle([each.cpu_us for each in runs]), middle([fast.cpu_us for fast, _ in floors])
    paced = middle([each.cpu_us for _, each in floors])
    without = middle([each.cpu_us for each in ours.get(OFF, ())])
    empty, rss = middle([each.empty_kib for each in runs]), middle([each.rss_kib for each in runs])
    players = arguments.tables * arguments.seats + arguments.idle
    compared = arguments.compare_journal and journal == ON and cpu is not None and without is not None
    return {
        "moves_s": rounded(middle([each.moves_s for each in runs])),
        "cpu_us_per_move": rounded(cpu),
        "floor_cpu_us_per_move": rounded(floor),
        "ratio": None if cpu is None or floor is None else round(cpu / floor, 2),
        "ratio_paced": None if cpu is None or paced is None else round(cpu / paced, 2),
        "journal_us_per_move": rounded(cpu - without) if compared and cpu and without else None,
        "p50_ms": rounded(middle([each.p50_ms for each in runs]), 2),
        "p99_ms": rounded(middle([each.p99_ms for each in runs]), 2),
        "floor_p50_ms": rounded(middle([each.p50_ms for _, each in floors]), 2),
        "floor_p99_ms": rounded(middle([each.p99_ms for _, each in floors]), 2),
        "answer_p99_ms": rounded(middle([each.answer_p99_ms for each in runs]), 2),
        "answer_max_ms": rounded(middle([each.answer_max_ms for each in runs]), 2),
        "list_cpu_s": rounded(middle([each.list_cpu_s for each in runs]), 3),
        "empty_rss_mib": None if empty is None else round(empty / 1024, 1),
        "rss_mib": None if rss is None else round(rss / 1024, 1),
        "kib_per_player": None if rss is None or empty is None else round((rss - empty) / players, 2),
        "lost": sum(each.lost for each in everything),
        **with_tls(runs, encrypted, players),
        **by_websocket(runs, carried, worded),
        **returned([each.back for each in runs if each.back is not None]),
        **with_experts(arguments, runs),
        "errors": sum(each.errors for each in everything),
        "told": [line for each in everything for line in each.told],
        "tables": arguments.tables,
        "players": players,
        "moves": sum(each.moves for each in runs),
        "rounds": sum(each.rounds for each in runs),
        "late": sum(each.late for each in runs),
        "entries_per_move": rounded(middle([each.entries / arguments.seats for each in runs]), 2),
        "messages_per_move": rounded(middle([each.messages for each in runs])),
        "bytes_per_move": rounded(middle([each.bytes for each in runs])),
        "server_busy": rounded(middle([each.server_busy for each in runs]), 3),
        "driver_busy": rounded(middle([each.driver_busy for each in runs]), 2),
        "cpu_us_of_each": {journal: [rounded(each.cpu_us) for each in several] for journal, several in ours.items()},
        "floor_us_of_each": [rounded(each.cpu_us) for each, _ in floors],
        "journal": journal,
        "raised": list(RAISED),
        "seconds": arguments.seconds,
        "move_every": arguments.move_every,
        "python": sys.version.split()[0],
    }


def with_experts(arguments: argparse.Namespace, runs: Sequence[Run]) -> dict[str, object]:
    """The part of the report about experts."""
    if not arguments.experts:
        return {}
    moves, late = sum(each.expert_moves for each in runs), sum(each.late_moves for each in runs)
    return {"expert_moves": moves, "late_moves": late, "late_share": rounded(late / max(1, moves), 4)}


def with_tls(runs: Sequence[Run], encrypted: Sequence[Run], players: int) -> dict[str, object]:
    """The part of the report that compares TLS with plain connections."""
    if not encrypted:
        return {}
    cpu, plain = middle([each.cpu_us for each in encrypted]), middle([each.cpu_us for each in runs])
    rss, less = middle([each.rss_kib for each in encrypted]), middle([each.rss_kib for each in runs])
    shaken = middle([each.handshake_us for each in encrypted])
    return {
        "tls_cpu_us_per_move": rounded(cpu),
        "tls_ratio": None if cpu is None or not plain else round(cpu / plain, 3),
        "tls_p50_ms": rounded(middle([each.p50_ms for each in encrypted]), 2),
        "tls_p99_ms": rounded(middle([each.p99_ms for each in encrypted]), 2),
        "tls_kib_per_player": None if rss is None or less is None else round((rss - less) / players, 2),
        "handshake_cpu_us": rounded(shaken),
        "handshakes_s": None if not shaken else round(1e6 / shaken),
    }


def by_websocket(runs: Sequence[Run], carried: Sequence[Run], worded: Sequence[Run]) -> dict[str, object]:
    """The part of the report that compares WebSocket with frames, and words with none."""
    if not carried:
        return {}
    cpu, frames = middle([each.cpu_us for each in carried]), middle([each.cpu_us for each in runs])
    with_words = middle([each.cpu_us for each in worded])
    return {
        "web_cpu_us_per_move": rounded(cpu),
        "web_ratio": None if cpu is None or not frames else round(cpu / frames, 3),
        "words_ratio": None if with_words is None or not cpu else round(with_words / cpu, 3),
        "web_p50_ms": rounded(middle([each.p50_ms for each in carried]), 2),
        "web_p99_ms": rounded(middle([each.p99_ms for each in carried]), 2),
    }


def returned(backs: Sequence[Back]) -> dict[str, object]:
    """The part of the report about coming back: medians, and the worst values of what should be 0."""
    if not backs:
        return {}
    return {
        **{name: rounded(middle([getattr(each, name) for each in backs]), 2) for name in _BACK},
        "back_failed": dict(sum((Counter(each.back_failed) for each in backs), Counter())),
        "back_lost_moves": sum(each.back_lost_moves for each in backs),
    }


_BACK = tuple(Back._fields[:-2])


def middle(values: Sequence[float | None]) -> float | None:
    """The median; None where there is nothing, or where something was not measured."""
    known = [value for value in values if value is not None]
    return median(known) if known and len(known) == len(values) else None


def rounded(value: float | None, digits: int = 1) -> float | None:
    """Round to that many digits after the point."""
    return None if value is None else round(value, digits)


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, 1 if there were errors or the server cannot be loaded, 2 for a usage error, 130 on Ctrl-C."""
    for mode, module in MODES.items():
        if mode in typed:
            into_environment()
            other: Callable[[Sequence[str]], int] = importlib.import_module(module).main
            return other([each for each in typed if each != mode])
    arguments = parsed(typed)
    into_environment()
    from trials.crowd import NotBegun

    try:
        with progress.line():
            found = measure(arguments)
    except (NotServing, NotBegun, TimeoutError) as fault:
        print(f"{NAME}: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    for line in found["told"] if isinstance(found["told"], list) else ():
        print(f"{NAME}: {line}", file=sys.stderr)
    print(json.dumps(found) if arguments.json else readable(found), flush=True)
    return 1 if found["errors"] or found.get("back_lost_moves") else 0


def parsed(typed: Sequence[str]) -> argparse.Namespace:
    """The parsed options."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100, metavar="N", help="how many tables (100)")
    parser.add_argument("--seats", type=int, default=4, metavar="N", help="people at each, 2 to 10 (4)")
    parser.add_argument("--idle", type=int, default=0, metavar="N", help="so many more people in the lobby (none)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="how long to measure (10)")
    parser.add_argument("--move-every", type=float, metavar="X", help="seconds between two moves of a table (none)")
    parser.add_argument("--paced", action="store_true", help="--tables 150 --move-every 0.3 --floor")
    parser.add_argument("--floor", action="store_true", help="measure the bare network too, before and after")
    parser.add_argument("--journal", choices=(ON, OFF), default=ON, help="off: the server saves nothing (on)")
    parser.add_argument("--compare-journal", action="store_true", help="measure with and without a journal")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="how many times to repeat everything (1)")
    parser.add_argument("--profile", metavar="FILE", help="run the server under cProfile, which slows it, into FILE")
    parser.add_argument(
        "--server-flag", action="append", default=[], metavar="FLAG", help="pass another flag to the server"
    )
    parser.add_argument("--tls", action="store_true", help="measure with TLS too, in turns")
    parser.add_argument(
        "--web", action="store_true", help="measure by WebSocket too, without words and with them, in turns"
    )
    parser.add_argument(
        "--experts", type=int, default=0, metavar="N", help="N tables of a person who moves every 1.5 s and an expert"
    )
    parser.add_argument("--kill", action="store_true", help="kill the server then; everybody comes back to the next")
    parser.add_argument("--floor-only", action="store_true", help="measure the bare network alone; see its own --help")
    parser.add_argument("--requests", action="store_true", help="measure each kind of request; see its own --help")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args(typed)
    vars(arguments).update(PACED if arguments.paced else {})
    vars(arguments).update({"tables": arguments.experts, **OF_EXPERTS} if arguments.experts else {})
    if (
        arguments.tables < (not arguments.idle)
        or not (2 - bool(arguments.experts)) <= arguments.seats <= 10
        or arguments.experts < 0
        or arguments.seconds <= 0
        or arguments.times < 1
    ):
        parser.error(
            "--tables (without --idle) and --times are from 1 on, --seats from 2 to 10, --experts and --seconds from 0"
        )
    if arguments.move_every is not None and arguments.move_every <= 0:
        parser.error("--move-every is above 0")
    if arguments.floor and arguments.seats != 4:
        parser.error("--floor has tables of four")
    if arguments.kill and (arguments.compare_journal or arguments.journal == OFF or arguments.tls or arguments.web):
        parser.error("--kill needs a journal, and goes with none of --compare-journal, --tls and --web")
    return arguments


def readable(found: dict[str, object]) -> str:
    """The figures as lines for people."""
    return "\n".join(f"{name:>22}  {value}" for name, value in found.items())
