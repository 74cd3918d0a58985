"""How much time is left, as one client can tell: the bounds in which the next clock that it is shown must lie."""

from uno_protocol import messages as m

SLACK = 0.7
"""Seconds that messages may take, beside what answers of that time have taken."""
UNKNOWN_SECONDS = 1.6
"""Of its last moments a killed server may know as much less: the pulse, and how often it is looked for."""


class ClockWatch:
    """What a client knows of a table's clock. Times are seconds of one clock of its own."""

    def __init__(self) -> None:
        self._decision: int | None = None
        self._of: float | None = None
        self._least = self._most = 0.0
        self._since: float | None = None
        """When it began to run; None while it stands."""
        self._seen_until: float | None = None
        """When the client went away: since then it may have stood, or not; None while it is there."""
        self._may_run_since: float | None = None
        """When the first at the table was back after the server had died, and what it shows has not come yet."""
        self._server_died = False
        self.told_at = 0.0
        """When it was shown the last time."""
        self.proofs = 0
        """How often a clock that begins anew after a restart, or goes on from too early, would have been noticed."""

    def forget(self) -> None:
        """It is about something else now."""
        self._decision = None

    def away(self, now: float) -> None:
        """The client goes for a moment: it is not told if the clock stands meanwhile, as when nobody is there."""
        if self._seen_until is None:
            self._seen_until = now

    def killed(self, now: float) -> bool:
        """The server is gone: the clock stands. True if that leaves something to compare."""
        self._stand(now, UNKNOWN_SECONDS)
        self._server_died = True
        return self._decision is not None

    def back(self, now: float) -> None:
        """Somebody at the table is back: from now on it may run, whoever has been told of it."""
        if self._since is None and self._may_run_since is None:
            self._may_run_since = now

    def ran(self, now: float) -> float:
        """Seconds that it has run at least since it was wound."""
        if self._decision is None or self._of is None or self._since is None:
            return 0.0
        return self._of - self._most + now - self._since

    def told(self, clock: m.Clock, now: float, late: float = 0.0) -> str | None:
        """A clock is shown; what is wrong with it, if anything is. This one or the last may have come `late` s late."""
        self.told_at, slack = now, SLACK + late
        if clock.seconds is None:
            if clock.decision == self._decision:
                self._stand(now, 0.0)
            else:
                self._decision = None
            return None
        left, wrong = clock.seconds, None
        same = clock.decision == self._decision and clock.of == self._of
        if same:
            self._stand(now, 0.0)
            self.proofs += self._server_died and clock.of is not None and clock.of > self._most + slack
            if not self._least - slack <= left <= self._most + slack:
                wrong = f"{left:.2f} s are left where {self._least:.2f} to {self._most:.2f} should be"
        self._decision, self._of = clock.decision, clock.of
        self._least = self._most = left
        self._since, self._seen_until, self._may_run_since, self._server_died = now, None, None, False
        return wrong

    def _stand(self, now: float, unknown: float) -> None:
        if self._since is not None:
            seen = min(now, self._seen_until or now) - self._since
            self._least -= now - self._since
            self._most -= max(0.0, seen - unknown)
        elif self._may_run_since is not None:
            self._least -= now - self._may_run_since
        self._since = self._seen_until = self._may_run_since = None
