"""The result of a round: how it ended, and what everybody did in it (P-8.9). Server and clients count alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from uno_engine import events as ev
from uno_engine.cards import Card
from uno_engine.decisions import TakeTurn
from uno_engine.events import Asked, CardsDrawn, CardsPlayed, GameEnded, RoundDealt, RoundEnded
from uno_engine.rules import Seat
from uno_engine.state import Game
from uno_protocol.room import GamePlaced, HandsShown, PhaseChanged, Room, RoomEvent, RoomPhase

MOST_POINTS = 64
"""How many numbers of cards a seat has at most in `RoundCounts.held`."""


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """The counts of everybody in a round, by seat."""

    held: tuple[tuple[int, ...], ...]
    """Up to 64 numbers for each seat: the cards in its hand when the first `take_turn` was asked, after every `every`
    turns, and at the end of the round."""
    every: int
    """1; each time that there are 64 numbers before the end, every second one goes, beginning with the second, and
    `every` doubles."""
    drawn: tuple[int, ...]
    """How many cards a seat drew, for whatever reason."""
    caught: tuple[int, ...]
    """How often a seat was caught without UNO (`uno_caught`)."""
    challenges: tuple[int, ...]
    """How often a seat challenged a Wild Draw Four (`challenged`)."""
    challenges_won: tuple[int, ...]
    """How often the other was `guilty`."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How the last round ended, and the game with it.

    Seats are those at the end of the round, whoever sits there now.
    """

    round: int
    """Number of the round; 0 if the game ended before the first deal."""
    winners: tuple[Seat, ...]
    """As in `round_ended`; empty if the game ended first."""
    blocked: bool
    """As in `round_ended`."""
    gains: tuple[int, ...]
    """By seat, as in `round_ended`; all 0 if the game ended first."""
    names: tuple[str, ...]
    """By seat: the names of those who took part in the game when the round ended; empty for other seats."""
    scores: tuple[int, ...]
    """By seat, with the `gains`."""
    game_winners: tuple[Seat, ...] | None = None
    """As in `game_ended`; absent while the game continues."""
    ranks: tuple[tuple[Seat, ...], ...] = ()
    """As in `round_ended`: the seats of each place, best first, where places count (C17)."""
    hands: tuple[tuple[Card, ...] | None, ...] | None = None
    """By seat, as in `hands_shown`; absent if hands are not shown (P-7.19)."""
    counts: RoundCounts | None = None
    """Counts of what everybody did in the round, all by seat; absent if not all of it is known (P-8.9)."""


@dataclass(slots=True)
class RoundLog:
    """What everybody has done in the running round, counted from its events; nothing before it sees a deal."""

    counts: list[int] = field(default_factory=list)
    """The cards in each hand now; empty: the deal was not seen. The other lists are those of `RoundCounts`."""
    held: list[tuple[int, ...]] = field(default_factory=list)
    every: int = 1
    turns: int = 0
    drawn: list[int] = field(default_factory=list)
    caught: list[int] = field(default_factory=list)
    challenges: list[int] = field(default_factory=list)
    challenges_won: list[int] = field(default_factory=list)

    def take(self, events: Iterable[ev.Event | RoomEvent]) -> None:
        """Count the table's next events. Raises LookupError if one contradicts the deal.

        What comes with every move stands here: a call for each would be two calls more a move (`test_calls.py`).
        """
        for event in events:
            if type(event) is RoundDealt:
                self.begin(event.counts)
            elif not self.counts:
                continue
            elif type(event) is Asked and type(event.decision) is TakeTurn:
                if not self.turns % self.every:
                    self.held += (tuple(self.counts),)
                self.turns += 1
                if self.turns > (MOST_POINTS - 1) * self.every:
                    self.held, self.every = self.held[::2], 2 * self.every
            elif type(event) is CardsPlayed:
                self.counts[event.seat] -= len(event.cards)
            elif type(event) is CardsDrawn:
                self.counts[event.seat] += event.count
                self.drawn[event.seat] += event.count
            elif type(event) in _STEPS:
                _STEPS[type(event)](self, event)

    def copy(self) -> RoundLog:
        """Another one that has counted the same."""
        did = (self.drawn[:], self.caught[:], self.challenges[:], self.challenges_won[:])
        return RoundLog(self.counts[:], self.held[:], self.every, self.turns, *did)

    def begin(self, counts: Sequence[int]) -> None:
        """A round begins with so many cards in each hand."""
        self.counts, self.held, self.every, self.turns = list(counts), [], 1, 0
        nothing = [0] * len(counts)
        self.drawn, self.caught, self.challenges, self.challenges_won = map(list, [nothing] * 4)

    def so_far(self) -> RoundCounts | None:
        """What everybody has done until now; None if the deal was not seen."""
        if not self.counts:
            return None
        did = map(tuple, (self.drawn, self.caught, self.challenges, self.challenges_won))
        return RoundCounts(tuple(zip(*self.held, self.counts, strict=True)), self.every, *did)


def _hands_moved(log: RoundLog, event: ev.HandsMoved) -> None:
    for seat, count in event.counts.items():
        log.counts[seat] = count


def _cards_passed(log: RoundLog, event: ev.CardsPassed) -> None:
    for giver, receiver in event.to.items():
        log.counts[giver] -= 1
        log.counts[receiver] += 1


def _colour_discarded(log: RoundLog, event: ev.ColourDiscarded) -> None:
    log.counts[event.seat] -= len(event.cards)


def _hand_gone(log: RoundLog, event: ev.PlayerLeft | ev.PlayerLost) -> None:
    log.counts[event.seat] = 0


def _uno_caught(log: RoundLog, event: ev.UnoCaught) -> None:
    log.caught[event.seat] += 1


def _challenged(log: RoundLog, event: ev.Challenged) -> None:
    log.challenges[event.seat] += 1
    log.challenges_won[event.seat] += event.guilty


def _game_placed(log: RoundLog, _event: GamePlaced) -> None:
    log.begin(())


_STEPS: Mapping[type[Any], Callable[[RoundLog, Any], None]] = {
    ev.HandsMoved: _hands_moved,
    ev.CardsPassed: _cards_passed,
    ev.ColourDiscarded: _colour_discarded,
    ev.PlayerLeft: _hand_gone,
    ev.PlayerLost: _hand_gone,
    ev.UnoCaught: _uno_caught,
    ev.Challenged: _challenged,
    GamePlaced: _game_placed,
}


def result_after(
    event: ev.Event | RoomEvent, result: RoundResult | None, log: RoundLog, room: Room, game: Game | None
) -> RoundResult | None:
    """The result once that event is in the log, the room and the game; `result` is the one before it."""
    if isinstance(event, RoundEnded | GameEnded) and game is not None:
        return _ended(event, result, log, room, game)
    if isinstance(event, HandsShown) and result is not None:
        return replace(result, hands=event.hands)
    return None if isinstance(event, PhaseChanged) and event.phase is RoomPhase.PLAYING else result


def _ended(
    event: RoundEnded | GameEnded, result: RoundResult | None, log: RoundLog, room: Room, game: Game
) -> RoundResult:
    if isinstance(event, GameEnded) and result is not None:
        return replace(result, game_winners=event.winners)
    seats = zip(room.occupants, game.seated, strict=True)
    names = tuple([one.name if one is not None and seated else "" for one, seated in seats])
    scores, counts = tuple(game.scores), log.so_far()
    if isinstance(event, GameEnded):
        return RoundResult(game.round, (), False, (0,) * game.seats, names, scores, event.winners, counts=counts)
    ended = event.winners, event.blocked, event.gains
    return RoundResult(game.round, *ended, names, scores, ranks=event.ranks, counts=counts)
