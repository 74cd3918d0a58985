"""Let computer players play each other: one match, every match in engine/STRENGTH.md, or a search for weights.

arena.py --a LEVEL --b LEVEL [OPTIONS]   plays a match; `arena.py match --help` explains the options
arena.py SUBCOMMAND [OPTIONS]
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))  # `-I` leaves it out

from trials.subcommands import HELP, Subcommand, run

SUBCOMMANDS = {
    "match": Subcommand("trials.arena.match", "how strong a level is against another (the default)"),
    "strength": Subcommand("trials.arena.strength", "measure all levels; writes engine/STRENGTH.md"),
    "tune": Subcommand("trials.arena.tune", "find the weights of `hard` for one kind of table"),
}


def main() -> int:
    """Exit code: that of the subcommand, 2 if there is no such subcommand, 130 after Ctrl-C."""
    typed = sys.argv[1:]
    if typed and typed[0].startswith("-") and typed[0] not in HELP:
        typed = ["match", *typed]
    try:
        return run(__doc__, SUBCOMMANDS, typed)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
