"""What the terminal says of itself before the application starts; late answers are kept from the keys."""

import os
import re
import select
import sys
import time
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from prompt_toolkit.input import Input
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress

Background = Literal["dark", "light"]
PATIENCE = 0.15
"""Seconds that the terminal has for its answer."""
_BACKGROUND, _SYNCHRONIZED, _TRUE_COLOUR, _DEVICE = (
    b"\x1b]11;?\x1b\\",
    b"\x1b[?2026$p",
    b"\x1bP+q524742\x1b\\",
    b"\x1b[c",
)
"""Its background (OSC 11), DEC 2026 (DECRQM), the capability `RGB` (XTGETTCAP), and DA1.

Every terminal answers the last one, so no answer to the others is noticed immediately.
"""

_COLOUR = re.compile(
    r"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})[^\x07\x1b]*(?:\x07|\x1b\\)"
)
_MODE = re.compile(r"\x1b\[\?2026;([0-4])\$y")
_CAPABILITY = re.compile(r"\x1bP([01])\+r[0-9a-fA-F=]*\x1b\\")
_IS_DEVICE = re.compile(r"\x1b\[\?[0-9;]*c")
_ANSWERS = re.compile("|".join(each.pattern for each in (_COLOUR, _MODE, _CAPABILITY, _IS_DEVICE)))
_BEGUN = re.compile(r"\x1b(?:\][^\x07\x1b]{0,60}\x1b?|P[01]\+r[0-9a-fA-F=]{0,60}\x1b?|\[\?[0-9;]{0,60}\$?)\Z")
"""An answer whose end has not come yet. A lone Esc is a key."""


class TerminalAnswer(Struct, frozen=True):
    """Whether the terminal was asked, what it said in time, and the keys typed meanwhile."""

    asked: bool = False
    background: Background | None = None
    synchronized: bool = False
    """It shows what is between `CSI ? 2026 h` and `l` as one frame."""
    true_colour: bool = False
    typed: str = ""


def heard(said: str) -> TerminalAnswer:
    """What a terminal that was asked has said; what is no answer was typed."""
    colour, mode, capability = _COLOUR.search(said), _MODE.search(said), _CAPABILITY.search(said)
    return TerminalAnswer(
        asked=True,
        background=None if colour is None else shade(colour.groups()),
        synchronized=mode is not None and mode[1] in "123",
        true_colour=capability is not None and capability[1] == "1",
        typed=_ANSWERS.sub("", said),
    )


def questions(environment: Mapping[str, str]) -> bytes:
    """What is asked of the terminal. Apple's and that of the Linux console would show some of it as text."""
    if environment.get("TERM_PROGRAM") == "Apple_Terminal" or environment.get("TERM") == "linux":
        return _BACKGROUND + _DEVICE
    return _BACKGROUND + _SYNCHRONIZED + _TRUE_COLOUR + _DEVICE


if sys.platform == "win32":

    def ask(patience: float = PATIENCE) -> TerminalAnswer:
        """Nothing is asked."""
        return TerminalAnswer()

else:

    def ask(patience: float = PATIENCE) -> TerminalAnswer:
        """Ask the terminal on standard input and output, if it may answer."""
        import termios
        import tty

        if os.environ.get("TERM") == "dumb":
            return TerminalAnswer()
        try:
            keyboard, screen = sys.stdin.fileno(), sys.stdout.fileno()
            before = termios.tcgetattr(keyboard)
        except (OSError, termios.error):
            return TerminalAnswer()
        try:
            tty.setcbreak(keyboard, termios.TCSANOW)
            os.write(screen, questions(os.environ))
            said = _hear(keyboard, patience)
        except OSError:  # the terminal has gone: whoever draws on it will notice
            return TerminalAnswer()
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
        return heard(said)


def _hear(keyboard: int, patience: float) -> str:
    end, came = time.monotonic() + patience, b""
    while _IS_DEVICE.search(came.decode("latin-1")) is None:
        if not select.select([keyboard], [], [], max(0.0, end - time.monotonic()))[0]:
            break
        more = os.read(keyboard, 1024)
        if not more:
            break
        came += more
    return came.decode("utf-8", "ignore")


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
