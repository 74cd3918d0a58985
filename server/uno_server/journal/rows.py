"""Rows: what the journal has stored, as a server that begins reads it."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from uno_engine.events import Event
from uno_protocol.room import RoomEvent
from uno_server.base.limits import ENTRIES_KEPT
from uno_server.journal.database import is_sound
from uno_server.journal.games import Counted, last_game
from uno_server.journal.records import Damaged, read_commit

_ROWS = "SELECT number, wall, clock, tab, session, request, answer, body, sum FROM commits"
_OPEN_STILL = "(ended IS NULL OR NOT ended >= 1)"
"""No end has a time like that; but one flipped bit makes it of none."""


class Pulse(NamedTuple):
    """When the server last gave a sign of life: its own time, and that of the calendar, in seconds."""

    clock: float
    wall: float


class SessionRow(NamedTuple):
    """A session, as it is stored. `parted`: calendar time of its last use; None while it is connected."""

    number: int
    name: str
    digest: bytes
    taken_up: bool
    parted: float | None
    sound: bool


class TableRow(NamedTuple):
    """A table that has not ended, as it is stored."""

    number: int
    first: int
    """The commit that opened it."""
    code: str
    room: bytes
    bot_pause: float
    bot_secret: bytes
    sound: bool


class CommitRow(NamedTuple):
    """A commit of a table, as it is stored."""

    number: int
    wall: float
    clock: float
    table: int | None
    session: int | None
    request: int | None
    answer: bytes | None
    body: bytes
    sound: bool


class CheckpointRow(NamedTuple):
    """How a table stood, or what a session was last answered, up to that commit, as it is stored."""

    upto: int
    body: bytes
    sound: bool


class Rows:
    """What a connection can read. Every method raises sqlite3.Error where SQLite itself finds damage."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def last_commit(self) -> int:
        """The number of the last commit; 0 if there is none."""
        (last,) = self._connection.execute("SELECT max(number) FROM commits").fetchone()
        return last or 0

    def about(self, key: str) -> str | None:
        """The note under that key."""
        found = self._connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return None if found is None else str(found[0])

    def last_pulse(self) -> Pulse | None:
        """The last sign of life of a server, its commits included; None if there was none."""
        (commits,) = self._connection.execute("SELECT max(number) FROM commits")
        found = [
            Pulse(clock, wall)
            for clock, wall, sum_ in self._connection.execute("SELECT clock, wall, sum FROM pulse")
            if is_sound(sum_, (clock, wall))
        ]
        for row in self._connection.execute(f"{_ROWS} WHERE number = ?", commits):
            found += [Pulse(row[2], row[1])] if _commit_row(row).sound else []
        return max(found, default=None)

    def last_numbers(self) -> tuple[int, int]:
        """The highest number of a session and of a table that there ever was."""
        sessions, tables = (
            max(self._connection.execute(f"SELECT max(number) FROM {name}s").fetchone()[0] or 0, self._noted(name))
            for name in ("session", "table")
        )
        return sessions, tables

    def _noted(self, kind: str) -> int:
        """The highest number that a rescue found: what had it may be lost."""
        noted = self.about(f"last_{kind}")
        return int(noted) if noted and noted.isdigit() else 0

    def sessions(self) -> Iterator[SessionRow]:
        """The sessions that have not ended. Of one that is not sound, only the number counts."""
        sql = f"""
            SELECT number, first, name, digest, taken_up, parted, sum FROM sessions WHERE {_OPEN_STILL} ORDER BY number
        """
        for number, first, name, digest, taken_up, parted, sum_ in self._connection.execute(sql):
            sound = is_sound(sum_, (number, first), name, digest) and isinstance(parted, float | None)
            yield SessionRow(number, name, digest, bool(taken_up), parted, sound)

    def tables(self) -> Iterator[TableRow]:
        """The tables that have not ended. Of one that is not sound, only the number and perhaps the code count."""
        sql = f"""
            SELECT number, first, code, room, bot_pause, bot_secret, sum FROM tables WHERE {_OPEN_STILL} ORDER BY number
        """
        for number, first, code, room, pause, secret, sum_ in self._connection.execute(sql):
            yield TableRow(
                number, first, code, room, pause, secret, is_sound(sum_, (number, first, pause), room, secret)
            )

    def tail(self) -> int:
        """The first commit that may be in no checkpoint; 0 if that was never noted, so that all have to be read."""
        for since, sum_ in self._connection.execute("SELECT since, sum FROM tail"):
            if is_sound(sum_, (since,)):
                return int(since)
        return 0

    def commits(self, since: int) -> Iterator[CommitRow]:
        """The commits since that one, in order; but for 0 those since the first of a table that has not ended."""
        first = f"coalesce(nullif(?, 0), (SELECT min(first) FROM tables WHERE {_OPEN_STILL}))"
        return map(_commit_row, self._connection.execute(f"{_ROWS} WHERE number >= {first} ORDER BY number", (since,)))

    def commits_of(self, table: int) -> Iterator[CommitRow]:
        """All commits of a table, in order. They are looked for in the whole journal."""
        return map(_commit_row, self._connection.execute(f"{_ROWS} WHERE tab = ? ORDER BY number", (table,)))

    def checkpoints_kept(self) -> dict[int, CheckpointRow]:
        """How tables stood, by number."""
        return self._checkpoints("checkpoints")

    def answers_kept(self) -> dict[int, CheckpointRow]:
        """The latest answers of sessions, by the session's number."""
        return self._checkpoints("answers")

    def _checkpoints(self, name: str) -> dict[int, CheckpointRow]:
        return {
            number: CheckpointRow(upto, body, is_sound(sum_, (number, upto), body))
            for number, upto, body, sum_ in self._connection.execute(f"SELECT number, upto, body, sum FROM {name}")
        }

    def games(self, table: int) -> tuple[int, Counted] | None:
        """The games of a table up to a commit, as they are counted for the list; None if that is not known."""
        last = "SELECT max(number) FROM games WHERE tab = ?1"
        sql = f"SELECT number, upto, body, sum FROM games WHERE tab = ?1 AND number IN (0, ({last}))"
        try:
            return last_game(table, self._connection.execute(sql, (table,)))
        except Damaged:
            return None

    def entries_before(self, table: int, commit: int, n: int) -> list[Event | RoomEvent]:
        """The last events of a table up to entry `n`, which that commit has; none from before a damaged commit."""
        found: list[list[Event | RoomEvent]] = []
        at: int | None = commit
        while at is not None and sum(map(len, found)) < ENTRIES_KEPT:
            row = self._connection.execute(f"{_ROWS} WHERE number = ?", (at,)).fetchone()
            if row is None or not (told := _commit_row(row)).sound or told.table != table:
                break
            try:
                kept = read_commit(told.body)
            except Damaged:
                break
            if not kept.entries or kept.entries[-1].n != n:
                break
            found.append([logged.event for logged in kept.entries])
            n, at = kept.extent.first - 1, kept.before
        return [event for events in reversed(found) for event in events]

    def answers(self, newest: int, session: int | None = None) -> Iterator[CommitRow]:
        """The commits that answer requests of sessions that have not ended: the newest few of each, in order.

        They are looked for in the whole journal. `session`: only of that one.
        """
        sql = """
            SELECT number, wall, clock, tab, session, request, answer, body, sum FROM (
                SELECT *, row_number() OVER (PARTITION BY session ORDER BY number DESC) AS age FROM commits
                WHERE request IS NOT NULL
                AND session IN (SELECT number FROM sessions WHERE ended IS NULL AND number = coalesce(?, number))
                AND number >= (SELECT min(first) FROM sessions WHERE ended IS NULL)
            ) WHERE age <= ? ORDER BY number
        """
        return map(_commit_row, self._connection.execute(sql, (session, newest)))


_StoredCommit = tuple[int, float, float, int | None, int | None, int | None, bytes | None, bytes, int]


def _commit_row(row: _StoredCommit) -> CommitRow:
    number, wall, clock, table, session, request, answer, body, sum_ = row
    return CommitRow(number, wall, clock, table, session, request, answer, body, is_sound(sum_, row[:6], answer, body))
