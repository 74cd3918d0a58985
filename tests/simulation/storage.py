"""What survives the server process? The disk under it, and how a life of the server begins from what is there."""

from __future__ import annotations

import random
from enum import Enum
from typing import Protocol

from server.hub import Hub
from server.journal import Journal, MemoryJournal
from server.outputs import Output
from server.session import Entropy


class End(Enum):
    """How a life of the server ends, seen from the batch of commits that it is about to make durable."""

    BEFORE = "before"
    """Nothing of the batch is written."""
    TORN = "torn"
    """Written in part: the file ends anywhere within the batch."""
    FLIPPED = "flipped"
    """Written, but a part of it has come out wrong."""
    AFTER = "after"
    """Written, and nobody has been told."""
    SENDING = "sending"
    """Written, and some have been told."""


class Storage(Protocol):
    """A disk with a journal on it."""

    survives: bool
    """False: a life of the server must not end, because nothing would be left."""

    @property
    def journal(self) -> Journal:
        """The journal of this life."""

    def boot(self, entropy: Entropy, now: float) -> tuple[Hub, list[Output]]:
        """Begin a life of the server from what is there, and what it wants done first."""

    def flush(self) -> None:
        """Make everything written durable."""

    def die(self, end: End, choice: random.Random) -> None:
        """The process ends at this point of its batch; the disk keeps what it keeps then."""

    def close(self) -> None:
        """Give everything back."""


class NoDisk:
    """Everything is kept for as long as the process lives."""

    survives = False

    def __init__(self) -> None:
        self.journal = MemoryJournal()

    def boot(self, entropy: Entropy, now: float) -> tuple[Hub, list[Output]]:
        return Hub(name="the simulation", entropy=entropy), []

    def flush(self) -> None:
        """Written is stored."""

    def die(self, end: End, choice: random.Random) -> None:
        raise AssertionError("nothing would be left")

    def close(self) -> None:
        """Nothing is held."""
