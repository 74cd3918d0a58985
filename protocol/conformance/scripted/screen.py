"""What does a terminal show of the bytes that a program writes? The few sequences that place text, no more."""

from __future__ import annotations

import re
import unicodedata

_TOKEN = re.compile(
    r"\x1b\[(?P<given>[0-9;?<=>]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b\](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\)"
    r"|\x1b[()][A-Z0-9]|\x1b[=>78cDEHMNOPZ]"
    r"|(?P<letter>[\s\S])"
)


class Screen:
    """Rows of characters; a wide one is followed by an empty text."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._row = self._column = 0
        self._cells = [self._blank() for _ in range(rows)]

    def _blank(self) -> list[str]:
        return [" "] * self._columns

    @property
    def text(self) -> str:
        """All that stands there now, row by row."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def write(self, text: str) -> None:
        """Take in what a program has written."""
        for token in _TOKEN.finditer(text):
            if token["letter"] is not None:
                self._put(token["letter"])
            elif token["final"] is not None:
                self._obey(token["given"], token["final"])

    def _put(self, letter: str) -> None:
        if letter == "\n":
            self._down()
        elif letter == "\r":
            self._column = 0
        elif letter == "\b":
            self._column = max(0, self._column - 1)
        elif unicodedata.category(letter)[0] in "CM":
            pass
        else:
            wide = unicodedata.east_asian_width(letter) in "WF"
            if self._column + wide >= self._columns:
                self._column = 0
                self._down()
            self._cells[self._row][self._column] = letter
            self._column += 1
            if wide:
                self._cells[self._row][self._column] = ""
                self._column += 1

    def _down(self) -> None:
        if self._row == self._rows - 1:
            self._cells = [*self._cells[1:], self._blank()]
        else:
            self._row += 1

    def _obey(self, given: str, final: str) -> None:
        numbers = [int(each) if each.isdigit() else 0 for each in given.split(";")]
        first = max(1, numbers[0])
        match final:
            case "A":
                self._row -= first
            case "B":
                self._row += first
            case "C":
                self._column += first
            case "D":
                self._column -= first
            case "G":
                self._column = first - 1
            case "d":
                self._row = first - 1
            case "H" | "f":
                self._row, self._column = first - 1, (max(1, numbers[1]) if len(numbers) > 1 else 1) - 1
            case "J" | "K":
                self._clear(final, numbers[0])
            case _:
                pass
        self._row = min(max(self._row, 0), self._rows - 1)
        self._column = min(max(self._column, 0), self._columns - 1)

    def _clear(self, final: str, how: int) -> None:
        """Clear the screen (J) or the row (K): 0 from here to the end, 1 up to here, 2 all of it."""
        row = self._cells[self._row]
        left, right = (0 if how else self._column), (self._column + 1 if how == 1 else self._columns)
        row[left:right] = [" "] * (right - left)
        if final == "J":
            for at in range(self._rows):
                if (how != 1 and at > self._row) or (how != 0 and at < self._row):
                    self._cells[at] = self._blank()
