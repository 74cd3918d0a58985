"""Recovery: how a server continues from its journal, with sessions, answers and tables as they were (FAULTS 42, 43).

Nothing is decided or folded again: the state of every session and table is there. One that is damaged is given up
alone, and that is told.
"""

from __future__ import annotations

import gc
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from uno_server.base.limits import Limits
from uno_server.base.logs import whereabouts
from uno_server.base.secrets import Entropy
from uno_server.core.admission import Bans
from uno_server.core.hub import Hub
from uno_server.core.sessions import Session
from uno_server.journal import rows
from uno_server.journal.bodies import Damaged, read_session, read_table
from uno_server.journal.database import in_words, is_damage
from uno_server.journal.rows import BodyRow
from uno_server.journal.store import BANS, DiskJournal, Journal, JournalFailed
from uno_server.table.table import Table
from uno_server.table.thinking import AtOnce, Thinker

log = logging.getLogger(__name__)

SERVER_ID = "server_id"


class Recovered(NamedTuple):
    """A server, restored from its journal."""

    hub: Hub
    now: float
    """Seconds of the server's time at its last sign of life, where it continues."""
    messages: list[str]
    """Messages for the administrator, a line each; more may come with `coming`."""
    tables: int
    """The number of tables that continue."""
    coming: Iterator[Table] | None = None
    """The tables, one at a time, if they are not with the hub yet: `Hub.arrived` takes them. Raises JournalFailed."""


def new_hub(
    journal: Journal,
    *,
    name: str,
    entropy: Entropy,
    program: str = "uno-server",
    limits: Limits = Limits(),  # noqa: B008  (a frozen value)
    password: str | None = None,
    test_deals: bool = False,
    fingerprint: str | None = None,
    web: bool = False,
    thinker: Thinker = AtOnce(),  # noqa: B008  (it has no state)
    as_they_come: bool = False,
) -> Recovered:
    """The hub of a server with that journal; call `Hub.begin` next. Raises JournalFailed if nothing can be written.

    `as_they_come`: the tables come later, one at a time (`Recovered.coming`).
    """
    make = partial(
        Hub,
        name=name,
        entropy=entropy,
        program=program,
        limits=limits,
        password=password,
        test_deals=test_deals,
        fingerprint=fingerprint,
        web=web,
        thinker=thinker,
    )
    if not isinstance(journal, DiskJournal):
        return Recovered(make(), 0.0, [], 0)
    try:
        return _recovered(journal, make, entropy, as_they_come=as_they_come)
    except sqlite3.Error as fault:
        if not is_damage(fault):
            raise JournalFailed(f"cannot use {journal.directory}: {in_words(fault)}") from fault
        told = len(journal.messages)
        journal.rescue(f"is damaged ({fault})")
        recovered = _recovered(journal, make, entropy, as_they_come=as_they_come)
        recovered.messages[:0] = journal.messages[told:]
        del journal.messages[told:]
        return recovered


def _recovered(journal: DiskJournal, make: Callable[..., Hub], entropy: Entropy, *, as_they_come: bool) -> Recovered:
    """Raises JournalFailed; sqlite3.Error where the file is damaged."""
    connection, messages = journal.connection, list[str]()
    with _no_collecting():
        server_id = rows.about(connection, SERVER_ID)
        if server_id is None:
            server_id = entropy(8).hex()
            journal.note(SERVER_ID, server_id)
        hub = make(id=server_id, commits=journal.durable)
        hub.admission.bans = Bans.read(rows.about(connection, BANS))
        hub.sessions.recover(_sessions(journal, messages), journal.now.session)
        hub.lobby.count_from(journal.now.table)
        stored = _sound(journal, list(rows.open_tables(connection)), messages)
        tables = _tables(journal, stored, entropy, messages)
        if as_they_come:
            hub.expect_tables()
            return Recovered(hub, journal.now.clock, messages, len(stored), tables)
        count = 0
        for table in tables:
            count += 1
            hub.put_back(table)
        return Recovered(hub, journal.now.clock, messages, count)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Nothing of what a recovery makes is garbage, and looking for some takes a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all of it is old now, so that the next look for garbage does not go through it
        gc.enable()


def _sessions(journal: DiskJournal, messages: list[str]) -> list[Session]:
    """The sessions, all of them disconnected. Raises JournalFailed, sqlite3.Error."""
    now, wall = journal.now, journal.wall()

    def used(parted: float | None) -> float:
        return now.clock - max(0.0, wall - (now.wall if parted is None else parted))

    found, lost = list[Session](), list[int]()
    for row in rows.sessions(journal.connection):
        try:
            if not row.sound:
                raise Damaged("its row is not what was written")
            found.append(read_session(row.number, row.body, used))
        except Damaged as fault:
            lost.append(row.number)
            messages.append(f"session {row.number} is lost, and its player must log in again: {fault}")
    journal.keep_sessions(found, lost)
    return found


def _sound(journal: DiskJournal, stored: list[BodyRow], messages: list[str]) -> list[BodyRow]:
    """The tables whose rows are what was written; the others are set aside, each alone. Raises JournalFailed."""
    messages += [_aside(journal, row.number, "its row is not what was written") for row in stored if not row.sound]
    return [row for row in stored if row.sound]


def _aside(journal: DiskJournal, table: int, why: str) -> str:
    journal.set_aside(table, why)
    return f"table {table} is set aside, as it cannot be restored: {why}"


def _tables(journal: DiskJournal, stored: list[BodyRow], entropy: Entropy, messages: list[str]) -> Iterator[Table]:
    """The tables. One that cannot be read is set aside alone, and that is logged. Raises JournalFailed."""
    for row in stored:
        try:
            table = read_table(row.number, row.body, entropy, journal.now.clock)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            messages.append(_aside(journal, row.number, whereabouts(fault)))
            log.error("%s", messages[-1])
            continue
        table.log.earlier = journal.events_before(table)
        yield table
