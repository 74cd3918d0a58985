"""The event log of a table: numbered entries, what each viewer sees of them, and how they fold back into a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import islice
from typing import Any, NamedTuple, cast

from uno_engine.events import EVENTS, Asked, Event, Open, RoundDealt
from uno_engine.evolve import evolve
from uno_engine.state import State
from uno_protocol.messages import Entry
from uno_protocol.result import RoundLog
from uno_protocol.room import ROOM_EVENTS, GameCleared, GameOpened, GamePlaced, Reacted, Room, RoomEvent, Said
from uno_protocol.wire import MADE_ONCE, event_to_map
from uno_server.base.limits import ENTRIES_KEPT


class Logged(NamedTuple):
    """Entry `n` of a table's log, in full. Never sent like this: `Shown` makes what a viewer may see."""

    n: int
    event: Event | RoomEvent


ROOMS_APART = 4
"""So many times the room is kept within the entries that are, if it changes as often."""
ROOMS_KEPT = ROOMS_APART + 1
_NOBODY: dict[int, Entry] = {}
_OPEN = frozenset((*(kind for kind in EVENTS.values() if issubclass(kind, Open)), *ROOM_EVENTS.values()))
"""Events without secrets, but for `GamePlaced`."""
_BEGINS, _SAID = (RoundDealt, GameOpened), (Said, Reacted)


class Shown:
    """One entry as it is sent. Each form is made once, however many see it."""

    __slots__ = ("event", "full", "n", "private", "public")

    def __init__(self, table: str, n: int, event: Event | RoomEvent) -> None:
        self.n = n
        self.event = event
        self.private: dict[int, Entry] = _NOBODY
        self.full: dict[str, Any] | None = None
        """The event as the journal stores it, nothing redacted, if somebody is sent it so."""
        if type(event) is GamePlaced:
            self.public = Entry(table=table, n=n, event=event_to_map(GamePlaced(event.seated)))
            return
        if type(event) in _OPEN or id(event) in MADE_ONCE:
            self.full = event_to_map(event)
            self.public = Entry(table=table, n=n, event=self.full)
            return
        public, private = cast("Event", event).forms()
        self.public = Entry(table=table, n=n, event=event_to_map(public))
        if public is event:
            self.full = self.public.event
        if private:
            self.private = {}
            for seat, form in private.items():
                self.private[seat] = own = Entry(table=table, n=n, event=event_to_map(form))
                if form is event:
                    self.full = own.event

    def to(self, seat: int | None) -> Entry:
        """The message for a seat, or for spectators (None)."""
        return self.public if seat is None else self.private.get(seat, self.public)


Telling = Callable[[Entry, Entry, "int | None"], Entry]
"""Puts into words an entry for a seat, or for spectators, of its public form and of the form for that seat."""


class Missed:
    """Entries that somebody has missed. Each message is made when it is asked for: there may be hundreds."""

    __slots__ = ("_entries", "_seat", "_table", "_told")

    def __init__(
        self, table: str, entries: Sequence[Logged], seat: int | None, told: Callable[[], Telling] | None = None
    ) -> None:
        """`told` makes what makes the messages, called for one entry after the other; otherwise they have no words."""
        self._table = table
        self._entries = entries
        self._seat = seat
        self._told = told

    def told_by(self, told: Callable[[], Telling]) -> Missed:
        """The same entries, with words."""
        return Missed(self._table, self._entries, self._seat, told)

    @property
    def first(self) -> int:
        """The number of the first one."""
        return self._entries[0].n

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        shown = (Shown(self._table, *logged) for logged in self._entries)
        if self._told is None:
            return (entry.to(self._seat) for entry in shown)
        tell = self._told()
        return (tell(entry.public, entry.to(self._seat), self._seat) for entry in shown)


