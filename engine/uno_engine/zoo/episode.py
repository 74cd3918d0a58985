"""A game for those who learn it: one seat moves at a time, by numbers, and each round has its rewards."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from uno_engine.actions import Deal, PlayerAction
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.events import Event, RoundEnded
from uno_engine.legal import alone, legal_actions
from uno_engine.library import in_order
from uno_engine.refused import Refused
from uno_engine.rules import RuleSet
from uno_engine.scoring import own_points
from uno_engine.state import Phase, State, new_game
from uno_engine.zoo.encoding import CHECKED_FROM, MOVES, NOTHING_BEGUN, BegunMove, action_of, mask, observation

_OVER = Phase.OVER  # looked up once: a member of an enum costs more than all else in a short function

Rewards = Literal["round", "points"]
"""What a round is worth: 1 to its winner and -1 among the others, or the points of the cards that are left."""
REWARDS: tuple[Rewards, ...] = ("round", "points")


class Episode:
    """A game in which `seat` moves next."""

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        seed: bytes,
        rewards: Rewards = "round",
        tell: Callable[[State], Callable[[Sequence[Event]], None]] | None = None,
    ) -> None:
        """Deal. `tell`, given the game before that, gives what sees all events."""
        self.state = new_game(rules, (True,) * players, seed)
        self.seat = 0
        self.must = True
        """False if the seat may also wait."""
        self.begun = NOTHING_BEGUN
        self.moves = 0
        self._rewards = rewards
        self._tell = tell(self.state) if tell else None
        self._others: Iterator[int] = iter(())
        self._deal()
        self._turn()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase is Phase.OVER

    def seen(self, seat: int) -> tuple[bytearray, bytearray]:
        """What that seat sees, as numbers, and what it may choose: nothing unless it moves next."""
        begun = self.begun if seat == self.seat else NOTHING_BEGUN
        return observation(self.state, seat, begun), self.mask(seat)

    def mask(self, seat: int) -> bytearray:
        """What that seat may choose: nothing unless it moves next."""
        if seat != self.seat or self.state.phase is _OVER:
            return bytearray(MOVES)
        return mask(self.state, seat, self.begun, may_wait=not self.must)

    def choose(self, number: int) -> list[float] | None:
        """Let the seat that moves next choose that number. Gives each seat's reward if a round has ended with it.

        Raises ValueError, and changes nothing, if the number is not legal.
        """
        begun = self.begun
        checked = number >= CHECKED_FROM or not self.must or bool(begun.cards)
        if number < 0 or (checked and not (number < MOVES and self.mask(self.seat)[number])):
            raise ValueError(f"{number} is not legal now; look at the action mask")
        action = action_of(number, self.state, self.seat, begun)
        if isinstance(action, BegunMove):
            self.begun = action
            return None
        return self.act(action)

    def act(self, action: PlayerAction | None) -> list[float] | None:
        """As `choose`, for an action; None waits."""
        if action is None:
            self._ask()
            return None
        state = self.state
        try:
            events = advance(state, action)
        except Refused as refused:
            raise ValueError(f"{action} is not legal now ({refused}); look at the action mask") from None
        self.moves += 1
        self.begun = NOTHING_BEGUN
        if self._tell is not None:
            self._tell(events)
        found = None
        if state.phase is not Phase.PLAYING and state.phase is not Phase.VOTING:
            found = self._worth(events)
            self._deal()
        self._turn()
        return found

    def _turn(self) -> None:
        """Find who moves next."""
        seat = alone(self.state)
        if seat is not None:
            self.seat, self.must = seat, True
        elif not self.over:
            self._others = iter(in_order(self.state, self.moves))
            self._ask()

    def _ask(self) -> None:
        """The next of those who might have something to do."""
        must = asked(self.state.waiting_for)
        self.seat = next(seat for seat in self._others if seat in must or legal_actions(self.state, seat))
        self.must = self.seat in must

    def _deal(self) -> None:
        """Deal the next round if one is due."""
        while self.state.phase is Phase.BETWEEN_ROUNDS:
            events = advance(self.state, Deal())
            if self._tell is not None:
                self._tell(events)

    def _worth(self, events: Sequence[Event]) -> list[float]:
        """The rewards of the round that has ended with these events: their sum is 0."""
        state = self.state
        winners = next(event.winners for event in events if isinstance(event, RoundEnded))
        seats = range(state.seats)
        if not winners or len(winners) == state.seats:
            return [0.0 for _ in seats]
        lost = own_points(state) if self._rewards == "points" else [1 / (state.seats - len(winners))] * state.seats
        whole = sum(points for seat, points in enumerate(lost) if seat not in winners)
        return [whole / len(winners) if seat in winners else -float(lost[seat]) for seat in seats]
