"""The state of a game: everything there is to know about it, and the part that one viewer knows.

`State` and `View` are both a `Game`. A `View` has the secrets of others left out: unknown hands and the stock are
empty lists (their sizes are in `counts` and `stock_count`), the seed is empty. So one `evolve` serves both. A function
of a `PublicGame` takes either, and sees only what everybody knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NewType, Self

from uno_engine.cards import Card, Colour
from uno_engine.customizable import Effect
from uno_engine.decisions import Decision
from uno_engine.effects import effects_under
from uno_engine.events import Sealed
from uno_engine.rules import VOTE, Direction, RuleSet, Seat


class Phase(Enum):
    """The phase of a game."""

    VOTING = "voting"
    BETWEEN_ROUNDS = "between_rounds"
    PLAYING = "playing"
    OVER = "over"


@dataclass(slots=True)
class PublicGame:
    """What everybody knows of a game. Seats are numbers from 0; lists by seat cover every seat of the table."""

    rules: RuleSet
    seats: int
    """How many seats the table has, empty ones included."""
    seated: list[bool]
    """By seat: whether its player takes part in the game."""
    scores: list[int]
    """By seat: the points so far."""
    chosen: Seat | None = None
    """The seat that `starter` `chosen` names for round one (A6, P-7.12)."""
    phase: Phase = Phase.BETWEEN_ROUNDS
    """`voting` is before the first deal."""
    round: int = 0
    """Number of the round, from 1; 0 before the first."""
    dealer: Seat | None = None
    """The dealer of the round."""
    starter: Seat | None = None
    """The seat that begins the round."""
    shuffles: int = 0
    """How often the game has used its seed: the counter of its next random choice. Not needed to play."""
    playing: list[bool] = field(default_factory=list)
    """By seat: whether its player is still in the round, or has a vote."""
    direction: Direction = 1
    """1: ascending seats, -1: descending."""
    turn: int = 0
    """Turns of this round so far (A3); a turn begins with `take_turn`."""
    passes: int = 0
    """Passes in a row, as there was nothing to draw (A3)."""
    decision: int = 0
    """The decision number, raised whenever the game asks again (P-9.2)."""
    waiting_for: Decision | None = None
    """P-9.3."""
    counts: list[int] = field(default_factory=list)
    """By seat: the cards in each hand."""
    discard: list[Card] = field(default_factory=list)
    """Bottom first, the top card last."""
    first: bool = False
    """The top card is the first card of the round, turned up and not played."""
    colour: Colour | None = None
    """The colour in play; while a wild waits for its colour, the one before it."""
    played_by: Seat | None = None
    """The seat that played the last card."""
    stock_count: int = 0
    """Cards in the draw pile."""
    target: Seat | None = None
    """The player chosen for the card being carried out."""
    owed: int = 0
    """Cards of a penalty that awaits its answer or is being passed on (S4, O5)."""
    ballot: tuple[str, ...] = ()
    """The rules on the ballot, now or in the vote before (C12, P-7.14)."""
    custom: str | None = None
    """The rule of the Customizable cards, once it is settled."""
    out: tuple[Seat, ...] = ()
    """The seats that are out, in the order in which they went out (`until_last`, C17)."""
    leavers: tuple[Seat, ...] = ()
    """The seats whose players have left during the round, in that order: the lowest ranks (C17)."""
    lost: tuple[Seat, ...] = ()
    """The seats that are out of the round with too many cards, in that order (N8)."""
    ranks: tuple[tuple[Seat, ...], ...] = ()
    """The places of a game that is over, best first; seats may share one (`until_last`, C17)."""
    open_hands: tuple[Seat, ...] = ()
    """The seats whose hands everyone can see."""
    claimed: Seat | None = None
    """The seat that called UNO with a play after which its hand is not settled yet (`uno_claimed`)."""
    window: Seat | None = None
    """The seat that has one card, has not called UNO, and can be caught (U1, P-9.7)."""
    false_calls: tuple[Seat, ...] = ()
    """The seats that have paid for a false call of UNO in this turn (O7)."""
    out_of_turns: tuple[Seat, ...] = ()
    """The seats that have paid for a play out of turn in this turn (O8)."""
    windows_closed: tuple[Seat, ...] = ()
    """The seats that have called UNO in this turn, or whose window has closed in it: another call is free (U2)."""
    winners: tuple[Seat, ...] = ()
    """The winners of the game once it is over; before that, those of the last round."""
    effects: tuple[Effect, ...] = field(init=False, repr=False, compare=False)
    """The effects of each card here, in canonical order: they follow from the rules and `custom`."""

    def __post_init__(self) -> None:
        self.effects = effects_under(self.rules, self.custom)

    def take_public(self, of: PublicGame) -> None:
        """Take over everything that everybody knows of another game; nothing is shared that changes in place.

        Field by field: a loop over their names would take four times as long.
        """
        self.rules, self.effects, self.seats = of.rules, of.effects, of.seats
        self.phase, self.round, self.shuffles = of.phase, of.round, of.shuffles
        self.chosen, self.dealer, self.starter = of.chosen, of.dealer, of.starter
        self.direction, self.turn, self.passes = of.direction, of.turn, of.passes
        self.decision, self.waiting_for = of.decision, of.waiting_for
        self.first, self.colour, self.stock_count = of.first, of.colour, of.stock_count
        self.played_by, self.target, self.owed = of.played_by, of.target, of.owed
        self.ballot, self.custom = of.ballot, of.custom
        self.out, self.leavers, self.ranks, self.winners = of.out, of.leavers, of.ranks, of.winners
        self.lost = of.lost
        self.open_hands, self.claimed, self.window = of.open_hands, of.claimed, of.window
        self.false_calls, self.out_of_turns, self.windows_closed = of.false_calls, of.out_of_turns, of.windows_closed
        self.seated, self.playing = of.seated.copy(), of.playing.copy()
        self.scores, self.counts, self.discard = of.scores.copy(), of.counts.copy(), of.discard.copy()


@dataclass(slots=True)
class Game(PublicGame):
    """The state of a game: what everybody knows, and the rest, of which a viewer's part may be empty."""

    hands: list[list[Card]] = field(default_factory=list)
    """By seat, in canonical order; nil for a hand that the viewer does not know, absent if it knows none. A viewer
    knows its own and `open_hands`."""
    drawn: Card | None = None
    """The card just drawn, while it may be played (O3); a viewer knows only its own."""
    votes: dict[Seat, str] = field(default_factory=dict)
    """The votes; a viewer knows only its own."""
    gifts: dict[Seat, Card] = field(default_factory=dict)
    """The cards chosen to be passed on; a viewer knows only its own."""
    noted: dict[Seat, int] = field(default_factory=dict)
    """The points of those in `lost`; a viewer knows them once the round has ended (N8)."""
    stock: list[Card] = field(default_factory=list)
    """Bottom first; the next card to be drawn is the last."""
    sealed: Sealed | None = None
    """The evidence for a challenge (O5)."""
    seed: bytes = b""
    viewer: Seat | None = None
    """The seat whose picture this is; absent: a spectator's."""

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.take_public(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.votes, twin.gifts, twin.stock = self.votes.copy(), self.gifts.copy(), self.stock.copy()
        twin.noted = self.noted.copy()
        twin.drawn, twin.sealed, twin.seed = self.drawn, self.sealed, self.seed
        twin.viewer = self.viewer
        return twin


State = NewType("State", Game)
"""The whole truth of a game, without a `viewer`. Never sent to anybody."""
View = NewType("View", Game)
"""The view of one seat, or of a spectator.

Two types, but one class: Python runs a function a tenth faster that always meets the same class.
"""


def next_seat(game: PublicGame, seat: int) -> int:
    """The next seat still in the round after `seat`, in the direction of play (A4)."""
    playing, seats, step = game.playing, game.seats, game.direction
    seat = (seat + step) % seats
    return seat if playing[seat] else seat_towards(game, seat, step)


def seat_towards(game: PublicGame, seat: int, step: int) -> int:
    """The next seat still in the round after `seat`, clockwise (1) or counter-clockwise (-1)."""
    playing, seats = game.playing, game.seats
    seat = (seat + step) % seats
    while not playing[seat]:
        seat = (seat + step) % seats
    return seat


def seats_in(game: PublicGame) -> list[int]:
    """The seats still in the round, ascending."""
    return [seat for seat, still in enumerate(game.playing) if still]


def others_in(game: PublicGame, seat: int) -> list[int]:
    """The other seats still in the round, in the direction of play from the next one on."""
    found = []
    at = next_seat(game, seat)
    while at != seat and at not in found:
        found.append(at)
        at = next_seat(game, at)
    return found


def new_game(rules: RuleSet, seated: Sequence[bool], seed: bytes, chosen: int | None = None) -> State:
    """A game before its first deal.

    `seated` tells for each seat of the table whether somebody plays there; `seed` is 32 bytes (`uno_engine.shuffle`),
    `chosen` the seat that `starter: chosen` names.
    """
    seats = len(seated)
    game = Game(
        rules=rules,
        seats=seats,
        seated=list(seated),
        scores=[0] * seats,
        chosen=chosen,
        playing=[False] * seats,
        counts=[0] * seats,
        hands=[[] for _ in range(seats)],
        seed=seed,
        custom=None if rules.customizable_rule == VOTE or not rules.extra.customizable else rules.customizable_rule,
    )
    return State(game)
