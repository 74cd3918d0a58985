"""What a game can wait for: the union of questions, each with the seat or seats that it is put to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.rules import MOST_SEATS

NOBODY_ALONE = -1
"""What stands as `seat` of a question that is put to several at once."""


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """The seat is to play or to draw (O2)."""

    kind: ClassVar[str] = "take_turn"
    seat: int


@dataclass(frozen=True, slots=True)
class PlayDrawn:
    """The seat has drawn and is to play that card or to keep it (O3, A12)."""

    kind: ClassVar[str] = "play_drawn"
    seat: int


@dataclass(frozen=True, slots=True)
class NameColour:
    """The seat is to name the colour of the wild on top (A5, B4)."""

    kind: ClassVar[str] = "name_colour"
    seat: int


@dataclass(frozen=True, slots=True)
class ChoosePlayer:
    """The seat is to choose another player still in, for a swap or for what a card's rule says (C10, H3)."""

    kind: ClassVar[str] = "choose_player"
    seat: int


@dataclass(frozen=True, slots=True)
class AnswerDrawFour:
    """The seat is to accept `penalty` cards or to challenge `offender` (O5); under stacking it may pass them on (H2).

    `skips` more players miss their turn afterwards (Q5).
    """

    kind: ClassVar[str] = "answer_draw_four"
    seat: int
    offender: int
    penalty: int
    skips: int = 0


@dataclass(frozen=True, slots=True)
class AnswerStack:
    """The seat is to take `penalty` cards or to pass them on (S4)."""

    kind: ClassVar[str] = "answer_stack"
    seat: int
    penalty: int


@dataclass(frozen=True, slots=True)
class KeepOne:
    """The seat is to keep one of its cards of the named colour (section 5, `discard_colour`)."""

    kind: ClassVar[str] = "keep_one"
    seat: int


@dataclass(frozen=True, slots=True)
class Vote:
    """These seats have not voted yet for the rule of the customizable cards (C12). One number for all of them."""

    kind: ClassVar[str] = "vote"
    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassCard:
    """These seats have not chosen yet which card they pass on (section 5). One number for all of them."""

    kind: ClassVar[str] = "pass_card"
    seat: ClassVar[int] = NOBODY_ALONE
    seats: tuple[int, ...]


Decision = TakeTurn | PlayDrawn | NameColour | ChoosePlayer | AnswerDrawFour | AnswerStack | KeepOne | Vote | PassCard

DECISIONS: dict[str, type[Decision]] = {
    decision.kind: decision
    for decision in (
        TakeTurn,
        PlayDrawn,
        NameColour,
        ChoosePlayer,
        AnswerDrawFour,
        AnswerStack,
        KeepOne,
        Vote,
        PassCard,
    )
}
"""Every decision by its stable name (the names of scenario files and of the protocol)."""

TAKE_TURN = tuple(TakeTurn(seat) for seat in range(MOST_SEATS))
PLAY_DRAWN = tuple(PlayDrawn(seat) for seat in range(MOST_SEATS))


def asked(decision: Decision | None) -> tuple[int, ...]:
    """The seats whose answer is waited for; empty if there is no question."""
    if isinstance(decision, Vote | PassCard):
        return decision.seats
    return () if decision is None else (decision.seat,)
