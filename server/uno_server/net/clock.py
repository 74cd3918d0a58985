"""The server's clock: it continues from the last run, and stops while the machine sleeps."""

from collections.abc import Callable

JUMP_SECONDS = 5.0
"""If the clock jumps by more than this, the machine was asleep and nobody's time has passed."""


class ServerClock:
    """Seconds for which the server has run."""

    def __init__(self, source: Callable[[], float], begins: float = 0.0) -> None:
        self._source = source
        self._last = source()
        self._lead = begins - self._last
        self._stands_at: float | None = None

    def stand(self) -> None:
        """Let no time pass until `set_back`."""
        self._stands_at = self()

    def set_back(self, now: float) -> None:
        """Continue from that second, as if no time had passed since."""
        self._stands_at = None
        self._last = self._source()
        self._lead = now - self._last

    def __call__(self) -> float:
        """The server's time. Call it more often than every `JUMP_SECONDS`."""
        if self._stands_at is not None:
            return self._stands_at
        now = self._source()
        if now - self._last > JUMP_SECONDS:
            self._lead -= now - self._last
        self._last = now
        return now + self._lead
