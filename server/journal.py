"""What is kept, and what waits until it is kept: the one queue that all outputs pass through.

An acknowledged move is stored first. Whatever the hub wants sent after a commit stays in the queue until the journal
has made that commit durable, a snapshot too. In memory for now: nothing survives the process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from server.outputs import Close, Commit, Output, Send


class Journal(Protocol):
    """Where commits go. `durable` is the highest number up to which all of them are safe."""

    @property
    def durable(self) -> int: ...

    def write(self, commit: Commit) -> None:
        """Begin to store a commit. Numbers come in order, without gaps."""


class MemoryJournal:
    """Everything is safe at once, for as long as the process lives; so nothing needs to be kept."""

    def __init__(self) -> None:
        self.durable = 0

    def write(self, commit: Commit) -> None:
        """Count the commit as stored."""
        self.durable = commit.number


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
