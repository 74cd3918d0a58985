"""UNO: how the window to call and catch opens and closes, and what the game announces (U1, U2, M4, S6, N10)."""

from collections.abc import Iterable

from uno_engine.course import Course
from uno_engine.customizable import Effect
from uno_engine.events import (
    DrawReason,
    FalseUno,
    UnoAnnounced,
    UnoCalled,
    UnoCaught,
    UnoClaimed,
    UnoRolled,
    UnoWindowClosed,
    UnoWindowOpened,
)
from uno_engine.piles import draw
from uno_engine.rules import CaughtBy, Uno, UnoAfterSwap
from uno_engine.shuffle import below
from uno_engine.state import Game, State

_CALL = Uno.CALL
_CHANCES = 10_000


def after_play(course: Course, seat: int, effect: Effect, *, called: bool) -> None:
    """What the number of cards left after a seat's own play means; `called` tells whether UNO came with the play.

    A play that moves hands opens no window (U2), but the game rolls for it as ever (M4), and announces who has one card
    when they have moved (C9); where its player must call, it is judged then (N10). One that may still discard a colour
    is judged after that.
    """
    state = course.state
    if effect.moves_hands and owed_after_moving(state):
        if called:
            course.tell(UnoClaimed(seat))
        return
    left = state.counts[seat]
    uno = state.rules.uno
    if uno is _CALL and called:
        if left == 1:
            course.tell(UnoCalled(seat))
        elif effect.keep_one:
            course.tell(UnoClaimed(seat))
        else:
            false_call(course, seat)
    elif left == 1:
        _left_with_one(course, seat, settled=not effect.moves_hands)


def _left_with_one(course: Course, seat: int, *, settled: bool = True) -> None:
    """A seat's own play left it one card, and UNO was not called with it; `settled`: no hands are still to move."""
    rules = course.state.rules
    if rules.uno is Uno.CALL:
        if rules.uno_penalty and settled:
            course.tell(UnoWindowOpened(seat))
    elif rules.uno is Uno.AUTOMATIC:
        if settled:
            course.tell(UnoAnnounced(seat))
    elif rules.uno is Uno.RANDOM_FORGET:
        _roll(course, seat)


def forgets(state: State) -> bool:
    """Whether the next roll of the seed is one of forgetting (M4)."""
    return below(_CHANCES, "forget", state.seed, state.shuffles) < round(state.rules.forget_chance * _CHANCES)


def _roll(course: Course, seat: int) -> None:
    """M4: one roll of the seed tells whether the player is declared to have forgotten."""
    state = course.state
    forgotten = forgets(state)
    course.tell(UnoRolled(seat, forgotten))
    if forgotten:
        draw(course, seat, state.rules.uno_penalty, DrawReason.FORGOTTEN)
    else:
        course.tell(UnoAnnounced(seat))


def settle_hand(course: Course, seat: int) -> None:
    """The hand of a play that may discard a colour is settled: judge the call, or the want of it, by what is left (U2).

    Players who had one card before have been judged already, and gave none away.
    """
    state = course.state
    if state.claimed != seat:
        if state.counts[seat] == 1:
            _left_with_one(course, seat)
    elif state.counts[seat] == 1:
        course.tell(UnoCalled(seat))
    else:
        false_call(course, seat)


def owed_after_moving(game: Game) -> bool:
    """True if a player whose play moves hands must call UNO for the resulting hand (N10)."""
    rules = game.rules
    return rules.uno_after_swap is UnoAfterSwap.OWED and rules.uno is _CALL and rules.uno_penalty > 0


def settle_moved(course: Course, seat: int) -> None:
    """After a play has moved all its cards, judge the call, or a missing one, by the hand that is left (N10)."""
    state = course.state
    if not owed_after_moving(state) or not state.playing[seat]:
        return
    if state.claimed != seat:
        if state.counts[seat] == 1:
            course.tell(UnoWindowOpened(seat))
    elif state.counts[seat] == 1:
        course.tell(UnoCalled(seat))
    else:
        false_call(course, seat)


def false_call(course: Course, seat: int) -> None:
    """A seat has called UNO with more than one card in hand: it pays, but once a turn (O7, U2)."""
    state = course.state
    if state.rules.false_uno_penalty and seat not in state.false_calls:
        course.tell(FalseUno(seat))
        draw(course, seat, state.rules.false_uno_penalty, DrawReason.FALSE_UNO)


def close_window(course: Course) -> None:
    """The next player acts: nobody can be caught any longer (U1), or the referee catches now (S6)."""
    state = course.state
    owner = state.window
    if owner is None:
        return
    if state.rules.uno_caught_by is CaughtBy.REFEREE:
        caught(course, owner, None)
    else:
        course.tell(UnoWindowClosed(owner))


def caught(course: Course, owner: int, by: int | None) -> None:
    """The seat has one card and has not called, so it draws (O6); `by` None: the referee saw it."""
    course.tell(UnoCaught(owner, by))
    draw(course, owner, course.state.rules.uno_penalty, DrawReason.CAUGHT)


def announce(course: Course, seats: Iterable[int]) -> None:
    """The game announces those of `seats` that got down to one card other than by their own play (U2)."""
    state = course.state
    if state.rules.uno is Uno.OFF:
        return
    for seat in seats:
        if state.counts[seat] == 1:
            course.tell(UnoAnnounced(seat))
