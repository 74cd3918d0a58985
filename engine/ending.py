"""How a round and a game end (A3, A8, A10, C15, C16)."""

from __future__ import annotations

from engine.course import Course
from engine.events import GameEnded, RoundEnded
from engine.rules import Goal
from engine.scoring import fewest_points, gain


def end_round(course: Course, winners: tuple[int, ...], *, blocked: bool = False) -> None:
    """End the round, and with it the game if its goal is reached. Points go to a single winner alone."""
    state = course.state
    rules = state.rules
    gains = [0] * state.seats
    if rules.goal is Goal.POINTS and len(winners) == 1:
        gains[winners[0]] = gain(state, winners[0])
    course.tell(RoundEnded(winners, blocked, tuple(gains)))
    if rules.goal is Goal.SINGLE_ROUND or (winners and state.scores[winners[0]] >= rules.target):
        course.tell(GameEnded(winners))


def end_blocked(course: Course) -> None:
    """End a round in which nobody can go on (A3)."""
    lowest = fewest_points(course.state)
    if course.state.rules.goal is Goal.POINTS and len(lowest) > 1:
        lowest = ()  # on a tie nobody scores
    end_round(course, lowest, blocked=True)


def end_deserted(course: Course, last: int) -> None:
    """End the game because one player is left (A10)."""
    course.tell(GameEnded((last,)))
