"""Checkpoints: which tables and sessions get one when, so that a recovery reads no more than the end of a journal.

Every table, and every session that was answered, is in the last `TAIL` commits with all that no checkpoint of it
covers: the one that has waited longest gets the next one.
"""

import logging
import sqlite3
from collections import OrderedDict, deque
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from uno_server.base.limits import ANSWERS_KEPT
from uno_server.base.logs import whereabouts
from uno_server.core.outputs import Commit
from uno_server.journal.database import checksum, is_sound
from uno_server.journal.games import Counted, write_game
from uno_server.journal.records import Answer, read_answers, write_answers, write_checkpoint, write_counted
from uno_server.table.facts import GameBegun, SessionEnded, TableEnded, TableOpened
from uno_server.table.table import Table

log = logging.getLogger(__name__)

TAIL = 12_288
"""Commits that a recovery has to read, about; a checkpoint costs some 60 µs."""
TOGETHER = 64
"""Checkpoints of tables in a transaction, at most, and of sessions."""

_EVENT, _KIND = attrgetter("event"), attrgetter("kind")
Statement = tuple[str, tuple[object, ...]]

CHECKPOINT = "INSERT OR REPLACE INTO checkpoints (number, upto, body, sum) VALUES (?, ?, ?, ?)"
_NO_CHECKPOINT = "DELETE FROM checkpoints WHERE number = ?"
_SESSION = "INSERT OR REPLACE INTO answers (number, upto, body, sum) VALUES (?, ?, ?, ?)"
_GAME = "INSERT OR REPLACE INTO games (tab, number, upto, body, sum) VALUES (?, ?, ?, ?, ?)"
_TAIL = "INSERT OR REPLACE INTO tail (id, since, sum) VALUES (1, ?, ?)"


@dataclass(slots=True)
class Stored:
    """How far a table is stored."""

    upto: int
    """Its last commit."""
    last: int
    """The commit with its last entry."""
    n: int
    """The number of its last entry."""
    counted: Counted | None = None
    """Its games, if all of them are known from the beginning."""


class Waiting(NamedTuple):
    """A table of which something is in no checkpoint."""

    since: int
    """The first commit that is in none."""
    table: Table


@dataclass(slots=True)
class Answered:
    """A session of which an answer is in no checkpoint."""

    since: int
    """The first commit that is in none."""
    upto: int
    """The last one."""
    answers: deque[Answer]
    """The last ones that are in none."""


