"""Our client with one fault planted: `python -m tests.protocol.conformance.broken_client NAME` and its own arguments.

The faults are rows of `broken_client.toml`.
"""

import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.planting import Edit, plant
from tests.protocol.conformance.broken import edits_of


class BrokenClient(NamedTuple):
    """A client that breaks the protocol: the case that catches it, a clause that this cites, and the fault."""

    name: str
    case: str
    clause: str
    edits: tuple[Edit, ...]
    at: str
    """Where it goes wrong: playing `by_itself`, at `lines` that somebody reads, or where they are `typed`."""


def clients() -> list[BrokenClient]:
    """Every row of the table, in order."""
    made = []
    for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["broken"]:
        case, clause = row["caught"]
        made.append(BrokenClient(row["name"], case, clause, edits_of(row), row.get("at", "by_itself")))
    return made


if __name__ == "__main__":
    name = sys.argv.pop(1)
    plant(next(one.edits for one in clients() if one.name == name))
    from uno_client.cli import main

    sys.exit(main())
