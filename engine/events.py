"""What can happen in a game, and what of it each viewer sees.

Every event type states its forms itself: what the public sees, and what some seats see instead. There is no default,
so a new event cannot be shown to anybody before somebody has decided who may know what (A9).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, NamedTuple

from engine.cards import Card, Colour
from engine.decisions import Decision


class Forms(NamedTuple):
    """An event as it is shown: to the seats in `private` their own form, to everyone else `public`."""

    public: Event
    private: Mapping[int, Event]

    def seen_by(self, viewer: int | None) -> Event:
        """The form for a seat, or for a spectator (None)."""
        return self.public if viewer is None else self.private.get(viewer, self.public)


class Event(ABC):
    """Something that happened. Values; events are not changed after they are made."""

    __slots__ = ()
    kind: ClassVar[str]

    @abstractmethod
    def forms(self) -> Forms:
        """What each viewer sees of it."""


class Open(Event):
    """An event without a secret: everybody sees all of it."""

    __slots__ = ()

    def forms(self) -> Forms:
        return Forms(self, {})


class DrawReason(Enum):
    """Why cards were drawn."""

    TURN = "turn"
    CARD = "card"
    GUILTY = "guilty"
    INNOCENT = "innocent"
    CAUGHT = "caught"
    FALSE_UNO = "false_uno"
    OUT_OF_TURN = "out_of_turn"


@dataclass(slots=True)
class RoundDealt(Event):
    """A round begins: everyone in `counts` with cards has a new hand (A1, A6). Hands by seat; stock bottom first."""

    kind: ClassVar[str] = "round_dealt"
    round: int
    dealer: int
    starter: int
    counts: tuple[int, ...]
    stock_count: int
    hands: Mapping[int, tuple[Card, ...]] | None
    stock: tuple[Card, ...] | None

    def forms(self) -> Forms:
        public = replace(self, hands=None, stock=None)
        own = {seat: replace(public, hands={seat: hand}) for seat, hand in (self.hands or {}).items()}
        return Forms(public, own)


@dataclass(slots=True)
class FirstCardTurned(Open):
    """The top of the stock is turned up to begin the discard pile (section 3)."""

    kind: ClassVar[str] = "first_card_turned"
    card: Card


@dataclass(slots=True)
class FirstCardReturned(Event):
    """The Wild Draw Four that was turned up goes back and the stock is shuffled (B5)."""

    kind: ClassVar[str] = "first_card_returned"
    stock: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return Forms(FirstCardReturned(None), {})


class Sealed(NamedTuple):
    """What a challenge of a Wild Draw Four is judged by (O5): the hand left at the play, and whether it was a bluff."""

    hand: tuple[Card, ...]
    guilty: bool


@dataclass(slots=True)
class CardsPlayed(Event):
    """A seat lays cards; `colours` as in `Play`. With a Wild Draw Four that can be challenged, `sealed` is kept."""

    kind: ClassVar[str] = "cards_played"
    seat: int
    cards: tuple[Card, ...]
    colours: tuple[Colour | None, ...] = ()
    sealed: Sealed | None = None

    def forms(self) -> Forms:
        if self.sealed is None:
            return Forms(self, {})
        return Forms(CardsPlayed(self.seat, self.cards, self.colours), {})


@dataclass(slots=True)
class ColourNamed(Open):
    """A seat names the colour of the wild on top (A5, B4)."""

    kind: ClassVar[str] = "colour_named"
    seat: int
    colour: Colour


@dataclass(slots=True)
class CardsDrawn(Event):
    """A seat draws `count` cards; which ones only that seat sees."""

    kind: ClassVar[str] = "cards_drawn"
    seat: int
    count: int
    reason: DrawReason
    cards: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return Forms(CardsDrawn(self.seat, self.count, self.reason, None), {self.seat: self})


@dataclass(slots=True)
class DrawPileRenewed(Event):
    """All discards but the top one are shuffled into a new draw pile (A3)."""

    kind: ClassVar[str] = "draw_pile_renewed"
    count: int
    stock: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return Forms(DrawPileRenewed(self.count, None), {})


@dataclass(slots=True)
class DrawnKept(Open):
    """A seat keeps the card that it drew (O3)."""

    kind: ClassVar[str] = "drawn_kept"
    seat: int


@dataclass(slots=True)
class Passed(Open):
    """A seat passes: nothing to draw, nothing allowed to play (A3)."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(slots=True)
