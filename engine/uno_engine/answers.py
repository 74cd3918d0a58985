"""The effects of answers to the questions of a play (O3, O5, Q6, S4, H2, C12, section 5)."""

from uno_engine import events as ev
from uno_engine import hands
from uno_engine.cards import Card
from uno_engine.course import Course
from uno_engine.decisions import AnswerDrawFour, AnswerStack, Confirm, PassCard, Vote
from uno_engine.ending import end_blocked, end_if_alone
from uno_engine.piles import draw
from uno_engine.rounds import count_votes
from uno_engine.rules import ChallengeReveal, Stacking
from uno_engine.state import Phase, next_seat
from uno_engine.turns import begin_turn, miss_turns
from uno_engine.uno import settle_moved

DRAW_FOUR = 4
"""The cards that a guilty Wild Draw Four costs its player."""
INNOCENT = 2
"""The cards that a failed challenge adds to the penalty."""


def keep_drawn(course: Course, seat: int) -> None:
    """The drawn card stays in the hand, and the turn passes (O3)."""
    course.tell(ev.DrawnKept(seat))
    begin_turn(course, next_seat(course.state, seat))


def pass_on(course: Course, seat: int) -> None:
    """Pass; if everyone in turn has passed, the round is blocked (A3)."""
    state = course.state
    course.tell(ev.Passed(seat))
    if state.passes >= sum(state.playing):
        end_blocked(course)
    else:
        begin_turn(course, next_seat(state, seat))


def accept(course: Course, victim: int, *, draws: bool) -> None:
    """The victim draws the penalty and misses the turn; a victim who leaves does not draw (A10)."""
    decision = course.state.waiting_for
    assert isinstance(decision, AnswerDrawFour | AnswerStack)
    skips = decision.skips if isinstance(decision, AnswerDrawFour) else 0
    if draws:
        draw(course, victim, decision.penalty, ev.DrawReason.CARD)
        if end_if_alone(course):
            return
        if course.state.playing[victim]:
            course.tell(ev.TurnMissed(victim))
    _skip_on(course, victim, skips)


def _skip_on(course: Course, victim: int, skips: int) -> None:
    """After the victim this many more miss their turn, but never the player of the cards (Q5)."""
    state = course.state
    others = sum(state.playing) - state.playing[victim]
    if state.played_by is not None and state.playing[state.played_by]:
        others -= 1
    at = next_seat(state, victim)
    for _ in range(min(skips, others)):
        course.tell(ev.TurnMissed(at))
        at = next_seat(state, at)
    begin_turn(course, at)


def challenge(course: Course, seat: int) -> None:
    """The snapshot of the play is judged (O5); each guilty card costs the offender four and leaves the sum (Q6).

    In a stack the offender takes the whole sum (H2). The named colour stays either way.
    """
    state = course.state
    decision, sealed = state.waiting_for, state.sealed
    assert isinstance(decision, AnswerDrawFour)
    assert sealed is not None
    everyone = state.rules.challenge_reveal is ChallengeReveal.EVERYONE
    course.tell(ev.Challenged(seat, decision.offender, sealed.bluffs > 0, everyone, sealed.hand))
    if not sealed.bluffs:
        draw(course, seat, decision.penalty + INNOCENT, ev.DrawReason.INNOCENT)
        _after_verdict(course, seat, decision, misses=True)
        return
    stacked = state.rules.stacking is not Stacking.OFF
    guilty = decision.penalty if stacked else DRAW_FOUR * sealed.bluffs
    if state.playing[decision.offender]:
        draw(course, decision.offender, guilty, ev.DrawReason.GUILTY)
    rest = decision.penalty - guilty
    if rest and not end_if_alone(course):
        draw(course, seat, rest, ev.DrawReason.CARD)
    if state.phase is Phase.PLAYING:
        _after_verdict(course, seat, decision, misses=rest > 0)


def _after_verdict(course: Course, seat: int, decision: AnswerDrawFour, *, misses: bool) -> None:
    """Play continues after a challenge; a challenger who has too many cards has no turn to miss (N8)."""
    if not end_if_alone(course):
        miss_turns(course, decision.offender, (misses and course.state.playing[seat]) + decision.skips)


def vote_cast(course: Course, seat: int, rule: str | None) -> None:
    """A seat has voted, or abstained; the last answer closes the vote (C12)."""
    course.tell(ev.VoteCast(seat, rule))
    close_vote(course)


def close_vote(course: Course) -> None:
    """Count the votes if nobody is asked any more."""
    decision = course.state.waiting_for
    if isinstance(decision, Vote) and not decision.seats:
        count_votes(course)


def card_given(course: Course, seat: int, card: Card) -> None:
    """A seat has chosen the card that it passes on; when all have, they change hands (section 5)."""
    course.tell(ev.CardChosen(seat, card))
    close_passing(course)


def close_passing(course: Course) -> None:
    """Let the cards change hands if nobody is asked any more; then it is the turn of the player after."""
    state = course.state
    decision = state.waiting_for
    if isinstance(decision, PassCard) and not decision.seats:
        assert state.played_by is not None
        hands.pass_cards(course, state.played_by)
        settle_moved(course, state.played_by)
        begin_turn(course, next_seat(state, state.played_by))


def confirmed(course: Course, seat: int) -> None:
    """A seat has read the host's own rule; when all have, it is the turn of the player after (N12)."""
    course.tell(ev.Confirmed(seat))
    close_confirming(course)


def close_confirming(course: Course) -> None:
    """Go on if nobody is asked any more."""
    state = course.state
    decision = state.waiting_for
    if isinstance(decision, Confirm) and not decision.seats:
        assert state.played_by is not None
        begin_turn(course, next_seat(state, state.played_by))


def retained(course: Course, seat: int, card: Card) -> None:
    """A seat has chosen the card of the named colour that it keeps (section 5)."""
    hands.discard_colour(course, seat, card)
    begin_turn(course, next_seat(course.state, seat))
