"""How cards leave the draw pile, and how it is renewed (A3)."""

from __future__ import annotations

from engine.cards import FACES
from engine.course import Course
from engine.events import CardsDrawn, DrawPileRenewed, DrawReason, UnoWindowClosed
from engine.shuffle import shuffled
from engine.state import Game

_ALONE = {face: (face,) for face in FACES}
"""Most draws are of one card: their tuples are made once, as histories keep them."""


def can_draw(game: Game) -> bool:
    """True if there is a card to draw, or will be after renewing the pile."""
    return game.stock_count > 0 or len(game.discard) > 1


def draw(course: Course, seat: int, count: int, reason: DrawReason) -> None:
    """Let a seat draw `count` cards, or as many as there are; the rest lapses."""
    state = course.state
    while count and (state.stock_count or can_draw(state)):
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


def _renew(course: Course) -> None:
    state = course.state
    cards = shuffled(state.discard[:-1], "reshuffle", state.seed, state.shuffles)
    course.tell(DrawPileRenewed(len(cards), tuple(cards)))
