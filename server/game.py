"""One game as its table runs it: the engine's state, the hold of U3 and the vain catches of U4."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from engine import events as ev
from engine.actions import Action, Catch, PlayerAction, TableAction
from engine.decide import advance
from engine.refused import Code, Refused
from engine.state import State
from engine.vain_catches import VainCatches
from protocol.messages import PlayRequest
from protocol.wire import action_from_request
from server.hold import Held, Hold, would_close

_OF_WINDOWS = frozenset((ev.UnoWindowOpened, ev.UnoWindowClosed, ev.UnoCalled, ev.UnoCaught))


class GameAtTable:
    """Judges requests of play by the engine and notes what comes of them. The seats are the table's."""

    def __init__(self, state: State, note: Callable[[Sequence[ev.Event]], None]) -> None:
        self.state = state
        self.actions: list[Action] = []
        """What was carried out and is not settled yet."""
        self.hold: Hold | None = None
        self.released: deque[Held] = deque()
        """What the last hold kept back and is to be taken now, in this order."""
        self._note = note
        self._vain = VainCatches()

    @property
    def stands_still(self) -> bool:
        """True while U3 holds requests back: clocks stand and computer players wait.

        What was held is taken at once when that ends; whether there was anything must not show in the clock (P-13.1).
        """
        return self.hold is not None

    def ask(self, session: int, seat: int, request: PlayRequest, now: float) -> bool:
        """A request of play from a seat: True if it is done, False if it is held (U3).

        Raises FieldFault or Refused, with nothing changed.
        """
        action = action_from_request(request, seat)
        try:
            if self.hold is not None and would_close(self.state, action, request.decision):
                self._hold_back(self.hold, Held(session, request, action))
                return False
            self._advance(action, now, request.decision)
        except Refused as refused:
            raise self._vain.told(self.state, seat, refused) from None
        return True

    def take(self, held: Held, now: float) -> None:
        """Carry out a request that was held. Raises Refused.

        A catch was judged against its decision when it came; a colour named meanwhile does not make it stale.
        """
        self._advance(held.action, now, None if isinstance(held.action, Catch) else held.request.decision)

    def carry_out(self, action: TableAction | PlayerAction, now: float) -> None:
        """An action of the table's own, or of its computer players. Raises Refused."""
        self._advance(action, now, None)

    def end_hold(self) -> None:
        """The grace is over: what was held is to be taken."""
        if self.hold is not None:
            self.released += self.hold.in_order()
            self.hold = None

    def give_back(self) -> list[Held]:
        """Everything that is held, which is then forgotten."""
        self.end_hold()
        held = list(self.released)
        self.released.clear()
        return held

    def _hold_back(self, hold: Hold, held: Held) -> None:
        if hold.holds(held.session):
            raise Refused(Code.RATE_LIMITED, "U3", seat=held.action.seat)
        hold.held.append(held)

    def _advance(self, action: TableAction | PlayerAction, now: float, decision: int | None) -> None:
        events = advance(self.state, action, decision)
        self.actions.append(action)
        self._note(events)
        grace = self.state.rules.uno_grace
        for event in events:
            if type(event) in _OF_WINDOWS:
                self.end_hold()
                if grace and type(event) is ev.UnoWindowOpened:
                    self.hold = Hold(now + grace)
        if self.state.window is None:
            self.end_hold()
