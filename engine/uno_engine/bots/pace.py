"""How long a computer player seems to think: the pause never depends on anything hidden."""

from typing import assert_never

from uno_engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    Confirm,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
    asked,
)
from uno_engine.shuffle import below
from uno_engine.state import View

SHORTEST = 0.6
MOST_LOOKED_AT = 12
"""Cards in a hand that take time to look at; beyond that nobody looks at every one."""


def pause(view: View) -> float:
    """Seconds to wait before acting on this view, from 0.6 to 2.5.

    They depend only on what everybody sees: the question, the number of cards, the card on top, the decision number.
    """
    jitter = below(1000, "pace", bytes([view.viewer or 0]), view.decision) / 1000
    return _thought(view) + 0.5 * jitter


def _thought(view: View) -> float:
    decision = view.waiting_for
    if decision is None or view.viewer not in asked(decision):
        return SHORTEST  # somebody's UNO is to be caught, or called, or a card goes on its twin
    match decision:
        case TakeTurn(seat):
            looked_through = 0.07 * min(view.counts[seat], MOST_LOOKED_AT)
            return 0.7 + looked_through + (0.3 if view.discard[-1].wild else 0.0)
        case PlayDrawn():
            return 0.7
        case NameColour() | ChoosePlayer() | KeepOne():
            return 0.9
        case Vote() | Confirm():
            return 1.5
        case PassCard():
            return 1.0
        case AnswerStack():
            return 1.1
        case AnswerDrawFour(_, offender):
            return 1.1 + 0.05 * min(view.counts[offender], MOST_LOOKED_AT)
        case _ as unreachable:
            assert_never(unreachable)
