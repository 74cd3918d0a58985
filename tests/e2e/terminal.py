"""A program of ours in a terminal of its own: keys go in, the screen is read as by a person. Not on Windows."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pyte

from tests.patience import HANG

ROOT = Path(__file__).resolve().parents[2]
LEFT_SCREEN = b"\x1b[?1049l"
"""What brings back the screen that was there before."""


class _Screen(pyte.Screen):
    """A screen that answers the program's questions, such as where the cursor is."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, rows)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data)


_BOXES = re.compile("[▁-▟]")
"""What boxes and cards are drawn from."""
_FRAME, _FRAME_END = b"\x1b[?2026h", b"\x1b[?2026l"
"""What is between them is shown at once (DEC 2026)."""


class Terminal:
    """A process on a pseudo-terminal, with the screen that its output makes."""

    def __init__(
        self,
        argv: list[str],
        environment: dict[str, str],
        columns: int = 80,
        rows: int = 24,
        background: str | None = None,
    ) -> None:
        """`background` is what the terminal says of its own (OSC 11), such as `ffff/ffff/ffff`; None: nothing."""
        self.raw = b""
        self._unshown = b""
        self._background = background
        self._screen = _Screen(columns, rows, self.press)
        self._stream = pyte.ByteStream(self._screen)
        # Imported late and by name: on Windows this file is read by the type checker and by pytest all the same.
        self._near, far = import_module("pty").openpty()
        self._measure(columns, rows)
        self._process = subprocess.Popen(
            argv,
            stdin=far,
            stdout=far,
            stderr=far,
            env={**environment, "TERM": "xterm-256color"},
            cwd=ROOT.parent,
            start_new_session=True,
        )
        os.close(far)

    def _measure(self, columns: int, rows: int) -> None:
        fcntl, termios = (import_module(name) for name in ("fcntl", "termios"))
        fcntl.ioctl(self._near, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size; the program is told, as by a window manager."""
        self._screen.resize(rows, columns)
        self._measure(columns, rows)
        if sys.platform != "win32":
            os.killpg(self.pid, signal.SIGWINCH)

    @property
    def pid(self) -> int:
        """Its number among the processes of this machine."""
        return self._process.pid

    def press(self, keys: str) -> None:
        """Type, as if by hand."""
        os.write(self._near, keys.encode())

    def click(self, words: str) -> None:
        """Click the first cell of `words`, where they are lowest on the screen, as terminals tell it (SGR)."""
        row, line = [(row, line) for row, line in enumerate(self._screen.display) if words in line][-1]
        at = f"\x1b[<0;{line.index(words) + 1};{row + 1}"
        self.press(f"{at}M{at}m")

    def reaction(self, keys: str) -> float:
        """Type when nothing is being drawn; seconds until the screen begins to change."""
        self.look()
        began = time.perf_counter()
        self.press(keys)
        assert select.select([self._near], [], [], HANG)[0], f"nothing was drawn after {keys!r}:\n{self.text()}"
        return time.perf_counter() - began

    @property
    def screen(self) -> pyte.Screen:
        """The cells, with their colours."""
        return self._screen

    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def look(self, seconds: float = 0.05) -> str:
        """Take in what has been drawn until nothing comes for `seconds`; the screen then."""
        while select.select([self._near], [], [], seconds)[0]:
            try:
                drawn = os.read(self._near, 65536)
            except OSError:  # the program has closed its end
                break
            if not drawn:
                break
            self.raw += drawn
            if self._background is not None and b"\x1b]11;?" in drawn:
                self.press(f"\x1b]11;rgb:{self._background}\x1b\\")
            if b"\x1b[?2026$p" in drawn:  # does it know synchronized output (DEC 2026)?
                self.press("\x1b[?2026;2$y")
            self._show(drawn)
        return self.text()

    def _show(self, drawn: bytes) -> None:
        """Put it on the screen; of a synchronized frame nothing before its end, so that nobody reads half of one."""
        drawn = self._unshown + drawn
        begun = drawn.rfind(_FRAME)
        end = begun if begun >= 0 and _FRAME_END not in drawn[begun:] else len(drawn)
        self._stream.feed(drawn[:end])
        self._unshown = drawn[end:]

    def read(self) -> str:
        """The words on the screen one after the other, without boxes and cards."""
        return " ".join(_BOXES.sub(" ", self.text()).split())

    def see(self, *texts: str, seconds: float = HANG) -> str:
        """Wait until one of `texts` is on the screen, in a line or in several of a box; gives that one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown, read = self.look(), self.read()
            for text in texts:
                if text in shown or text in read:
                    return text
        raise AssertionError(f"{texts} not seen; the screen was:\n{self.text()}")

    def type(self, *keys: str) -> None:
        """Press keys one after the other, as a hand does, and look at what becomes of each."""
        for key in keys:
            self.press(key)
            self.look(0.02)

    def answer(self, text: str, *keys: str) -> None:
        """Wait until that is on the screen, and type."""
        self.see(text)
        self.type(*keys)

    @property
    def title(self) -> str:
        """What its window is called."""
        return str(self._screen.title)

    def cell(self, words: str) -> tuple[str, str]:
        """Ink and background of the first cell of `words`, which are on the screen."""
        row, line = next((row, line) for row, line in enumerate(self._screen.display) if words in line)
        cell = self._screen.buffer[row][line.index(words)]
        return str(cell.fg), str(cell.bg)

    def is_cooked(self) -> bool:
        """Whether the terminal shows what is typed and hands on whole lines, as it did before the program."""
        termios = import_module("termios")
        modes: int = termios.tcgetattr(self._near)[3]
        return bool(modes & termios.ECHO and modes & termios.ICANON)

    def cook(self) -> None:
        """Make the terminal show what is typed and hand on whole lines, as a shell does for itself."""
        termios = import_module("termios")
        modes = termios.tcgetattr(self._near)
        modes[3] |= termios.ECHO | termios.ICANON | termios.ISIG
        termios.tcsetattr(self._near, termios.TCSANOW, modes)

    def scribble(self, text: str) -> None:
        """Let something else write on the terminal."""
        self._stream.feed(text.encode())

    def terminate(self) -> None:
        """SIGTERM."""
        self._process.terminate()

    def wait(self, seconds: float = HANG) -> int:
        """Its exit code; what it draws meanwhile is taken in."""
        end = time.monotonic() + seconds
        while self._process.poll() is None:
            self.look()
            assert time.monotonic() < end, f"it did not end; the screen was:\n{self.text()}"
        self.look()
        return self._process.wait()

    def close(self) -> None:
        """End it at once and reap it."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(HANG)
        os.close(self._near)
