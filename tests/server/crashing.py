"""The whole server with a journal on disk, which can be killed and started again."""

from __future__ import annotations

from pathlib import Path

from server.journal.checkpoints import TAIL
from server.journal.recovery import new_hub
from server.journal.store import DiskJournal
from tests.server.harness import Entropy, Person, World


class Crashing(World):
    """A server with a journal on disk, which can be killed and started again."""

    def __init__(self, directory: Path, *, test_deals: bool = False, tail: int = TAIL) -> None:
        """`tail`: how many commits a recovery reads, about, behind checkpoints."""
        self.tail = tail
        self.directory = directory
        self.starts = 0
        self.calendar = 1_000_000.0
        """Calendar time when the server's time was 0; it grows by what passes while no server runs."""
        self._test_deals = test_deals
        super().__init__()
        self._go_on(1000.0)

    def _go_on(self, now: float | None = None) -> None:
        journal = self._open()
        recovered = new_hub(journal, name="the test", entropy=self._entropy(), test_deals=self._test_deals)
        self.begin(recovered.hub, journal, recovered.now if now is None else now)
        self.told = [*journal.messages, *recovered.messages]

    def _entropy(self) -> Entropy:
        return Entropy(100 + self.starts)

    def _open(self) -> DiskJournal:
        self.journal = DiskJournal.open(self.directory)
        self.journal.wall = lambda: self.calendar + self.now
        self.journal.checkpoints.tail = self.tail
        return self.journal

    def crash(self, *people: Person, down: float = 0.0) -> None:
        """Kill the server, without a word to anybody, and start it again after so many seconds."""
        for person in people:
            person.link = None
        self.journal.abandon()
        self.starts += 1
        self.calendar += down
        self._go_on()
