"""The tally of a game, counted from the entries of the table's log, so that all who saw them agree."""

from msgspec import Struct

from uno_engine import events as ev
from uno_engine.decisions import AnswerDrawFour, AnswerStack, asked
from uno_engine.state import View
from uno_protocol.room import GameOpened, RoomEvent

_ANSWERS = (
    *(ev.CardsPlayed, ev.ColourNamed, ev.PlayerChosen, ev.DrawnKept, ev.Passed, ev.Challenged),
    ev.ColourDiscarded,
)
_PENALTIES = (AnswerDrawFour, AnswerStack)


class Tally(Struct):
    """One game, as far as it has been seen."""

    actions: int = 0
    """Actions of people and computer players that the table accepted; what time-outs do is not counted."""
    rounds: int = 0
    winners: tuple[int, ...] | None = None
    """Seats that have won the game; None while it continues."""
    began: bool = False
    _open: bool = False
    """A question waits for its answer by a player."""
    _idle: int | None = None
    """The seat for which the game is answering by itself: its player left, or the time was over."""

    def take(self, event: ev.Event | RoomEvent, before: View | None) -> None:
        """Count one event; `before` is the game as it was before it."""
        match event:
            case GameOpened():
                self.actions, self.rounds, self.winners = 0, 0, None
                self.began, self._open = True, False
            case ev.RoundDealt():
                self.began, self._open = True, False
            case ev.Asked():
                self._open, self._idle = True, None
            case ev.TimeRanOut(seat):
                self._open, self._idle = False, seat
            case ev.RoundEnded():
                self.rounds += 1
                self._open = False
            case ev.GameEnded(winners):
                self.winners = winners
            case ev.PlayerLeft(seat):
                self._idle = seat
                self._open = self._open and before is not None and seat not in asked(before.waiting_for)
            case _:
                self.actions += self._counts(event, before)

    def _counts(self, event: ev.Event | RoomEvent, before: View | None) -> bool:
        match event:
            case ev.OutOfTurn():
                return True
            case ev.UnoCaught(by=by):  # S6: what the referee sees is nobody's action
                return by is not None
            case ev.UnoCalled(seat):  # a call with a play finds no window and is part of the play
                return before is not None and before.window == seat
            case ev.VoteCast(seat=seat) | ev.CardChosen(seat=seat):  # several answer one question
                return seat != self._idle
        if self._open and _answers(event, before):
            self._open = False
            return True
        return isinstance(event, ev.FalseUno | ev.UnoClaimed) and self._open


def _answers(event: ev.Event | RoomEvent, before: View | None) -> bool:
    match event:
        case ev.CardsDrawn(reason=ev.DrawReason.TURN):
            return True
        case ev.CardsDrawn(reason=ev.DrawReason.CARD) | ev.TurnMissed():  # the penalty is accepted
            return before is not None and isinstance(before.waiting_for, _PENALTIES)
        case _:
            return isinstance(event, _ANSWERS)
