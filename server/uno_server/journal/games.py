"""Games: what is kept of each: how it began, what happened, and what a list tells of it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgpack

from uno_engine import events as ev
from uno_engine.actions import Deal, Join, Left, TimedOut
from uno_engine.evolve import scores_after
from uno_engine.options import options_of
from uno_engine.state import Phase, State, new_game
from uno_protocol import room as rm
from uno_protocol.kept import pack, unpack
from uno_protocol.room import Room, RoomEvent, added_of, without_defaults
from uno_server.base.logs import whereabouts
from uno_server.base.refusal import Refusal
from uno_server.journal.bodies import Damaged, Entries, packed_room, read_entries, room_from_map
from uno_server.table.positions import state_at
from uno_server.table.table import Table

OF_THE_TABLE = frozenset(action.kind for action in (Deal, Join, Left, TimedOut))
"""Actions that no player makes."""


@dataclass(slots=True)
class KeptGame:
    """A game, as far as it was played."""

    number: int
    """At its table, from 1."""
    seated: tuple[bool, ...]
    chosen: int | None
    seed: bytes = field(repr=False)
    """Not to be shown before the game is finished."""
    began: float
    preset: str
    options: dict[str, str]
    """The rules that it is played by; the table may have others since."""
    names: list[str | None]
    """By seat, of everyone who played; the last one who sat there."""
    bots: list[str | None]
    rounds: int = 0
    moves: int = 0
    """Actions of players, the computer's too."""
    scores: list[int] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    finished: float | None = None
    """When it came to its end; the seed is everybody's from then on."""
    position: str = field(default="", repr=False)
    """Where it began, if not with a deal (P-7.30). Not to be shown before the game is finished."""
    cleared: bool = False
    """The host ended it, without a result."""

    def count(self, room: Room, event: ev.Event | RoomEvent, wall: float) -> None:
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
            case rm.GameCleared():
                self.cleared = self.finished is None
            case _:
                pass


class Head(NamedTuple):
    """How a game began."""

    number: int
    """At its table, from 1."""
    began: float
    """Calendar time in seconds."""
    seed: bytes
    seated: list[bool]
    chosen: int | None
    position: str
    room: Room
    """After the commit that opened it."""

    def game(self) -> KeptGame:
        """The game before anything else has happened. Raises Damaged."""
        room = self.room
        people = [one if seated else None for one, seated in zip(room.occupants, self.seated, strict=True)]
        game = KeptGame(
            self.number,
            tuple(self.seated),
            self.chosen,
            self.seed,
            self.began,
            room.preset,
            without_defaults({**room.options, **added_of(options_of(room.rules))}),  # N0
            [None if one is None else one.name for one in people],
            [None if one is None else one.bot for one in people],
            scores=[0] * len(people),
        )
        if self.position:  # it begins in the middle of a round and with scores perhaps
            state = self.state()
            game.position, game.rounds, game.scores = self.position, state.round, list(state.scores)
        return game

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
    return pack((table.chain.games, began, table.state.seed, list(event.seated), chosen, position, packed_room(table)))


def read_head(body: bytes) -> Head:
    """Read it back. Raises Damaged."""
    try:
        number, began, seed, seated, chosen, position, room = unpack(body)
        return Head(number, began, seed, seated, chosen, position, room_from_map(unpack(room)))
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"how a game began cannot be read: {whereabouts(fault)}") from fault


def write_result(table: Table) -> bytes | None:
    """What a list tells of a game that is over; None if only its entries can tell it."""
    state, chain = table.state, table.chain
    if state is None or state.phase is not Phase.OVER:
        return None
    return pack((chain.names, chain.bots, state.round, chain.moves, state.scores, state.winners))


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
    made: bytes = msgpack.packb(moments)  # not `pack`, which one thread has
    return zlib.compress(made)


def read_record(body: bytes) -> Iterator[Moment]:
    """Read it back. Raises Damaged."""
    try:
        for number, wall, entries in unpack(zlib.decompress(body)):
            yield Moment(number, wall, read_entries(entries))
    except (zlib.error, ValueError, TypeError) as fault:
        raise Damaged(f"a record cannot be read: {whereabouts(fault)}") from fault


def from_result(head: Head, result: bytes, ended: float) -> KeptGame:
    """A finished game as a list tells of it. Raises Damaged."""
    game = head.game()
    try:
        game.names, game.bots, game.rounds, game.moves, game.scores, winners = unpack(result)
    except (ValueError, TypeError) as fault:
        raise Damaged(f"the result of a game cannot be read: {whereabouts(fault)}") from fault
    game.winners, game.finished = tuple(winners), ended
    return game


def counted(head: Head, moments: Iterable[Moment]) -> KeptGame:
    """The game as everything tells that has happened in it. Raises Damaged."""
    game, room = head.game(), head.room.copy()
    try:
        for at, moment in enumerate(moments):
            for event in moment.entries.events:
                if at and isinstance(event, RoomEvent):
                    event.fold(room)
                game.count(room, event, moment.wall)
            game.moves += sum(action.kind not in OF_THE_TABLE for action in moment.entries.actions)
    except (LookupError, TypeError, AttributeError) as fault:
        raise Damaged("an entry does not fit those before it") from fault
    return game
