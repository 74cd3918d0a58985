"""Who can be caught with one card: how the UNO window opens and closes (U1, U2, O6, O7)."""

from __future__ import annotations

from engine.course import Course
from engine.events import DrawReason, FalseUno, UnoAnnounced, UnoCalled, UnoWindowClosed, UnoWindowOpened
from engine.piles import draw
from engine.rules import Uno

_CALL = Uno.CALL


def after_play(course: Course, seat: int, *, called: bool) -> None:
    """What the number of cards left after a seat's own play means; `called` tells whether UNO came with the play."""
    state = course.state
    left = state.counts[seat]
    rules = state.rules
    if rules.uno is _CALL:
        if called and left > 1:
            false_call(course, seat)
        elif called and left == 1:
            course.tell(UnoCalled(seat))
        elif left == 1 and rules.uno_penalty:
            course.tell(UnoWindowOpened(seat))
    elif rules.uno is Uno.AUTOMATIC and left == 1:
        course.tell(UnoAnnounced(seat))


def false_call(course: Course, seat: int) -> None:
    """A seat has called UNO with more than one card in hand and pays for it (O7)."""
    course.tell(FalseUno(seat))
    draw(course, seat, course.state.rules.false_uno_penalty, DrawReason.FALSE_UNO)


def close_window(course: Course) -> None:
    """The next player acts: whoever could be caught no longer can (U1)."""
    owner = course.state.window
    if owner is not None:
        course.tell(UnoWindowClosed(owner))
