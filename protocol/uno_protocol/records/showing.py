"""What a record shows: the table after each of its events, forward and back, with one viewer's eyes or all hands."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from uno_engine.decisions import TakeTurn
from uno_engine.events import Asked, Event, PlayerLeft, RoundEnded
from uno_engine.evolve import evolve
from uno_engine.state import Phase, State, View
from uno_engine.view import view_for
from uno_protocol.fold import TableView
from uno_protocol.records.file import ALL, PERSON, PROGRAM, GameRecord, Header, Mark, RecordMalformed
from uno_protocol.result import result_after
from uno_protocol.room import Occupant, Room, RoomEvent, RoomPhase, SeatFreed
from uno_protocol.wire import check_seats

EVERY = 64
"""Events from one kept table to the next; a step back folds at most so many again."""


class MarkedPlace(NamedTuple):
    """A marked place."""

    at: int
    """How many events have happened then."""
    text: str


class Showing:
    """A record as something to be looked at.

    `viewer` is a seat, None for a spectator. A record of one viewer shows that one's eyes, whatever is asked. With
    `open_hands`, a record of all hands shows them all.
    """

    def __init__(self, record: GameRecord, viewer: int | None = None, *, open_hands: bool = False) -> None:
        """Raises RecordUnknown, RecordMalformed."""
        self.header = header = record.header
        self._whole = header.eyes == ALL
        self.viewer = viewer if self._whole else header.viewer
        self.open_hands = self._whole and open_hands
        self.events: list[Event | RoomEvent] = []
        self.seconds: list[float] = []
        self.marks: list[MarkedPlace] = []
        self.turns: list[int] = [0]
        """After how many events somebody must take a turn, or a round has ended: where a step by turns stops."""
        for line, (seconds, what) in enumerate(record.steps, 2):
            if isinstance(what, Mark):
                self.marks.append(MarkedPlace(len(self.events), what.text))
            elif isinstance(what, (Event, RoomEvent)):
                self._add(line, seconds, what)
        game = header.begin()
        first = view_for(State(game), self.viewer) if self._whole and not self.open_hands else View(game)
        first.viewer = self.viewer
        self._kept = [TableView("", 0, self.viewer, room_of(header), first)]
        try:
            for n in range(EVERY, len(self.events) + 1, EVERY):
                self._kept.append(self.at(n))
            self.at(len(self.events))
        except (LookupError, ValueError, TypeError, AttributeError) as fault:
            raise RecordMalformed(1, f"leads to events that contradict each other ({fault})") from fault

    def _add(self, line: int, seconds: float, event: Event | RoomEvent) -> None:
        try:
            check_seats(event, len(self.header.seats))
        except ValueError as fault:
            raise RecordMalformed(line, str(fault)) from None
        shown = event if self.open_hands or isinstance(event, RoomEvent) else event.seen_by(self.viewer)
        self.events.append(shown if self._whole else event)
        self.seconds.append(seconds)
        if (isinstance(event, Asked) and isinstance(event.decision, TakeTurn)) or isinstance(event, RoundEnded):
            self.turns.append(len(self.events))

    def __len__(self) -> int:
        """How many events there are."""
        return len(self.events)

    def at(self, n: int) -> TableView:
        """The table after the first `n` events; the caller may change it."""
        kept = self._kept[min(n // EVERY, len(self._kept) - 1)]
        table = _copy(kept)
        for event in self.events[kept.n : n]:
            fold(table, event)
        table.n = n
        if self.open_hands and table.game is not None:
            table.game.open_hands = tuple(seat for seat, hand in enumerate(table.game.hands) if hand)
        return table

    def mark_after(self, n: int) -> int:
        """The next mark after `n` events; the end if there is none."""
        at = bisect_right([stop.at for stop in self.marks], n)
        return self.marks[at].at if at < len(self.marks) else len(self)

    def mark_before(self, n: int) -> int:
        """The last mark before that; the start if there is none."""
        return max([stop.at for stop in self.marks if stop.at < n], default=0)

    def turn_after(self, n: int) -> int:
        """The next turn; the end if there is none."""
        at = bisect_right(self.turns, n)
        return self.turns[at] if at < len(self.turns) else len(self)

    def turn_before(self, n: int) -> int:
        """The turn before; the start if there is none."""
        return max([turn for turn in self.turns if turn < n], default=0)


def room_of(header: Header) -> Room:
    """The table of a record before its first event."""
    seats: list[Occupant | None] = [
        None
        if one is None
        else Occupant(
            one.name,
            None if one.kind in (PERSON, PROGRAM) else one.kind,
            ready=True,
            program=True if one.kind == PROGRAM else None,
        )
        for one in header.seats
    ]
    return Room(
        code="",
        name=header.table or header.game,
        preset=header.preset,
        options=dict(header.options),
        turn_seconds=0,
        occupants=seats,
        phase=RoomPhase.PLAYING,
        show_hands=header.show_hands,
        own_text=header.own_text,
        commitment=header.commitment or None,
    )


def _copy(table: TableView) -> TableView:
    game = None if table.game is None else table.game.copy()
    return TableView(table.code, table.n, table.seat, table.room.copy(), game, table.result, table.log.copy())


def fold(table: TableView, event: Event | RoomEvent) -> None:
    """Apply an event. A round that has ended puts the table between rounds, as its events do at a real table."""
    game = table.game
    assert game is not None
    if isinstance(event, RoomEvent):
        event.fold(table.room)
    else:
        evolve(game, event)
        table.log.take((event,))
        if isinstance(event, PlayerLeft):
            SeatFreed(event.seat).fold(table.room)
    table.result = result_after(event, table.result, table.log, table.room, game)
    table.room.phase = _PHASES[game.phase]


_PHASES = {
    Phase.VOTING: RoomPhase.PLAYING,
    Phase.PLAYING: RoomPhase.PLAYING,
    Phase.BETWEEN_ROUNDS: RoomPhase.BETWEEN_ROUNDS,
    Phase.OVER: RoomPhase.FINISHED,
}