class TableLog:
    """The log of one table.

    `note` adds unsettled entries; `settle` makes them final, `drop` forgets them. The last 512 are kept for those who
    come back. A copy of the table and all entries since let `rebuilt` restore the last settled state, whatever an
    exception left behind.
    """

    def __init__(self, room: Room) -> None:
        self.n = 0
        """The number of the last entry noted."""
        self._kept: deque[Event | RoomEvent] = deque(maxlen=ENTRIES_KEPT)
        """The events of the last settled entries; their numbers follow from the last one."""
        self.earlier: Callable[..., Sequence[Event | RoomEvent]] | None = None
        """Gives the last events before those that are kept, so many at least, or those of the running round.

        A recovery sets it, for when somebody asks for them.
        """
        self.fresh: list[Event | RoomEvent] = []
        """The events of unsettled entries."""
        self._base: tuple[Room, State | None] = (room.copy(), None)
        self._since_base = 0
        """How many of the last events the copy does not know yet."""
        self._rooms: deque[tuple[int, Room]] = deque([(0, room.copy())], ROOMS_KEPT)
        """What the room was, now and then, and after which entry (`room_at`)."""
        self._room_changed = False
        """Since the last of these."""
        self._counted: RoundLog | None = None
        """What everybody did in the running round up to entry `_counted_to`, after which all are kept.
        None: the round began later, or nobody knows."""
        self._counted_to = 0

    def note(self, event: Event | RoomEvent) -> None:
        """Add the next entry."""
        self._room_changed = True
        self.n += 1
        self.fresh.append(event)

    def note_all(self, events: Sequence[Event]) -> None:
        """Add the next entries."""
        self.n += len(events)
        self.fresh += events

    def begin_at(self, n: int) -> None:
        """The table comes from the journal, after entry `n`. Call `rebase` next."""
        self.n = self._counted_to = n
        self._rooms.clear()

    def begin_round(self, state: State) -> None:
        """A round begins at a position, without a deal."""
        self._counted, self._counted_to = RoundLog(), self.n
        self._counted.begin(state.counts)
        if state.waiting_for is not None:
            self._counted.take((Asked(state.waiting_for),))

    def settle(self) -> None:
        """Make the noted entries final."""
        if self.n - self._counted_to > ENTRIES_KEPT:
            self._count()
        self._kept += self.fresh
        self._since_base += len(self.fresh)
        self.fresh = []

    def drop(self) -> None:
        """Forget the unsettled entries."""
        self.n -= len(self.fresh)
        self._counted_to = min(self._counted_to, self.n)
        self.fresh = []

    def rebase(self, room: Room, state: State | None, *, now: bool = False) -> None:
        """Make the settled table the new base of `rebuilt`, if the old one is far back, or `now`."""
        if now or self._since_base >= ENTRIES_KEPT:
            self._base = (room.copy(), None if state is None else state.copy())
            self._since_base = 0
        if not self._rooms or (self._room_changed and self.n - self._rooms[-1][0] >= ENTRIES_KEPT // ROOMS_APART):
            self._rooms.append((self.n, room.copy()))
            self._room_changed = False

    def rebuilt(self) -> tuple[Room, State | None]:
        """The table after its settled entries."""
        room, state = self._base[0].copy(), self._base[1]
        state = None if state is None else state.copy()
        for event in islice(self._kept, len(self._kept) - self._since_base, None):
            if isinstance(event, RoomEvent):
                event.fold(room)
                if type(event) is GameCleared:
                    state = None
            elif state is not None:
                evolve(state, event)
        return room, state

    def room_at(self, n: int) -> tuple[Room, int]:
        """The room after entry `n`, or the next one that is known, and after which entry that is."""
        begins = self.n - len(self.fresh) - len(self._kept)
        then = [each for each in self._rooms if begins <= each[0] <= n][-1:]
        later = [each for each in self._rooms if each[0] > n]
        at, room = (then or later or [self._rooms[-1]])[0]  # nothing has changed since the last
        room = room.copy()
        for event in islice(self._kept, max(0, at - begins), max(0, n - begins)):
            if isinstance(event, RoomEvent):
                event.fold(room)
        return room, max(at, n)

    def missed(self, seen: int, since: int) -> list[Logged] | None:
        """The entries after `seen`; None if some are no longer kept, or are from before `since`."""
        count = self.n - seen
        if seen < since or count > ENTRIES_KEPT:
            return None
        kept = [*self._kept, *self.fresh]
        if len(kept) < count and self.earlier is not None:
            kept[:0] = self.earlier(count - len(kept))
        if len(kept) < count:
            return None
        missing = kept[len(kept) - count :]
        return [Logged(n, event) for n, event in enumerate(missing, seen + 1)]

    def of_round(self) -> tuple[list[Logged], bool]:
        """The entries of the running or last round, but for what was said, and whether earlier ones are gone."""
        if self.earlier is not None:
            self._recall()
        found: list[Logged] = []
        for back, event in enumerate(reversed([*self._kept, *self.fresh][-ENTRIES_KEPT:])):
            if type(event) is GamePlaced:  # P-7.30: nobody is sent it
                return found[::-1], False
            if type(event) not in _SAID:
                found.append(Logged(self.n - back, event))
            if type(event) in _BEGINS:
                return found[::-1], False
        return found[::-1], True

    def counted(self) -> RoundLog:
        """What everybody has done in the running round, up to the last entry noted."""
        log = RoundLog() if self._counted is None else deepcopy(self._counted)
        events = [*self._kept, *self.fresh]
        log.take(events[len(events) - (self.n - self._counted_to) :])
        if not log.counts and self.earlier is not None:
            self._recall()
            return self.counted()
        return log

    def _count(self) -> None:
        """Count the entries that are about to be dropped, unless they are of an earlier round."""
        events = reversed([*self._kept, *self.fresh])
        back = next((back for back, event in enumerate(events, 1) if type(event) is RoundDealt), ENTRIES_KEPT)
        recent = back <= ENTRIES_KEPT // 2
        self._counted, self._counted_to = (None, self.n - back) if recent else (self.counted(), self.n)

    def _recall(self) -> None:
        """Take in what the journal has from before a recovery."""
        assert self.earlier is not None
        events, self.earlier = self.earlier(), None
        self._kept = deque([*events, *self._kept], maxlen=ENTRIES_KEPT)
        if self._counted is None:
            self._counted = RoundLog()
            self._counted.take(events)
