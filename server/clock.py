"""How long a table still waits: one clock that is wound, runs and stands still."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class TableClock:
    """Seconds for one thing at a time. `waits_for` names it; winding for the same thing again can only give more."""

    waits_for: object = None
    of: float | None = None
    """Seconds in all; None: no limit."""
    _left: float | None = None
    _running_since: float | None = None

    def wind(self, waits_for: object, seconds: float | None) -> None:
        """Set the clock anew, standing, if it is for something else than before.

        For the same thing it is given what `seconds` are more than before, and never less: who asks for time and gives
        it back has gained nothing. None takes the limit away.
        """
        if waits_for != self.waits_for or seconds is None or self.of is None or self._left is None:
            if waits_for != self.waits_for or seconds != self.of:
                self.waits_for = waits_for
                self.of = self._left = seconds
                self._running_since = None
        elif seconds > self.of:
            self._left += seconds - self.of
            self.of = seconds

    def run(self, now: float) -> None:
        """Let the clock run, if it has anything to run for."""
        if self._left is not None and self._running_since is None:
            self._running_since = now

    def stand(self, now: float) -> None:
        """Let the clock stand still; what is left stays."""
        if self._left is not None and self._running_since is not None:
            self._left = max(0.0, self._left - (now - self._running_since))
            self._running_since = None

    @property
    def deadline(self) -> float | None:
        """When the time will be over; None while the clock stands or has no limit."""
        if self._left is None or self._running_since is None:
            return None
        return self._running_since + self._left

    @property
    def kept(self) -> tuple[float | None, float | None, float | None]:
        """What the journal keeps: seconds in all, those left when it began to run, and since when it runs."""
        return self.of, self._left, self._running_since

    def set_back(self, waits_for: object, of: float | None, left: float | None) -> None:
        """Let the clock stand for `waits_for`, with so many seconds left of so many."""
        self.waits_for, self.of, self._left, self._running_since = waits_for, of, left, None

    def left(self, now: float) -> float | None:
        """Seconds left while it runs, None otherwise."""
        deadline = self.deadline
        return None if deadline is None else max(0.0, deadline - now)
