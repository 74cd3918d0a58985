"""How a round and a game end (A3, A8, A10, C15 to C17, N5, N8)."""

from uno_engine.course import Course
from uno_engine.events import GameEnded, HandClosed, RoundEnded
from uno_engine.rules import Goal
from uno_engine.scoring import by_points, gain, own_points
from uno_engine.state import Phase, State, seats_in


def end_round(course: Course, winners: tuple[int, ...], *, blocked: bool = False) -> None:
    """End the round, and the game too if its goal is reached. Only a single winner scores points.

    Where the lowest score wins, everyone else scores (N5).
    """
    _close_hands(course)
    state = course.state
    rules = state.rules
    gains = [0] * state.seats
    if rules.goal is Goal.POINTS and len(winners) == 1:
        gains[winners[0]] = gain(state, winners[0])
    elif rules.goal is Goal.LOW_POINTS:
        gains = own_points(state)
    course.tell(RoundEnded(winners, blocked, tuple(gains), noted=dict(state.noted)))
    if rules.goal is Goal.LOW_POINTS:
        _end_lowest(course)
    elif rules.goal is Goal.SINGLE_ROUND or (winners and state.scores[winners[0]] >= rules.target):
        course.tell(GameEnded(winners))


def _end_lowest(course: Course) -> None:
    """When somebody has enough points, the lowest score of those still there wins the game (N5)."""
    state = course.state
    scores = {seat: state.scores[seat] for seat, seated in enumerate(state.seated) if seated}
    if max(scores.values()) >= state.rules.target:
        lowest = min(scores.values())
        course.tell(GameEnded(tuple(seat for seat, score in scores.items() if score == lowest)))


def end_ranked(course: Course, rest: tuple[tuple[int, ...], ...], *, blocked: bool = False) -> None:
    """End a game that is played until the last (C17); `rest`: the places of those still in, best first."""
    _close_hands(course)
    state = course.state
    ranks = (*((seat,) for seat in state.out), *rest, *((seat,) for seat in reversed(state.leavers)))
    course.tell(RoundEnded(ranks[0], blocked, (0,) * state.seats, ranks, dict(state.noted)))
    course.tell(GameEnded(ranks[0]))


def end_blocked(course: Course) -> None:
    """End a round that is blocked (A3)."""
    state = course.state
    order = by_points(state)
    if state.rules.goal is Goal.UNTIL_LAST:
        end_ranked(course, order, blocked=True)
    elif state.rules.goal is Goal.POINTS and len(order[0]) > 1:
        end_round(course, (), blocked=True)  # on a tie nobody scores
    else:
        end_round(course, order[0], blocked=True)


def end_if_alone(course: Course) -> bool:
    """End the round if one player is left in it, as the others had too many cards (N8). True if it has ended."""
    state = course.state
    if not state.lost or sum(state.playing) > 1:
        return False
    last = tuple(seats_in(state))
    if state.rules.goal is Goal.UNTIL_LAST:
        end_ranked(course, (last,))
    else:
        end_round(course, last)
    return True


def end_without(course: Course, last: int) -> None:
    """End the round because all others have left it, and the game too unless somebody waits for the next one (N8)."""
    state = course.state
    if state.phase is Phase.PLAYING and state.rules.goal is not Goal.UNTIL_LAST and _somebody_waits(state):
        end_round(course, (last,))
    else:
        end_deserted(course, last)


def _somebody_waits(state: State) -> bool:
    return any(state.seated[seat] for seat in state.lost)


def end_deserted(course: Course, last: int) -> None:
    """End the game because one player is left (A10); ranks already won stay (C17)."""
    if course.state.rules.goal is Goal.UNTIL_LAST and course.state.round:
        end_ranked(course, ((last,),))
    else:
        _close_hands(course)
        course.tell(GameEnded((last,)))


def _close_hands(course: Course) -> None:
    for seat in course.state.open_hands:
        course.tell(HandClosed(seat))
