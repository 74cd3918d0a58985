"""How the server's work grows: a row for each thing that may become many, and what one move, page or start costs then.

bench.py growth                  prints the figures, and draws them into server/growth.svg
bench.py growth --quick          with small numbers, and draws nothing

Work is counted in calls: of the server's own functions, and of what they call in C. A call in C counts 1, however long
it takes. A start from the journal is counted in the rows that it reads. So one run is like another, whatever else the
machine does. Only the seconds of processor time of a start vary: they are printed, but they never fail a run.
Exit code: 0; 1 if something costs more than it may.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from contextlib import asynccontextmanager
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import environment
from environment import progress
from play import into_environment

from trials.bench import recovery

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

    from tests.server.harness import Person
    from tests.server.whole import Whole

NAME = "bench.py growth"
MOVES = 100
TIMES = 20
"""So often a page is asked for, and so many log in."""
SLACK = 1.25
"""By so much a figure may be larger than it should be: what is played differs from one number of them to another."""
DRAWING = environment.ROOT / "server" / "growth.svg"
OPEN_TABLES = 50
"""At which the commits of a journal were made."""
MINUTE = 60.0


LEVEL, EVENLY, TOLD = "should stay level", "may rise evenly", "may take its time"
"""How a cost may grow: not at all; for each one by as much in the last step as in the first; as it will."""


class Row(NamedTuple):
    """The `cost` of something (in `unit`) when there are so `many` of something."""

    what: str
    by: str
    unit: str
    may: str
    many: tuple[int, ...]
    cost: tuple[float, ...]

    @property
    def fault(self) -> str:
        """Why it costs more than it may; empty if it does not."""
        if self.may == LEVEL:
            return "grows" if max(self.cost) > SLACK * self.cost[0] else ""
        if self.may == EVENLY:
            steps = list(pairwise(zip(self.many, self.cost, strict=True)))
            each = [(after - before) / (more - less) for (less, before), (more, after) in (steps[0], steps[-1])]
            return "grows faster than its number" if each[1] > SLACK * max(each[0], 0.0) else ""
        return ""


class Sizes(NamedTuple):
    """How many of each."""

    tables: tuple[int, ...] = (1, 10, 100, 1000, 2500)
    seats: tuple[int, ...] = (2, 4, 6, 8, 10)
    spectators: tuple[int, ...] = (0, 10, 25, 50)
    lobby: tuple[int, ...] = (0, 10, 100, 1000)
    moves: tuple[int, ...] = (100, 500, 1000, 2000)
    full: tuple[int, ...] = (40, 100, 1000, 2500)
    """Tables, of which the first fill a page."""
    sessions: tuple[int, ...] = (0, 10, 100, 1000, 10_000)
    commits: tuple[int, ...] = (1_000, 10_000, 100_000, 1_000_000)


QUICK = Sizes((1, 20), (2, 6, 10), (0, 10, 20), (0, 50), (50, 300), (40, 60), (0, 20, 100), (500, 2_000, 4_500))


@asynccontextmanager
async def a_server() -> AsyncIterator[Whole]:
    """A server with a journal on disk."""
    from tests.server.whole import Whole
    from uno_server.journal.store import DiskJournal

    with tempfile.TemporaryDirectory(prefix="uno-growth-") as folder:
        whole = Whole(DiskJournal.open(Path(folder)))
        yield whole
        await whole.end()


def seated(whole: Whole, seats: int) -> list[Person]:
    """People in the middle of a long game, at a table of their own."""
    from uno_protocol import messages as m

    new = m.NewTable(seats=seats, options={"uno_grace": "0", "goal": "points", "target": "1000"})
    people = [whole.person(f"Player {seat}") for seat in range(seats)]
    for person in people:
        person.ask(m.JoinTable, table="T", new=new)
    whole.store()
    for person in people:
        person.ask(m.Ready)
    people[0].ask(m.Start)
    whole.store()
    return people


def play(whole: Whole, people: Sequence[Person], moves: int) -> float:
    """Make that many moves, each stored by itself; returns the calls of one."""
    from tests.server.whole import Calls
    from uno_protocol import messages as m

    calls, done = Calls(), 0
    while done < moves:
        for person in people:
            if person.phase != "playing":
                person.ask(m.Ready)
                whole.store()
            whole.calls = calls
            if person.move():
                whole.store()
                done += 1
            whole.calls = None
            del person.heard[: -recovery.KEPT], person.bytes[:]
    return calls.all / done


def others(whole: Whole, tables: int) -> None:
    """Open that many other tables, each with a game of two silent players."""
    from uno_protocol import messages as m

    for table in range(tables):
        pair = guests(whole, 2, f"Two {table}")
        for link in pair:
            whole.handle(link, m.JoinTable(id=1, table=f"Table {table}", new=m.NewTable(seats=2)))
        for link in pair:
            whole.handle(link, m.Ready(id=2))
        whole.handle(pair[0], m.Start(id=3))
        whole.store()


def guests(whole: Whole, many: int, name: str = "Guest") -> list[int]:
    """Log in that many people who then stay silent."""
    links = []
    for number in range(many):
        links.append(whole.deaf(f"{name} {number}"))
        whole.store()
    return links


def poll(whole: Whole, link: int, between: Callable[[], None] = lambda: None) -> float:
    """The calls that a page of the list of tables takes, asked for again and again, with something in between."""
    from tests.server.whole import Calls
    from uno_protocol import messages as m

    calls = Calls()
    for id in range(1, TIMES + 2):
        between()
        whole.calls = calls if id > 1 else None  # the first shows what has changed until now
        whole.handle(link, m.ListTables(id=id))
        whole.store()
        whole.calls = None
    return calls.all / TIMES


async def a_move(tables: int = 0, seats: int = 4, spectators: int = 0, lobby: int = 0) -> float:
    """The cost of a move at a table of that many, beside that many others."""
    from uno_protocol import messages as m

    async with a_server() as whole:
        others(whole, tables)
        guests(whole, lobby)
        people = seated(whole, seats)
        for link in guests(whole, spectators, "Spectator"):
            whole.handle(link, m.SpectateTable(id=1, table="T"))
            whole.store()
        return play(whole, people, MOVES)


async def late_moves(moves: Sequence[int]) -> tuple[float, ...]:
    """The cost of a move after that many moves of one game."""
    async with a_server() as whole:
        people, found, done = seated(whole, 4), [], 0
        for many in moves:
            progress.show(f"a move, moves before it: {many:,}")
            play(whole, people, many - done)
            found.append(play(whole, people, MOVES))
            done = many + MOVES
        return tuple(found)


async def a_poll(tables: int = 1, lobby: int = 1) -> float:
    """The cost of a page of the list, with that many tables, for one of that many in the lobby."""
    async with a_server() as whole:
        others(whole, tables)
        return [poll(whole, link) for link in guests(whole, max(1, lobby))][-1]


async def a_poll_after_a_change(tables: int) -> float:
    """The cost of the first page of the list, with that many tables, when one on it has changed."""
    from uno_protocol import messages as m

    async with a_server() as whole:
        others(whole, tables)
        hub = whole.server.hub
        first = min(hub.lobby, key=lambda table: table.room.code)
        host = hub.sessions[next(iter(first.members))].peer
        assert host is not None
        ids = iter(range(100, 200))

        def change() -> None:
            id = next(ids)
            whole.handle(host, m.ChangeTable(id=id, locked=id % 2 == 0))
            whole.store()
            assert first.room.locked is (id % 2 == 0)

        (link,) = guests(whole, 1)
        return poll(whole, link, change)


async def a_login(sessions: int) -> float:
    """The cost of a login a minute after the one before, with that many sessions, half of which are gone."""
    from tests.server.whole import Calls

    async with a_server() as whole:
        for link in guests(whole, sessions)[::2]:
            whole.wires[link][0].connection_lost(None)
        whole.store()
        calls, clock = Calls(), whole.server.clock
        for number in range(TIMES):
            clock.set_back(clock() + MINUTE)
            whole.calls = calls
            whole.deaf(f"Newcomer {number}")
            whole.store()
            whole.calls = None
        return calls.all / TIMES


class Start(NamedTuple):
    """The cost of a start from a journal."""

    rows: int
    seconds: float


def a_start(commits: int) -> Start:
    """Start from a journal of so many commits."""
    from tests.killed import abandon
    from uno_server.journal.store import DiskJournal

    with tempfile.TemporaryDirectory(prefix="uno-growth-") as folder:
        journal = DiskJournal.open(Path(folder))
        recovery.store(journal, commits, OPEN_TABLES)
        journal.pulse(0.0)
        abandon(journal)
        told = json.loads(recovery.a_process([*recovery.MEASURE, folder]))
        return Start(come_back(Path(folder)), float(told["cpu_s"]))


def come_back(directory: Path) -> int:
    """Recover from the journal; how many rows were read."""
    from tests.killed import abandon
    from uno_server.core.hub import Hub
    from uno_server.journal.recovery import new_hub
    from uno_server.journal.store import DiskJournal

    read = 0

    def note_row(_cursor: object, row: tuple[Any, ...]) -> tuple[Any, ...]:
        nonlocal read
        read += 1
        return row

    journal = DiskJournal.open(directory)
    journal.connection.row_factory = note_row
    new_hub(journal, partial(Hub, name=NAME, entropy=bytes))
    abandon(journal)
    return read


def rows(sizes: Sizes) -> list[Row]:
    """All rows of the measurement."""

    def counted(
        what: str, by: str, many: tuple[int, ...], cost: Callable[[int], Coroutine[None, None, float]], may: str = LEVEL
    ) -> Row:
        found = []
        for each in many:
            progress.show(f"{what}, {by}: {each:,}")
            found.append(asyncio.run(cost(each)))
        return Row(what, by, "calls", may, many, tuple(found))

    starts = [a_start(commits) for commits in sizes.commits]
    return [
        counted("a move", "other tables", sizes.tables, lambda many: a_move(tables=many)),
        counted("a move", "people in the lobby", sizes.lobby, lambda many: a_move(lobby=many)),
        Row("a move", "moves before it", "calls", LEVEL, sizes.moves, asyncio.run(late_moves(sizes.moves))),
        counted("a move", "seats", sizes.seats, lambda many: a_move(seats=many), EVENLY),
        counted("a move", "spectators", sizes.spectators, lambda many: a_move(spectators=many), EVENLY),
        counted("a page of the list", "tables", sizes.tables, lambda many: a_poll(tables=many)),
        counted("a page of the list", "people in the lobby", sizes.lobby, lambda many: a_poll(lobby=many)),
        counted("a page after a change", "tables", sizes.full, a_poll_after_a_change),
        counted("a login", "sessions", sizes.sessions, a_login),
        Row("a start", "commits", "rows", LEVEL, sizes.commits, tuple(one.rows for one in starts)),
        Row("a start", "commits", "s", TOLD, sizes.commits, tuple(one.seconds for one in starts)),
    ]


WIDTH, HEIGHT, ACROSS = 240, 150, 4
LEFT, TOP, RIGHT, BOTTOM = 30, 34, 30, 22


def drawing(found: Sequence[Row]) -> str:
    """The rows as small pictures side by side: what it costs, from nothing up, against how many there are."""
    down = -(-len(found) // ACROSS)
    size = f'width="{ACROSS * WIDTH}" height="{down * HEIGHT}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="10">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for at, row in enumerate(found):
        lines.append(f'<g transform="translate({at % ACROSS * WIDTH} {at // ACROSS * HEIGHT})">')
        lines += picture(row)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def picture(row: Row) -> list[str]:
    """One row: its points at equal distances, joined by lines."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    most = max(row.cost) * 1.1 or 1.0
    points = [
        (LEFT + wide * at / max(1, len(row.many) - 1), TOP + high * (1 - cost / most))
        for at, cost in enumerate(row.cost)
    ]
    lines = [
        f'<text x="{LEFT}" y="14" font-weight="bold">{escape(row.what)}, {row.unit}</text>',
        f'<text x="{LEFT}" y="26" fill="#555">by {escape(row.by)}; {row.may}</text>',
        f'<path d="M{LEFT} {TOP}V{TOP + high}H{LEFT + wide}" fill="none" stroke="#888"/>',
        f'<polyline points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in points)}" fill="none" stroke="#06c"/>',
    ]
    for (x, y), many, cost in zip(points, row.many, row.cost, strict=True):
        shown = f"{cost:.2f}" if row.unit == "s" else f"{cost:,.0f}"
        lines += [
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="2.5" fill="#06c"/>',
            f'<text x="{x:.0f}" y="{y - 6:.0f}" text-anchor="middle">{shown}</text>',
            f'<text x="{x:.0f}" y="{HEIGHT - 8}" text-anchor="middle" fill="#555">{many:,}</text>',
        ]
    return lines


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small numbers, and no drawing")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args(typed)
    into_environment()
    with progress.line():
        found = rows(QUICK if asked.quick else Sizes())
    if not asked.quick:
        DRAWING.write_text(drawing(found), encoding="utf-8", newline="\n")
    faults = [f"{row.what} by {row.by} {row.fault}" for row in found if row.fault]
    if asked.json:
        print(json.dumps({"rows": [row._asdict() for row in found], "faults": faults}))
    else:
        for row in found:
            figures = ", ".join(f"{many:,}: {cost:.4g}" for many, cost in zip(row.many, row.cost, strict=True))
            print(f"{row.what} ({row.unit}) by {row.by}: {figures}")
    for fault in faults:
        print(f"{NAME}: {fault}", file=sys.stderr)
    return 1 if faults else 0