class Checkpoints:
    """The changes of commits that no checkpoint covers yet."""

    def __init__(self) -> None:
        self.tail = TAIL
        self.begin()
        self.complete(0)

    def begin(self) -> None:
        """Start over: a recovery puts in what the journal has, and then says that it is complete."""
        self._stored: dict[int, Stored] = {}
        self._tables: OrderedDict[int, Waiting] = OrderedDict()
        """Oldest first, as the sessions, once all are there."""
        self._sessions: OrderedDict[int, Answered] = OrderedDict()
        self._ended: list[Statement] = []
        self._over: dict[int, Stored] = {}
        """Tables where a game has ended, or that have ended themselves."""
        self._complete = False

    def put_table(self, number: int, stored: Stored, waiting: Waiting | None) -> None:
        """A table comes from the journal; `waiting` if it has done something since its last checkpoint."""
        self._stored[number] = stored
        if waiting is not None:
            self._tables[number] = waiting

    def put_session(self, number: int, answered: Answered) -> None:
        """A session comes from the journal that was answered since its last checkpoint."""
        self._sessions[number] = answered

    def complete(self, since: int) -> None:
        """All are there; `since`: where the journal notes that its tail begins."""
        self._tables = OrderedDict(sorted(self._tables.items(), key=lambda one: one[1].since))
        self._sessions = OrderedDict(sorted(self._sessions.items(), key=lambda one: one[1].since))
        self._noted = since
        self._idle_until = 0
        """The last commit with which nothing can be due."""
        self._complete = True

    def before(self, table: int | None) -> int | None:
        """The commit with the last entry of a table."""
        stored = self._stored.get(table) if table is not None else None
        return None if stored is None else stored.last or None

    def note(self, commit: Commit, answer: bytes | None, wall: float) -> None:
        """Take a commit of that calendar time into account; `answer` as it is stored."""
        number, session, table, standing = commit.number, commit.session, commit.table, commit.standing
        if commit.request is not None and session is not None:
            answered = self._sessions.get(session)
            if answered is None:
                answers = deque([(commit.request, answer)], ANSWERS_KEPT)
                self._sessions[session] = Answered(number, number, answers)
            else:
                answered.upto = number
                answered.answers.append((commit.request, answer))
        if table is not None and standing is not None:
            if (stored := self._stored.get(table)) is None:
                counted = next((Counted(fact.room.copy()) for fact in commit.facts if type(fact) is TableOpened), None)
                stored = self._stored[table] = Stored(number, 0, 0, counted)
            stored.upto = number
            if entries := commit.entries:
                stored.last, stored.n = number, entries[-1].n
            if table not in self._tables:
                self._tables[table] = Waiting(number, standing)
            if stored.counted is not None:
                self._count(commit, table, stored, stored.counted, wall)
        for fact in commit.facts:
            if type(fact) is TableEnded:
                self._tables.pop(fact.number, None)
                self._stored.pop(fact.number, None)
                self._ended.append((_NO_CHECKPOINT, (fact.number,)))
            elif type(fact) is SessionEnded:
                self._sessions.pop(fact.number, None)
                self._ended.append(("DELETE FROM answers WHERE number = ?", (fact.number,)))

    def _count(self, commit: Commit, number: int, stored: Stored, counted: Counted, wall: float) -> None:
        """Count what the commit tells of the table's games. A fault in that costs only a list that is read faster."""
        seed, ended = None, False
        for fact in commit.facts:
            if type(fact) is GameBegun:
                seed = fact.seed
            elif type(fact) is TableEnded:
                ended = True
        try:
            over = counted.take(map(_EVENT, commit.entries), map(_KIND, commit.actions), seed, wall)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its moves have to be stored all the same)
            log.warning("the games of table %s are not counted: %s", counted.room.code, whereabouts(fault))
            stored.counted = None
            return
        if over or ended:
            self._over[number] = stored

    def due(self, last: int, commits: int, connection: sqlite3.Connection) -> list[Statement]:
        """What to store with that last commit, and the `commits` that end with it. Raises sqlite3.Error.

        No more than one table and one session for each of them, so nobody waits for many at a time.
        """
        if last <= self._idle_until and not self._ended and not self._over:
            return []
        made, self._ended = self._ended, []
        for number, stored in self._over.items():
            made += _games(number, stored)
        self._over.clear()
        if not self._complete:  # who has waited longest may be still to come
            return made
        overdue, most = last - self.tail, min(commits, TOGETHER)
        for _ in range(most):
            if not (of_table := self._of_table(overdue)):
                break
            made += of_table
        for _ in range(most):
            if (of_session := self._of_session(overdue, connection)) is None:
                break
            made.append(of_session)
        since = self._since(last)
        self._idle_until = since + self.tail - 1
        if since - self._noted > self.tail // 64:
            self._noted = since
            made.append((_TAIL, (since, checksum((since,)))))
        return made

    def _since(self, last: int) -> int:
        """The first commit that is needed because no later checkpoint covers it."""
        table, session = next(iter(self._tables.values()), None), next(iter(self._sessions.values()), None)
        return min(last + 1 if table is None else table.since, last + 1 if session is None else session.since)

    def _of_table(self, overdue: int) -> list[Statement]:
        """The checkpoint of the table that has waited longest, if it is overdue and all that it did is stored.

        If none can be made, the one before goes too: the tail moves on, and a recovery reads all that the table did.
        """
        if not self._tables:
            return []
        number, (since, table) = next(iter(self._tables.items()))
        stored = self._stored[number]
        if since > overdue or table.log.n != stored.n:
            return []
        del self._tables[number]
        made: Statement
        try:
            body = write_checkpoint(table, stored.last)
            made = (CHECKPOINT, (number, stored.upto, body, checksum((number, stored.upto), body)))
        except Exception as fault:  # noqa: BLE001  (the edge of a table: a recovery reads more, and nothing is lost)
            log.warning("no checkpoint of table %s can be made: %s", table.room.code, whereabouts(fault))
            made = (_NO_CHECKPOINT, (number,))
        return [made, *_games(number, stored)]

    def _of_session(self, overdue: int, connection: sqlite3.Connection) -> Statement | None:
        """The last answers to the session that has waited longest, if it is overdue."""
        if not self._sessions:
            return None
        number, answered = next(iter(self._sessions.items()))
        if answered.since > overdue:
            return None
        del self._sessions[number]
        answers = list(answered.answers)
        if len(answers) < ANSWERS_KEPT:
            answers = [*_stored_answers(number, connection), *answers]
        body = write_answers(answers[-ANSWERS_KEPT:])
        return _SESSION, (number, answered.upto, body, checksum((number, answered.upto), body))


def _stored_answers(session: int, connection: sqlite3.Connection) -> list[Answer]:
    sql = "SELECT upto, body, sum FROM answers WHERE number = ?"
    for upto, body, sum_ in connection.execute(sql, (session,)):
        if is_sound(sum_, (session, upto), body):
            return read_answers(body)
    return []


def _games(table: int, stored: Stored) -> list[Statement]:
    """What a list of saved games tells of a table up to its last commit.

    If its games are not counted, what was told before goes: a list would miss what lies between that and the tail.
    """
    counted = stored.counted
    if counted is None:
        return [("DELETE FROM games WHERE tab = ?", (table,))]
    bodies = {0: write_counted(counted.games, stored.n, counted.room)}
    if counted.game is not None:
        bodies[counted.game.number] = write_game(counted.game)
    upto = stored.upto
    return [(_GAME, (table, at, upto, body, checksum((table, at, upto), body))) for at, body in bodies.items()]
