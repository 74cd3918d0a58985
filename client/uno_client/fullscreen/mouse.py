"""The mouse: the meaning of a click on a part of the screen. It is hidden in the style of that part.

A part is a button (`button("enter")`: a click is that key) or a spot (`spot(3)`: a click points at card, line, field or
answer 3, as the cursor counts there; what follows stands in client/uno_client/fullscreen/key_handlers.py).
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby

from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import width
from uno_client.messages import Key, Pointed, Typed

_MEANT = re.compile(r"\[(press|spot):(\S+)\]")
_MARK = re.compile(r" ?\[(press|spot|at):\S+\]")
_NAMES = {" ": "space"}
"""Keys that a style cannot hold."""
_KEYS = {name: key for key, name in _NAMES.items()}
_KEY = "\x00"
"""Around a key in a sentence; no name and no text has it."""
_CLAUSES = re.compile(rf"(?:{_KEY}[^{_KEY}]+{_KEY}|[^.,;:?!{_KEY}])+|[.,;:?!]+")


def button(key: str) -> str:
    """For the style of a fragment: a click on it is that key."""
    return f" [press:{_NAMES.get(key, key)}]"


def named(key: str) -> str:
    """A key as a place of a sentence, by which `pressable` finds it."""
    return f"{_KEY}{key}{_KEY}"


def pressable(sentence: str, enter: str) -> tuple[str, list[str]]:
    """A sentence as it is read, and for each letter but blanks the key on which a click there is (empty: none).

    A key has the words around it, up to the next sign, and to the key before it; `enter` is that key's name.
    """
    sentence = re.sub(rf"\b{re.escape(enter)}\b", named("enter"), sentence)
    read, keys = "", list[str]()
    for clause in _CLAUSES.findall(sentence):
        pieces = clause.split(_KEY)  # what is not a key, a key, what is not …
        for at, words in enumerate(pieces):
            key = pieces[min(at | 1, len(pieces) - 2)] if len(pieces) > 1 else ""
            shown = enter if at % 2 and words == "enter" else words
            read += shown
            keys += [key] * len("".join(shown.split()))
    return read, keys


def with_buttons(lines: list[list[tuple[str, str]]], keys: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The lines of a sentence with their buttons: a key, or none, for each letter but blanks."""
    left = iter(keys)

    def parts(style: str, words: str) -> list[tuple[str, str]]:
        key, marked = "", list[tuple[str, str]]()
        for letter in words:
            key = key if letter.isspace() else next(left)
            marked.append((key, letter))
        return [
            (style + (button(key) if key else ""), "".join(letter for _key, letter in same))
            for key, same in groupby(marked, key=lambda each: each[0])
        ]

    return [[part for style, words in line for part in parts(style, words)] for line in lines]


def spot(at: int) -> str:
    """For the style of a fragment: a click on it points at that place."""
    return f" [spot:{at}]"


@cache
def unmarked(style: str) -> str:
    """The style without what it says of the mouse and of motion: a cell is drawn again when its style changes."""
    return _MARK.sub("", style)


def clicked(drawn: Canvas | Sequence[Sequence[tuple[str, str]]], x: int, y: int) -> Key | Typed | Pointed | None:
    """What a click on the character x of row y means; None: nothing."""
    if isinstance(drawn, Canvas):
        meant = drawn.hit(width(drawn.text()[y][:x]), y)
        return meant if isinstance(meant, Key | Typed | Pointed) else None
    return _in_line(drawn[y], x)


def _in_line(line: Sequence[tuple[str, str]], at: int) -> Key | Typed | Pointed | None:
    for style, part in line:
        if at < len(part):
            return _meant(style)
        at -= len(part)
    return None


def _meant(style: str) -> Key | Typed | Pointed | None:
    found = _MEANT.search(style)
    if found is None:
        return None
    kind, what = found.groups()
    if kind == "spot":
        return Pointed(int(what))
    key = _KEYS.get(what, what)
    return Typed(key) if len(key) == 1 else Key(key)
