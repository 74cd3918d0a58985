"""The events of a game, and what each viewer sees of them.

Every event type states its forms itself: what the public sees, and what some seats see instead. There is no default,
so a new event cannot be shown to anybody before somebody has decided who may know what (A9).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from uno_engine.cards import Card, Colour
from uno_engine.decisions import Decision, Kinded
from uno_engine.rules import Direction, Seat


class Event(Kinded, ABC):
    """Something that happened. An event is not changed after it is made."""

    __slots__ = ()

    @abstractmethod
    def forms(self) -> Forms:
        """The form that each viewer sees."""

    def seen_by(self, viewer: int | None) -> Event:
        """The form for a seat, or for a spectator (None)."""
        public, private = self.forms()
        return public if viewer is None else private.get(viewer, public)


Forms = tuple[Event, Mapping[Seat, Event]]
"""An event as it is shown: to everyone the first, but to the seats of the mapping their own form."""
_NOBODY: Mapping[Seat, Event] = {}


class Open(Event):
    """An event without a secret: everybody sees all of it."""

    __slots__ = ()

    def forms(self) -> Forms:
        return self, _NOBODY


class DrawReason(Enum):
    """Why cards were drawn."""

    TURN = "turn"
    CARD = "card"
    GUILTY = "guilty"
    INNOCENT = "innocent"
    CAUGHT = "caught"
    FORGOTTEN = "forgotten"
    RULE = "rule"
    FALSE_UNO = "false_uno"
    OUT_OF_TURN = "out_of_turn"


@dataclass(slots=True)
class RoundDealt(Event, kind="round_dealt"):
    """A round begins: everyone in `counts` with cards has a new hand (A1, A6). Hands by seat; stock bottom first."""

    round: int
    dealer: Seat
    starter: Seat
    counts: tuple[int, ...]
    stock_count: int
    hands: Mapping[Seat, tuple[Card, ...]] | None
    stock: tuple[Card, ...] | None

    def forms(self) -> Forms:
        public = replace(self, hands=None, stock=None)
        own = {seat: replace(public, hands={seat: hand}) for seat, hand in (self.hands or {}).items()}
        return public, own


@dataclass(slots=True)
class BallotDrawn(Open, kind="ballot_drawn"):
    """Before the first deal, the vote offers these rules for the Customizable cards (C12)."""

    rules: tuple[str, ...]


@dataclass(slots=True)
class VoteCast(Event, kind="vote_cast"):
    """A seat has voted; only it knows for what. `rule` None: an abstention, or not shown."""

    seat: Seat
    rule: str | None

    def forms(self) -> Forms:
        return VoteCast(self.seat, None), {self.seat: self}


@dataclass(slots=True)
class RuleChosen(Open, kind="rule_chosen"):
    """The rule of the Customizable cards is chosen for the game (C12); `votes` for each rule of the ballot."""

    rule: str
    votes: tuple[int, ...]


@dataclass(slots=True)
class FirstCardTurned(Open, kind="first_card_turned"):
    """The top of the stock is turned up to begin the discard pile (section 3)."""

    card: Card


@dataclass(slots=True)
class FirstCardReturned(Event, kind="first_card_returned"):
    """The Wild Draw Four that was turned up goes back and the stock is shuffled (B5).

    So does any other card where the first one must be a number (N3).
    """

    stock: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return FirstCardReturned(None), _NOBODY


class Sealed(NamedTuple):
    """The evidence of a challenge (O5, Q6): the hand left at the first Wild Draw Four of a play, and its bluffs."""

    hand: tuple[Card, ...]
    bluffs: int
    """How many Wild Draw Fours of the play were not allowed."""


@dataclass(slots=True)
class CardsPlayed(Event, kind="cards_played"):
    """A seat plays cards; `colours` and `target` as in `Play`, empty where they are not needed.

    With a Wild Draw Four that can be challenged, `sealed` is kept. Nobody is shown it.
    """

    seat: Seat
    cards: tuple[Card, ...]
    colours: tuple[Colour | None, ...] = ()
    target: Seat | None = None
    sealed: Sealed | None = None

    def forms(self) -> Forms:
        if self.sealed is None:
            return self, _NOBODY
        return CardsPlayed(self.seat, self.cards, self.colours, self.target), _NOBODY


@dataclass(slots=True)
class ColourNamed(Open, kind="colour_named"):
    """A seat names the colour of the wild on top (A5, B4)."""

    seat: Seat
    colour: Colour


@dataclass(slots=True)
class CardsDrawn(Event, kind="cards_drawn"):
    """A seat draws `count` cards; only that seat sees which, unless its hand is face up."""

    seat: Seat
    count: int
    reason: DrawReason
    cards: tuple[Card, ...] | None
    opened: bool = False

    def forms(self) -> Forms:
        if self.opened:
            return self, _NOBODY
        return CardsDrawn(self.seat, self.count, self.reason, None), {self.seat: self}


@dataclass(slots=True)
class DrawPileRenewed(Event, kind="draw_pile_renewed"):
    """All discards but the top one are shuffled into a new draw pile (A3)."""

    count: int
    stock: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return DrawPileRenewed(self.count, None), _NOBODY


@dataclass(slots=True)
class PlayerChosen(Open, kind="player_chosen"):
    """A seat chooses another player for what its card does (C10, H3, section 5)."""

    seat: Seat
    target: Seat


class MoveReason(Enum):
    """Why whole hands changed places."""

    SWAP = "swap"
    ROTATE = "rotate"
    SHUFFLE = "shuffle"


@dataclass(slots=True)
class HandsMoved(Event, kind="hands_moved"):
    """Some seats have other hands now: `counts` by seat for those concerned, and nothing else of the others changes.

    Everyone sees their own new hand, and the hands in `opened`, which are face up (C10, C11, H3, section 5).
    """

    reason: MoveReason
    counts: Mapping[Seat, int]
    hands: Mapping[Seat, tuple[Card, ...]]
    opened: tuple[Seat, ...] = ()

    def forms(self) -> Forms:
        shown = {seat: hand for seat, hand in self.hands.items() if seat in self.opened}
        public = replace(self, hands=shown)
        own = {seat: replace(self, hands=shown | {seat: hand}) for seat, hand in self.hands.items()}
        return public, own


@dataclass(slots=True)
class CardChosen(Event, kind="card_chosen"):
    """A seat has chosen the card that it passes on; only it knows which until all have chosen."""

    seat: Seat
    card: Card | None

    def forms(self) -> Forms:
        return CardChosen(self.seat, None), {self.seat: self}


@dataclass(slots=True)
class CardsPassed(Event, kind="cards_passed"):
    """Everyone asked passes one card on: `to` is the receiver by giver. A card is seen by giver and receiver.

    What an open hand gives or gets, everyone sees.
    """

    to: Mapping[Seat, Seat]
    cards: Mapping[Seat, Card]
    opened: tuple[Seat, ...] = ()

    def forms(self) -> Forms:
        public = replace(self, cards=self._seen(self.opened))
        seats = {*self.to, *self.to.values()}
        return public, {seat: replace(self, cards=self._seen((*self.opened, seat))) for seat in seats}

    def _seen(self, seats: tuple[int, ...]) -> dict[int, Card]:
        return {giver: card for giver, card in self.cards.items() if giver in seats or self.to[giver] in seats}


@dataclass(slots=True)
class Confirmed(Open, kind="confirmed"):
    """A seat has read the host's own rule (N12)."""

    seat: Seat


