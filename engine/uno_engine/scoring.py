"""The scores of a round (A3, A7, C15, C17, N5, N8)."""

from itertools import groupby

from uno_engine.cards import points
from uno_engine.state import State, seats_in


def gain(state: State, winner: int) -> int:
    """The winner's score for a round: the points of everyone else's cards."""
    return sum(own_points(state)) - points(state.hands[winner])


def own_points(state: State) -> list[int]:
    """The points of every seat's own cards, including those noted for players who had too many (N8)."""
    return [points(hand) + state.noted.get(seat, 0) for seat, hand in enumerate(state.hands)]


def by_points(state: State) -> tuple[tuple[int, ...], ...]:
    """The seats still in by the points in their hands, fewest first; tied ones together, in seat order."""

    def in_hand(seat: int) -> int:
        return points(state.hands[seat])

    return tuple(tuple(tied) for _, tied in groupby(sorted(seats_in(state), key=in_hand), key=in_hand))
