"""What a round is worth to whom (A3, A7, C15)."""

from __future__ import annotations

from engine.cards import points
from engine.state import State, seats_in


def hand_points(state: State, seat: int) -> int:
    """Points of the cards in a seat's hand."""
    return points(state.hands[seat])


def gain(state: State, winner: int) -> int:
    """What the winner of a round scores: the points of everyone else's cards."""
    return sum(hand_points(state, seat) for seat in seats_in(state) if seat != winner)


def fewest_points(state: State) -> tuple[int, ...]:
    """The seats with the fewest points in hand, in seat order."""
    seats = seats_in(state)
    least = min(hand_points(state, seat) for seat in seats)
    return tuple(seat for seat in seats if hand_points(state, seat) == least)