@dataclass(slots=True)
class ColourDiscarded(Open, kind="colour_discarded"):
    """A seat keeps one card of a colour; its others go beneath the top card, bottom first (`discard_colour`)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(slots=True)
class HandOpened(Open, kind="hand_opened"):
    """From now on everyone sees the hand of that seat, until it closes (`open_hand`)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(slots=True)
class HandClosed(Event, kind="hand_closed"):
    """The hand is hidden again. To the seat itself (and the whole truth) `hidden` is false."""

    seat: Seat
    hidden: bool = False

    def forms(self) -> Forms:
        return HandClosed(self.seat, hidden=True), {self.seat: self}


@dataclass(slots=True)
class DrawnKept(Open, kind="drawn_kept"):
    """A seat keeps the card that it drew (O3)."""

    seat: Seat


@dataclass(slots=True)
class Passed(Open, kind="passed"):
    """A seat passes: nothing to draw, nothing allowed to play (A3)."""

    seat: Seat


@dataclass(slots=True)
class TurnMissed(Open, kind="turn_missed"):
    """A seat misses its turn (A5)."""

    seat: Seat


@dataclass(slots=True)
class DirectionTurned(Open, kind="direction_turned"):
    """Play changes direction (A4): clockwise (1) is ascending seat, counter-clockwise (-1) descending."""

    direction: Direction


@dataclass(slots=True)
class UnoWindowOpened(Open, kind="uno_window_opened"):
    """A seat's own play left it one card and it has not called UNO: it can be caught (U1)."""

    seat: Seat


@dataclass(slots=True)
class UnoWindowClosed(Open, kind="uno_window_closed"):
    """The seat can no longer be caught (U1)."""

    seat: Seat


@dataclass(slots=True)
class UnoCalled(Open, kind="uno_called"):
    """A seat calls UNO, with its play or afterwards (U1)."""

    seat: Seat


