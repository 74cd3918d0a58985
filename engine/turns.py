"""How a turn begins (A3)."""

from __future__ import annotations

from engine.course import Course
from engine.decisions import TAKE_TURN
from engine.ending import end_blocked
from engine.events import Asked

MOST_TURNS = 1000
"""After so many turns a round is blocked."""

_ASK = tuple(Asked(decision) for decision in TAKE_TURN)


def begin_turn(course: Course, seat: int) -> None:
    """Ask a seat to take its turn; after the last turn that a round may have, it is blocked instead."""
    if course.state.turn >= MOST_TURNS:
        end_blocked(course)
    else:
        course.tell(_ASK[seat])
