"""What an action brings about: judged first, then told as events.

`advance` changes the state it is given; `decide` leaves it alone. Both raise `Refused`, with nothing changed, for an
action that the rules do not admit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import actions as act
from engine import events as ev
from engine import legal
from engine.cards import Card, Colour, Rank
from engine.course import Course
from engine.decisions import PLAY_DRAWN, AnswerDrawFour, Decision, NameColour, PlayDrawn, TakeTurn, asked
from engine.effects import carry_out, go_out, miss_turns
from engine.ending import end_blocked, end_deserted
from engine.piles import can_draw, draw
from engine.refused import Code, Refused
from engine.rounds import deal
from engine.rules import ChallengeReveal, Goal, WildDrawFour
from engine.shuffle import shuffled
from engine.state import Phase, State, next_seat
from engine.turns import begin_turn
from engine.uno import after_play, close_window, false_call

_TURN = ev.DrawReason.TURN
_ASK_DRAWN = tuple(ev.Asked(decision) for decision in PLAY_DRAWN)


def decide(state: State, action: act.Action, decision: int | None = None) -> list[ev.Event]:
    """The events that the action brings about; `state` stays as it is. Arguments and errors as for `advance`."""
    return advance(state.copy(), action, decision)


def advance(state: State, action: act.Action, decision: int | None = None) -> list[ev.Event]:
    """Carry the action out on `state`, in place, and give its events in order.

    `decision` is the decision number that a player's action names; None stands for the current one. Raises Refused
    and changes nothing if the rules do not admit the action.
    """
    course = Course(state)
    players = _PLAYER.get(type(action))
    if players is None:
        _TABLE[type(action)](course, action)
    else:
        if decision is not None or not state.playing[action.seat]:  # type: ignore[union-attr]  # Deal alone has none
            legal.check_in_game(state, action.seat, decision)  # type: ignore[union-attr]
        players(course, action)
    return course.events


# --- the players' actions ----------------------------------------------------------------------------------------


def _play(course: Course, action: act.Play) -> None:
    state = course.state
    if not legal.check_play(state, action):
        course.tell(ev.OutOfTurn(action.seat))  # O8: the card stays in the hand, others come to it
        draw(course, action.seat, state.rules.out_of_turn_penalty, ev.DrawReason.OUT_OF_TURN)
        return
    if state.window is not None:
        close_window(course)
    _lay(course, action)


def _lay(course: Course, action: act.Play) -> None:
    """Lay a card that has been judged, and carry it out as far as nobody has to be asked."""
    state = course.state
    seat, card = action.seat, action.cards[0]
    if state.counts[seat] == 1:
        course.tell(ev.CardsPlayed(seat, action.cards))  # A8: no colour is named on going out, nothing is challenged
        go_out(course, seat)
        return
    if card.colour is not None:
        course.tell(ev.CardsPlayed(seat, action.cards))
    else:
        course.tell(ev.CardsPlayed(seat, action.cards, action.colours, _sealed(state, seat, card)))
    if action.uno or state.counts[seat] == 1:
        after_play(course, seat, called=action.uno)
    if card.colour is None and not (action.colours and action.colours[0]):
        course.tell(ev.Asked(NameColour(seat)))
    else:
        carry_out(course, seat)


def _sealed(state: State, seat: int, card: Card) -> ev.Sealed | None:
    """What a challenge will be judged by: the hand as it is left by this play (O5)."""
    if card.rank is not Rank.WILD_DRAW_FOUR or state.rules.wild_draw_four is not WildDrawFour.BLUFF:
        return None
    others = legal.without(state.hands[seat], card)
    return ev.Sealed(tuple(others), not legal.draw_four_allowed(state, others))


def _draw(course: Course, action: act.Draw) -> None:
    state, seat = course.state, action.seat
    legal.check_asked(state, seat, TakeTurn)
    if not legal.may_draw(state, seat):
        raise Refused(Code.NOT_ALLOWED, "H6" if can_draw(state) else "A3")
    if state.window is not None:
        close_window(course)
    draw(course, seat, 1, _TURN)
    course.tell(_ASK_DRAWN[seat])  # A12: asked even if the card does not fit


def _keep(course: Course, action: act.Keep) -> None:
    state, seat = course.state, action.seat
    legal.check_asked(state, seat, PlayDrawn)
    if legal.must_play_drawn(state, seat):
        raise Refused(Code.MUST_PLAY, "C4")
    if state.window is not None:
        close_window(course)
    _keep_drawn(course, seat)


def _keep_drawn(course: Course, seat: int) -> None:
    course.tell(ev.DrawnKept(seat))
    begin_turn(course, next_seat(course.state, seat))


def _pass(course: Course, action: act.Pass) -> None:
    state, seat = course.state, action.seat
    legal.check_asked(state, seat, TakeTurn)
    if can_draw(state):
        raise Refused(Code.NOT_ALLOWED, "A3")
    if not legal.may_pass(state, seat):
        raise Refused(Code.MUST_PLAY, "A3")
    close_window(course)
    _pass_on(course, seat)


def _pass_on(course: Course, seat: int) -> None:
    """Pass; if everyone in turn has passed, the round is blocked (A3)."""
    state = course.state
    course.tell(ev.Passed(seat))
    if state.passes >= sum(state.playing):
        end_blocked(course)
    else:
        begin_turn(course, next_seat(state, seat))


def _name(course: Course, action: act.Name) -> None:
    legal.check_asked(course.state, action.seat, NameColour)
    _name_colour(course, action.seat, action.colour)


def _name_colour(course: Course, seat: int, colour: Colour) -> None:
    """Settle the colour of the wild on top and go on: with its effect, or with the starter if it is the first card."""
    state = course.state
    course.tell(ev.ColourNamed(seat, colour))
    if not state.first:
        carry_out(course, seat)
        return
    starter = state.starter
    assert starter is not None  # a card has been turned up, so the round has been dealt
    begin_turn(course, starter if state.playing[starter] else next_seat(state, starter))  # B4


def _accept(course: Course, action: act.Accept) -> None:
    legal.check_asked(course.state, action.seat, AnswerDrawFour)
    close_window(course)
    _take_penalty(course, action.seat, draws=True)


def _take_penalty(course: Course, victim: int, *, draws: bool) -> None:
    """The victim of a Wild Draw Four draws, and misses the turn; who leaves does not draw (A10)."""
    state = course.state
    decision = state.waiting_for
    assert isinstance(decision, AnswerDrawFour)
    if draws:
        draw(course, victim, decision.penalty, ev.DrawReason.CARD)
        course.tell(ev.TurnMissed(victim))
    begin_turn(course, next_seat(state, victim))


def _challenge(course: Course, action: act.Challenge) -> None:
    """O5: judged is the snapshot of the play. The named colour stands either way."""
    state, seat = course.state, action.seat
    legal.check_asked(state, seat, AnswerDrawFour)
    decision, sealed = state.waiting_for, state.sealed
    assert isinstance(decision, AnswerDrawFour)
    assert sealed is not None
    close_window(course)
    everyone = state.rules.challenge_reveal is ChallengeReveal.EVERYONE
    course.tell(ev.Challenged(seat, decision.offender, sealed.guilty, everyone, sealed.hand))
    if not sealed.guilty:
        draw(course, seat, decision.penalty + 2, ev.DrawReason.INNOCENT)
        miss_turns(course, decision.offender, 1)
        return
    if state.playing[decision.offender]:
        draw(course, decision.offender, decision.penalty, ev.DrawReason.GUILTY)
    begin_turn(course, seat)


def _call_uno(course: Course, action: act.CallUno) -> None:
    if legal.check_uno(course.state, action.seat):
        course.tell(ev.UnoCalled(action.seat))
    else:
        false_call(course, action.seat)


def _catch(course: Course, action: act.Catch) -> None:
    state = course.state
    legal.check_catch(state, action)
    course.tell(ev.UnoCaught(action.target, action.seat))
    draw(course, action.target, state.rules.uno_penalty, ev.DrawReason.CAUGHT)


# --- the table's actions -----------------------------------------------------------------------------------------


def _deal(course: Course, _action: act.Deal) -> None:
    state = course.state
    if state.phase is not Phase.BETWEEN_ROUNDS:
        raise Refused(Code.NOT_ALLOWED, "A6", phase=state.phase.value)
    if not state.rules.players.least <= sum(state.seated) <= state.rules.players.most:
        raise Refused(Code.NOT_ALLOWED, "A1", players=sum(state.seated))
    deal(course)


def _joined(course: Course, action: act.Joined) -> None:
    state = course.state
    if state.phase is not Phase.BETWEEN_ROUNDS or state.rules.goal is Goal.UNTIL_LAST or state.seated[action.seat]:
        raise Refused(Code.NOT_ALLOWED, "A6", seat=action.seat)
    course.tell(ev.PlayerJoined(action.seat))


def _timed_out(course: Course, action: act.TimedOut) -> None:
    """A11: the default for what the seat is asked."""
    state, seat = course.state, action.seat
    decision = state.waiting_for
    if seat not in asked(decision) or decision is None:
        raise Refused(Code.NOT_YOUR_TURN, "A11", seat=seat)
    course.tell(ev.TimeRanOut(seat))
    if not isinstance(decision, NameColour):  # U1: naming completes the owner's own play
        close_window(course)
    _default(course, decision, draws=True)


def _default(course: Course, decision: Decision, *, draws: bool) -> None:
    """What happens when a question is not answered (A11); without draws if the seat's player has left (A10)."""
    state, seat = course.state, decision.seat
    match decision:
        case TakeTurn():
            _default_turn(course, seat, draws=draws)
        case PlayDrawn():
            if draws and legal.must_play_drawn(state, seat):
                assert state.drawn is not None
                _lay(course, act.Play(seat, (state.drawn,), (_default_colour(state),)))
            elif draws:
                _keep_drawn(course, seat)
            else:
                begin_turn(course, next_seat(state, seat))
        case NameColour():
            _name_colour(course, seat, _default_colour(state))
        case AnswerDrawFour():
            _take_penalty(course, seat, draws=draws)


