"""The view of one seat, or of a spectator."""

from uno_engine.cards import Card
from uno_engine.decisions import asked
from uno_engine.state import Game, Phase, State, View


def view_for(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None): its own hand and answers, open hands, nothing else hidden (A9).

    The view shares nothing with the state. Folding the events that the viewer sees over a view gives the next view.
    """
    view = View(object.__new__(Game))
    view.take_public(state)
    view.viewer = viewer
    view.hands = [[] for _ in state.hands]
    for seat in state.open_hands if viewer is None else (viewer, *state.open_hands):
        view.hands[seat] = state.hands[seat].copy()
    view.votes = {seat: rule for seat, rule in state.votes.items() if seat == viewer} if state.votes else {}
    view.gifts = {seat: card for seat, card in state.gifts.items() if seat == viewer} if state.gifts else {}
    view.noted = state.noted.copy() if state.phase is not Phase.PLAYING else {}
    view.drawn = drawn_by(state, viewer) if state.drawn else None
    view.stock, view.sealed, view.seed = [], None, b""
    return view


def drawn_by(state: State, viewer: int | None) -> Card | None:
    """The card that the viewer has just drawn, and may play."""
    return state.drawn if viewer in asked(state.waiting_for) else None


def knows(view: View, seat: int) -> bool:
    """True if the viewer sees that seat's hand: its own, or one that is face up."""
    return seat == view.viewer or seat in view.open_hands
