"""The whole server with a journal on disk, which can be killed and started again."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet

from tests.killed import abandon
from tests.server.harness import Entropy, Person, World
from uno_server.core.hub import Hub
from uno_server.journal.recovery import new_hub
from uno_server.journal.store import DiskJournal


class Crashing(World):
    """A server with a journal on disk, which can be killed and started again."""

    opened: ClassVar[WeakSet[DiskJournal]] = WeakSet()
    """The journals of all of them: six open files each, which garbage keeps until it is collected."""

    def __init__(
        self,
        directory: Path,
        *,
        test_deals: bool = False,
        entropy: Entropy | None = None,
        calendar: float = 1_000_000.0,
    ) -> None:
        """`entropy`: for all starts, else each has its own. `calendar`: the time when the server's time was 0."""
        self.directory, self.calendar = directory, calendar
        self.starts = 0
        self._test_deals, self._entropy = test_deals, entropy
        super().__init__()
        self._go_on(1000.0)

    def _go_on(self, now: float | None = None, *, as_they_come: bool = False) -> None:
        journal, entropy = self._open(), self._entropy or Entropy(100 + self.starts)
        make = partial(Hub, name="the test", entropy=entropy, test_deals=self._test_deals)
        recovered = new_hub(journal, make, as_they_come=as_they_come)
        self.coming = recovered.coming
        self.begin(recovered.hub, journal, recovered.now if now is None else now)
        self.told = [*journal.messages, *recovered.messages]

    def _open(self) -> DiskJournal:
        self.journal = DiskJournal.open(self.directory)
        self.opened.add(self.journal)
        self.journal.wall = lambda: self.calendar + self.now
        return self.journal

    def crash(
        self,
        *people: Person,
        down: float = 0.0,
        as_they_come: bool = False,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        """Kill the server, without a word to anybody, and start it again after so many seconds.

        `as_they_come`: with its tables still to come (`arrive`). `meanwhile`: what happens to its files.
        """
        for person in people:
            person.link = None
        abandon(self.journal)
        meanwhile()
        self.starts += 1
        self.calendar += down
        self._go_on(as_they_come=as_they_come)

    def crash_and_return(self, *people: Person, meanwhile: Callable[[], object] = lambda: None) -> None:
        """The same, and these are back, and see what there is."""
        self.crash(*people, meanwhile=meanwhile)
        for person in people:
            person.resume()
            assert person.agrees()

    def arrive(self) -> str | None:
        """The next table comes back from the journal: its name; None if all have come."""
        assert self.coming is not None
        table = next(self.coming, None)
        if table is not None:
            self.do(self.hub.arrived(table, self.now))
            self._go_on_with_those_who_waited()
            return table.room.name
        while self.hub.all_arrived():
            self._go_on_with_those_who_waited()
        return None

    def _go_on_with_those_who_waited(self) -> None:
        while (waiting := self.hub.next_waiting(self.now)) is not None:
            self.do(self.hub.go_on_with(*waiting, self.now))
