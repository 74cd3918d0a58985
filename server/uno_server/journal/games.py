"""Games: what a list of saved games tells of each, counted while they are played."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from uno_engine import events as ev
from uno_engine.actions import Deal, Join, Left, TimedOut
from uno_engine.evolve import scores_after
from uno_engine.options import options_of
from uno_protocol import room as rm
from uno_protocol.kept import pack, unpack
from uno_protocol.room import ROOM_EVENTS, Room, RoomEvent, added_of, without_defaults
from uno_server.base.refusal import Refusal
from uno_server.journal.database import is_sound
from uno_server.journal.records import Damaged, read_counted
from uno_server.table.positions import state_at

_OF_THE_TABLE = frozenset(action.kind for action in (Deal, Join, Left, TimedOut))
_TOLD: frozenset[type[ev.Event | RoomEvent]] = frozenset(
    (ev.RoundDealt, ev.RoundEnded, ev.GameEnded, ev.PlayerJoined, ev.PlayerLeft, *ROOM_EVENTS.values())
)
KINDS = frozenset(kind.kind for kind in _TOLD)
"""Events that a list needs, with those that make the room what it is."""


@dataclass(slots=True)
class KeptGame:
    """A game, as far as it was read."""

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

    @property
    def over(self) -> bool:
        """Whether it has no further consequences."""
        return self.cleared or self.finished is not None


def open_game(
    number: int, room: Room, event: rm.GameOpened | rm.GamePlaced, seed: bytes | None, wall: float
) -> KeptGame:
    """The game that begins at that calendar time. Raises Damaged."""
    if seed is None:
        raise Damaged("a game has no seed")
    people = [one if seated else None for one, seated in zip(room.occupants, event.seated, strict=True)]
    names = [None if one is None else one.name for one in people]
    bots = [None if one is None else one.bot for one in people]
    rules = room.preset, _in_full(room)
    chosen = event.chosen if isinstance(event, rm.GameOpened) else None
    game = KeptGame(number, event.seated, chosen, seed, wall, *rules, names, bots, scores=[0] * len(names))
    if isinstance(event, rm.GamePlaced):
        _place(game, event.position or "", room)
    return game


def _in_full(room: Room) -> dict[str, str]:
    """The options of a room with the added ones that its preset has, and without added ones at their default (N0)."""
    return without_defaults({**room.options, **added_of(options_of(room.rules))})


def _place(game: KeptGame, position: str, room: Room) -> None:
    """The game begins at a position, in the middle of a round and with scores perhaps. Raises Damaged."""
    try:
        state = state_at(position, room.rules)
    except Refusal as fault:
        raise Damaged("a position cannot be read") from fault
    game.position, game.rounds, game.scores = position, state.round, list(state.scores)


def count_event(game: KeptGame, room: Room, event: ev.Event | RoomEvent, wall: float) -> None:
    """Take in what an event tells of the game; `room` as it is then."""
    if not isinstance(event, RoomEvent):
        game.scores = scores_after(room.rules, game.scores, event)
    match event:
        case ev.RoundDealt():
            game.rounds += 1
        case ev.GameEnded(winners=winners):
            game.winners = winners
        case ev.PlayerJoined(seat):
            occupant = room.occupants[seat]
            if occupant is not None:
                game.names[seat], game.bots[seat] = occupant.name, occupant.bot
        case rm.GameSeed():
            game.finished = wall
        case rm.GameCleared():
            game.cleared = game.finished is None
        case _:
            pass


@dataclass(slots=True)
class Counted:
    """The games of a table, counted commit by commit."""

    room: Room
    """The table after what was counted: the fold of only these events, as the table itself may be further by now."""
    games: int = 0
    """How many have begun."""
    game: KeptGame | None = None
    """The last one."""
    on: bool = field(init=False)
    """Whether the last game is still running."""

    def __post_init__(self) -> None:
        self.on = self.game is not None and not self.game.over

    def take(
        self, events: Iterable[ev.Event | RoomEvent], actions: Iterable[str], seed: bytes | None, wall: float
    ) -> bool:
        """Take in a commit: its events (those of `KINDS` are enough), the kinds of its actions, the seed of the game
        that it opens. Whether a game is over with it. Raises Damaged.
        """
        for event in events:
            if type(event) in _TOLD:
                self._take(event, seed, wall)
        game = self.game
        if game is None or not self.on:
            return False
        for action in actions:
            game.moves += action not in _OF_THE_TABLE
        self.on = not game.over
        return not self.on

    def _take(self, event: ev.Event | RoomEvent, seed: bytes | None, wall: float) -> None:
        try:
            if isinstance(event, rm.GameOpened | rm.GamePlaced):
                self.games += 1
                self.game, self.on = open_game(self.games, self.room, event, seed, wall), True
            if isinstance(event, RoomEvent):
                event.fold(self.room)
            if self.game is not None and self.on:
                count_event(self.game, self.room, event, wall)
        except Damaged:
            raise
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            raise Damaged(f"{event.kind} does not fit what was before") from fault


_KEPT = tuple(part.name for part in fields(KeptGame) if part.name != "number")


def write_game(game: KeptGame) -> bytes:
    """A game as it is stored."""
    return pack([getattr(game, name) for name in _KEPT])


def read_game(number: int, body: bytes) -> KeptGame:
    """Read it back. The bytes must be as written."""
    game = KeptGame(number, **dict(zip(_KEPT, unpack(body), strict=True)))
    game.seated, game.winners = tuple(game.seated), tuple(game.winners)
    return game


class GamesOf(NamedTuple):
    """A table and its games, as they are counted for the list."""

    upto: int
    """Up to that commit."""
    n: int
    """Up to that entry."""
    room: Room
    games: list[KeptGame]


Row = tuple[int, int, bytes, int]
"""Number, commit, body and sum."""


def games_of(table: int, rows: Iterable[Row]) -> GamesOf | None:
    """Read it back from its rows. None if one is missing or damaged. Raises Damaged."""
    bodies = _sound(table, rows)
    if 0 not in bodies:
        return None
    upto, body = bodies[0]
    games, n, room = read_counted(body)
    if any(at not in bodies for at in range(1, games + 1)):
        return None
    return GamesOf(upto, n, room, [read_game(at, bodies[at][1]) for at in range(1, games + 1)])


def last_game(table: int, rows: Iterable[Row]) -> tuple[int, Counted] | None:
    """Up to which commit the games of a table are counted, and the last of them; from the first and the last row."""
    bodies = _sound(table, rows)
    if 0 not in bodies:
        return None
    upto, body = bodies[0]
    games, _, room = read_counted(body)
    if games and games not in bodies:
        return None
    return upto, Counted(room, games, read_game(games, bodies[games][1]) if games else None)


def _sound(table: int, rows: Iterable[Row]) -> dict[int, tuple[int, bytes]]:
    return {at: (upto, body) for at, upto, body, sum_ in rows if is_sound(sum_, (table, at, upto), body)}
