"""What one seat, or a spectator, may know of a game."""

from __future__ import annotations

from engine.decisions import asked
from engine.state import Game, State, View

_COMMON = tuple(name for name in Game.__dataclass_fields__ if name not in ("hands", "drawn", "stock", "sealed", "seed"))


def view_for(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None): its own hand and drawn card, nothing else that is hidden (A9).

    The view shares nothing with the state. Folding the events that the viewer sees over a view gives the next view.
    """
    known = {name: getattr(state, name) for name in _COMMON}
    known |= {name: list(value) for name, value in known.items() if isinstance(value, list)}
    hands = [list(hand) if seat == viewer else [] for seat, hand in enumerate(state.hands)]
    drawn = state.drawn if viewer in asked(state.waiting_for) else None
    return View(**known, hands=hands, drawn=drawn, viewer=viewer)
