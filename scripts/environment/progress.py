"""How far a long run is: one line on standard error, written over again and again, if that is a terminal."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

BEGINNING = "\r\x1b[K"
"""Back to the beginning of an empty line."""


@contextmanager
def line() -> Iterator[None]:
    """Inside, `show` may write the line; at the end, also by an exception, nothing of it is left."""
    try:
        yield
    finally:
        clear()


def clear() -> None:
    """Leave nothing of the line."""
    _write("")


def show(text: str) -> None:
    """Write the line, in place of what it said before."""
    _write(text[: shutil.get_terminal_size().columns - 1])


def _write(text: str) -> None:
    if sys.stderr.isatty():
        print(f"{BEGINNING}{text}", end="", file=sys.stderr, flush=True)
