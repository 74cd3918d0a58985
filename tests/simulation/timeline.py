"""When does what happen? Virtual time: everything that is to come, in order of its second."""

from __future__ import annotations

import heapq
from collections.abc import Callable


class Timeline:
    """A clock that jumps from one thing to the next. Things of the same second happen in the order they were put."""

    def __init__(self) -> None:
        self.now = 0.0
        self.steps = 0
        self._order = 0
        self._coming: list[tuple[float, int, Callable[[], None]]] = []

    def at(self, when: float, work: Callable[[], None]) -> None:
        """Have `work` done at that second, or at once if it is past."""
        self._order += 1
        heapq.heappush(self._coming, (max(when, self.now), self._order, work))

    def after(self, seconds: float, work: Callable[[], None]) -> None:
        """Have `work` done in so many seconds."""
        self.at(self.now + seconds, work)

    def step(self) -> bool:
        """Do the next thing. False if there is nothing left to do."""
        if not self._coming:
            return False
        self.now, _, work = heapq.heappop(self._coming)
        self.steps += 1
        work()
        return True
