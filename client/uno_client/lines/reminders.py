"""Reminders of the time for a player in plain mode: before a turn is over, and when a deal comes by itself (P-9.8)."""

import asyncio
from collections.abc import Callable

from uno_client.core.model import Model
from uno_client.core.model.table import Countdown
from uno_client.core.standing import RESTING
from uno_client.lines.room_text import running_out
from uno_protocol.room import RoomPhase

LAST_SECONDS = 10.0
"""Seconds left at which the player is warned; of a shorter time, half of it."""


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

    def follow(self, before: Model) -> None:
        """Take in the clock that runs now; `before` is the model before it."""
        model, countdown = self._look(), self._look().play.countdown
        if countdown is before.play.countdown:
            return
        self.stop()
        left = None if countdown is None else countdown.left(model.now)
        if countdown is None or left is None:
            self._deal_told = None
        elif model.phase in RESTING:
            deal = (model.phase, 0 if model.game is None else model.game.round)
            if deal != self._deal_told:
                print(running_out(model, left))
            self._deal_told = deal
        elif countdown.decision != self._warned:
            due = min(LAST_SECONDS, (countdown.of or left) / 2)
            self._timer = asyncio.get_running_loop().call_later(max(0.0, left - due), self._ring, countdown)

    def stop(self) -> None:
        """Stop ringing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self, countdown: Countdown) -> None:
        model = self._look()
        if countdown is not model.play.countdown or model.phase is not RoomPhase.PLAYING or not model.asked:
            return
        self._warned = countdown.decision
        left = countdown.left(asyncio.get_running_loop().time())
        if left is not None and model.link.online:
            print(running_out(model, left))
