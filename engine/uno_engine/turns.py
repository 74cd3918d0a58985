"""How a turn begins, and who misses one (A3, A5)."""

from uno_engine.course import Course
from uno_engine.decisions import TAKE_TURN
from uno_engine.ending import end_blocked, end_if_alone
from uno_engine.events import Asked, HandClosed, TurnMissed
from uno_engine.evolve import turn_asked
from uno_engine.rules import MOST_SEATS
from uno_engine.state import State, next_seat

MOST_TURNS = 1000
"""After this many turns a round is blocked."""

TURNS_ASKED = tuple(Asked(decision) for decision in TAKE_TURN)
"""The question that begins a turn, by seat: made once, as no event is more frequent."""
_MISS = tuple(TurnMissed(seat) for seat in range(MOST_SEATS))


def begin_turn(course: Course, seat: int) -> None:
    """Ask a seat to take its turn; after the last turn that a round may have, it is blocked instead."""
    state = course.state
    if state.lost and end_if_alone(course):
        return
    if state.turn >= MOST_TURNS:
        end_blocked(course)
        return
    if state.open_hands and seat in state.open_hands:
        course.tell(HandClosed(seat))
    event = TURNS_ASKED[seat]
    turn_asked(state, event)  # `tell`, one call shorter: no event is more frequent
    course.append(event)


def reverse_skips(state: State) -> bool:
    """Whether a Reverse acts as a Skip: with two players left (A4)."""
    return sum(state.playing) == 2


def miss_turns(course: Course, seat: int, misses: int) -> None:
    """This many players after `seat` miss their turn, but never `seat` itself; the one after them takes it (Q5)."""
    state = course.state
    at = next_seat(state, seat)
    if misses > 1:
        misses = min(misses, sum(state.playing) - state.playing[seat])
    for _ in range(misses):
        course.tell(_MISS[at])
        at = next_seat(state, at)
    begin_turn(course, at)
