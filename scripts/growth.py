"""How the server's work grows: a row for each thing that may become many, and what one move, poll or start costs then.

growth.py                  prints the figures, and draws them into server/growth.svg
growth.py --quick          with small numbers, and draws nothing

Work is counted in calls: of the server's own functions, and of what they call in C. So one run is like another,
whatever else the machine does. Only a start from the journal is timed, in seconds of processor time, because SQLite
does most of it; it reads what came after the checkpoints, which may be more or less. `flat`: may not grow at all.
`linear`: the last step may not cost more for each one than the first.
Exit code: 0; 1 if something grows faster than it may.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import environment
import recovery
from play import into_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from tests.server.harness import Person
    from tests.server.whole import Whole

MOVES = 100
KEPT = 200
"""Messages that people remember, so that a long game does not slow them down."""
SLACK = 1.25
"""By so much a figure may be larger than it should be: what is played differs from run to run of a game."""
DRAWING = environment.ROOT / "server" / "growth.svg"
OPEN_TABLES = 50
"""At which the commits of a journal were made."""


class Row(NamedTuple):
    """What something costs (`cost`, in `unit`) when there are so `many` of something."""

    what: str
    by: str
    unit: str
    flat: bool
    many: tuple[int, ...]
    cost: tuple[float, ...]

    @property
    def fault(self) -> str:
        """Why it grows faster than it may; empty if it does not."""
        if self.flat:
            return "grows" if max(self.cost) > SLACK * self.cost[0] else ""
        steps = list(pairwise(zip(self.many, self.cost, strict=True)))
        each = [(after - before) / (more - less) for (less, before), (more, after) in (steps[0], steps[-1])]
        return "grows faster than its number" if each[1] > SLACK * max(each[0], 0.0) else ""


class Sizes(NamedTuple):
    """How many of each."""

    tables: tuple[int, ...] = (1, 10, 100, 1000, 2500)
    seats: tuple[int, ...] = (2, 4, 6, 8, 10)
    spectators: tuple[int, ...] = (0, 10, 25, 50)
    lobby: tuple[int, ...] = (0, 10, 100, 1000)
    moves: tuple[int, ...] = (100, 500, 1000, 2000)
    commits: tuple[int, ...] = (1_000, 10_000, 100_000, 1_000_000)


QUICK = Sizes((1, 20), (2, 6, 10), (0, 10, 20), (0, 50), (50, 300), (500, 2_000))


# --- what happens ----------------------------------------------------------------------------------------------------


def seated(whole: Whole, seats: int) -> list[Person]:
    """People in the middle of a long game, at a table of their own."""
    from protocol import messages as m

    new = m.NewTable(seats=seats, options={"uno_grace": "0", "goal": "points", "target": "1000"})
    people = [whole.person(f"Player {seat}") for seat in range(seats)]
    for person in people:
        person.ask(m.JoinTable, table="T", new=new)
    for person in people:
        person.ask(m.Ready)
    people[0].ask(m.Start)
    whole.deliver()
    return people


def play(whole: Whole, people: Sequence[Person], moves: int) -> float:
    """So many moves; the calls that one took."""
    from protocol import messages as m
    from tests.server.whole import Calls

    calls, done = Calls(), 0
    while done < moves:
        for person in people:
            if person.phase != "playing":
                person.ask(m.Ready)
                whole.deliver()
            whole.calls = calls
            done += person.move()
            whole.calls = None
            whole.deliver()
            del person.heard[:-KEPT], person.bytes[:]
    return (calls.ours + calls.in_c) / done


def others(whole: Whole, tables: int) -> None:
    """So many other tables, each in a game of two who say nothing."""
    from protocol import messages as m

    for table in range(tables):
        pair = [whole.deaf(f"Two {table} {seat}") for seat in range(2)]
        for link in pair:
            whole.handle(link, m.JoinTable(id=1, table=f"Table {table}", new=m.NewTable(seats=2)))
        for link in pair:
            whole.handle(link, m.Ready(id=2))
        whole.handle(pair[0], m.Start(id=3))


def poll(whole: Whole, link: int, times: int = 20) -> float:
    """The calls that a page of the list of tables takes, asked for again and again."""
    from protocol import messages as m
    from tests.server.whole import Calls

    whole.handle(link, m.ListTables(id=1))  # what has changed since the last one is made now
    whole.calls = calls = Calls()
    for id in range(2, times + 2):
        whole.handle(link, m.ListTables(id=id))
    whole.calls = None
    whole.deliver()
    return (calls.ours + calls.in_c) / times


# --- the rows --------------------------------------------------------------------------------------------------------


async def a_move(tables: int = 0, seats: int = 4, spectators: int = 0, lobby: int = 0) -> float:
    """What a move costs at a table of so many, beside so many others."""
    from protocol import messages as m
    from tests.server.whole import Whole

    whole = Whole()
    others(whole, tables)
    for number in range(lobby):
        whole.deaf(f"Guest {number}")
    people = seated(whole, seats)
    for number in range(spectators):
        whole.handle(whole.deaf(f"Spectator {number}"), m.SpectateTable(id=1, table="T"))
    whole.deliver()
    cost = play(whole, people, MOVES)
    await whole.end()
    return cost


async def a_poll(tables: int = 1, lobby: int = 1) -> float:
    """What a page of the list costs, with so many tables, for one of so many in the lobby."""
    from tests.server.whole import Whole

    whole = Whole()
    others(whole, tables)
    cost = [poll(whole, whole.deaf(f"Guest {number}")) for number in range(max(1, lobby))][-1]
    await whole.end()
    return cost


async def late_moves(moves: Sequence[int]) -> tuple[float, ...]:
    """What a move costs after so many moves of one game."""
    from tests.server.whole import Whole

    whole, found, done = Whole(), [], 0
    people = seated(whole, 4)
    for many in moves:
        play(whole, people, many - done)
        found.append(play(whole, people, MOVES))
        done = many + MOVES
    await whole.end()
    return tuple(found)


def a_start(commits: int) -> float:
    """Seconds of processor time that a start takes from a journal of so many commits."""
    from server.journal.store import DiskJournal

    with tempfile.TemporaryDirectory(prefix="uno-growth-") as folder:
        journal = DiskJournal.open(Path(folder))
        recovery.store(journal, commits, OPEN_TABLES)
        journal.pulse(0.0)
        journal.abandon()
        found = json.loads(recovery.a_process([recovery.__file__, "--measure", folder]))
    return float(found["cpu_s"])


def rows(sizes: Sizes) -> list[Row]:
    """All that is measured."""

    def counted(
        what: str, by: str, many: tuple[int, ...], cost: Callable[[int], Coroutine[None, None, float]], *, flat: bool
    ) -> Row:
        return Row(what, by, "calls", flat, many, tuple(asyncio.run(cost(each)) for each in many))

    return [
        counted("a move", "other tables", sizes.tables, lambda many: a_move(tables=many), flat=True),
        counted("a move", "people in the lobby", sizes.lobby, lambda many: a_move(lobby=many), flat=True),
        Row("a move", "moves before it", "calls", True, sizes.moves, asyncio.run(late_moves(sizes.moves))),
        counted("a move", "seats", sizes.seats, lambda many: a_move(seats=many), flat=False),
        counted("a move", "spectators", sizes.spectators, lambda many: a_move(spectators=many), flat=False),
        counted("a page of the list", "tables", sizes.tables, lambda many: a_poll(tables=many), flat=True),
        counted("a page of the list", "people in the lobby", sizes.lobby, lambda many: a_poll(lobby=many), flat=True),
        Row("a start", "commits", "s", False, sizes.commits, tuple(map(a_start, sizes.commits))),
    ]


# --- the drawing -----------------------------------------------------------------------------------------------------

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
    may = "should stay level" if row.flat else "may rise evenly"
    lines = [
        f'<text x="{LEFT}" y="14" font-weight="bold">{escape(row.what)}, {row.unit}</text>',
        f'<text x="{LEFT}" y="26" fill="#555">by {escape(row.by)}; {may}</text>',
        f'<path d="M{LEFT} {TOP}V{TOP + high}H{LEFT + wide}" fill="none" stroke="#888"/>',
        f'<polyline points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in points)}" fill="none" stroke="#06c"/>',
    ]
    for (x, y), many, cost in zip(points, row.many, row.cost, strict=True):
        shown = f"{cost:.0f}" if row.unit == "calls" else f"{cost:.2f}"
        lines += [
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="2.5" fill="#06c"/>',
            f'<text x="{x:.0f}" y="{y - 6:.0f}" text-anchor="middle">{shown}</text>',
            f'<text x="{x:.0f}" y="{HEIGHT - 8}" text-anchor="middle" fill="#555">{many:,}</text>',
        ]
    return lines


# --- the command -----------------------------------------------------------------------------------------------------


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small numbers, and no drawing")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args()
    into_environment()
    sys.path.insert(0, str(environment.ROOT))
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
        print(f"growth.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
