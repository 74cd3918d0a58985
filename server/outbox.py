"""What waits until it is stored: the one queue that all outputs of the hub pass through.

An acknowledged move is stored first. Whatever the hub wants sent after a commit stays in the queue until the journal
has made that commit durable, a snapshot too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from server.journal import Journal
from server.outputs import Close, Commit, Output, Send


class Outbox:
    """The queue between the hub and the sockets, in order of (commit number, sends)."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._waiting: deque[tuple[int, Send | Close]] = deque()
        self._last = 0

    def put(self, outputs: Iterable[Output]) -> None:
        """Take what the hub gave: commits go to the journal, the rest waits for the last commit before it."""
        for output in outputs:
            if isinstance(output, Commit):
                self._journal.write(output)
                self._last = output.number
            else:
                self._waiting.append((self._last, output))

    def release(self) -> list[Send | Close]:
        """What may be carried out now, in order. To be called after `put`, and whenever `durable` has grown."""
        durable, waiting = self._journal.durable, self._waiting
        ready = []
        while waiting and waiting[0][0] <= durable:
            ready.append(waiting.popleft()[1])
        return ready

    def drop(self) -> None:
        """Forget what waits: it tells of something that could not be stored."""
        self._waiting.clear()
        self._last = 0
