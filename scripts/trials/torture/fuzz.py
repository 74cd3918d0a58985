"""Fuzzing: mutated and generated input for the codec, the hub and a real server, plain, over TLS and as by browsers.

torture.py fuzz --seconds N --seed S [--json]     rounds of seed S, for N seconds in all
torture.py fuzz --target hub --inputs N           until one target has taken N inputs: codec, hub, server
torture.py fuzz --target hub --round S.K          plays one round of seed S again

The codec gets golden bodies with something wrong, messages made from their types, and streams that are cut anywhere.
The hub gets them from people in the lobby and at tables in the midst of games: what is refused may change no table,
nothing may change that is not stored, and honest people may notice nothing. A real server gets them over connections
of both kinds; it has to go on answering two honest players, to keep little, and to end well.

Each finding is printed with the round that repeats it; the exit code is then 1. The code is in `tests/fuzzing`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from environment import progress

from tests.fuzzing import run
from trials.torture import parser, report

NAME = "torture.py fuzz"

SECONDS = 60.0


def main(typed: Sequence[str]) -> int:
    """Exit code: 0 if nothing was found, 1 if something was, 2 for options that make no sense."""
    options = parser(NAME, __doc__)
    options.add_argument("--seconds", type=float, metavar="N", help=f"start no new round after N s ({SECONDS:.0f})")
    options.add_argument("--inputs", type=int, metavar="N", help="start no new round of a target after N inputs")
    options.add_argument("--target", choices=("all", *run.TARGETS), default="all", help="what is fuzzed (all)")
    options.add_argument("--round", metavar="S.K", help="repeat one round, by its seed")
    arguments = options.parse_args(typed)
    if arguments.seed < 0 or (arguments.inputs is not None and arguments.inputs < 1):
        options.error("--seed from 0 on, --inputs from 1 on")
    logging.getLogger().addHandler(logging.NullHandler())  # what the hub says of what it refuses is told by nobody
    targets = list(run.TARGETS) if arguments.target == "all" else [arguments.target]
    with progress.line():
        if arguments.round is not None:
            tally = run.repeat(targets, arguments.round)
        else:
            seconds = arguments.seconds
            if seconds is None:
                seconds = SECONDS if arguments.inputs is None else float("inf")
            until = run.Measure(seconds / len(targets), arguments.inputs)
            tally = run.fuzz(targets, arguments.seed, until, _show)
    figures = {"seed": arguments.seed if arguments.round is None else arguments.round} | tally.figures()
    report(NAME, tally.findings, figures, as_json=arguments.json)
    return 1 if tally.findings else 0


def _show(tally: run.Tally) -> None:
    inputs = ", ".join(f"{target} {many:,}" for target, many in tally.inputs.items())
    progress.show(f"inputs: {inputs}; {len(tally.findings)} findings")
