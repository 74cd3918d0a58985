"""Games: what is stored of each: how it began, what happened, and what a list tells of it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from uno_engine import events as ev
from uno_engine.actions import Deal, Join, Left, TimedOut
from uno_engine.evolve import scores_after
from uno_engine.state import Phase, State, new_game
from uno_protocol import room as rm
from uno_protocol.kept import pack, unpack
from uno_protocol.room import Room, RoomEvent
from uno_server.base.logs import whereabouts
from uno_server.base.refusal import Refusal
from uno_server.journal.bodies import Damaged, Entries, packed_room, read_entries, room_from_map
from uno_server.table.positions import state_at
from uno_server.table.table import Table

OF_THE_TABLE = frozenset(action.kind for action in (Deal, Join, Left, TimedOut))
"""Actions that no player makes."""


class Head(NamedTuple):
    """How a game began."""

    number: int
    """At its table, from 1."""
    began: float
    """Calendar time in seconds."""
    seed: bytes
    """Not to be shown before the game is finished."""
    seated: list[bool]
    chosen: int | None
    position: str
    """Where it began, if not with a deal (P-7.30). Not to be shown before the game is finished."""
    room: Room
    """After the commit that opened it."""

    def state(self) -> State:
        """What the game is played from. Raises Damaged."""
        try:
            if self.position:
                return state_at(self.position, self.room.rules)
            return new_game(self.room.rules, self.seated, self.seed, self.chosen)
        except Refusal as fault:
            raise Damaged("a position cannot be read") from fault


def write_head(table: Table, event: rm.GameOpened | rm.GamePlaced, began: float) -> bytes:
    """How the game that has just been opened begins, as stored."""
    assert table.state is not None
    chosen = event.chosen if isinstance(event, rm.GameOpened) else None
    position = event.position or "" if isinstance(event, rm.GamePlaced) else ""
    return pack((table.notes.games, began, table.state.seed, list(event.seated), chosen, position, packed_room(table)))


def read_head(body: bytes) -> Head:
    """Read it back. Raises Damaged."""
    try:
        number, began, seed, seated, chosen, position, room = unpack(body)
        return Head(number, began, seed, seated, chosen, position, room_from_map(unpack(room)))
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"how a game began cannot be read: {whereabouts(fault)}") from fault


class Moment(NamedTuple):
    """A commit within a game: what was asked of it, and what happened."""

    commit: int
    wall: float
    """Calendar time in seconds."""
    entries: Entries


Raw = tuple[int, float, bytes]
"""A commit, its calendar time, and its entries as they are stored."""


def write_record(moments: Sequence[Raw]) -> bytes:
    """The commits of a game, in order, as a finished game is stored."""
    return zlib.compress(msgspec.msgpack.encode(moments))  # not `pack`, which one thread has


def read_record(body: bytes) -> Iterator[Moment]:
    """Read it back. Raises Damaged."""
    try:
        for number, wall, entries in unpack(zlib.decompress(body)):
            yield Moment(number, wall, read_entries(entries))
    except (zlib.error, ValueError, TypeError) as fault:
        raise Damaged(f"a record cannot be read: {whereabouts(fault)}") from fault


@dataclass(slots=True)
class GameSummary:
    """How a game went, as far as it was played."""

    names: list[str | None]
    """By seat, of everyone who played; the last one who sat there."""
    bots: list[str | None]
    """The levels of those that are computers."""
    rounds: int = 0
    moves: int = 0
    """Actions of players, the computer's too."""
    scores: list[int] = field(default_factory=list)
    winners: Sequence[int] = ()
    finished: float | None = None
    """When it came to its end; the seed is everybody's from then on."""

    def take(self, room: Room, event: ev.Event | RoomEvent, wall: float) -> None:
        """Take in what an event tells of the game; `room` as it is then."""
        if not isinstance(event, RoomEvent):
            self.scores = scores_after(room.rules, self.scores, event)
        match event:
            case ev.RoundDealt():
                self.rounds += 1
            case ev.GameEnded(winners=winners):
                self.winners = winners
            case ev.PlayerJoined(seat):
                if (occupant := room.occupants[seat]) is not None:
                    self.names[seat], self.bots[seat] = occupant.name, occupant.bot
            case rm.GameSeed():
                self.finished = wall
            case _:
                pass


def write_result(table: Table) -> bytes | None:
    """How a game that is over went, as stored; None if only its entries can tell it."""
    state, notes = table.state, table.notes
    if state is None or state.phase is not Phase.OVER:
        return None
    return pack((notes.names, notes.bots, state.round, notes.moves, state.scores, state.winners))


def read_result(body: bytes, ended: float) -> GameSummary:
    """Read it back. Raises Damaged."""
    try:
        names, bots, rounds, moves, scores, winners = unpack(body)
    except (ValueError, TypeError) as fault:
        raise Damaged(f"the result of a game cannot be read: {whereabouts(fault)}") from fault
    return GameSummary(names, bots, rounds, moves, scores, tuple(winners), ended)


def played(head: Head, moments: Iterable[Moment] = ()) -> GameSummary:
    """How a game went, as all that has happened in it tells. Raises Damaged."""
    room = head.room.copy()
    people = [one if seated else None for one, seated in zip(room.occupants, head.seated, strict=True)]
    names = [None if one is None else one.name for one in people]
    game = GameSummary(names, [None if one is None else one.bot for one in people], scores=[0] * len(people))
    if head.position:  # it begins in the middle of a round, and perhaps with scores
        state = head.state()
        game.rounds, game.scores = state.round, list(state.scores)
    try:
        for at, moment in enumerate(moments):
            for event in moment.entries.events:
                if at and isinstance(event, RoomEvent):
                    event.fold(room)
                game.take(room, event, moment.wall)
            game.moves += sum(action.kind not in OF_THE_TABLE for action in moment.entries.actions)
    except (LookupError, TypeError, AttributeError) as fault:
        raise Damaged("an entry does not fit those before it") from fault
    return game
