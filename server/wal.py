"""How far SQLite's write-ahead log claims to reach, how far SQLite reads it, and what a mended one would be.

The log is a header of 32 bytes (magic, version, page size at 8, two salts at 16, checksum at 24) and frames of 24 bytes
(page, size at 4, salts at 8, checksum at 16) and a page each. A frame that ends a transaction has a size above 0. Each
checksum goes on from the one before. SQLite reads up to the first that is wrong, and says nothing of what comes after.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HEADER = 32
FRAME_HEADER = 24
PAGE = 4096
PAGES = {1 << power for power in range(9, 17)}
"""The sizes of a page, in bytes, that SQLite knows."""
MAGIC = 0x377F0682
"""The last bit tells the byte order of the checksums: 1 is big-endian."""


class Frame(NamedTuple):
    """One frame of this log. Those of an older one, which may lie behind, are not among them."""

    number: int
    """From 1."""
    ends: bool
    """It ends a transaction."""
    sound: bool
    """It is what was written, if the one before it is."""


def log_of(database: Path) -> Path:
    """Where the write-ahead log of that database is."""
    return database.with_name(database.name + "-wal")


def is_empty(database: Path) -> bool:
    """True if there is no log, or not a whole page in it."""
    try:
        return log_of(database).stat().st_size < HEADER + FRAME_HEADER + PAGE
    except OSError:
        return True


def missed(database: Path) -> int:
    """How many transactions the log claims to hold beyond what SQLite reads of it.

    To be asked while a connection that has read from the database is open. Raises OSError.
    """
    read = _read_by_sqlite(database)
    log = log_of(database)
    if is_empty(database):
        return 0
    lost = ends = 0
    for frame in frames(log.read_bytes(), first=read + 1):
        ends += frame.ends
        if not frame.sound or lost:
            lost = max(1, ends)
    return lost


def _read_by_sqlite(database: Path) -> int:
    """How many frames there are by SQLite's index of the log, the file that it keeps beside it."""
    try:
        with database.with_name(database.name + "-shm").open("rb") as index:
            head = index.read(20)
    except FileNotFoundError:
        return 0
    return int.from_bytes(head[16:20], sys.byteorder) if len(head) == 20 else 0


def frames(log: bytes, first: int = 1) -> Iterator[Frame]:
    """The whole frames of a log, from that number on, whether they are sound or not."""
    form = _Form.of(log)
    if not form.sound and first == 1 and len(log) >= HEADER + FRAME_HEADER + form.page:
        yield Frame(0, ends=True, sound=False)
    for number, head, page in form.split(log):
        if number < first or form.is_older(head):
            continue
        start = HEADER + (number - 1) * (FRAME_HEADER + form.page)
        before = log[start - form.page - 8 : start - form.page] if number > 1 else log[24:32]
        sums = form.checksum(head[:8] + page, struct.unpack(">2I", before))
        yield Frame(number, any(head[4:8]), head[8:16] == form.salts and head[16:24] == struct.pack(">2I", *sums))


class Written(NamedTuple):
    """A page in the log, as it was after a transaction."""

    page: int
    """Its number, from 1."""
    pages: int
    """How many the database had with that, if the transaction ends here; else 0."""
    sound: bool
    body: bytes


def committed(log: bytes) -> list[Written]:
    """The pages of all transactions that have come to their end, sound or not, the newest first."""
    form = _Form.of(log)
    if form.page not in PAGES:
        return []
    heads = {number: (struct.unpack(">2I", head[:8]), body) for number, head, body in form.split(log)}
    written, behind_end = [], 0
    for frame in frames(log):
        if frame.number:
            (page, pages), body = heads[frame.number]
            written.append(Written(page, pages, frame.sound, body))
        behind_end = len(written) if frame.ends else behind_end
    return written[:behind_end][::-1]


def mended(log: bytes) -> bytes:
    """The log with checksums that SQLite takes, so that it reads all frames, whatever has become of their pages."""
    form = _Form.of(log)
    head = struct.pack(">4I", MAGIC | form.big, 3007000, form.page, 0) + form.salts
    sums = form.checksum(head, (0, 0))
    parts = [head, struct.pack(">2I", *sums)]
    for _, head, page in form.split(log):
        if form.is_older(head):
            break
        sums = form.checksum(head[:8] + page, sums)
        parts += [head[:8], form.salts, struct.pack(">2I", *sums), page]
    return b"".join(parts)


class _Form(NamedTuple):
    """What the header of a log says, or the first frame where the header is damaged."""

    big: bool
    page: int
    salts: bytes
    sound: bool

    @classmethod
    def of(cls, log: bytes) -> _Form:
        head = log[:HEADER].ljust(HEADER, b"\0")
        magic, _, page = struct.unpack_from(">3I", head)
        form = cls(bool(magic & 1), page, head[16:24], sound=True)
        if magic & ~1 == MAGIC and head[24:32] == struct.pack(">2I", *form.checksum(head[:24], (0, 0))):
            return form
        return cls(sys.byteorder == "big", PAGE, log[HEADER + 8 : HEADER + 16].ljust(8, b"\0"), sound=False)

    def checksum(self, data: bytes, sums: tuple[int, ...]) -> tuple[int, ...]:
        first, second = sums
        words = iter(struct.unpack(f"{'>' if self.big else '<'}{len(data) // 4}I", data))
        for one, other in zip(words, words, strict=True):
            first = (first + one + second) & 0xFFFFFFFF
            second = (second + other + first) & 0xFFFFFFFF
        return first, second

    def split(self, log: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        """The whole frames: number, header, page."""
        size = FRAME_HEADER + self.page
        for number, start in enumerate(range(HEADER, len(log) - size + 1, size), 1):
            yield number, log[start : start + FRAME_HEADER], log[start + FRAME_HEADER : start + size]

    def is_older(self, head: bytes) -> bool:
        """True for a frame of a log that was here before: with each new one the first salt grows by one."""
        age = (int.from_bytes(self.salts[:4], "big") - int.from_bytes(head[8:12], "big")) & 0xFFFFFFFF
        return 0 < age < 1 << 20 and head[12:16] != self.salts[4:]
