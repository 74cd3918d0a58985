"""How far SQLite's write-ahead log claims to reach: which of its frames end a transaction that was stored.

The log is a header of 32 bytes (page size at 8, two salts at 16) and frames of 24 bytes and a page each; a frame that
ends a transaction has a size above 0 at 4, and a frame of this log has the header's salts at 8. SQLite reads it up to
the first frame whose checksum is wrong and says nothing of what comes after.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

HEADER = 32
FRAME_HEADER = 24


class Tail(NamedTuple):
    """What a log claims to hold. Frames of an older log, with other salts, may lie behind those of this one."""

    commits: int
    """Frames that end a transaction."""
    last_commit: int
    """The number of the last of them, from 1; 0 if there is none."""


def tail_of(database: Path) -> Tail | None:
    """What the log beside that database claims; None if there is none that can be read."""
    try:
        with database.with_name(database.name + "-wal").open("rb") as log:
            header = log.read(HEADER)
            if len(header) < HEADER:
                return None
            page, salts = int.from_bytes(header[8:12], "big"), header[16:24]
            if not 512 <= page <= 65536:
                return None
            commits = last = number = 0
            while len(head := log.read(FRAME_HEADER)) == FRAME_HEADER:
                if len(log.read(page)) < page:
                    break
                number += 1
                if head[8:16] == salts and any(head[4:8]):
                    commits, last = commits + 1, number
            return Tail(commits, last)
    except OSError:
        return None
