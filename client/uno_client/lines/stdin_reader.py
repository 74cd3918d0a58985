"""Typed lines: standard input, read in a thread; and typing kept from the screen, where the terminal can."""

import asyncio
import codecs
import contextlib
import subprocess
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


class Echo:
    """What is typed is shown, or not."""

    def __init__(self) -> None:
        self._before = ""
        """The terminal's settings while nothing is shown, else empty."""

    def hide(self) -> bool:
        """Show nothing of what is typed from now on; whether that works here."""
        if not self._before:
            self._before = _stty("-g")
            _stty("-echo", "echonl")
        return bool(self._before)

    def show(self) -> None:
        """Show what is typed again."""
        before, self._before = self._before, ""
        if before:
            _stty(before)


def _stty(*wanted: str) -> str:
    """What `stty` says; empty if it says nothing, or there is no terminal or no such program."""
    try:
        done = subprocess.run(("stty", *wanted), stdin=sys.stdin, capture_output=True, check=True, text=True)
    except (OSError, ValueError, AttributeError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
