"""The terminal's output in fewer bytes, for players on a slow line."""

import os
import re
import sys
from collections.abc import Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from uno_client.fullscreen.terminal import TerminalAnswer

_BEGIN_FRAME, _END_FRAME = "\x1b[?2026h", "\x1b[?2026l"
"""Around a frame, for terminals that know DEC 2026."""
_STYLE = re.compile(r"\x1b\[0((?:;\d+)*)m")
"""How prompt_toolkit asks for a style: everything off, then what is on (SGR)."""
_PART = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")
_ERASING = frozenset({"\x1b[K", "\x1b[J", "\x1b[2J"})
_LINK = "\x1b]8;;"
_END = "\x1b\\"
NO_LINK = f"{_LINK}{_END}"
"""What ends a link (OSC 8)."""
_INK, _FILL = "39", "49"
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
"""What takes a mark back."""

_Style = frozenset[str]


class Terse(Vt100_Output):
    """The terminal of a full screen. It looks the same as without this class.

    A style is sent when something is painted in it, and only what differs from the one before.
    """

    synchronized = False
    """The terminal shows what is between `_BEGIN_FRAME` and `_END_FRAME` as one frame."""
    _wanted: _Style = frozenset()
    _sent: _Style | None = None
    """The style of the terminal; None if it may be any."""

    def write_raw(self, data: str) -> None:
        if style := _STYLE.fullmatch(data):
            self._wanted = frozenset(_PART.findall(style[1]))
            return
        if data in _ERASING:
            self._style()
        super().write_raw(data)

    def write(self, data: str) -> None:
        if data.strip("\r\n"):
            self._style()
        super().write(data)

    def flush(self) -> None:
        self._style()
        if self.synchronized and self._buffer:
            self._buffer = [_BEGIN_FRAME, *self._buffer, _END_FRAME]
        super().flush()
        self._sent = None  # something else may write there before the next time

    def _style(self) -> None:
        if self._sent != self._wanted:
            super().write_raw(f"\x1b[{_change(self._sent, self._wanted)}m")
            self._sent = self._wanted


def _change(old: _Style | None, new: _Style) -> str:
    """What makes one style of another, the shorter way: all off and on again, or what differs."""
    anew = ";".join(["0", *sorted(new)]) if new else ""
    if old is None:
        return anew
    kept = {_kind(part) for part in new}
    if any(_OFF.get(part) in kept for part in old - new):
        return anew  # bold and dim end together
    parts = sorted({_kind(part) for part in old} - kept) + sorted(new - old)
    return min(";".join(parts), anew, key=len)


def _kind(part: str) -> str:
    """What takes a part back: the same for all inks, and for all fills."""
    number = int(part.partition(";")[0])
    if 30 <= number <= 38 or 90 <= number <= 97:
        return _INK
    return _FILL if 40 <= number <= 48 or 100 <= number <= 107 else _OFF[part]


def link(address: str) -> str:
    """The sequence that begins a link to that address (OSC 8)."""
    return f"{_LINK}{address}{_END}"


def on_terminal(told: TerminalAnswer) -> Vt100_Output:
    """The terminal of standard output, as prompt_toolkit would open it. Not on Windows."""
    terse = Terse.from_pty(sys.stdout, os.environ.get("TERM"), colours_of(os.environ, told))
    assert isinstance(terse, Terse)
    terse.synchronized = told.synchronized
    return terse


def colours_of(environment: Mapping[str, str], told: TerminalAnswer) -> ColorDepth | None:
    """How many colours there are: as PROMPT_TOOLKIT_COLOR_DEPTH, COLORTERM or the terminal says; None: as TERM says."""
    if told_by_user := ColorDepth.from_env():
        return told_by_user
    true = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or told.true_colour
    return ColorDepth.TRUE_COLOR if true else None
