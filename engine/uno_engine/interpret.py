"""The one interpreter of the effects table: what a play does once its questions are answered (A5, A8, Q5, N2)."""

from collections.abc import Sequence

from uno_engine import hands
from uno_engine.asking import effect_of, last_effect
from uno_engine.cards import Card
from uno_engine.course import Course
from uno_engine.customizable import Effect
from uno_engine.decisions import AnswerDrawFour, AnswerStack, Confirm, KeepOne, PassCard
from uno_engine.ending import end_if_alone, end_ranked, end_round
from uno_engine.events import Asked, DirectionTurned, DrawReason, PlayerOut
from uno_engine.piles import draw
from uno_engine.rules import Goal, Stacking
from uno_engine.state import next_seat, others_in, seat_towards, seats_in
from uno_engine.turns import begin_turn, miss_turns, reverse_skips
from uno_engine.uno import settle_hand, settle_moved

_OFF, _CARD = Stacking.OFF, DrawReason.CARD  # looked up once, as in uno_engine.legal


def carry_out(course: Course, seat: int, laid: Sequence[Card]) -> None:
    """Carry out the cards that `seat` has just played, up to the next question. Colour and player are chosen."""
    last = effect_of(course.state, laid[-1])
    if len(laid) > 1 and not last.special:
        follow(course, seat, [effect_of(course.state, card) for card in laid])
    else:
        carry_out_one(course, seat, last)  # N7: several sevens or zeros act once


def carry_out_one(course: Course, seat: int, effect: Effect) -> None:
    """Carry out the row of a single card."""
    state = course.state
    if not effect.acts:
        begin_turn(course, next_seat(state, seat))
    elif not effect.special:
        _follow(course, seat, skips=effect.skip, reverses=effect.reverse, penalty=effect.draw)
    elif not _asks_for_cards(course, seat, effect):
        _move_cards(course, seat, effect)
        if state.lost and end_if_alone(course):
            return
        if effect.moves_hands:
            settle_moved(course, seat)
        if effect.again and state.playing[seat]:
            begin_turn(course, seat)
        else:
            _follow(course, seat, skips=effect.skip, reverses=effect.reverse, penalty=effect.draw)


def _asks_for_cards(course: Course, seat: int, effect: Effect) -> bool:
    """Ask what can only be asked once the colour is known; False if there is nothing to ask."""
    if effect.keep_one:
        if len(hands.of_colour(course, seat)) > 1:
            course.tell(Asked(KeepOne(seat)))
            return True
        if course.state.counts[seat] > 1:
            settle_hand(course, seat)
    if effect.pass_card:
        course.tell(Asked(PassCard(tuple(seats_in(course.state)))))
        return True
    if effect.confirm:
        course.tell(Asked(Confirm(tuple(seats_in(course.state)))))
        return True
    return False


def _move_cards(course: Course, seat: int, effect: Effect) -> None:
    """Move cards between hands as the row says. Effects on a chosen player lapse if there is none (A10)."""
    state = course.state
    target = state.target
    if effect.swap and target is not None and state.playing[seat]:
        hands.swap(course, seat, target)
    if effect.rotate:
        hands.rotate(course, seat)
    if effect.shuffle:
        hands.shuffle(course, seat)
    if effect.draw_others:
        for other in others_in(state, seat):
            draw(course, other, effect.draw_others, DrawReason.RULE)
    if effect.draw_chosen and target is not None:
        draw(course, target, effect.draw_chosen, DrawReason.RULE)
    if effect.open_hand and target is not None:
        hands.open_hand(course, target)


def follow(course: Course, seat: int, effects: Sequence[Effect]) -> None:
    """Direction, penalty and skips of all cards played together (Q5)."""
    skips = reverses = penalty = 0
    for effect in effects:
        skips += effect.skip
        reverses += effect.reverse
        penalty += effect.draw
    _follow(course, seat, skips=skips, reverses=reverses, penalty=penalty)


def _follow(course: Course, seat: int, *, skips: int, reverses: int, penalty: int) -> None:
    """First Reverses, then the victim, then Skips (Q5)."""
    state = course.state
    if state.owed and not penalty:
        _deflect(course, seat, turns=reverses > 0)
        return
    if reverses and reverse_skips(state):
        skips += reverses
    elif reverses % 2:
        course.tell(DirectionTurned(-state.direction))
    if not penalty:
        miss_turns(course, seat, skips)
        return
    penalty += state.owed
    victim = next_seat(state, seat)
    # A12: asked even of a victim who has no answer. Nothing is sealed where nobody can be guilty (A8).
    if state.sealed is not None:
        course.tell(Asked(AnswerDrawFour(victim, seat, penalty, skips)))
    elif state.rules.stacking is not _OFF:
        course.tell(Asked(AnswerStack(victim, penalty)))
    else:
        draw(course, victim, penalty, _CARD)
        if not (state.lost and end_if_alone(course)):
            miss_turns(course, seat, state.playing[victim] + skips)


def _deflect(course: Course, seat: int, *, turns: bool) -> None:
    """The open penalty passes to the next player, or back if play turns (N2)."""
    state = course.state
    if turns and sum(state.playing) + (not state.playing[seat]) > 2:  # whoever played it may be out by now
        course.tell(DirectionTurned(-state.direction))
    course.tell(Asked(AnswerStack(next_seat(state, seat), state.owed, course.under)))


def go_out(course: Course, seat: int, laid: Sequence[Card]) -> None:
    """`seat` has played its last card: a penalty on it is still drawn, then the round ends (A8) or continues (C17)."""
    state = course.state
    effects = [last_effect(state, card) for card in laid]
    until_last = state.rules.goal is Goal.UNTIL_LAST
    if until_last:
        course.tell(PlayerOut(seat, len(state.out) + 1))
        if sum(state.playing) > 1:
            follow(course, seat, effects)
            return
    penalty = sum(effect.draw for effect in effects) + state.owed
    if penalty:
        draw(course, _victim(course, seat, effects), penalty, DrawReason.CARD)
    if until_last:
        end_ranked(course, ((seats_in(state)[0],),))
    else:
        end_round(course, (seat,))


def _victim(course: Course, seat: int, effects: Sequence[Effect]) -> int:
    """The next player in the direction that the play leaves."""
    state = course.state
    turned = sum(effect.reverse for effect in effects) % 2 and sum(state.playing) > 2
    return seat_towards(state, seat, -state.direction if turned else state.direction)
