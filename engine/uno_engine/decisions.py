"""The decisions that a game can wait for, each with the seat or seats that are asked."""

from dataclasses import dataclass
from typing import ClassVar, get_args

from uno_engine.cards import Card
from uno_engine.rules import MOST_SEATS, Seat

NOBODY_ALONE = -1
"""The `seat` of a question to several players at the same time."""


class Kinded:
    """One of several kinds of values; the name of its kind, which stays the same, stands where its class begins."""

    __slots__ = ()
    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:  # a dataclass with slots is made twice, the second time without the keyword
            cls.kind = kind


@dataclass(frozen=True, slots=True)
class TakeTurn(Kinded, kind="take_turn"):
    """The seat must play or draw (O2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayDrawn(Kinded, kind="play_drawn"):
    """The seat has drawn and must play that card or keep it (O3, A12)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NameColour(Kinded, kind="name_colour"):
    """The seat must name the colour of the wild on top (A5, B4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Kinded, kind="choose_player"):
    """The seat must choose another player still in, for a swap or for what a card's rule says (C10, H3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AnswerDrawFour(Kinded, kind="answer_draw_four"):
    """The seat must accept `penalty` cards or challenge `offender` (O5); under stacking it may pass them on (H2).

    `skips` more players miss their turn afterwards (Q5).
    """

    seat: Seat
    offender: Seat
    penalty: int
    skips: int = 0


@dataclass(frozen=True, slots=True)
class AnswerStack(Kinded, kind="answer_stack"):
    """The seat must take `penalty` cards or pass them on (S4).

    `under` is the last card of the stack that draws, if cards that deflected it are above it (N2).
    """

    seat: Seat
    penalty: int
    under: Card | None = None


@dataclass(frozen=True, slots=True)
class KeepOne(Kinded, kind="keep_one"):
    """The seat must keep one of its cards of the named colour (section 5, `discard_colour`)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Vote(Kinded, kind="vote"):
    """These seats have not voted yet for the rule of the customizable cards (C12). One number for all of them."""

    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PassCard(Kinded, kind="pass_card"):
    """These seats have not chosen yet which card they pass on (section 5). One number for all of them."""

    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Confirm(Kinded, kind="confirm"):
    """These seats have not confirmed yet that they have read the host's own rule (N12). One number for all of them."""

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
