"""Upkeep: moves finished games to records of their own, and drops entries that nobody can miss any more."""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import takewhile
from math import inf
from operator import attrgetter
from pathlib import Path

from uno_server.base.limits import ENTRIES_KEPT
from uno_server.journal.bodies import back_from, glance, write_record
from uno_server.journal.database import BodyRow, Damaged, Statement, connect, rows

SLICE_SECONDS = 0.0003
"""How long the journal is kept from a running server at a time."""
PAUSE_SECONDS = 0.003
"""The least time in seconds that the server has the journal to itself in between."""
AT_ONCE = 16  # rows that one statement removes


def connected(path: Path) -> sqlite3.Connection:
    """A connection that changes the journal beside a server, in a thread or a process. Raises sqlite3.Error."""
    connection = connect(path)
    for pragma in ("synchronous = NORMAL", "wal_autocheckpoint = 0", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def tidy(connection: sqlite3.Connection, tables: Iterable[int]) -> None:
    """Do what there is to do at these tables, beside a server that writes. Raises sqlite3.Error."""
    gone: list[int] = []
    for tab in tables:
        for ended, *row in connection.execute("SELECT at, number, body, sum FROM known WHERE number = ?", (tab,)):
            with suppress(Damaged):
                _, n, notes = glance(BodyRow(*row).written())
                # All of them, or all but those of the running game and the last that somebody may have missed.
                oldest, running = (n - ENTRIES_KEPT, notes.game or inf) if ended is None else (inf, inf)
                back = back_from(connection, notes.last)
                gone += [row.number for row, at in back if at <= oldest and row.number < running]
    # After a look at what is gone: so there is a record of whatever is over by then.
    sql = "SELECT number, tab, last FROM games WHERE ended IS NOT NULL AND record IS NULL AND last IS NOT NULL"
    for number, tab, last in connection.execute(sql).fetchall():
        of_it = [row for row, _ in back_from(connection, last, number)][::-1]
        if not of_it or of_it[0].number > number:  # what is behind damage can't be read; what is before it can
            there = rows(connection, f"entries WHERE tab = {tab} AND number BETWEEN {number} AND {last}")
            of_it = [*takewhile(attrgetter("sound"), there)]
        record = write_record(of_it)
        carry_out(connection, [("UPDATE games SET record = ? WHERE number = ?", (record, number))])
    carry_out(connection, deletions("entries", sorted(gone)))  # in order, as each page is written again


def deletions(name: str, numbers: list[int]) -> Iterator[Statement]:
    """Statements that remove these rows, a few at a time."""
    for at in range(0, len(numbers), AT_ONCE):
        some = tuple(numbers[at : at + AT_ONCE])
        yield f"DELETE FROM {name} WHERE number IN ({', '.join('?' * len(some))})", some


def one_by_one(connection: sqlite3.Connection, steps: Iterable[Statement]) -> int:
    """Carry out statements that take long to make, each by itself: how many there were. Raises sqlite3.Error."""
    count = 0
    for count, step in enumerate(steps, 1):  # noqa: B007  (the last one)
        carry_out(connection, [step])
    return count


def carry_out(
    connection: sqlite3.Connection, steps: Iterable[Statement], go_on: Callable[[], bool] = lambda: True
) -> None:
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
