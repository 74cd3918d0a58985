"""A table as one client knows it: the snapshot, updated by every later entry (P-7, P-8)."""

from collections.abc import Mapping, Sized
from dataclasses import dataclass, field
from typing import Self

from uno_engine.events import Event, RoundDealt
from uno_engine.evolve import evolve
from uno_engine.rules import RuleSet
from uno_engine.state import View, new_game
from uno_engine.view import view_for
from uno_protocol import room as rooms
from uno_protocol.messages import Entry, RoundHistory, Snapshot
from uno_protocol.result import RoundLog, RoundResult, result_after
from uno_protocol.wire import (
    WireFault,
    check_seats,
    event_from_map,
    known_rules,
    result_from_map,
    room_from_map,
    told_from_map,
    view_from_map,
)


@dataclass(slots=True)
class TableView:
    """A table as one session sees it after entry `n`. `seat` is None for a spectator."""

    code: str
    n: int
    seat: int | None
    room: rooms.Room
    game: View | None = None
    result: RoundResult | None = None
    """How the last round ended, until the next deal; without counts unless this client knows all of the round."""
    log: RoundLog = field(default_factory=RoundLog, compare=False)
    told: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Every option in force, as the server told them last."""

    @property
    def rules(self) -> RuleSet:
        """The rules, as far as this program knows them. Raises WireFault if they make no sense."""
        return known_rules(self.room, self.told)

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> Self:
        """The table of a snapshot. Raises WireFault if the snapshot contradicts itself."""
        room = room_from_map(snapshot.room)
        seats, seat = len(room.occupants), snapshot.seat
        if seat is not None and not 0 <= seat < seats:
            raise WireFault("seat", "is not a seat of the table")
        told = told_from_map(snapshot.room)
        rules = known_rules(room, told)
        game = None if snapshot.game is None else view_from_map(snapshot.game, rules)
        if game is not None and (game.seats != seats or game.viewer != seat):
            raise WireFault("game", "does not fit this table and seat")
        result = None if snapshot.result is None else result_from_map(snapshot.result)
        return cls(snapshot.table, snapshot.n, seat, room, game, result=result, told=told)

    def recall(self, history: RoundHistory) -> list[Event | rooms.RoomEvent]:
        """The events of an answer about this table, of the kinds that are known; a client that came late counts them.

        Raises WireFault.
        """
        found = [event_from_map(past.event) for past in history.entries]
        events = [event for event in found if event is not None]
        log = RoundLog()
        try:
            for event in events:
                check_seats(event, len(self.room.occupants))
            log.take(events)
        except LookupError as fault:
            raise WireFault("entries", f"contradict each other ({fault})") from fault
        if log.counts:
            self.log = log
        return events

    def apply(self, entry: Entry) -> Event | rooms.RoomEvent | None:
        """Apply the next entry and return its event; None for an unknown kind.

        Raises WireFault if the entry is not the next one of this table or contradicts it. After that only a fresh
        snapshot is reliable.
        """
        if entry.table != self.code:
            raise WireFault("table", "is another table")
        if entry.n != self.n + 1:
            raise WireFault("n", f"is {entry.n}, expected {self.n + 1}")
        event = event_from_map(entry.event)
        self.n = entry.n
        if event is None:
            return None
        try:
            self._apply(event)
        except (LookupError, ValueError, TypeError) as fault:
            raise WireFault("event", f"contradicts what came before ({event.kind}: {fault})") from fault
        return event

    def _apply(self, event: Event | rooms.RoomEvent) -> None:
        seats = len(self.room.occupants)
        check_seats(event, seats)
        if isinstance(event, rooms.RoomEvent):
            self._check_room(event)
            event.fold(self.room)
            match event:
                case rooms.GameOpened(seated, chosen, shares):
                    _by_seat("seated", seated, seats)
                    _by_seat("shares", shares or seated, seats)
                    game = new_game(self.rules, seated, b"", chosen)
                    self.game = view_for(game, self.seat)
                case rooms.GameCleared() | rooms.GamePlaced():
                    self.game = None
                case rooms.DealMixed(kinds, shares):
                    _by_seat("kinds", kinds, seats)
                    _by_seat("shares", shares, seats)
                case rooms.HandsShown(hands):
                    _by_seat("hands", hands, seats)
                case rooms.TableChanged(preset, options, rules=rules):
                    self.told = self.told if preset is None and options is None else rules or {}
                    _ = self.rules
        elif self.game is None:
            raise WireFault("event", "belongs to a game, but there is none")
        else:
            if isinstance(event, RoundDealt):
                _by_seat("counts", event.counts, seats)
            evolve(self.game, event)
            self.log.take((event,))
        self.result = result_after(event, self.result, self.log, self.room, self.game)

    def _check_room(self, event: rooms.RoomEvent) -> None:
        """Raise WireFault for an event that fits the room, but not this client's seat or game."""
        match event:
            case rooms.SeatsMoved(seat, to) if self.seat in (seat, to):
                raise WireFault("seat", "is this client's own, which only a snapshot moves")
            case rooms.TableChanged(seats=seats) if seats is not None:
                if self.game is not None:
                    raise WireFault("seats", "cannot change while there is a game")
                if self.seat is not None and self.seat >= seats:
                    raise WireFault("seats", "leave this client without one")


def _by_seat(name: str, values: Sized, seats: int) -> None:
    if len(values) != seats:
        raise WireFault(name, "does not have one item per seat")
