"""How judged cards are played, and what they ask their player (A5, A8, U1)."""

from collections.abc import Sequence

from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine import legal
from uno_engine.asking import effect_of, names_last_colour, questions
from uno_engine.cards import FACES, Card, Colour, Rank
from uno_engine.cards import card as face
from uno_engine.course import Course
from uno_engine.decisions import AnswerStack, ChoosePlayer, NameColour
from uno_engine.effects import COLOUR_ALONE, PLAYER
from uno_engine.ending import end_if_alone
from uno_engine.evolve import cards_played
from uno_engine.interpret import carry_out, carry_out_one, go_out
from uno_engine.rounds import after_first_wild
from uno_engine.rules import MOST_SEATS, WildDrawFour
from uno_engine.state import State, others_in
from uno_engine.uno import after_play

_SWAP = Rank.SWAP_HANDS
_DRAW_FOUR = face("W+4")
PLAYED = tuple(tuple(ev.CardsPlayed(seat, (card,)) for card in FACES) for seat in range(MOST_SEATS))
"""The play of one plain card, by seat and card in canonical order: made once, as no play is more frequent."""


def lay(course: Course, action: act.Play, sealed: ev.Sealed | None = None) -> None:
    """Put down the cards of a play, and carry it out until somebody has to be asked.

    `sealed` is what a challenge will be judged by, if it is not the hand as it is now (S6).
    """
    state = course.state
    seat, laid = action.seat, action.cards
    effect = state.effects[laid[-1].order]
    left = state.counts[seat] - len(laid)
    if state.owed:
        waiting = state.waiting_for
        course.under = (waiting.under if isinstance(waiting, AnswerStack) else None) or state.discard[-1]
    if not left:
        course.tell(_last_cards_played(state, action))
        _lay_last(course, action)
    elif len(laid) > 1 or effect.asks:
        course.tell(_cards_played(state, action, sealed or seal(state, action)))
        if action.uno or left == 1:
            after_play(course, seat, effect, called=action.uno)
            if state.lost and end_if_alone(course):
                return
        if effect.asks is COLOUR_ALONE and action.colours and action.colours[-1] and len(laid) == 1:
            carry_out_one(course, seat, effect)  # the common case, without detours
        else:
            _ask_colour(course, action)
    else:
        event = PLAYED[seat][laid[0].order]
        cards_played(state, event)  # `tell`, one call shorter: the most frequent play
        course.append(event)
        if action.uno or left == 1:
            after_play(course, seat, effect, called=action.uno)
            if state.lost and end_if_alone(course):
                return
        carry_out_one(course, seat, effect)


def _ask_colour(course: Course, action: act.Play) -> None:
    """Ask for the colour of a wild on top that was played without one; else ask the next question."""
    state = course.state
    if action.cards[-1].colour is not None or (action.colours and action.colours[-1]):
        choose_player(course, action.seat, action.cards)
    elif state.playing[action.seat]:
        course.tell(ev.Asked(NameColour(action.seat)))
    else:  # N8: a false call has put the player out of the round
        name_colour(course, action.seat, state.colour or Colour.RED)


def _cards_played(state: State, action: act.Play, sealed: ev.Sealed | None) -> ev.CardsPlayed:
    """The event, with a colour and a player only where the play asks for them."""
    seat, laid, colours = action.seat, action.cards, action.colours
    if len(laid) == 1:
        colours = colours if laid[0].colour is None else ()
    else:
        colours = tuple(named if card.colour is None else None for card, named in zip(laid, colours, strict=False))
    target = action.target if action.target is not None and PLAYER in questions(state, seat, laid[-1]) else None
    return ev.CardsPlayed(seat, laid, colours if any(colours) else (), target, sealed)


def _last_cards_played(state: State, action: act.Play) -> ev.CardsPlayed:
    """The event for the last cards of a hand: no chosen player, and a last colour only if others play on (A8)."""
    laid = action.cards
    colours = [named if card.colour is None else None for card, named in zip(laid, action.colours, strict=False)]
    if colours and not names_last_colour(state):
        colours[-1] = None
    return ev.CardsPlayed(action.seat, laid, tuple(colours) if any(colours) else ())


def seal(state: State, action: act.Play) -> ev.Sealed | None:
    """The evidence for a challenge: the hand at the first Wild Draw Four, and the number of bluffs (O5, Q6)."""
    if _DRAW_FOUR not in action.cards or state.rules.wild_draw_four is not WildDrawFour.BLUFF:
        return None
    if len(action.cards) == 1:
        others = legal.without(state.hands[action.seat], action.cards)
        return ev.Sealed(
            tuple(others), int(not legal.draw_four_allowed(state, others, state.discard[-1], state.colour))
        )
    draw_fours = legal.draw_fours(state, action)
    bluffs = sum(not allowed for _others, allowed in draw_fours)
    return ev.Sealed(tuple(draw_fours[0][0]), bluffs)


def _lay_last(course: Course, action: act.Play) -> None:
    """The last card is on the pile. Where others play on, a wild names its colour first (A8)."""
    state = course.state
    unnamed = not (action.colours and action.colours[-1])
    if action.cards[-1].wild and unnamed and names_last_colour(state):
        course.tell(ev.Asked(NameColour(action.seat)))
    else:
        go_out(course, action.seat, action.cards)


def choose_player(course: Course, seat: int, laid: Sequence[Card]) -> None:
    """The colour is settled; ask for the player if the card needs one and none is chosen, else carry it out."""
    state = course.state
    if PLAYER in effect_of(state, laid[-1]).asks and state.target is None and state.playing[seat]:
        others = others_in(state, seat)
        if len(others) > 1:
            course.tell(ev.Asked(ChoosePlayer(seat)))
            return
        course.tell(ev.PlayerChosen(seat, others[0]))  # C10: with two players implied
    _go_on(course, seat, laid)


def name_colour(course: Course, seat: int, colour: Colour) -> None:
    """The seat names the colour of the wild on top; then it is carried out, or the starter begins if it came first."""
    state = course.state
    course.tell(ev.ColourNamed(seat, colour))
    laid = (state.discard[-1],)
    if state.first and laid[0].rank is not _SWAP:
        after_first_wild(course, seat)  # B4, B7, B8: the colour and nothing else
    elif not state.counts[seat] and state.playing[seat]:
        go_out(course, seat, laid)
    else:
        choose_player(course, seat, laid)


def player_chosen(course: Course, seat: int, target: int) -> None:
    """The seat has chosen the player that its card asks for."""
    course.tell(ev.PlayerChosen(seat, target))
    _go_on(course, seat, (course.state.discard[-1],))


def lapse(course: Course, seat: int) -> None:
    """Nobody is left to choose: what needs a chosen player does not happen (A10)."""
    _go_on(course, seat, (course.state.discard[-1],))


def _go_on(course: Course, seat: int, laid: Sequence[Card]) -> None:
    if course.state.first:
        after_first_wild(course, seat)
    else:
        carry_out(course, seat, laid)
