"""What the members of a table are told besides its entries: snapshots, their own legal actions, the clock."""

from __future__ import annotations

from dataclasses import dataclass

from engine.legal import idle, legal_actions
from engine.state import State, View
from engine.view import view_for
from protocol import messages as m
from protocol.room import Room
from protocol.wire import listed_to_map, room_to_map, view_to_map
from server.clock import TableClock
from server.members import Member


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
