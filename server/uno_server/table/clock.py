"""The clock of a table: how long it still waits. It is wound, runs and stops."""

from dataclasses import dataclass

from msgspec import Struct

from uno_protocol.messages import Clock
from uno_protocol.room import Room
from uno_server.table.tally import Feats


@dataclass(slots=True)
class TableClock:
    """Seconds for one thing at a time, named by `waits_for`. Winding for the same thing again only adds time."""

    waits_for: object = None
    of: float | None = None
    """All seconds; None: no limit."""
    _left: float | None = None
    _running_since: float | None = None
    deadline: float | None = None
    """When the time runs out; None while the clock is stopped or has no limit."""

    def wind(self, waits_for: object, seconds: float | None) -> None:
        """Reset and stop the clock if it is for something new.

        For the same thing it gets only what `seconds` exceeds the last value by, and never loses any: asking for time
        and giving it back gains nothing. None removes the limit.
        """
        if waits_for != self.waits_for or seconds is None or self.of is None or self._left is None:
            if waits_for != self.waits_for or seconds != self.of:
                self.waits_for = waits_for
                self.of = self._left = seconds
                self._running_since = self.deadline = None
        elif seconds > self.of:
            self._left += seconds - self.of
            self.of = seconds
            self.deadline = None if self._running_since is None else self._running_since + self._left

    def run(self, now: float) -> None:
        """Let the clock run, if it has a limit."""
        if self._left is not None and self._running_since is None:
            self._running_since = now
            self.deadline = now + self._left

    def stand(self, now: float) -> None:
        """Stop the clock; the remaining time stays."""
        if self._left is not None and self._running_since is not None:
            self._left = max(0.0, self._left - (now - self._running_since))
            self._running_since = self.deadline = None

    @property
    def kept(self) -> tuple[float | None, float | None, float | None]:
        """The clock for the journal: seconds in all, seconds left when it began to run, and when that was."""
        return self.of, self._left, self._running_since

    def set_back(self, waits_for: object, of: float | None, left: float | None) -> None:
        """Stop the clock for `waits_for`, with `left` seconds left of `of`."""
        self.waits_for, self.of, self._left, self._running_since, self.deadline = waits_for, of, left, None, None

    def left(self, now: float) -> float | None:
        """Seconds left while it runs, None otherwise."""
        return None if self.deadline is None else max(0.0, self.deadline - now)

    def message(self, room: Room, decision: int, now: float) -> Clock:
        """The clock as it is sent now."""
        left = self.left(now)
        return Clock(table=room.code, decision=decision, seconds=left, of=None if left is None else self.of)


@dataclass(slots=True)
class ClockTelling:
    """The latest messages about a table's clock."""

    _told: tuple[object, float | None] = (None, None)
    _news: tuple[object, float | None] = (None, None)

    def news(self, clock: TableClock, room: Room, decision: int, now: float) -> list[Clock]:
        """The clock, if it starts, stops or differs from what was sent."""
        deadline = clock.deadline
        self._news = (None if deadline is None else clock.waits_for, deadline)
        return [] if self._news == self._told else [clock.message(room, decision, now)]

    def settle(self) -> None:
        """The messages of `news` are on their way. Without this call they count as not sent, because of a fault."""
        self._told = self._news


class Times(Struct, frozen=True, array_like=True):
    """The times that a table waits for, in seconds of the server's time, which stops while no server runs."""

    of: float | None = None
    """All seconds that the clock was wound for; None: no limit."""
    left: float | None = None
    """Seconds left when it started to run, or while it is stopped."""
    running_since: float | None = None
    hold_until: float | None = None
    """When the grace of U3 ends."""
    deserted_since: float | None = None
    time_outs: tuple[int, ...] = ()
    """How often in a row a person's time ran out: by seat, up to the last with any."""
    hold_left: float | None = None
    """Seconds left of that grace while it is stopped."""
    feats: Feats | None = None
    """The play of the seats in the game; None without one."""
