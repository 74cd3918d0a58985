"""Which request does what: the way into a table, and what may be asked once one is there (P-7, P-9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from protocol import messages as m
from server import away, hosting, rounds
from server.door import Door
from server.lobby import Lobby
from server.machines import Where, refused_at
from server.members import Member
from server.refusal import Refusal, no_such_table
from server.session import Session
from server.table import Table
from server.table_door import check_door

Work = Callable[[], m.ServerMessage | None]
"""Carries a request out at a table; gives the answer, or None while the table holds it (U3)."""

Entering = m.CreateTable | m.JoinTable | m.SpectateTable


def where_is(lobby: Lobby, session: Session) -> Where:
    """Where a session is."""
    if session.table is None:
        return Where.LOBBY
    table = lobby[session.table]
    seat = table.members[session.number].seat
    return Where.WATCHING if seat is None else Where.HOST if seat == table.room.host else Where.SEATED


def check_allowed(lobby: Lobby, session: Session, request: m.Request) -> None:
    """Raise Refusal unless `machines.REQUESTS` lets such a request be made there and now."""
    phase = None if session.table is None else lobby[session.table].room.phase
    code = refused_at(type(request), where_is(lobby, session), phase)
    if code is not None:
        args: dict[str, str | int] = {} if session.table is None else {"table": session.table}
        raise Refusal(code, args=args if code == "already_at_table" else {}, text=_WHY[code])


_WHY = {
    "already_at_table": "you are at a table; leave it first",
    "not_at_table": "you are at no table",
    "not_seated": "you watch this table and have no seat",
    "not_host": "only the host of the table may do that",
    "game_running": "a game is on",
    "no_game": "no game is on",
    "paused": "the game is paused",
}


def way_in(
    lobby: Lobby, door: Door, session: Session, request: Entering, address: str, now: float
) -> tuple[Table, Work]:
    """The table that is to be entered, opened if need be, and how. Raises Refusal."""
    new: m.NewTable | None
    if isinstance(request, m.CreateTable):
        table, new, note = _open(lobby, door, session, address, now, request.name, request.new), request.new, None
    else:
        table, new, note = _find_or_open(lobby, door, session, request, address, now)
    number, id = session.number, request.id

    def sit() -> m.Joined:
        seat = table.sit(number, session.name, address, now)
        for level in new.bots if new is not None else ():
            table.seat_bot(level)
        return m.Joined(id=id, table=table.room.code, seat=seat, note=note)

    def watch() -> m.Joined:
        table.watch(number, session.name, address)
        return m.Joined(id=id, table=table.room.code)

    return table, watch if isinstance(request, m.SpectateTable) else sit


def _open(
    lobby: Lobby,
    door: Door,
    session: Session,
    address: str,
    now: float,
    name: str,
    new: m.NewTable,
    field: str = "name",
) -> Table:
    """A new table, counted (P-10.4); `field` of the request has its name.

    P-7.17: a refusal tells whether a table of that name or code is there, so it counts as a try. Raises Refusal, also
    for who watches another table (P-7.2).
    """
    _check_free(session, None)
    door.check_opening(session.number, now)
    try:
        table = lobby.open(name, new, field)
    except Refusal:
        door.check_try(session.number, address, now)
        raise
    door.opened(session.number, now)
    return table


def _find_or_open(
    lobby: Lobby, door: Door, session: Session, request: m.JoinTable | m.SpectateTable, address: str, now: float
) -> tuple[Table, m.NewTable | None, str | None]:
    """The table, how it was opened if it is new, and a note on what was ignored. Raises Refusal."""
    new = None if isinstance(request, m.SpectateTable) else request.new
    found = _look_up(lobby, door, session, request.table, address, now, tries=new is None)
    if found is not None:
        _come_in(found, door, session, request, address, now)
        return found, None, None if new is None else "table_exists"
    if new is None:
        raise no_such_table()
    return _open(lobby, door, session, address, now, request.table, new, "table"), new, None


def rules_of(lobby: Lobby, door: Door, session: Session, request: m.TableRules, address: str, now: float) -> m.Rules:
    """The answer to `table_rules`. Raises Refusal."""
    found = _look_up(lobby, door, session, request.table, address, now, tries=True)
    if found is None:
        raise no_such_table()
    return lobby.rules(found, request.id)


def _look_up(
    lobby: Lobby, door: Door, session: Session, text: str, address: str, now: float, *, tries: bool
) -> Table | None:
    """The table of that name or code. P-7.17: a try at a code counts, right or wrong. Raises Refusal `limit`.

    `tries`: whether a text that finds nothing is one; otherwise it names a table that is to be opened.
    """
    found = lobby.find_for(text, session.table)
    hidden = found is not None and not found.room.listed and found.room.code != session.table
    if hidden or (found is None and tries):
        door.check_try(session.number, address, now)
    return found


def _come_in(
    table: Table, door: Door, session: Session, request: m.JoinTable | m.SpectateTable, address: str, now: float
) -> None:
    """Raise Refusal if the session may not come in; who watches a table may sit down at that one."""
    _check_free(session, table)
    check_door(table.door, table.room, session.name, address, to_watch=isinstance(request, m.SpectateTable))
    door.check_entering(session.number, now)
    if session.table is not None or not table.door.digest:
        return
    if table.room.listed:  # else it has been counted with the code
        door.check_try(session.number, address, now)
    if not table.door.opens(request.password):
        text = "that is not the password of the table" if request.password else "the table asks for a password"
        raise Refusal("wrong_password", field="password", text=text)


def _check_free(session: Session, table: Table | None) -> None:
    """Raise Refusal `already_at_table` for who is at another table than that."""
    if session.table is not None and (table is None or session.table != table.room.code):
        raise Refusal("already_at_table", args={"table": session.table}, text=_WHY["already_at_table"])


def play_at(table: Table, session: int, request: m.PlayRequest, now: float) -> m.Ok | None:
    """Carry out a request of play; None if it is held. Raises Refusal, Refused or FieldFault."""
    return m.Ok(id=request.id) if rounds.play(table, session, request, now) else None


_CHANGES_NOTHING = (m.Continuations, m.WhyNot)
"""Requests that leave no entry, so that nobody else has to read of them."""


def check_pace(door: Door, session: Session, request: m.Request, now: float) -> None:
    """Count what a session does at its table besides playing and talking (FAULTS 33). Raises Refusal `limit`.

    Leaving is never refused.
    """
    if not isinstance(request, (m.LeaveTable, *_CHANGES_NOTHING)):
        door.check_change(session.number, now)


def at_table(table: Table, session: int, request: m.Request, now: float) -> m.ServerMessage:
    """Carry out a request, other than one of play, of who may make it. Raises Refusal, Refused or FieldFault."""
    answer = _AT_TABLE[type(request)](table, table.members[session], request, now)
    return m.Ok(id=request.id) if answer is None else answer


_AT_TABLE: Mapping[type[m.Request], Callable[[Table, Member, Any, float], m.ServerMessage | None]] = {
    m.LeaveTable: lambda table, who, _request, now: table.leave(who.session, now),
    m.AddBot: lambda table, _who, request, now: table.add_bot(request.level, now),
    m.RemoveBot: lambda table, _who, request, now: table.remove_bot(request.seat, now),
    m.Ready: lambda table, who, request, now: rounds.ready(table, who.seated, request.ready, now),
    m.Start: lambda table, _who, request, now: rounds.start(table, request.chosen, now),
    m.ChangeTable: lambda table, _who, request, _now: hosting.change_table(table, request),
    m.MoveSeat: lambda table, _who, request, _now: hosting.move_seat(table, request.seat, request.to),
    m.Kick: lambda table, who, request, now: hosting.kick(table, who.session, request, now),
    m.HandOver: lambda table, _who, request, _now: hosting.hand_over(table, request.seat),
    m.Pause: lambda table, _who, request, _now: hosting.pause(table, request.paused),
    m.EndGame: lambda table, _who, _request, _now: hosting.end_game(table),
    m.CloseTable: lambda table, _who, _request, _now: table.close(),
    m.Mute: lambda table, _who, request, _now: hosting.mute(table, request.name, request.muted),
    m.Away: lambda table, who, request, now: away.change(table, who.seated, request.away, now),
    m.GiveTime: lambda table, who, request, _now: away.give_time(table, who, request),
    m.Continuations: lambda table, who, request, _now: rounds.asks(table, who.session, request),
    m.WhyNot: lambda table, who, request, _now: rounds.asks(table, who.session, request),
}
"""What each request does once `check_allowed` has let it pass; None is answered `ok`."""
