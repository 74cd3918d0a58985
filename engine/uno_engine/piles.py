"""How cards leave the draw pile, how it is renewed (A3), and what too many cards mean (N8)."""

from uno_engine.cards import FACES, points
from uno_engine.course import Course
from uno_engine.events import CardsDrawn, DrawPileRenewed, DrawReason, PlayerLost, UnoWindowClosed
from uno_engine.shuffle import shuffled
from uno_engine.state import Game, State

_ALONE = {face: (face,) for face in FACES}
"""Most draws are of one card: their tuples are made once, as histories keep them."""


def can_draw(game: Game) -> bool:
    """True if there is a card to draw, or will be after renewing the pile."""
    return game.stock_count > 0 or len(game.discard) > 1


def draw(course: Course, seat: int, count: int, reason: DrawReason) -> None:
    """Let a seat draw `count` cards, or as many as there are; the rest lapses, as for a player with too many (N8)."""
    state = course.state
    mercy = state.rules.mercy
    if mercy and state.counts[seat] + count > mercy and sum(state.playing) > 1:  # row `no_mercy`: rarely so many
        count = mercy - state.counts[seat]
    while count > 0 and (state.stock_count or can_draw(state)):
        if not state.stock_count:
            _renew(course)
        # The last card of the list is the next to be drawn.
        cards = _ALONE[state.stock[-1]] if count == 1 else tuple(state.stock[: -count - 1 : -1])
        course.tell(CardsDrawn(seat, len(cards), reason, cards, seat in state.open_hands))
        count -= len(cards)
        if state.window == seat:  # U1: the hand is no longer one card
            course.tell(UnoWindowClosed(seat))
        if not state.stock_count and len(state.discard) > 1:
            _renew(course)
    if mercy and has_too_many(state, seat):
        lose(course, seat)


def has_too_many(state: State, seat: int) -> bool:
    """True if the seat holds too many cards and is out of the round; never the last one still in (N8)."""
    mercy = state.rules.mercy
    return 0 < mercy <= state.counts[seat] and state.playing[seat] and sum(state.playing) > 1


def lose(course: Course, seat: int) -> None:
    """The seat is out of the round: its points are noted, its hand goes under the draw pile (N8)."""
    state = course.state
    cards = shuffled(state.hands[seat], "lost", state.seed, state.shuffles)
    course.tell(PlayerLost(seat, tuple(cards), points(cards)))


def _renew(course: Course) -> None:
    state = course.state
    cards = shuffled(state.discard[:-1], "reshuffle", state.seed, state.shuffles)
    course.tell(DrawPileRenewed(len(cards), tuple(cards)))
