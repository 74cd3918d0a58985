"""Records for those who fetch them: read in a thread, one after another, and kept for their next pages.

Each place has its turn (`Fetch.place`), so that nobody waits for all that somebody else has asked for.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence

from uno_server.base.limits import RECORDS_CACHED
from uno_server.base.logs import whereabouts
from uno_server.core.outputs import Fetch, WantedRecord, WantedSeat
from uno_server.journal import recording
from uno_server.journal.store import Journal, JournalFailed

log = logging.getLogger(__name__)

Lines = Sequence[str]
CACHED_SECONDS = 60.0
"""How long a record that was read serves for its next pages: names in it may be forgotten meanwhile."""


class Records:
    """Carries out `Fetch`. Call it from the thread of the server's loop; no move waits for it."""

    def __init__(self, journal: Journal, found: Callable[[Fetch, Lines | None], None]) -> None:
        """`found` takes the lines of a record, None if it can't be had."""
        self._journal = journal
        self._found = found
        self._waiting: OrderedDict[str, deque[Fetch]] = OrderedDict()
        """By place; the first is the next to have its turn."""
        self._cached: OrderedDict[WantedRecord, tuple[float, Lines]] = OrderedDict()
        """Each with when it was read."""
        self._reading: asyncio.Task[None] | None = None

    def fetch(self, fetch: Fetch) -> None:
        """Read a record, after those that were asked for there before it."""
        self._waiting.setdefault(fetch.place, deque()).append(fetch)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self._read_all())

    def forget(self) -> None:
        """Drop all requests and records, as the journal goes back."""
        self._waiting.clear()
        self._cached.clear()

    async def stop(self) -> None:
        """Read no more."""
        self.forget()
        if self._reading is not None:
            await self._reading

    async def _read_all(self) -> None:
        while self._waiting:
            place, fetches = self._waiting.popitem(last=False)
            fetch = fetches.popleft()
            if fetches:
                self._waiting[place] = fetches
            self._found(fetch, await self._lines_of(fetch.record))

    async def _lines_of(self, wanted: WantedRecord | WantedSeat) -> Lines | None:
        try:
            game = await asyncio.to_thread(self._journal.found, wanted) if isinstance(wanted, WantedSeat) else wanted
            return None if game is None else await self._read(game)
        except JournalFailed as fault:
            log.warning("%s", fault)
            return None
        except Exception as fault:  # noqa: BLE001  (the edge of a thread: one record is not to be had)
            log.error("a record cannot be made: %s", whereabouts(fault))
            return None

    async def _read(self, wanted: WantedRecord) -> Lines | None:
        read, lines = self._cached.get(wanted, (0.0, None))
        if lines is not None and time.monotonic() - read <= CACHED_SECONDS:
            self._cached.move_to_end(wanted)
            return lines
        lines = await asyncio.to_thread(self._lines, wanted)
        if lines is not None:
            self._cached[wanted] = time.monotonic(), lines
            self._cached.move_to_end(wanted)
        if len(self._cached) > RECORDS_CACHED:
            self._cached.popitem(last=False)
        return lines

    def _lines(self, wanted: WantedRecord) -> Lines | None:
        data = self._journal.record(wanted)
        return None if data is None else recording.lines(data)
