"""Torture: simulated servers, clients and networks that fail at random; nothing may be lost.

torture.py worlds --seed S --seconds N [--json]        runs worlds of seed S, one after the other, for N seconds
torture.py worlds --seed S --games G --workers W       runs until G games are over, in W processes
torture.py worlds --seed S --worlds N                  runs exactly N worlds; the same seed gives the same hash
torture.py worlds --world S.K                          runs one world of seed S again

A world is a server with its journal, up to twelve people, and up to five tables under random rules. For a while,
connections break, messages come late, twice or without their answers, and the clients and the server are killed. Then
the trouble stops, and every game has to end. The simulation and its checks are in `tests/simulation`.

Each fault is counted as lost, doubled, diverged, unfinished, early (sent before it was saved) or failed, and printed
with the seed of its world; the exit code is then 1.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from environment import progress

from tests.simulation import torture
from tests.simulation.episode import play
from trials.torture import parser, report

NAME = "torture.py worlds"


def main(typed: Sequence[str]) -> int:
    """Exit code: 0 if nothing was wrong, 1 if something was, 2 for options that make no sense."""
    options = parser(NAME, __doc__)
    options.add_argument("--seconds", type=float, metavar="N", help="start no new world after N seconds (60)")
    options.add_argument("--games", type=int, metavar="G", help="start no new world after G games")
    options.add_argument("--worlds", type=int, metavar="N", help="run exactly N worlds")
    options.add_argument("--workers", type=int, default=1, metavar="N", help="how many processes (1)")
    options.add_argument("--world", metavar="S.K", help="repeat one world, by its seed")
    arguments = options.parse_args(typed)
    if arguments.workers < 1 or arguments.seed < 0:
        options.error("--workers from 1 on, --seed from 0 on")
    logging.disable(logging.CRITICAL)  # a failure is told by what the simulation finds
    if arguments.world is not None:
        tally = torture.Tally()
        tally.add(play(arguments.world))
    else:
        seconds = arguments.seconds
        if seconds is None and arguments.games is None and arguments.worlds is None:
            seconds = 60.0
        until = torture.Measure(seconds, arguments.games, arguments.worlds)
        with progress.line():
            tally = torture.run(arguments.seed, until, arguments.workers, _show)
    figures = tally.figures() | {"seed": arguments.seed if arguments.world is None else arguments.world}
    report(NAME, tally.told, figures, as_json=arguments.json)
    return 0 if tally.clean else 1


def _show(tally: torture.Tally) -> None:
    wrong = sum(tally.wrong.values())
    progress.show(f"{tally.seconds:.0f} s: {tally.worlds} worlds, {tally.games} games, {wrong} wrong")