def _default_turn(course: Course, seat: int, *, draws: bool) -> None:
    state = course.state
    if draws and can_draw(state):
        draw(course, seat, 1, ev.DrawReason.TURN)
    elif draws:
        first = next((card for card in state.hands[seat] if legal.allowed(state, seat, card)), None)
        if first is None:
            _pass_on(course, seat)
        else:
            _lay(course, act.Play(seat, (first,), (_default_colour(state),)))
        return
    begin_turn(course, next_seat(state, seat))


def _default_colour(state: State) -> Colour:
    return state.colour or Colour.RED


def _left(course: Course, action: act.Left) -> None:
    """A10: the hand goes under the draw pile, and play passes on."""
    state, seat = course.state, action.seat
    if not state.seated[seat] or state.phase is Phase.OVER:
        raise Refused(Code.OUT_OF_GAME, "A10", seat=seat)
    in_round = state.phase is Phase.PLAYING and state.playing[seat]
    decision = state.waiting_for
    cards = shuffled(state.hands[seat], "left", state.seed, state.shuffles) if in_round else ()
    course.tell(ev.PlayerLeft(seat, tuple(cards)))
    still = [other for other, seated in enumerate(state.seated) if seated]
    if len(still) == 1 and state.round:
        end_deserted(course, still[0])
    elif in_round and decision is not None and seat in asked(decision):
        _default(course, decision, draws=False)


_PLAYER: dict[type[act.Action], Callable[[Course, Any], None]] = {
    act.Play: _play,
    act.Draw: _draw,
    act.Keep: _keep,
    act.Pass: _pass,
    act.Name: _name,
    act.Accept: _accept,
    act.Challenge: _challenge,
    act.CallUno: _call_uno,
    act.Catch: _catch,
}

_TABLE: dict[type[act.Action], Callable[[Course, Any], None]] = {
    act.TimedOut: _timed_out,
    act.Left: _left,
    act.Joined: _joined,
    act.Deal: _deal,
}
