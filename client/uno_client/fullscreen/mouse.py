"""The mouse: the meaning of a click on a part of the screen. It is hidden in the style of that part.

A part is a button (`button("enter")`: a click is that key) or a spot (`spot(3)`: a click points at card, line, field or
answer 3, as the cursor counts there; what follows stands in client/uno_client/fullscreen/key_handlers.py).
"""

import re
from collections.abc import Sequence
from functools import cache

from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import width
from uno_client.messages import Key, Pointed, Typed

_MEANT = re.compile(r"\[(press|spot):(\S+)\]")
_MARK = re.compile(r" ?\[(press|spot):\S+\]")
_NAMES = {" ": "space"}
"""Keys that a style cannot hold."""
_KEYS = {name: key for key, name in _NAMES.items()}


def button(key: str) -> str:
    """For the style of a fragment: a click on it is that key."""
    return f" [press:{_NAMES.get(key, key)}]"


def spot(at: int) -> str:
    """For the style of a fragment: a click on it points at that place."""
    return f" [spot:{at}]"


@cache
def unmarked(style: str) -> str:
    """The style without what it says of the mouse: a cell is drawn again when its style changes."""
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
