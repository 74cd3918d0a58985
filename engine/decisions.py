"""What a game can wait for: the union of questions, each with the seat that it is put to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.rules import MOST_SEATS


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
class AnswerDrawFour:
    """The seat is to accept `penalty` cards or to challenge `offender` (O5)."""

    kind: ClassVar[str] = "answer_draw_four"
    seat: int
    offender: int
    penalty: int


Decision = TakeTurn | PlayDrawn | NameColour | AnswerDrawFour

DECISIONS: dict[str, type[Decision]] = {
    decision.kind: decision for decision in (TakeTurn, PlayDrawn, NameColour, AnswerDrawFour)
}
"""Every decision by its stable name (the names of scenario files and of the protocol)."""

TAKE_TURN = tuple(TakeTurn(seat) for seat in range(MOST_SEATS))
PLAY_DRAWN = tuple(PlayDrawn(seat) for seat in range(MOST_SEATS))


def asked(decision: Decision | None) -> tuple[int, ...]:
    """The seats whose answer is waited for; empty if there is no question."""
    return () if decision is None else (decision.seat,)


def penalty(decision: Decision | None) -> int:
    """Cards of an open penalty that has not been answered yet."""
    return decision.penalty if isinstance(decision, AnswerDrawFour) else 0
