"""The terminal's background: asked for before the application starts, and late answers kept from the keys."""

import os
import re
import select
import sys
import time
from dataclasses import dataclass
from typing import Literal

from prompt_toolkit.input import Input
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress

Background = Literal["dark", "light"]
PATIENCE = 0.15
"""Seconds that the terminal has for its answer."""
QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
"""OSC 11, and then DA1: every terminal answers that, so no answer to the first is noticed immediately."""

_COLOUR = re.compile(
    r"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})[^\x07\x1b]*(?:\x07|\x1b\\)"
)
_DEVICE = re.compile(r"\x1b\[\?[0-9;]*c")
_ANSWERS = re.compile(rf"{_COLOUR.pattern}|{_DEVICE.pattern}")
_BEGUN = re.compile(r"\x1b(?:\][^\x07\x1b]{0,60}\x1b?|\[\?[0-9;]{0,60})\Z")
"""An answer whose end has not come yet. A lone Esc is a key."""


@dataclass(frozen=True, slots=True)
class TerminalAnswer:
    """Whether the terminal was asked, what it said in time, and the keys typed meanwhile."""

    asked: bool = False
    background: Background | None = None
    typed: str = ""


if sys.platform == "win32":

    def ask(patience: float = PATIENCE) -> TerminalAnswer:
        """Nothing is asked."""
        return TerminalAnswer()

else:

    def ask(patience: float = PATIENCE) -> TerminalAnswer:
        """Ask the terminal on standard input and output."""
        import termios
        import tty

        keyboard, screen = sys.stdin.fileno(), sys.stdout.fileno()
        try:
            before = termios.tcgetattr(keyboard)
        except termios.error:
            return TerminalAnswer()
        try:
            tty.setcbreak(keyboard, termios.TCSANOW)
            os.write(screen, QUESTION)
            heard = _hear(keyboard, patience)
        except OSError:  # the terminal has gone: whoever draws on it will notice
            return TerminalAnswer()
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
        found = _COLOUR.search(heard)
        background = None if found is None else shade(found.groups())
        return TerminalAnswer(True, background, _ANSWERS.sub("", heard))


def _hear(keyboard: int, patience: float) -> str:
    end, heard = time.monotonic() + patience, b""
    while _DEVICE.search(heard.decode("latin-1")) is None:
        if not select.select([keyboard], [], [], max(0.0, end - time.monotonic()))[0]:
            break
        more = os.read(keyboard, 1024)
        if not more:
            break
        heard += more
    return heard.decode("utf-8", "ignore")


def shade(channels: tuple[str, ...]) -> Background:
    """Whether a background of these three hexadecimal channels (of one to four digits) is dark or light."""
    red, green, blue = (int(each, 16) / (16 ** len(each) - 1) for each in channels)
    return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "dark"


def hand_over(told: TerminalAnswer, keyboard: Input) -> None:
    """Give the application the keys that were typed while it was asked, and keep late answers from it."""
    pressed: list[KeyPress] = []
    parser = Vt100Parser(pressed.append)
    parser.feed(told.typed)
    parser.flush()
    store_typeahead(keyboard, pressed)
    reader = getattr(keyboard, "stdin_reader", None)
    if told.asked and isinstance(reader, PosixStdinReader):
        keyboard.stdin_reader = Sieve(reader.stdin_fd)  # type: ignore[attr-defined]


class Sieve(PosixStdinReader):
    """A reader that leaves out what the terminal answers, also where an answer comes in pieces."""

    def __init__(self, stdin_fd: int) -> None:
        super().__init__(stdin_fd)
        self._begun = ""

    def read(self, count: int = 1024) -> str:
        """What was typed."""
        return self.sifted(super().read(count))

    def sifted(self, came: str) -> str:
        """`came` without the terminal's answers; a partial one at the end is held back until the rest arrives."""
        came = _ANSWERS.sub("", self._begun + came)
        begun = _BEGUN.search(came)
        self._begun = "" if begun is None else begun.group()
        return came if begun is None else came[: begun.start()]
