"""The outbox: the one queue of all outputs of the hub, in which each waits until it is stored.

An acknowledged move is stored first. Whatever the hub sends after a commit, snapshots included, stays in the queue
until the journal has made that commit durable.
"""

from collections import deque
from collections.abc import Iterable

from uno_server.core.outputs import Close, Commit, Deliver, Fetch, Output
from uno_server.journal.store import Journal


class Outbox:
    """The queue between the hub and the sockets, in order of (commit number, sends)."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._waiting: deque[tuple[int, list[Deliver | Close | Fetch]]] = deque()
        self._last = 0

    def put(self, outputs: Iterable[Output]) -> None:
        """Take outputs of the hub: commits go to the journal, the rest waits for the last commit before it."""
        told: list[Deliver | Close | Fetch] = []
        for output in outputs:
            if type(output) is Commit:
                if told:
                    self._waiting.append((self._last, told))
                    told = []
                self._journal.write(output)
                self._last = output.number
            else:
                told.append(output)
        if told:
            self._waiting.append((self._last, told))

    def release(self) -> list[Deliver | Close | Fetch]:
        """The outputs that can be carried out now, in order. Call it after `put`, and whenever `durable` has grown."""
        durable, waiting = self._journal.durable, self._waiting
        ready: list[Deliver | Close | Fetch] = []
        while waiting and waiting[0][0] <= durable:
            ready += waiting.popleft()[1]
        return ready

    def drop(self) -> None:
        """Forget what waits, as it tells of something that could not be stored."""
        self._waiting.clear()
        self._last = 0
