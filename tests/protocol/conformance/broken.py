"""Servers that break the protocol: ours, each with one fault planted.

python -m tests.protocol.conformance.broken NAME …   serves with that fault; what follows is as for `uno-server`

The faults are rows of `broken.toml` and `wrong_declarations.toml`. One is planted while the modules of the server are
loaded, in a process of its own, so that whoever tries it meets real sockets; nothing on disk is changed. To be run in
the root of the checkout.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tests.planting import Edit, plant

TABLE = Path(__file__).with_name("broken.toml")
DECLARATIONS = Path(__file__).with_name("wrong_declarations.toml")
USAGE = 2


class Broken(NamedTuple):
    """A server that breaks the protocol: what it does in words, the clauses that it breaks, and how."""

    name: str
    wrong: str
    clauses: tuple[str, ...]
    edits: tuple[Edit, ...]
    scenarios: str | None = None
    """What is played too: a file or folder below tests/scenarios."""
    password: bool = False
    """Whether it asks for a password (P-5.11)."""
    over: str = "nothing"
    """What it must be tried over: `sockets` if nothing else shows the fault."""
    declared: bool = False
    """Whether the fault is in a declaration, and the suite reads the schema made anew from it."""


def table() -> list[Broken]:
    """Every row of `broken.toml`, in order."""
    return [_broken(row) for row in _rows(TABLE)]


def wrongly_declared() -> list[Broken]:
    """Every row of `wrong_declarations.toml`, in order."""
    return [_broken(row)._replace(declared=True) for row in _rows(DECLARATIONS)]


def both() -> list[Broken]:
    """Every row of both tables."""
    return [*table(), *wrongly_declared()]


def _rows(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["broken"]
    return rows


def _broken(row: dict[str, Any]) -> Broken:
    rest = {key: row[key] for key in ("scenarios", "password", "over") if key in row}
    return Broken(row["name"], row["wrong"], tuple(row["clauses"]), edits_of(row), **rest)


def edits_of(row: dict[str, Any]) -> tuple[Edit, ...]:
    """What a row changes."""
    return (Edit(row["file"], row["old"], row["new"]), *(Edit(**more) for more in row.get("also", ())))


def main() -> int:
    """Serve with a fault. Exit codes as of `uno-server`; 2 for a name that is not in the table."""
    name, *arguments = sys.argv[1:] or [""]
    found = [one for one in both() if one.name == name]
    if not found:
        print(f"broken: no broken server is called {name!r}; see {TABLE.name}", file=sys.stderr)
        return USAGE
    plant(found[0].edits)
    sys.argv[1:] = arguments
    from uno_server.cli import main as serve

    return serve()


if __name__ == "__main__":
    sys.exit(main())