@dataclass(slots=True)
class UnoAnnounced(Open, kind="uno_announced"):
    """The game announces that a seat has one card (U2, C9)."""

    seat: Seat


@dataclass(slots=True)
class UnoClaimed(Open, kind="uno_claimed"):
    """UNO was called with a play that may still discard a colour (U2, `discard_colour`)."""

    seat: Seat


@dataclass(slots=True)
class UnoRolled(Open, kind="uno_rolled"):
    """One roll of the seed tells whether the game remembers to say UNO for a seat (M4)."""

    seat: Seat
    forgotten: bool


@dataclass(slots=True)
class UnoCaught(Open, kind="uno_caught"):
    """A seat with one card and no call is caught (O6); `by` absent: by the referee (S6)."""

    seat: Seat
    by: Seat | None


@dataclass(slots=True)
class FalseUno(Open, kind="false_uno"):
    """A seat called UNO with more than one card in hand (O7)."""

    seat: Seat


@dataclass(slots=True)
class OutOfTurn(Open, kind="out_of_turn"):
    """A seat tried to play a card out of turn; the card stays in the hand and is not shown (O8, A9)."""

    seat: Seat


@dataclass(slots=True)
class Challenged(Event, kind="challenged"):
    """A Wild Draw Four is challenged and judged (O5). `hand` is shown as `challenge_reveal` says."""

    seat: Seat
    offender: Seat
    guilty: bool
    everyone: bool
    hand: tuple[Card, ...] | None

    def forms(self) -> Forms:
        if self.everyone:
            return self, _NOBODY
        return replace(self, hand=None), {self.seat: self}


@dataclass(slots=True)
class TimeRanOut(Open, kind="time_ran_out"):
    """A seat's time has run out and the game answers for it (A11)."""

    seat: Seat


@dataclass(slots=True)
class PlayerLeft(Event, kind="player_left"):
    """A player leaves for good; the hand goes under the draw pile, shuffled (A10). `cards`: bottom first."""

    seat: Seat
    cards: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return PlayerLeft(self.seat, None), _NOBODY


@dataclass(slots=True)
class PlayerLost(Event, kind="player_lost"):
    """A seat holds too many cards and is out of the round; its hand goes under the draw pile, shuffled (N8).

    `points` are those of the hand, which count at the end of the round. Nobody is shown them before.
    """

    seat: Seat
    cards: tuple[Card, ...] | None
    points: int | None

    def forms(self) -> Forms:
        return PlayerLost(self.seat, None, None), _NOBODY


@dataclass(slots=True)
class PlayerJoined(Open, kind="player_joined"):
    """A newcomer fills an empty seat, with score 0 (A6).

    Where the lowest score wins, the newcomer begins with the highest one (N5).
    """

    seat: Seat


@dataclass(slots=True)
class Asked(Open, kind="asked"):
    """The game asks a question and waits for its answer; every one has the next decision number."""

    decision: Decision


@dataclass(slots=True)
class PlayerOut(Open, kind="player_out"):
    """A seat has no cards left and takes no further part; its rank is final (C17)."""

    seat: Seat
    rank: int


@dataclass(slots=True)
class RoundEnded(Open, kind="round_ended"):
    """A round is over (A3, A8). `gains`: points by seat, all zero where nobody scores.

    `ranks` under `until_last` (C17): the seats of each place, best first. `noted`: the points of those who were out of
    the round with too many cards, by seat (N8).
    """

    winners: tuple[Seat, ...]
    blocked: bool
    gains: tuple[int, ...]
    ranks: tuple[tuple[Seat, ...], ...] = ()
    noted: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(slots=True)
class GameEnded(Open, kind="game_ended"):
    """The game is over: its goal is reached, or one player is left."""

    winners: tuple[Seat, ...]


EVENTS: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        BallotDrawn,
        VoteCast,
        RuleChosen,
        RoundDealt,
        FirstCardTurned,
        FirstCardReturned,
        CardsPlayed,
        ColourNamed,
        CardsDrawn,
        DrawPileRenewed,
        PlayerChosen,
        HandsMoved,
        CardChosen,
        CardsPassed,
        Confirmed,
        ColourDiscarded,
        HandOpened,
        HandClosed,
        DrawnKept,
        Passed,
        TurnMissed,
        DirectionTurned,
        UnoWindowOpened,
        UnoWindowClosed,
        UnoCalled,
        UnoClaimed,
        UnoRolled,
        UnoAnnounced,
        UnoCaught,
        FalseUno,
        OutOfTurn,
        Challenged,
        TimeRanOut,
        PlayerLeft,
        PlayerLost,
        PlayerJoined,
        Asked,
        PlayerOut,
        RoundEnded,
        GameEnded,
    )
}
"""Every event type by its stable name."""
