"""The decisions that a game can wait for, each with the seat or seats that are asked."""

from dataclasses import dataclass
from typing import ClassVar, get_args

from uno_engine.cards import Card
from uno_engine.rules import MOST_SEATS, Seat

NOBODY_ALONE = -1
"""The `seat` of a question to several players at the same time."""


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """The seat must play or draw (O2)."""

    kind: ClassVar[str] = "take_turn"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayDrawn:
    """The seat has drawn and must play that card or keep it (O3, A12)."""

    kind: ClassVar[str] = "play_drawn"
    seat: Seat


@dataclass(frozen=True, slots=True)
class NameColour:
    """The seat must name the colour of the wild on top (A5, B4)."""

    kind: ClassVar[str] = "name_colour"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoosePlayer:
    """The seat must choose another player still in, for a swap or for what a card's rule says (C10, H3)."""

    kind: ClassVar[str] = "choose_player"
    seat: Seat


@dataclass(frozen=True, slots=True)
class AnswerDrawFour:
    """The seat must accept `penalty` cards or challenge `offender` (O5); under stacking it may pass them on (H2).

    `skips` more players miss their turn afterwards (Q5).
    """

    kind: ClassVar[str] = "answer_draw_four"
    seat: Seat
    offender: Seat
    penalty: int
    skips: int = 0


@dataclass(frozen=True, slots=True)
class AnswerStack:
    """The seat must take `penalty` cards or pass them on (S4).

    `under` is the last card of the stack that draws, if cards that deflected it are above it (N2).
    """

    kind: ClassVar[str] = "answer_stack"
    seat: Seat
    penalty: int
    under: Card | None = None


@dataclass(frozen=True, slots=True)
class KeepOne:
    """The seat must keep one of its cards of the named colour (section 5, `discard_colour`)."""

    kind: ClassVar[str] = "keep_one"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Vote:
    """These seats have not voted yet for the rule of the customizable cards (C12). One number for all of them."""

    kind: ClassVar[str] = "vote"
    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PassCard:
    """These seats have not chosen yet which card they pass on (section 5). One number for all of them."""

    kind: ClassVar[str] = "pass_card"
    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Confirm:
    """These seats have not confirmed yet that they have read the host's own rule (N12). One number for all of them."""

    kind: ClassVar[str] = "confirm"
    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[Seat, ...]


Decision = (
    TakeTurn
    | PlayDrawn
    | NameColour
    | ChoosePlayer
    | AnswerDrawFour
    | AnswerStack
    | KeepOne
    | Vote
    | PassCard
    | Confirm
)
DECISIONS: dict[str, type[Decision]] = {decision.kind: decision for decision in get_args(Decision)}
"""Every decision by its stable name (the names of scenario files and of the protocol)."""

TAKE_TURN = tuple(TakeTurn(seat) for seat in range(MOST_SEATS))
PLAY_DRAWN = tuple(PlayDrawn(seat) for seat in range(MOST_SEATS))


def asked(decision: Decision | None) -> tuple[int, ...]:
    """The seats that still have to answer; empty if there is no question."""
    if decision is None:
        return ()
    if type(decision) is Vote or type(decision) is PassCard or type(decision) is Confirm:  # `isinstance` is slow
        return decision.seats
    return (decision.seat,)
