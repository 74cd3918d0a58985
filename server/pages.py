"""What was in the pages of a damaged database and its log: each as it was last, or as near to it as can be had."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import BinaryIO

from server import leaves, wal


class Pages:
    """The pages of a database file that is open, and of its log."""

    def __init__(self, file: BinaryIO, log: bytes | None) -> None:
        frames = [] if log is None else wal.committed(log)
        self._file = file
        self.size = len(frames[0].body) if frames else _page_size(file)
        self._in_log: dict[int, list[wal.Written]] = {}
        for frame in frames:
            versions = self._in_log.setdefault(frame.page, [])
            if not (versions and versions[-1].sound):  # what is older than a sound one no longer holds
                versions.append(frame)
        claimed = next((frame.pages for frame in frames if frame.pages and frame.sound), None)
        self.count = claimed or max([-(-file.seek(0, 2) // self.size), *self._in_log])

    def numbers(self) -> Iterator[int]:
        """All pages that are in use and may hold rows of ours, those first that are in the log."""
        for number in (*self._in_log, *(n for n in range(2, self._of_file + 1) if n not in self._in_log)):
            if 1 < number <= self.count and number not in self._free:
                yield number

    def versions(self, number: int) -> Iterator[bytes]:
        """What the page was last; and if that is not what was written, what it was before, and so on."""
        frames = self._in_log.get(number, ())
        for frame in frames:
            yield frame.body
        if not any(frame.sound for frame in frames):
            yield self._in_file(number)

    def newest(self, number: int) -> bytes:
        """The page with that number, from 1; empty if there is none."""
        return next(self.versions(number))

    @property
    def _of_file(self) -> int:
        return min(self.count, -(-self._file.seek(0, 2) // self.size))

    def _in_file(self, number: int) -> bytes:
        if not 1 <= number <= self._of_file:
            return b""
        self._file.seek((number - 1) * self.size)
        return self._file.read(self.size).ljust(self.size, b"\0")

    @cached_property
    def _free(self) -> set[int]:
        heads = (page for page in self.versions(1) if page.startswith(leaves.MAGIC))
        return leaves.free(next(heads, b""), self.newest, self.count)


def _page_size(file: BinaryIO) -> int:
    """What the header says, if that can be; else what is usual."""
    file.seek(16)
    said = int.from_bytes(file.read(2), "big")
    size = 1 << 16 if said == 1 else said
    return size if size in wal.PAGES else wal.PAGE
