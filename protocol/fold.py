"""What a client knows of its table: the snapshot, and what every later entry makes of it (P-7, P-8)."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass
from typing import Self

from engine.events import Asked, Event, RoundDealt
from engine.evolve import evolve
from engine.state import View, new_game
from engine.view import view_for
from protocol import room as rooms
from protocol.messages import Entry, Snapshot
from protocol.wire import WireFault, check_rules, check_seats, event_from_map, room_from_map, view_from_map


@dataclass(slots=True)
class TableView:
    """One table as one session sees it after entry `n`. `seat` is None for those who watch."""

    code: str
    n: int
    seat: int | None
    room: rooms.Room
    game: View | None = None

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> Self:
        """The table as a snapshot shows it. Raises WireFault if the snapshot contradicts itself."""
        room = room_from_map(snapshot.room)
        seats, seat = len(room.occupants), snapshot.seat
        if seat is not None and not 0 <= seat < seats:
            raise WireFault("seat", "is no seat of the table")
        game = None if snapshot.game is None else view_from_map(snapshot.game, room.rules)
        if game is not None and (game.seats != seats or game.viewer != seat):
            raise WireFault("game", "does not belong to this table and seat")
        return cls(snapshot.table, snapshot.n, seat, room, game)

    def apply(self, entry: Entry) -> Event | rooms.RoomEvent | None:
        """Take in the next entry and return its event; None for a kind that is not known here.

        Raises WireFault if the entry is not the next one of this table or contradicts what is known: from then on only
        a fresh snapshot tells the truth.
        """
        if entry.table != self.code:
            raise WireFault("table", "is another table")
        if entry.n != self.n + 1:
            raise WireFault("n", f"is {entry.n} where {self.n + 1} is due")
        event = event_from_map(entry.event)
        self.n = entry.n
        if event is None:
            return None
        try:
            self._take_in(event)
        except (LookupError, ValueError, TypeError) as fault:
            raise WireFault("event", f"does not follow from what was told before ({event.kind}: {fault})") from fault
        return event

    def _take_in(self, event: Event | rooms.RoomEvent) -> None:
        seats = len(self.room.occupants)
        check_seats(event, seats)
        if isinstance(event, rooms.RoomEvent):
            self._check_room(event)
            rooms.fold(self.room, event)
            match event:
                case rooms.GameOpened(seated, chosen):
                    _by_seat("seated", seated, seats)
                    game = new_game(self.room.rules, seated, b"", chosen)
                    self.game = view_for(game, self.seat)
                case rooms.GameCleared() | rooms.GamePlaced():
                    self.game = None
                case rooms.HandsShown(hands):
                    _by_seat("hands", hands, seats)
                case rooms.TableChanged():
                    check_rules(self.room)
        elif self.game is None:
            raise WireFault("event", "belongs to a game, and none has begun")
        else:
            if isinstance(event, RoundDealt):
                _by_seat("counts", event.counts, seats)
            elif isinstance(event, Asked):
                check_seats(event.decision, seats)
            evolve(self.game, event)

    def _check_room(self, event: rooms.RoomEvent) -> None:
        """Raise WireFault for what a room alone would take, and this client's place or its game does not."""
        match event:
            case rooms.SeatsMoved(seat, to) if self.seat in (seat, to):
                raise WireFault("seat", "is this client's own, which is moved with a snapshot")
            case rooms.TableChanged(seats=seats) if seats is not None:
                if self.game is not None:
                    raise WireFault("seats", "do not change while there is a game")
                if self.seat is not None and self.seat >= seats:
                    raise WireFault("seats", "leave this client none")


def _by_seat(name: str, values: Sized, seats: int) -> None:
    if len(values) != seats:
        raise WireFault(name, "is not as long as there are seats")
