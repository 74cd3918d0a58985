"""The answers to unanswered questions: time has run out (A11), or the player has left for good (A10)."""

from typing import assert_never

from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine import legal
from uno_engine.answers import (
    accept,
    card_given,
    close_confirming,
    close_passing,
    close_vote,
    confirmed,
    keep_drawn,
    pass_on,
    retained,
    vote_cast,
)
from uno_engine.cards import Card, Colour
from uno_engine.course import Course
from uno_engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    Confirm,
    Decision,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
    asked,
)
from uno_engine.ending import end_without
from uno_engine.hands import of_colour
from uno_engine.laying import lapse, lay, name_colour, player_chosen
from uno_engine.piles import can_draw, draw
from uno_engine.refused import Code, Refused
from uno_engine.shuffle import shuffled
from uno_engine.state import Phase, State, next_seat, seats_in
from uno_engine.turns import begin_turn
from uno_engine.uno import close_window

_COMPLETES_A_PLAY = (NameColour, ChoosePlayer, KeepOne, Confirm)
"""Answers to these complete a play, so they close no UNO window (U1, N12)."""


def timed_out(course: Course, action: act.TimedOut) -> None:
    """The default for what the seat is asked (A11)."""
    state, seat = course.state, action.seat
    decision = state.waiting_for
    if decision is None or seat not in asked(decision):
        raise Refused(Code.NOT_YOUR_TURN, "A11", seat=seat)
    course.tell(ev.TimeRanOut(seat))
    if not isinstance(decision, _COMPLETES_A_PLAY):
        close_window(course)
    match decision:
        case TakeTurn():
            _turn(course, seat)
        case PlayDrawn():
            _drawn(course, seat)
        case NameColour():
            name_colour(course, seat, _colour(state))
        case ChoosePlayer():
            player_chosen(course, seat, next_seat(state, seat))
        case AnswerDrawFour() | AnswerStack():
            accept(course, seat, draws=True)
        case KeepOne():
            retained(course, seat, of_colour(course, seat)[0])
        case PassCard():
            card_given(course, seat, state.hands[seat][0])
        case Vote():
            vote_cast(course, seat, None)
        case Confirm():
            confirmed(course, seat)
        case _ as unreachable:
            assert_never(unreachable)


def _turn(course: Course, seat: int) -> None:
    """Draw one and keep it; with nothing to draw, play the first allowed card, or else pass."""
    state = course.state
    if can_draw(state):
        draw(course, seat, 1, ev.DrawReason.TURN)
        begin_turn(course, next_seat(state, seat))
        return
    first = next((card for card in state.hands[seat] if legal.allowed(state, seat, card)), None)
    if first is None:
        pass_on(course, seat)
    else:
        lay(course, _simplest(state, seat, first))


def _drawn(course: Course, seat: int) -> None:
    """Keep the drawn card, or play it if it must be played."""
    state = course.state
    if legal.must_play_drawn(state, seat) and state.drawn is not None:
        lay(course, _simplest(state, seat, state.drawn))
    else:
        keep_drawn(course, seat)


def _simplest(state: State, seat: int, card: Card) -> act.Play:
    """A play of the card with every question answered by its default."""
    return act.Play(seat, (card,), (_colour(state),), next_seat(state, seat))


def _colour(state: State) -> Colour:
    return state.colour or Colour.RED


def left(course: Course, action: act.Left) -> None:
    """A10: the hand goes under the draw pile, and play passes on; what the seat is asked is answered without draws."""
    state, seat = course.state, action.seat
    if not state.seated[seat] or state.phase is Phase.OVER:
        raise Refused(Code.OUT_OF_GAME, "A10", seat=seat)
    in_round = state.phase is not Phase.BETWEEN_ROUNDS and state.playing[seat]
    decision = state.waiting_for
    if in_round and isinstance(decision, NameColour) and decision.seat == seat and not state.counts[seat]:
        # C17: the last card is laid, so the place is won; A10: its colour is the default.
        name_colour(course, seat, _colour(state))
        course.tell(ev.PlayerLeft(seat, ()))
        return
    cards = shuffled(state.hands[seat], "left", state.seed, state.shuffles) if in_round else ()
    course.tell(ev.PlayerLeft(seat, tuple(cards)))
    still = _still_playing(state)
    if len(still) == 1 and (state.round or state.phase is Phase.VOTING):
        end_without(course, still[0])
    elif in_round and decision is not None and seat in asked(decision):
        question_lapses(course, seat, decision)


def _still_playing(state: State) -> list[int]:
    if state.phase is Phase.PLAYING:
        return seats_in(state)
    return [seat for seat, seated in enumerate(state.seated) if seated]


def question_lapses(course: Course, seat: int, decision: Decision) -> None:
    """Answer for a player who was asked and has left, or is out of the round with too many cards (N8)."""
    state = course.state
    match decision:
        case TakeTurn() | PlayDrawn() | KeepOne():
            begin_turn(course, next_seat(state, seat))
        case NameColour():
            name_colour(course, seat, _colour(state))
        case ChoosePlayer():
            lapse(course, seat)
        case AnswerDrawFour() | AnswerStack():
            accept(course, seat, draws=False)
        case PassCard():
            close_passing(course)
        case Vote():
            close_vote(course)
        case Confirm():
            close_confirming(course)
        case _ as unreachable:
            assert_never(unreachable)
