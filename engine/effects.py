"""What each card does: one row a rank, and the one interpreter that carries a play out (A5, A8)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import FACES, Card, Rank
from engine.course import Course
from engine.decisions import AnswerDrawFour, NameColour
from engine.ending import end_round
from engine.events import Asked, DirectionTurned, DrawReason, TurnMissed
from engine.piles import draw
from engine.rules import WildDrawFour
from engine.state import next_seat
from engine.turns import begin_turn

_BLUFF = WildDrawFour.BLUFF


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows when a card is laid, in this order: its questions, the turn of direction, penalty, misses."""

    draw: int = 0
    """Cards that the next player draws."""
    skip: int = 0
    """Players who miss their turn."""
    reverse: bool = False
    asks: tuple[str, ...] = ()
    """Kinds of the questions to whoever lays it; they can be answered with the play."""
    challenge: bool = False
    """The victim may challenge, where the table plays with bluffs."""


PLAIN = Effect()

EFFECTS: dict[Rank, Effect] = {
    Rank.SKIP: Effect(skip=1),
    Rank.REVERSE: Effect(reverse=True),
    Rank.DRAW_TWO: Effect(draw=2, skip=1),
    Rank.WILD: Effect(asks=(NameColour.kind,)),
    Rank.WILD_DRAW_FOUR: Effect(draw=4, skip=1, asks=(NameColour.kind,), challenge=True),
}
"""The ranks that do something; all others are plain."""

_BY_ORDER = tuple(EFFECTS.get(face.rank, PLAIN) for face in FACES)


def effect_of(card: Card) -> Effect:
    """The row of a card."""
    return _BY_ORDER[card.order]


def carry_out(course: Course, seat: int) -> None:
    """What the card on top, laid by `seat`, brings about once its colour is known: up to the next question."""
    state = course.state
    effect = _BY_ORDER[state.discard[-1].order]
    if effect is PLAIN:
        begin_turn(course, next_seat(state, seat))
        return
    misses = effect.skip
    if effect.reverse:
        if sum(state.playing) == 2:  # A4: with two players left Reverse acts as Skip
            misses += 1
        else:
            course.tell(DirectionTurned(-state.direction))
    victim = next_seat(state, seat)
    if effect.draw:
        if effect.challenge and state.rules.wild_draw_four is _BLUFF:
            course.tell(Asked(AnswerDrawFour(victim, seat, effect.draw)))  # A12: asked even of who cannot answer
            return
        draw(course, victim, effect.draw, DrawReason.CARD)
    miss_turns(course, seat, misses)


def miss_turns(course: Course, seat: int, misses: int) -> None:
    """`misses` players after `seat` miss their turn; the one after them takes it."""
    state = course.state
    at = next_seat(state, seat)
    for _ in range(misses):
        course.tell(TurnMissed(at))
        at = next_seat(state, at)
    begin_turn(course, at)


def go_out(course: Course, seat: int) -> None:
    """`seat` has laid its last card: a penalty on it is still drawn, then the round is over (A8)."""
    effect = _BY_ORDER[course.state.discard[-1].order]
    if effect.draw:
        draw(course, next_seat(course.state, seat), effect.draw, DrawReason.CARD)
    end_round(course, (seat,))
