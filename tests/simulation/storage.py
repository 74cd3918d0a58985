"""Storage: the disk under the server, how a life of the server ends, and how the next one begins."""

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial
from pathlib import Path

from tests.killed import abandon
from uno_server.base.secrets import Entropy
from uno_server.core.hub import Hub
from uno_server.journal import recording, upkeep
from uno_server.journal.database import FILE, LAST
from uno_server.journal.recovery import Recovered, new_hub
from uno_server.journal.store import DiskJournal

WAL = FILE + "-wal"
MEMORY = Path("/dev/shm")
"""Where files cost least, if there is such a place."""
CHUNK = 8
EPOCH = 1_700_000_000.0
"""The calendar, at second 0 of virtual time."""


class End(Enum):
    """How a life of the server ends, seen from the batch of commits that it is about to make durable."""

    BEFORE = "before"
    """Nothing of the batch is written."""
    UNDONE = "undone"
    """The transaction has begun, and is not at its end."""
    TORN = "torn"
    """Written in part: what the batch changes in the log is there up to any byte."""
    FLIPPED = "flipped"
    """Written, but a byte of it has come out wrong."""
    AFTER = "after"
    """Written, and nobody has been told."""
    SENDING = "sending"
    """Written, and some have been told."""
    FULL = "full"
    """The disk is full: the batch is refused, and the process goes on from what is stored."""


BATCH_IS_STORED = (End.AFTER, End.SENDING)


class Disk:
    """A directory with the journal. A life that ends leaves the files as they are at that moment, and no more."""

    def __init__(self, calendar: Callable[[], float]) -> None:
        self._root = Path(tempfile.mkdtemp(prefix="torture-", dir=MEMORY if MEMORY.is_dir() else None))
        self._calendar = calendar
        upkeep.PAUSE_SECONDS = recording.PAUSE_SECONDS = 0.0  # nobody else writes meanwhile
        self._lives = 0
        self._open = False
        self.journal: DiskJournal
        self.damaged = False
        """What the last life left has a wrong byte in it."""

    @property
    def _directory(self) -> Path:
        return self._root / str(self._lives)

    def boot(self, entropy: Entropy, *, as_they_come: bool) -> Recovered:
        """Begin a life of the server from what is there; the same process does so where it was only refused.

        `as_they_come`: its tables may come later.
        """
        messages: list[str] = []
        if self._open:
            self.journal.go_back()
            as_they_come = False
        else:
            self.journal = DiskJournal.open(self._directory)
            self.journal.wall = lambda: EPOCH + self._calendar()
            self._open = True
            messages = self.journal.messages
        recovered = new_hub(
            self.journal, partial(Hub, name="the simulation", entropy=entropy), as_they_come=as_they_come
        )
        return recovered._replace(messages=[*messages, *recovered.messages])

    def refuse(self) -> None:
        """The disk is full: it takes nothing of the batch. Raises JournalFailed, as the journal does."""
        self.journal.step = partial(_at, "inserted", sqlite3.OperationalError("database or disk is full"))
        try:
            self.journal.flush()
        finally:
            self.journal.step = lambda _: None

    def die(self, end: End, choice: random.Random) -> None:
        """The process is killed at this point of its batch."""
        before = self._files()
        if end in (End.TORN, End.FLIPPED):
            self.journal.flush()
        elif end is End.UNDONE:
            self.journal.step = partial(_at, "inserted", _KilledError())
            with suppress(_KilledError):
                self.journal.flush()
        after = self._files()
        abandon(self.journal)
        self._open = False
        shutil.rmtree(self._directory)
        self._lives += 1
        self._directory.mkdir()
        self.damaged = end is End.FLIPPED
        if end in (End.TORN, End.FLIPPED):
            after = before | {WAL: _spoilt(before.get(WAL, b""), after.get(WAL, b""), end, choice)}
        for name, body in after.items():
            path = self._directory / name
            path.touch(0o600)
            path.write_bytes(body)

    def stop(self, now: float) -> None:
        """The server ends in good order."""
        self.journal.close(now)
        self._open = self.damaged = False

    def close(self) -> None:
        """Give everything back."""
        if self._open:
            abandon(self.journal)
        shutil.rmtree(self._root)

    def _files(self) -> dict[str, bytes]:
        paths = (self._directory / name for name in (FILE, WAL, LAST))
        return {path.name: path.read_bytes() for path in paths if path.exists()}


class _KilledError(BaseException):
    """The process ends here."""


def _at(name: str, fault: BaseException, step: str) -> None:
    if step == name:
        raise fault


def _spoilt(before: bytes, after: bytes, end: End, choice: random.Random) -> bytes:
    """The log between the two: torn, so that the old bytes are there from somewhere on; or with one bit flipped."""
    old = before + bytes(max(0, len(after) - len(before)))
    changed = [at for at in range(0, len(after), CHUNK) if old[at : at + CHUNK] != after[at : at + CHUNK]]
    if not changed:
        return after
    at = choice.randrange(changed[0], min(changed[-1] + CHUNK, len(after)))
    if end is End.TORN:
        return after[:at] + before[at:]
    return after[:at] + bytes([after[at] ^ 1 << choice.randrange(8)]) + after[at + 1 :]
