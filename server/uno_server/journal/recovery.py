"""Recovery: how a server continues from its journal, with sessions, answers and tables as they were (FAULTS 42, 43)."""

from __future__ import annotations

import gc
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from uno_engine.events import Event, RoundDealt
from uno_protocol.room import RoomEvent
from uno_server.base.limits import ENTRIES_KEPT
from uno_server.base.logs import whereabouts
from uno_server.base.secrets import Entropy
from uno_server.core.admission import Bans
from uno_server.core.hub import Hub
from uno_server.core.sessions import Session
from uno_server.journal import database
from uno_server.journal.bodies import back_from, read_moment, read_session, read_table
from uno_server.journal.database import BodyRow, Damaged
from uno_server.journal.store import DiskJournal, Journal, JournalFailed
from uno_server.table.table import Table

log = logging.getLogger(__name__)


class Recovered(NamedTuple):
    """A server, restored from its journal."""

    hub: Hub
    now: float  # seconds of the server's time at its last sign of life, where it continues
    messages: list[str]
    """Messages for the administrator, a line each; more may come with `coming`."""
    tables: int  # how many continue
    coming: Iterator[Table] | None = None
    """The tables, one at a time, if they are not with the hub yet: `Hub.arrived` takes them. Raises JournalFailed."""


def new_hub(journal: Journal, make: Callable[..., Hub], *, as_they_come: bool = False) -> Recovered:
    """The hub of a server with that journal; call `Hub.begin` next. Raises JournalFailed if nothing can be written.

    `make`: `Hub`, for its `id` and `commits`. `as_they_come`: the tables come later, one at a time (`coming`).
    """
    if not isinstance(journal, DiskJournal):
        return Recovered(make(), 0.0, [], 0)
    gc.disable()  # nothing of what is made here is garbage, and looking for some takes a third of the time
    try:
        recovered = _recovered(journal, make, as_they_come=as_they_come)
    except sqlite3.Error as fault:
        if not database.is_damage(fault):
            raise JournalFailed(f"cannot use {journal.directory}: {database.in_words(fault)}") from fault
        journal.rescue(f"is damaged ({fault})")
        recovered = _recovered(journal, make, as_they_come=as_they_come)
    finally:
        gc.freeze()
        gc.unfreeze()  # all of it is old now, so that the next look for garbage does not go through it
        gc.enable()
    recovered.messages[:0] = journal.messages
    journal.messages.clear()
    return recovered


def _recovered(journal: DiskJournal, make: Callable[..., Hub], *, as_they_come: bool) -> Recovered:
    """Raises JournalFailed; sqlite3.Error where the file is damaged."""
    connection, messages = journal.connection, list[str]()
    server_id = database.about(connection, database.SERVER_ID)
    hub = make(id=server_id, commits=journal.durable)
    if server_id is None:
        journal.store([(database.NOTE, (database.SERVER_ID, hub.id))])
    hub.admission.bans = Bans.read(database.about(connection, database.BANS))
    hub.sessions.recover(_sessions(journal, messages), journal.now.session)
    hub.lobby.count_from(journal.now.table)
    stored = list(database.rows(connection, "tables"))
    tables = _tables(journal, stored, hub.entropy, messages)
    if as_they_come:
        hub.expect_tables()
        return Recovered(hub, journal.now.clock, messages, len(stored), tables)
    for table in tables:
        hub.put_back(table)
    return Recovered(hub, journal.now.clock, messages, len(hub.lobby))


def _sessions(journal: DiskJournal, messages: list[str]) -> list[Session]:
    """The sessions, all of them disconnected. Raises JournalFailed, sqlite3.Error."""
    now, wall = journal.now, journal.wall()

    def used(parted: float | None) -> float:
        return now.clock - max(0.0, wall - (now.wall if parted is None else parted))

    found, lost = list[Session](), list[int]()
    for row in database.rows(journal.connection, "sessions"):
        try:
            found.append(read_session(row.number, row.written(), used))
        except Damaged as fault:
            lost.append(row.number)
            messages.append(f"session {row.number} is lost, and its player must log in again: {fault}")
    journal.keep_sessions(found, lost)
    return found


def _tables(journal: DiskJournal, stored: list[BodyRow], entropy: Entropy, messages: list[str]) -> Iterator[Table]:
    """The tables. One that cannot be read is set aside alone, and that is logged. Raises JournalFailed."""
    for row in stored:
        try:
            table = read_table(row.number, row.written(), entropy, journal.now.clock)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            why = str(fault) if isinstance(fault, Damaged) else whereabouts(fault)
            journal.set_aside(row.number, why)
            messages.append(f"table {row.number} is set aside, as it cannot be restored: {why}")
            log.error("%s", messages[-1])
            continue
        table.log.earlier = partial(events_before, journal, table.notes.last)
        yield table


def events_before(journal: DiskJournal, last: int, count: int = 0) -> list[Event | RoomEvent]:
    """A table's events up to that commit: the last `count` at least, or all since the last deal and `ENTRIES_KEPT`.

    There are none from before what is damaged or can't be read.
    """
    found: list[Event | RoomEvent] = []
    with suppress(Damaged, sqlite3.Error):
        for row, _ in back_from(journal.connection, last):
            if len(found) >= (count or ENTRIES_KEPT) and (count or RoundDealt in map(type, found)):
                break
            found += reversed(read_moment(row.number, row.body).events)
    return found[::-1]
