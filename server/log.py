"""What happened at a table, in order: one numbered log, what each viewer is shown of it, and how it is folded back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from engine.events import EVENTS, Event, Open
from engine.evolve import evolve
from engine.state import State
from protocol.messages import Entry
from protocol.room import GameCleared, GamePlaced, Room, RoomEvent, fold
from protocol.wire import event_to_map, made_once
from server.limits import ENTRIES_KEPT


class Logged(NamedTuple):
    """Entry `n` of a table's log, in full. Never sent as it is: `Shown` makes what a viewer may see."""

    n: int
    event: Event | RoomEvent


_NOBODY: dict[int, Entry] = {}
_OPEN = frozenset(kind for kind in EVENTS.values() if issubclass(kind, Open))
"""Events of games that have no secret."""


class Shown:
    """One entry as it is sent: each form is made once, however many see it."""

    __slots__ = ("_open", "event", "n", "private", "public")

    def __init__(self, table: str, n: int, event: Event | RoomEvent) -> None:
        self.n = n
        self.event = event
        self._open = True
        self.private: dict[int, Entry] = _NOBODY
        made = made_once(event)
        if made is not None:
            self.public = Entry(table=table, n=n, event=made)
            return
        if type(event) is GamePlaced:
            self._open = False
            self.public = Entry(table=table, n=n, event=event_to_map(GamePlaced(event.seated)))
            return
        if type(event) in _OPEN or isinstance(event, RoomEvent):  # of an abstract class `isinstance` takes its time
            self.public = Entry(table=table, n=n, event=event_to_map(event))
            return
        forms = event.forms()
        self._open = forms.public is event
        self.public = Entry(table=table, n=n, event=event_to_map(forms.public))
        if not forms.private:
            return
        self.private = {seat: Entry(table=table, n=n, event=event_to_map(form)) for seat, form in forms.private.items()}

    def to(self, seat: int | None) -> Entry:
        """The message for a seat, or for those who watch (None)."""
        return self.public if seat is None else self.private.get(seat, self.public)

    def in_full(self) -> dict[str, Any]:
        """The event as the journal keeps it, with nothing redacted. Never sent."""
        return self.public.event if self._open else event_to_map(self.event)


class TableLog:
    """The log of one table.

    `note` adds entries that are not settled yet; `settle` makes them part of the table for good, `drop` forgets them.
    The last 512 are kept for those who come back; besides, a copy of the table and everything since, so that
    `rebuilt` can tell how the table stood at the last settled entry, whatever an exception has left behind.
    """

    def __init__(self, room: Room) -> None:
        self.n = 0
        """Number of the last entry noted."""
        self._kept: deque[Event | RoomEvent] = deque(maxlen=ENTRIES_KEPT)
        """The events of the last entries that are settled: their numbers follow from that of the last."""
        self.fresh: list[Event | RoomEvent] = []
        """Those of the entries that are not settled yet."""
        self._base: tuple[Room, State | None] = (deepcopy(room), None)
        self._since_base: list[Event | RoomEvent] = []

    def note(self, event: Event | RoomEvent) -> None:
        """The next entry."""
        self.n += 1
        self.fresh.append(event)

    def note_all(self, events: Sequence[Event]) -> None:
        """The next entries."""
        self.n += len(events)
        self.fresh += events

    def pass_over(self, entries: int) -> None:
        """So many entries were there, and nobody asks for them any more. `rebase` is to follow."""
        self.n += entries

    def settle(self) -> None:
        """What was noted is part of the table for good."""
        self._kept += self.fresh
        self._since_base += self.fresh
        self.fresh = []

    def drop(self) -> None:
        """Forget what is not settled."""
        self.n -= len(self.fresh)
        self.fresh = []

    def rebase(self, room: Room, state: State | None, *, now: bool = False) -> None:
        """Take the settled table as the new base of `rebuilt`, if the old one lies far back (or at once)."""
        if now or len(self._since_base) >= ENTRIES_KEPT:
            self._base = (deepcopy(room), None if state is None else state.copy())
            self._since_base = []

    def rebuilt(self) -> tuple[Room, State | None]:
        """The table as its settled entries make it."""
        room, state = deepcopy(self._base[0]), self._base[1]
        state = None if state is None else state.copy()
        for event in self._since_base:
            if isinstance(event, RoomEvent):
                fold(room, event)
                if type(event) is GameCleared:
                    state = None
            elif state is not None:
                evolve(state, event)
        return room, state

    def missed(self, seen: int, since: int) -> list[Logged] | None:
        """The entries after `seen`; None if they are no longer kept, or reach back to before `since`."""
        if seen < since or self.n - seen > len(self._kept):
            return None
        missing = list(self._kept)[len(self._kept) - (self.n - seen) :]
        return [Logged(n, event) for n, event in enumerate(missing, seen + 1)]
