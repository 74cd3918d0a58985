"""Screen: what a terminal shows of the bytes that a program writes."""

import codecs
import contextlib
import re
import unicodedata

_SEQUENCE = re.compile(r"(\x1b\[[0-?]*[ -/]*[@-~])")


class PyteScreen:
    """A terminal of pyte's (the extra `conformance`), which passes over what pyte cannot take."""

    def __init__(self, rows: int, columns: int) -> None:
        import pyte

        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @property
    def text(self) -> str:
        """The text of the screen, row by row."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    def write(self, written: bytes) -> None:
        """Take in what a program has written since."""
        for piece in _SEQUENCE.split(self._decoder.decode(written)):
            if not piece.startswith(("\x1b[<", "\x1b[=", "\x1b[>")):  # it would draw their numbers
                with contextlib.suppress(TypeError):  # a sequence with more numbers than it knows
                    self._stream.feed("".join(filter(_placed, piece)))


def _placed(letter: str) -> bool:
    """Whether a letter has a place of its own, or moves the cursor; pyte drops a line's rest behind most others."""
    category = unicodedata.category(letter)
    return category == "Cc" or category[0] not in "CM"
