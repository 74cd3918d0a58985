"""What a round is worth, and to whom (A3, A7, C15, C17)."""

from __future__ import annotations

from itertools import groupby

from engine.cards import points
from engine.state import State, seats_in


def gain(state: State, winner: int) -> int:
    """What the winner of a round scores: the points of everyone else's cards."""
    return sum(points(state.hands[seat]) for seat in seats_in(state) if seat != winner)


def by_points(state: State) -> tuple[tuple[int, ...], ...]:
    """The seats still in by the points in their hands, fewest first; tied ones together, in seat order."""

    def in_hand(seat: int) -> int:
        return points(state.hands[seat])

    return tuple(tuple(tied) for _, tied in groupby(sorted(seats_in(state), key=in_hand), key=in_hand))
