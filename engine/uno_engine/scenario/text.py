"""The text of a scenario: a file becomes blocks of lines, and the words of a line become seats, cards, numbers."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from uno_engine.cards import Card, Colour, card

_T = TypeVar("_T")

UNNAMED = "(before the first scenario)"
_PART = re.compile(r"(?:\\[\\;#]|[^;#])+|#.*")
"""A line between semicolons, or a comment; a backslash takes the meaning of the character after it."""
_NAMED = re.compile(r"\s*scenario\s*:[^#]*")
"""A line with the name of a scenario, which may have semicolons."""


class ScenarioFault(ValueError):
    """A scenario that cannot be understood or set up: the number of the line at fault, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is not blank: its text without comment and blanks, and the number of its line in the file, from 1.

    Where several stand on one, with `;` between them, they have the same number.
    """

    number: int
    text: str

    def fault(self, reason: str) -> ScenarioFault:
        """The complaint about this line."""
        return ScenarioFault(self.number, reason)


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one scenario: those of its position, and those after `---`."""

    name: str
    line: int
    position: tuple[Line, ...]
    steps: tuple[Line, ...]


def blocks(text: str) -> list[Block]:
    """The scenarios of a file, in order. Lines before the first one make a block called `UNNAMED`."""
    found: list[Block] = []
    name, first = UNNAMED, 1
    position: list[Line] = []
    steps: list[Line] | None = None

    def close() -> None:
        if name != UNNAMED or position or steps is not None:
            found.append(Block(name, first, tuple(position), tuple(steps or ())))

    for line in _lines(text):
        key, colon, value = line.text.partition(":")
        if colon and key.rstrip() == "scenario":
            close()
            name, first, position, steps = value.strip(), line.number, [], None
        elif line.text == "---" and steps is None:
            steps = []
        else:
            (position if steps is None else steps).append(line)
    close()
    return found


def _lines(text: str) -> Iterator[Line]:
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        for part in (_NAMED if _NAMED.match(raw) else _PART).findall(raw):
            if not part.startswith("#") and (said := part.strip()):
                yield Line(number, said)


def escaped(text: str) -> str:
    """A free text of one line, as it is written in a scenario: with a backslash before `;`, `#` and backslashes."""
    return re.sub(r"[\\;#]", r"\\\g<0>", text)


def unescaped(text: str) -> str:
    """The text that `escaped` has made that; a backslash before anything else is one."""
    return re.sub(r"\\([\\;#])", r"\1", text)


class Words:
    """The words of one line, taken from left to right. Every method raises `ScenarioFault` for what it cannot read."""

    def __init__(self, line: Line, text: str, seats: Sequence[str]) -> None:
        self.line = line
        self._words = text.split()
        self._seats = seats

    def __bool__(self) -> bool:
        return bool(self._words)

    def word(self, what: str) -> str:
        """The next word; `what` tells what is missing if there is none."""
        if not self._words:
            raise self.line.fault(f"{what} is missing")
        return self._words.pop(0)

    def seat(self) -> int:
        """The next word as a seat's name."""
        return self.seat_called(self.word("a seat"))

    def seat_called(self, name: str) -> int:
        """The seat of that name."""
        if name not in self._seats:
            raise self.line.fault(f"nobody is called {name!r}; at the table are {', '.join(self._seats)}")
        return self._seats.index(name)

    def card(self) -> Card:
        """The next word as a card."""
        return self.card_called(self.word("a card"))

    def card_or_number(self) -> Card | int:
        """The next word as a card, or as a number of cards."""
        return self.number() if self._words[0].isdigit() else self.card()

    def card_called(self, name: str) -> Card:
        """The card written `name`."""
        try:
            return card(name)
        except ValueError as fault:
            raise self.line.fault(str(fault)) from None

    def colour(self) -> Colour:
        """The next word as the letter of a colour."""
        return self.colour_called(self.word("a colour"))

    def colour_called(self, letter: str) -> Colour:
        """The colour of that letter."""
        try:
            return Colour(letter)
        except ValueError:
            raise self.line.fault(f"{letter!r} is no colour (R, Y, G, B are)") from None

    def number(self) -> int:
        """The next word as a whole number from 0."""
        word = self.word("a number")
        if not (word.isascii() and word.isdigit() and len(word) <= 80):
            raise self.line.fault(f"expected a whole number, not {word!r}")
        return int(word)

    def one_of(self, choices: Sequence[str]) -> str:
        """The next word, which must be one of these."""
        word = self.word(f"one of {', '.join(choices)}")
        if word not in choices:
            raise self.line.fault(f"{word!r} is not one of {', '.join(choices)}")
        return word

    def rest(self, read: Callable[[], _T]) -> tuple[_T, ...]:
        """All words that are left, each read by a method of these words."""
        found = []
        while self._words:
            found.append(read())
        return tuple(found)

    def end(self) -> None:
        """Make sure that nothing is left."""
        if self._words:
            raise self.line.fault(f"{self._words[0]!r} is left over")
