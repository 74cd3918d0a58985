"""Failed catches of this turn, by seat (U4). The count is kept by the code that runs the game.

A refusal changes nothing, so it cannot be part of the game's state; it is asked about every refusal instead.
"""

from uno_engine.refused import Code, Refused
from uno_engine.state import Game


class VainCatches:
    """The failed catches of the current turn."""

    __slots__ = ("_seats", "_turn")

    def __init__(self) -> None:
        self._turn = (0, 0)
        self._seats: set[int] = set()

    def told(self, game: Game, seat: int, refusal: Refused) -> Refused:
        """The refusal to tell the seat: its first failed catch in a turn as it is, each later one as too many.

        Call it once for every refused action; other refusals come back as they are and do not count.
        """
        if refusal.code is not Code.NOTHING_TO_CATCH:
            return refusal
        turn = (game.round, game.turn)
        if turn != self._turn:
            self._turn = turn
            self._seats.clear()
        if seat in self._seats:
            return Refused(Code.RATE_LIMITED, "U4", seat=seat)
        self._seats.add(seat)
        return refusal
