"""A module for each part of the tree that a program makes, for `scripts/generate.py`.

A module has `files()`: the files that it makes, by path, each with a function that returns its content or raises
`Unwritable`. It may have `complaints()`: a line for each thing that only people can mend; and `alone(arguments)`: a
command line with options of its own. Each is imported only when it is asked for.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLAUSE = re.compile(r"^- \*\*P-(\d+)\.(\d+)\*\*", re.MULTILINE)
DOCUMENTS = tuple(
    ROOT / "protocol" / f"{part}.md" for part in ("PROTOCOL", "PICTURE", "HOSTING", "TRANSPORT", "SERVERS")
)
"""The parts of the protocol. What a clause or a mark is in is found there, so that either can be moved."""
END = "<!-- drawn: end -->\n"


class Unwritable(Exception):
    """A file cannot be written as the tree is now; the text says why."""


def between(text: str, begin: str, end: str, new: str) -> str:
    """`text` with `new` between the lines `begin` and `end`. Raises Unwritable if it has no such lines."""
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise Unwritable(f"has lost the mark {begin.strip()}")
    return f"{before}{begin}\n{new.strip()}\n\n{end}{after}"


def mark(name: str) -> str:
    """The line before what is drawn."""
    return f"<!-- drawn: {name} -->\n"


def holding(line: str) -> Path:
    """The part of the protocol that has this line. Raises Unwritable."""
    for document in DOCUMENTS:
        if line in document.read_text(encoding="utf-8"):
            return document
    raise Unwritable(f"no part of the protocol has the mark {line.strip()}")


def drawn_in(drawings: Mapping[str, Callable[[], str]]) -> Mapping[Path, Callable[[], str]]:
    """The parts of the protocol that have these drawings, each with a function that returns its text with them."""
    places: dict[Path, dict[str, Callable[[], str]]] = {}
    for name, draw in drawings.items():
        places.setdefault(holding(mark(name)), {})[name] = draw
    return {document: partial(with_drawings, document, own) for document, own in places.items()}


def with_drawings(document: Path, drawings: Mapping[str, Callable[[], str]]) -> str:
    """A document with each drawing behind its mark."""
    text = document.read_text(encoding="utf-8")
    for name, draw in drawings.items():
        text = between(text, mark(name), END, draw())
    return text


def grid(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
