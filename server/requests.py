"""Which request does what: the way into a table, and what may be asked once one is there (P-7, P-9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from protocol import messages as m
from server.door import Door
from server.lobby import Lobby
from server.refusal import Refusal, no_such_table
from server.session import Session
from server.table import Table

Work = Callable[[], m.ServerMessage | None]
"""Carries a request out at a table; gives the answer, or None while the table holds it (U3)."""

Entering = m.CreateTable | m.JoinTable | m.SpectateTable


def way_in(lobby: Lobby, door: Door, session: Session, request: Entering, now: float) -> tuple[Table, Work]:
    """The table that is to be entered, opened if need be, and how. Raises Refusal."""
    table, new, note = _find_or_open(partial(_open, lobby, door, session, now), lobby, session, request)
    number, id = session.number, request.id

    def sit() -> m.Joined:
        seat = table.sit(number, session.name, now)
        for level in new.bots if new is not None else ():
            table.seat_bot(level)
        return m.Joined(id=id, table=table.room.code, seat=seat, note=note)

    def watch() -> m.Joined:
        table.watch(number)
        return m.Joined(id=id, table=table.room.code)

    return table, watch if isinstance(request, m.SpectateTable) else sit


def _open(lobby: Lobby, door: Door, session: Session, now: float, name: str, new: m.NewTable) -> Table:
    """A new table, counted (P-10.4). Raises Refusal."""
    door.check_opening(session.number, now)
    table = lobby.open(name, new)
    door.opened(session.number, now)
    return table


def _find_or_open(
    open_: Callable[[str, m.NewTable], Table], lobby: Lobby, session: Session, request: Entering
) -> tuple[Table, m.NewTable | None, str | None]:
    """The table, how it was opened if it is new, and a note on what was ignored. Raises Refusal."""
    if isinstance(request, m.CreateTable):
        _check_free(lobby, session, None)
        return open_(request.name, request.new), request.new, None
    found = lobby.find(request.table)
    watching = isinstance(request, m.SpectateTable)
    _check_free(lobby, session, None if watching else found)
    new = None if isinstance(request, m.SpectateTable) else request.new
    if found is not None:
        return found, None, None if new is None else "table_exists"
    if new is None:
        raise no_such_table()
    return open_(request.table, new), new, None


def _check_free(lobby: Lobby, session: Session, to_sit_at: Table | None) -> None:
    """Raise Refusal if the session is at a table; but who watches a table may sit down at that one."""
    if session.table is None:
        return
    table = lobby[session.table]
    if table is not to_sit_at or table.members[session.number].seat is not None:
        raise Refusal("already_at_table", args={"table": session.table}, text="you are at a table; leave it first")


def own_table(lobby: Lobby, session: Session) -> Table:
    """The table where the session is. Raises Refusal."""
    if session.table is None:
        raise Refusal("not_at_table", text="you are at no table")
    return lobby[session.table]


def play_at(table: Table, session: int, request: m.PlayRequest, now: float) -> m.Ok | None:
    """Carry out a request of play; None if it is held. Raises Refusal, Refused or FieldFault."""
    return m.Ok(id=request.id) if table.play(session, request, now) else None


def at_table(table: Table, session: int, request: m.Request, now: float) -> m.ServerMessage:
    """Carry out a request, other than one of play, of somebody who is there. Raises Refusal, Refused or FieldFault."""
    seat = table.members[session].seat
    match request:
        case m.LeaveTable():
            table.leave(session, now)
        case m.AddBot(level=level):
            table.add_bot(seat, level, now)
        case m.RemoveBot(seat=which):
            table.remove_bot(seat, which, now)
        case m.Ready(ready=ready):
            table.ready(seat, ready, now)
        case m.Start(chosen=chosen):
            table.start(seat, chosen, now)
        case m.Continuations() | m.WhyNot():
            return table.asks(session, request)
        case _:
            raise TypeError(f"no request is {request!r}")
    return m.Ok(id=request.id)
