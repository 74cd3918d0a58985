"""Reminders of the time for a player at lines: before a turn is over, and when a deal comes by itself (P-9.8)."""

import asyncio
from collections.abc import Callable

from uno_client.core.model import Model
from uno_client.core.model.table import Countdown
from uno_client.lines.room_text import RESTING, running_out, warned_at
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase


class Alarm:
    """Follows the table's clock and prints a line when one is due. `look` gives the model as it is now."""

    def __init__(self, look: Callable[[], Model]) -> None:
        self._look = look
        self._timer: asyncio.TimerHandle | None = None
        """Goes off when little time is left."""
        self._warned = -1
        """The last decision with that reminder."""
        self._deal_told: tuple[RoomPhase, int] | None = None
        """The pause before a deal with that reminder: the phase, and the round that is over."""

    def follow(self, message: net.ServerMessage, before: Model) -> None:
        """Take in what a message of the server has changed; `before` is the model before it."""
        model = self._look()
        if model.play.countdown is not before.play.countdown:
            self._wind(model)
        if not isinstance(message, net.Clock) or model.phase not in RESTING:
            return
        left = None if model.play.countdown is None else model.play.countdown.left(model.now)
        running = None if left is None else (model.phase, 0 if model.game is None else model.game.round)
        if running != self._deal_told and left is not None:
            print(running_out(model, left))
        self._deal_told = running

    def stop(self) -> None:
        """Stop ringing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wind(self, model: Model) -> None:
        """Set the timer for the warning of the clock that runs now, if any."""
        self.stop()
        countdown = model.play.countdown
        due = None if countdown is None else warned_at(countdown)
        if countdown is not None and due is not None and countdown.decision != self._warned:
            delay = max(0.0, (countdown.left(model.now) or 0.0) - due)
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring, countdown)

    def _ring(self, countdown: Countdown) -> None:
        model = self._look()
        if countdown is not model.play.countdown or model.phase is not RoomPhase.PLAYING or not model.asked:
            return
        self._warned = countdown.decision
        left = countdown.left(asyncio.get_running_loop().time())
        if left is not None and model.link.online:
            print(running_out(model, left))