class TurnMissed(Open):
    """A seat misses its turn (A5)."""

    kind: ClassVar[str] = "turn_missed"
    seat: int


@dataclass(slots=True)
class DirectionTurned(Open):
    """Play turns round (A4): clockwise (1) is ascending seat, counter-clockwise (-1) descending."""

    kind: ClassVar[str] = "direction_turned"
    direction: int


@dataclass(slots=True)
class UnoWindowOpened(Open):
    """A seat is left with one card by its own play and has not called UNO: it can be caught (U1)."""

    kind: ClassVar[str] = "uno_window_opened"
    seat: int


@dataclass(slots=True)
class UnoWindowClosed(Open):
    """The seat can no longer be caught (U1)."""

    kind: ClassVar[str] = "uno_window_closed"
    seat: int


@dataclass(slots=True)
class UnoCalled(Open):
    """A seat calls UNO, with its play or afterwards (U1)."""

    kind: ClassVar[str] = "uno_called"
    seat: int


@dataclass(slots=True)
class UnoAnnounced(Open):
    """The game announces that a seat has one card (U2, C9)."""

    kind: ClassVar[str] = "uno_announced"
    seat: int


@dataclass(slots=True)
class UnoCaught(Open):
    """A seat with one card and no call is caught (O6)."""

    kind: ClassVar[str] = "uno_caught"
    seat: int
    by: int


@dataclass(slots=True)
class FalseUno(Open):
    """A seat called UNO with more than one card in hand (O7)."""

    kind: ClassVar[str] = "false_uno"
    seat: int


@dataclass(slots=True)
class OutOfTurn(Open):
    """A seat tried to lay a card out of turn; the card stays in the hand and is not shown (O8, A9)."""

    kind: ClassVar[str] = "out_of_turn"
    seat: int


@dataclass(slots=True)
class Challenged(Event):
    """A Wild Draw Four is challenged and judged (O5). `hand` is shown as `challenge_reveal` says."""

    kind: ClassVar[str] = "challenged"
    seat: int
    offender: int
    guilty: bool
    everyone: bool
    hand: tuple[Card, ...] | None

    def forms(self) -> Forms:
        if self.everyone:
            return Forms(self, {})
        return Forms(replace(self, hand=None), {self.seat: self})


@dataclass(slots=True)
class TimeRanOut(Open):
    """A seat's time is over and the default is taken for it (A11)."""

    kind: ClassVar[str] = "time_ran_out"
    seat: int


@dataclass(slots=True)
class PlayerLeft(Event):
    """A player leaves for good; the hand goes under the draw pile, shuffled (A10). `cards`: bottom first."""

    kind: ClassVar[str] = "player_left"
    seat: int
    cards: tuple[Card, ...] | None

    def forms(self) -> Forms:
        return Forms(PlayerLeft(self.seat, None), {})


@dataclass(slots=True)
class PlayerJoined(Open):
    """A newcomer fills an empty seat, with score 0 (A6)."""

    kind: ClassVar[str] = "player_joined"
    seat: int


@dataclass(slots=True)
class Asked(Open):
    """The game asks a question and waits for its answer; every one has the next decision number."""

    kind: ClassVar[str] = "asked"
    decision: Decision


@dataclass(slots=True)
class RoundEnded(Open):
    """A round is over (A3, A8). `gains`: points by seat, all zero where nobody scores."""

    kind: ClassVar[str] = "round_ended"
    winners: tuple[int, ...]
    blocked: bool
    gains: tuple[int, ...]


@dataclass(slots=True)
class GameEnded(Open):
    """The game is over: its goal is reached, or one player is left."""

    kind: ClassVar[str] = "game_ended"
    winners: tuple[int, ...]


EVENTS: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        RoundDealt,
        FirstCardTurned,
        FirstCardReturned,
        CardsPlayed,
        ColourNamed,
        CardsDrawn,
        DrawPileRenewed,
        DrawnKept,
        Passed,
        TurnMissed,
        DirectionTurned,
        UnoWindowOpened,
        UnoWindowClosed,
        UnoCalled,
        UnoAnnounced,
        UnoCaught,
        FalseUno,
        OutOfTurn,
        Challenged,
        TimeRanOut,
        PlayerLeft,
        PlayerJoined,
        Asked,
        RoundEnded,
        GameEnded,
    )
}
"""Every event type by its stable name."""
