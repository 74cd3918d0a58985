"""Typed lines, read without blocking the program: standard input, in a thread."""

import asyncio
import codecs
import contextlib
import sys
import threading

LONGEST_LINE = 2000


class Keyboard:
    """Standard input, line by line, read by a thread: the way that works on every system.

    The thread reads below Python's buffers, so that it holds no lock when the program ends while it waits.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end; None at the end of input, and ever after."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
        return line

    def _read(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        rest = ""
        try:
            with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
                while chunk := raw.read(4096):
                    *whole, rest = (rest + decode(chunk)).split("\n")
                    for line in whole:
                        self._put(line.strip()[:LONGEST_LINE])
                    rest = rest[:LONGEST_LINE]
            if rest.strip():
                self._put(rest.strip())
        except (OSError, ValueError, AttributeError):  # closed, or there is none
            pass
        self._put(None)

    def _put(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the program is ending
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
