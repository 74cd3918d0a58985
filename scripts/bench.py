"""Measure what the game costs, each part side by side with its reference.

bench.py SUBCOMMAND [OPTIONS]
"""

import sys

from trials.subcommands import Subcommand, run

SUBCOMMANDS = {
    "engine": Subcommand("trials.bench.engine", "games of the bare engine a second, beside RLCard"),
    "zoo": Subcommand("trials.bench.zoo", "steps of the environment for research a second, beside RLCard"),
    "server": Subcommand("trials.bench.server", "a move on a loaded server, beside the bare network; each request"),
    "client": Subcommand("trials.bench.client", "the full screen: drawings, keys, a start, a minute of play"),
    "replay": Subcommand("trials.bench.replay", "a recorded game in the full screen: opening it, and a step"),
    "page": Subcommand("trials.bench.page", "the page: the way to a table, a move to the fourth phone, and back"),
    "recovery": Subcommand("trials.bench.recovery", "how long a server takes to come back from its journal"),
    "training": Subcommand(
        "trials.bench.training", "rounds at a server for training, beside the local engine", sets_up=True
    ),
    "numbers": Subcommand("trials.bench.numbers", "uno-records stats over many games, and a move beside it"),
    "growth": Subcommand("trials.bench.growth", "how the server's work grows; draws server/growth.svg"),
    "install": Subcommand("trials.bench.install", "each way to install: its size, its first start, a finished game"),
}


def main() -> int:
    """Exit code: that of the subcommand, 2 if there is no such subcommand."""
    return run(__doc__, SUBCOMMANDS, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
