"""Break servers, clients and networks on purpose: nobody may lose anything, or notice more than is unavoidable.

torture.py SUBCOMMAND [OPTIONS]
"""

import sys

from trials.subcommands import Subcommand, run

SUBCOMMANDS = {
    "kills": Subcommand("trials.torture.kills", "kill a real server again and again", sets_up=True),
    "siege": Subcommand("trials.torture.siege", "hostile connections of every kind beside players", sets_up=True),
    "fuzz": Subcommand("trials.torture.fuzz", "mutated input for the codec, the hub and a real server", sets_up=True),
    "worlds": Subcommand("trials.torture.worlds", "break everything in simulated worlds", sets_up=True),
    "records": Subcommand("trials.torture.records", "record random games, and change their records", sets_up=True),
    "strangers": Subcommand("trials.torture.strangers", "cut the connections of strangers' clients", sets_up=True),
}


def main() -> int:
    """Exit code: that of the subcommand, 2 if there is no such subcommand."""
    return run(__doc__, SUBCOMMANDS, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
