"""Upkeep: moves finished games to records of their own, and drops entries that nobody can miss any more."""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from math import inf

from uno_server.base.limits import ENTRIES_KEPT
from uno_server.journal.bodies import Damaged, glance
from uno_server.journal.games import write_record
from uno_server.journal.rows import back_from

SLICE_SECONDS = 0.0003
"""How long the journal is kept from a running server at a time."""
PAUSE_SECONDS = 0.003
"""The least time in seconds that the server has the journal to itself in between."""
AT_ONCE = 16
"""Rows that one statement removes."""

Step = tuple[str, tuple[object, ...]]


def tidy(connection: sqlite3.Connection, tables: Iterable[int] | None) -> None:
    """Do what there is to do at these tables, beside a server that writes; None: at any. Raises sqlite3.Error."""
    gone: list[int] = []
    if tables is None:
        over = "SELECT number FROM tables WHERE ended IS NOT NULL AND aside IS NULL"
        gone += (number for (number,) in connection.execute(f"SELECT number FROM entries WHERE tab IN ({over})"))
    for tab in tables or ():
        for ended, body in connection.execute("SELECT ended, body FROM tables WHERE number = ?", (tab,)).fetchall():
            gone += _over(connection, tab, body, ended=ended is not None)
    # After a look at what is gone: so there is a record of whatever is over by then.
    sql = "SELECT number, tab, last FROM games WHERE ended IS NOT NULL AND body IS NULL AND last IS NOT NULL"
    for number, tab, last in connection.execute(sql).fetchall():
        carry_out(connection, [_record(connection, number, tab, last)])
    carry_out(connection, deletions("entries", sorted(gone)))  # in order, as each page is written again


def _record(connection: sqlite3.Connection, number: int, tab: int, last: int) -> Step:
    """Move the entries of a game that is over to its record."""
    back = takewhile(lambda row: row.number >= number, back_from(connection, tab, last))
    moments = [(row.number, row.wall, row.body) for row in back]
    return "UPDATE games SET body = ? WHERE number = ?", (write_record(moments[::-1]), number)


def _over(connection: sqlite3.Connection, tab: int, body: bytes, *, ended: bool) -> list[int]:
    """A table's entries but those of its running game, and the last that somebody may have missed."""
    try:
        _, n, notes = glance(body)
    except Damaged:
        return []
    behind = back_from(connection, tab, notes.last)
    if ended:
        return [row.number for row in behind]
    oldest, running = n - ENTRIES_KEPT, notes.game or inf
    return [row.number for row in behind if row.n <= oldest and row.number < running]


def deletions(name: str, numbers: Iterable[int]) -> Iterator[Step]:
    """Statements that remove these rows, a few at a time."""
    numbers = list(numbers)
    for at in range(0, len(numbers), AT_ONCE):
        some = tuple(numbers[at : at + AT_ONCE])
        yield f"DELETE FROM {name} WHERE number IN ({', '.join('?' * len(some))})", some


def carry_out(connection: sqlite3.Connection, steps: Iterable[Step], go_on: Callable[[], bool] = lambda: True) -> None:
    """Carry out statements in transactions so short that no move has to wait. Raises sqlite3.Error."""
    left = deque(steps)
    while left and go_on():
        connection.execute("BEGIN IMMEDIATE")
        end = time.perf_counter() + SLICE_SECONDS
        connection.execute(*left.popleft())
        while left and time.perf_counter() < end:
            connection.execute(*left.popleft())
        connection.execute("COMMIT")
        time.sleep(PAUSE_SECONDS)
