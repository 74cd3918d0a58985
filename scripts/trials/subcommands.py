"""Scripts with subcommands: a table says which module does what, and only the chosen one is loaded."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import environment
from play import into_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HELP = ("-h", "--help")


class Subcommand(NamedTuple):
    """A row: the module whose `main` takes the arguments and gives the exit code, and what it does in one line."""

    module: str
    does: str
    sets_up: bool = False
    """Whether the module needs the environment to be loaded; the others set up what they need themselves."""


def run(about: str | None, table: Mapping[str, Subcommand], typed: Sequence[str]) -> int:
    """Run the subcommand that was typed first with the rest.

    Exit code: that of the subcommand; 0 for help, which is `about` and the table; 2 for a subcommand that there is not.
    """
    name = Path(sys.argv[0]).name
    if typed and typed[0] in HELP:
        print(about)
        for each, row in table.items():
            print(f"  {name} {each:<9} {row.does}")
        print(f"\n{name} SUBCOMMAND --help explains the options of each.")
        return 0
    if not typed or typed[0] not in table:
        wrong = f"there is no subcommand {typed[0]!r}" if typed else "a subcommand is missing"
        print(f"{name}: {wrong}; choose one of {', '.join(table)}", file=sys.stderr)
        return 2
    row = table[typed[0]]
    if row.sets_up:
        into_environment()
    sys.path[:0] = [str(environment.ROOT), *environment.PACKAGES]
    main: Callable[[Sequence[str]], int] = importlib.import_module(row.module).main
    return main(typed[1:])
