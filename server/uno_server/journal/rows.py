"""Rows: what the journal has stored, as a server that begins reads it, and `uno-journal`."""

import sqlite3
from collections.abc import Iterator
from struct import Struct
from typing import Any, NamedTuple
from zlib import crc32

from uno_engine.events import Event
from uno_protocol.room import RoomEvent
from uno_server.base.limits import ENTRIES_KEPT
from uno_server.journal.bodies import Damaged, Entries, read_entries
from uno_server.journal.database import is_sound


class BodyRow(NamedTuple):
    """A session or a table, as it is stored."""

    number: int
    body: bytes
    sound: bool


class EntryRow(NamedTuple):
    """What a commit did at a table, as it is stored."""

    number: int
    table: int
    n: int
    """The table's last entry then."""
    before: int
    """The commit with the table's entries before these; 0 if there is none."""
    wall: float
    body: bytes
    sound: bool

    def read(self) -> Entries:
        """Its content. Raises Damaged."""
        if not self.sound:
            raise Damaged("entries are not what was written")
        return read_entries(self.body)


ENTRY = "number, tab, n, before, wall, body, sum"


def entry_sum(number: int, tab: int, n: int, before: int, wall: float, body: bytes) -> int:
    """The sum of a row of `entries`."""
    return crc32(body, crc32(_KEY(tab, n, before, wall), number & 0xFFFFFFFF))


_KEY = Struct("<qqqd").pack


def entry_row(row: tuple[Any, ...]) -> EntryRow:
    """A row of `entries` with the columns `ENTRY`."""
    number, tab, n, before, wall, body, sum_ = row
    sound = isinstance(body, bytes) and entry_sum(number, tab, n, before, wall, body) == sum_
    return EntryRow(number, tab, n, before, wall, body, sound)


def sessions(connection: sqlite3.Connection) -> Iterator[BodyRow]:
    """All sessions. Raises sqlite3.Error."""
    for number, body, sum_ in connection.execute("SELECT number, body, sum FROM sessions ORDER BY number"):
        yield BodyRow(number, body, is_sound(sum_, number, body))


def open_tables(connection: sqlite3.Connection) -> Iterator[BodyRow]:
    """The tables that have not ended. Raises sqlite3.Error."""
    sql = "SELECT number, body, sum FROM tables WHERE ended IS NULL ORDER BY number"
    for number, body, sum_ in connection.execute(sql):
        yield BodyRow(number, body, is_sound(sum_, number, body))


def about(connection: sqlite3.Connection, key: str) -> str | None:
    """The note under that key. Raises sqlite3.Error."""
    found = connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def back_from(connection: sqlite3.Connection, table: int, last: int) -> Iterator[EntryRow]:
    """What a table did, the last first, as far as all of it is there. Raises sqlite3.Error."""
    while last:
        row = connection.execute(f"SELECT {ENTRY} FROM entries WHERE number = ?", (last,)).fetchone()
        if row is None or (found := entry_row(row)).table != table or not found.sound:
            return
        yield found
        last = found.before


def events_before(connection: sqlite3.Connection, table: int, last: int, n: int) -> list[Event | RoomEvent]:
    """The last events of a table up to entry `n`, which that commit has; none from before damage. Raises sqlite3.Error.

    They serve those who have missed some, so there need not be more than `ENTRIES_KEPT`.
    """
    found: list[list[Event | RoomEvent]] = []
    count = 0
    for row in back_from(connection, table, last):
        try:
            entries = row.read()
        except Damaged:
            break
        if row.n != n - count:
            break
        found.append(entries.events)
        count += len(entries.events)
        if count >= ENTRIES_KEPT:
            break
    return [event for events in reversed(found) for event in events]
