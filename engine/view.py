"""What one seat, or a spectator, may know of a game."""

from __future__ import annotations

from engine.decisions import asked
from engine.state import Game, State, View

_SECRET = ("hands", "drawn", "votes", "gifts", "stock", "sealed", "seed", "effects")
_COMMON = tuple(name for name in Game.__dataclass_fields__ if name not in _SECRET)


def view_for(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None): its own hand and answers, open hands, nothing else hidden (A9).

    The view shares nothing with the state. Folding the events that the viewer sees over a view gives the next view.
    """
    known = {name: getattr(state, name) for name in _COMMON}
    known |= {name: list(value) for name, value in known.items() if isinstance(value, list)}
    view = View(
        **known,
        votes={seat: rule for seat, rule in state.votes.items() if seat == viewer},
        gifts={seat: card for seat, card in state.gifts.items() if seat == viewer},
        drawn=state.drawn if viewer in asked(state.waiting_for) else None,
        viewer=viewer,
    )
    view.hands = [list(hand) if view.knows(seat) else [] for seat, hand in enumerate(state.hands)]
    return view
