"""What the members of a table are told: entries, snapshots, their own legal actions, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.legal import idle, legal_actions
from engine.state import State, View
from engine.view import view_for
from protocol import messages as m
from protocol.room import Room
from protocol.wire import listed_to_map, room_to_map, view_to_map
from server import due, seats
from server.clock import TableClock
from server.log import Shown
from server.members import Member

if TYPE_CHECKING:
    from server.table import Table

Mail = list[tuple[int, tuple[m.ServerMessage, ...]]]
"""Messages in order, with the number of the session that they are for."""


def view_of(state: State, member: Member) -> View:
    """What a member may know of the game."""
    if member.seat is None or member.dealt:
        return view_for(state, member.seat)
    # The cards that lie at this seat were dealt to somebody else.
    view = view_for(state, None)
    view.viewer = member.seat
    return view


def snapshot(room: Room, n: int, state: State | None, member: Member) -> m.Snapshot:
    """All that a member may know of the table after entry `n`."""
    game = None if state is None else view_to_map(view_of(state, member))
    return m.Snapshot(table=room.code, n=n, room=room_to_map(room), game=game, seat=member.seat)


def legal_news(room: Room, n: int, state: State | None, member: Member, *, always: bool = False) -> m.Legal | None:
    """The member's own list, if it is another than the one last sent, or always."""
    if state is None or member.seat is None:
        return None
    if member.told is None and not always and idle(state, member.seat):
        return None
    person = room.occupants[member.seat]
    away = person is not None and person.stand_in is not None
    listed = () if away else legal_actions(state, member.seat)
    told = (state.decision, tuple(listed)) if listed else None
    if told == member.told and not always:
        return None
    member.told = told
    return m.Legal(table=room.code, decision=state.decision, n=n, actions=[listed_to_map(one) for one in listed])


@dataclass(slots=True)
class ClockTelling:
    """What has been told of a table's clock."""

    _told: tuple[object, float | None] = (None, None)
    _news: tuple[object, float | None] = (None, None)

    def news(self, clock: TableClock, room: Room, decision: int, now: float) -> list[m.Clock]:
        """The clock, if it starts, stops or shows something else than was told."""
        deadline = clock.deadline
        self._news = (None if deadline is None else clock.waits_for, deadline)
        return [] if self._news == self._told else [clock_message(clock, room, decision, now)]

    def settle(self) -> None:
        """What `news` gave is on its way. Without this it counts as not told: a fault came between."""
        self._told = self._news


def clock_message(clock: TableClock, room: Room, decision: int, now: float) -> m.Clock:
    """The clock as it is now."""
    left = clock.left(now)
    return m.Clock(table=room.code, decision=decision, seconds=left, of=None if left is None else clock.of)


def news(table: Table, entries: Sequence[Shown], now: float) -> Mail:
    """What the members are to be told, in order, when these entries are settled; who is new is told by a snapshot."""
    room, state, n = table.room, table.state, table.log.n
    clock = table.clock_telling.news(table.clock, room, table.decision, now)
    for_all = (*[entry.public for entry in entries], *clock)
    secret = [entry.private for entry in entries if entry.private]
    mail: Mail = [(session, (told,)) for session, told in table.put_out]
    table.put_out.clear()
    for member in table.members.values():
        if member.since < 0:
            member.since = n
            mail += _afresh(table, member, now)
        elif member.connected:
            own = for_all
            if secret and any(member.seat in private for private in secret):
                own = (*[entry.to(member.seat) for entry in entries], *clock)
            if own:
                mail.append((member.session, own))
            if entries and (legal := legal_news(room, n, state, member)) is not None:
                mail.append((member.session, (legal,)))
    return mail


def catch_up(table: Table, session: int, seen: int | None, now: float) -> Mail:
    """What a member who is back has missed since entry `seen`: exactly that, or a snapshot."""
    member = table.members[session]
    lost = seen is not None and member.left_at is not None and seen > member.left_at
    member.connected, member.told, member.left_at = True, None, None
    table.deadline = due.next_deadline(table, now, deserted=seats.deserted(table.room))
    missed = None if seen is None or lost else table.log.missed(seen, member.since)
    if missed is None:
        return _afresh(table, member, now)
    replay = tuple([Shown(table.room.code, *logged).to(member.seat) for logged in missed])
    return [*([(session, replay)] if replay else []), *_besides(table, member, now)]


def _afresh(table: Table, member: Member, now: float) -> Mail:
    """All that a member may know, whatever was told before."""
    shot = snapshot(table.room, table.log.n, table.state, member)
    return [(member.session, (shot,)), *_besides(table, member, now)]


def _besides(table: Table, member: Member, now: float) -> Mail:
    """What is not in the log: the member's legal actions and the clock, whatever was told before."""
    if table.game is None:
        return []
    legal = legal_news(table.room, table.log.n, table.state, member, always=True)
    clock = clock_message(table.clock, table.room, table.decision, now)
    return [(member.session, (clock,) if legal is None else (legal, clock))]
