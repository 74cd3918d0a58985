"""What an action leads to: it is judged first, then turned into events.

`advance` changes the state it is given; `decide` doesn't. Both raise `Refused`, with nothing changed, for an
action against the rules.
"""

from collections.abc import Callable
from typing import Any

from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine import judging, legal
from uno_engine.answers import accept, card_given, challenge, confirmed, keep_drawn, pass_on, retained, vote_cast
from uno_engine.course import Course
from uno_engine.decisions import (
    PLAY_DRAWN,
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
from uno_engine.defaults import left, question_lapses, timed_out
from uno_engine.ending import end_if_alone
from uno_engine.laying import lay, name_colour, player_chosen, seal
from uno_engine.piles import can_draw, draw
from uno_engine.refused import Code, Refused
from uno_engine.rounds import begin_round
from uno_engine.rules import Goal
from uno_engine.state import Phase, State, next_seat
from uno_engine.turns import begin_turn
from uno_engine.uno import caught, close_window, false_call

_TURN = ev.DrawReason.TURN
_ASK_DRAWN = tuple(ev.Asked(decision) for decision in PLAY_DRAWN)


def decide(state: State, action: act.Action, decision: int | None = None) -> list[ev.Event]:
    """The events that the action leads to; `state` stays as it is. Arguments and errors as for `advance`."""
    return advance(state.copy(), action, decision)


def advance(state: State, action: act.Action, decision: int | None = None) -> list[ev.Event]:
    """Carry out the action on `state`, in place, and return its events in order.

    `decision` is the decision number that a player's action names; None is the current one. Raises Refused
    and changes nothing if the action is against the rules.
    """
    course = Course()
    course.state = state
    players = _PLAYER.get(type(action))
    if players is None:
        _TABLE[type(action)](course, action)
    else:
        seat = action.seat  # type: ignore[union-attr]  # Deal alone has none
        if decision is not None or state.waiting_for is None or not state.playing[seat]:
            judging.check_in_game(state, seat, state.decision if decision is None else decision)
        players(course, action)
    return course


def _play(course: Course, action: act.Play) -> None:
    state = course.state
    if not judging.check_play(state, action):
        course.tell(ev.OutOfTurn(action.seat))  # O8: the card stays in the hand, others come to it
        draw(course, action.seat, state.rules.out_of_turn_penalty, ev.DrawReason.OUT_OF_TURN)
        end_if_alone(course)
        return
    owner = state.window
    sealed = None
    if owner is not None:
        if owner == action.seat:
            # S6: the referee's cards come first, but the play is judged as it stood before them, a last card.
            sealed = seal(state, action)
            target = action.target if judging.can_choose(state, owner, action.target) else None
            action = act.Play(owner, action.cards, action.colours, target)
        close_window(course)
    lay(course, action, sealed)


def _draw(course: Course, action: act.Draw) -> None:
    state, seat = course.state, action.seat
    judging.check_asked(state, seat, TakeTurn)
    if not legal.may_draw(state, seat):
        raise Refused(Code.NOT_ALLOWED, "H6" if can_draw(state) else "A3")
    if state.window is not None:
        close_window(course)
    draw(course, seat, 1, _TURN)
    if state.rules.draw_until_playable:  # H5
        while (
            state.playing[seat]
            and state.drawn is not None
            and not legal.allowed(state, seat, state.drawn)
            and can_draw(state)
        ):
            draw(course, seat, 1, _TURN)
    if state.playing[seat]:
        course.tell(_ASK_DRAWN[seat])  # A12: asked even if the card does not fit
    else:
        begin_turn(course, next_seat(state, seat))  # N8


def _keep(course: Course, action: act.Keep) -> None:
    state, seat = course.state, action.seat
    judging.check_asked(state, seat, PlayDrawn)
    if legal.must_play_drawn(state, seat):
        raise Refused(Code.MUST_PLAY, "C4")
    keep_drawn(course, seat)


def _pass(course: Course, action: act.Pass) -> None:
    state, seat = course.state, action.seat
    judging.check_asked(state, seat, TakeTurn)
    if not legal.may_pass(state, seat):
        raise Refused(Code.MUST_PLAY, "A3")
    close_window(course)
    pass_on(course, seat)


def _name(course: Course, action: act.Name) -> None:
    judging.check_asked(course.state, action.seat, NameColour)
    name_colour(course, action.seat, action.colour)


def _choose(course: Course, action: act.Choose) -> None:
    judging.check_asked(course.state, action.seat, ChoosePlayer)
    judging.check_target(course.state, action.seat, action.target, course.state.discard[-1])
    player_chosen(course, action.seat, action.target)


def _cast(course: Course, action: act.Cast) -> None:
    state = course.state
    judging.check_asked(state, action.seat, Vote)
    if action.rule not in state.ballot:
        raise Refused(Code.BAD_TARGET, "C12", rule=action.rule)
    vote_cast(course, action.seat, action.rule)


def _give(course: Course, action: act.Give) -> None:
    state, seat = course.state, action.seat
    _check_has(state, seat, action, PassCard)
    card_given(course, seat, action.card)


def _retain(course: Course, action: act.Retain) -> None:
    state, seat = course.state, action.seat
    _check_has(state, seat, action, KeepOne)
    if action.card.colour is not state.colour:
        raise Refused(Code.BAD_TARGET, "C12", card=action.card.name)
    retained(course, seat, action.card)


def _check_has(state: State, seat: int, action: act.Give | act.Retain, kind: type) -> None:
    if action.card not in state.hands[seat]:
        raise Refused(Code.NOT_IN_HAND, "A9", card=action.card.name)
    judging.check_asked(state, seat, kind)


def _accept(course: Course, action: act.Accept) -> None:
    judging.check_asked(course.state, action.seat, AnswerDrawFour, AnswerStack)
    close_window(course)
    accept(course, action.seat, draws=True)


def _challenge(course: Course, action: act.Challenge) -> None:
    judging.check_asked(course.state, action.seat, AnswerDrawFour)
    close_window(course)
    challenge(course, action.seat)


def _done(course: Course, action: act.Done) -> None:
    judging.check_asked(course.state, action.seat, Confirm)
    confirmed(course, action.seat)


def _call_uno(course: Course, action: act.CallUno) -> None:
    state, seat = course.state, action.seat
    if not judging.check_uno(state, seat):
        _pay_for_call(course, seat)
    elif state.window == seat:
        course.tell(ev.UnoCalled(seat))
    else:
        course.tell(ev.UnoClaimed(seat))  # N10: judged when hands have moved


def _pay_for_call(course: Course, seat: int) -> None:
    """A separate call was false; a player who has too many cards then answers nothing more (N8)."""
    state = course.state
    decision = state.waiting_for
    was_asked = seat in asked(decision)
    false_call(course, seat)
    if not state.playing[seat] and not end_if_alone(course) and was_asked and decision is not None:
        question_lapses(course, seat, decision)


def _catch(course: Course, action: act.Catch) -> None:
    judging.check_catch(course.state, action)
    caught(course, action.target, action.seat)


def _deal(course: Course, _action: act.Deal) -> None:
    state = course.state
    if state.phase is not Phase.BETWEEN_ROUNDS:
        raise Refused(Code.NOT_ALLOWED, "A6", phase=state.phase.value)
    if not state.rules.players.least <= sum(state.seated) <= state.rules.players.most:
        raise Refused(Code.NOT_ALLOWED, "A1", players=sum(state.seated))
    begin_round(course)


def _joined(course: Course, action: act.Join) -> None:
    state = course.state
    if state.phase is not Phase.BETWEEN_ROUNDS or state.rules.goal is Goal.UNTIL_LAST or state.seated[action.seat]:
        raise Refused(Code.NOT_ALLOWED, "A6", seat=action.seat)
    course.tell(ev.PlayerJoined(action.seat))


_PLAYER: dict[type[act.Action], Callable[[Course, Any], None]] = {
    act.Play: _play,
    act.Draw: _draw,
    act.Keep: _keep,
    act.Pass: _pass,
    act.Name: _name,
    act.Choose: _choose,
    act.Cast: _cast,
    act.Give: _give,
    act.Retain: _retain,
    act.Accept: _accept,
    act.Challenge: _challenge,
    act.Done: _done,
    act.CallUno: _call_uno,
    act.Catch: _catch,
}

_TABLE: dict[type[act.Action], Callable[[Course, Any], None]] = {
    act.TimedOut: timed_out,
    act.Left: left,
    act.Join: _joined,
    act.Deal: _deal,
}
