"""A module for each part of the tree that a program makes, for `scripts/generate.py`.

A module has `files()`: the files that it makes, by path, each with a function that returns its content or raises
`Unwritable`. It may have `complaints()`: a line for each thing that only people can mend; and `alone(arguments)`: a
command line with options of its own. Each is imported only when it is asked for.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Unwritable(Exception):
    """A file cannot be written as the tree is now; the text says why."""


def between(text: str, begin: str, end: str, new: str) -> str:
    """`text` with `new` between the lines `begin` and `end`. Raises Unwritable if it has no such lines."""
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise Unwritable(f"has lost the mark {begin.strip()}")
    return f"{before}{begin}\n{new.strip()}\n\n{end}{after}"
