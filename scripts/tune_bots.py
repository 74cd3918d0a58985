"""Find the weights of `hard` for one kind of table, by what its moves lead to.

tune_bots.py --rules official --players 2 --positions 20000 --seed 1

`hard` plays against itself. At every other decision each of its moves is tried in some sampled worlds, the same for all
of them, and played out by `hard`; that is what `expert` does with more worlds. The new weights are those that choose
best by what was found: a player who takes a move the likelier the more it is worth is to win as much as possible
(gradient ascent with steps as in Adam). With --rounds the new weights then play and are tried themselves. What is
printed is an entry of the table in `engine/bots/weights.py`. The same options give the same weights.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the engine needs nothing but the standard library

from engine.actions import Deal, Draw, Play, PlayerAction
from engine.bots import choose, expert
from engine.bots.weights import HARD, Weights, weights_of
from engine.bots.worth import naming, traits
from engine.decide import advance
from engine.decisions import PlayDrawn, TakeTurn, asked
from engine.legal import legal_actions, without
from engine.options import with_options
from engine.presets import preset
from engine.rules import RuleSet
from engine.sample import sample
from engine.shuffle import SEED_BYTES
from engine.state import Phase, View, new_game
from engine.view import view_for

OFTEN = 0.5
"""At so many of its decisions the moves are tried."""
BATCH, STEPS, STEP = 500, 1500, 0.1
"""Positions that a step looks at, steps, and how far the first ones go."""
FINENESS = 16
"""Weights are rounded to such parts, so that sums of them are exact."""
NAMING = 3
"""How many of the weights are for naming a colour."""
SIZE = len(Weights._fields)


class Tried(NamedTuple):
    """A decision: what can be said of each move, and how much better than the others it did."""

    traits: list[tuple[float, ...]]
    worths: list[float]


def described(view: View, move: PlayerAction) -> tuple[float, ...]:
    """What can be said of a move, in the order of the weights."""
    drawing = isinstance(move, Draw)
    if not isinstance(move, Play):
        return (*[0.0] * (SIZE - NAMING - 1), drawing, *[0.0] * NAMING)
    (card,) = move.cards
    rest = without(view.hands[move.seat], (card,))
    named = naming(view, move.seat, rest, move.colours[0]) if move.colours and move.colours[0] else [0.0] * NAMING
    return (*traits(view, move.seat, card), drawing, *named)


def tried(rules: RuleSet, players: int, positions: int, worlds: int, choice: Random) -> list[Tried]:
    """So many decisions of games that `hard` plays against itself."""
    found: list[Tried] = []
    while len(found) < positions:
        state = new_game(rules, (True,) * players, choice.randbytes(SEED_BYTES))
        seeds = [choice.randbytes(SEED_BYTES) for _ in range(players)]
        advance(state, Deal())
        while state.phase is Phase.PLAYING:
            (seat, *_) = asked(state.waiting_for)
            view = view_for(state, seat)
            listed = legal_actions(view, seat)
            if isinstance(state.waiting_for, TakeTurn | PlayDrawn) and choice.random() < OFTEN:
                moves = [move for move in expert.moves_of(view, seat, listed) if isinstance(move, Play | Draw)]
                if len(moves) > 1:
                    found.append(_try(view, moves, worlds, choice))
            action = choose("hard", view, listed, seeds[seat])
            assert action is not None
            advance(state, action)
        if len(found) % 100 < 10:
            print(f"{len(found)} of {positions}", file=sys.stderr, end="\r", flush=True)
    return found[:positions]


def _try(view: View, moves: Sequence[PlayerAction], worlds: int, choice: Random) -> Tried:
    sums = [0.0] * len(moves)
    for _ in range(worlds):
        world = sample(view, choice)
        sums = [total + expert.played_out(world, view, move) for total, move in zip(sums, moves, strict=True)]
    mean = sum(sums) / len(sums)
    return Tried([described(view, move) for move in moves], [(total - mean) / worlds for total in sums])


def fitted(found: Sequence[Tried], begin: Sequence[float], choice: Random) -> list[float]:
    """The weights by which the better moves are taken."""
    weights = list(begin)
    first, second, summed = [0.0] * SIZE, [0.0] * SIZE, [0.0] * SIZE
    for step in range(1, STEPS + 1):
        slope = [0.0] * SIZE
        for one in choice.sample(found, min(BATCH, len(found))):
            _add_slope(slope, weights, one)
        for at, total in enumerate(slope):
            steep = 100 * total / BATCH
            first[at] += 0.1 * (steep - first[at])
            second[at] += 0.01 * (steep * steep - second[at])
            move = first[at] / (1 - 0.9**step) / (math.sqrt(second[at] / (1 - 0.99**step)) + 1e-6)
            weights[at] += STEP * move * (1 - step / (STEPS + 1))
        if step > STEPS // 2:  # what wavers is averaged over the second half
            summed = [total + weight for total, weight in zip(summed, weights, strict=True)]
    return [total / (STEPS - STEPS // 2) for total in summed]


def _add_slope(slope: list[float], weights: Sequence[float], one: Tried) -> None:
    """Add where the weights would make the better moves of a decision likelier."""
    worth = [sum(map(float.__mul__, weights, map(float, move))) for move in one.traits]
    highest = max(worth)
    likely = [math.exp(value - highest) for value in worth]
    whole = sum(likely)
    mean = sum(part * gain for part, gain in zip(likely, one.worths, strict=True)) / whole
    for move, part, gain in zip(one.traits, likely, one.worths, strict=True):
        pull = part / whole * (gain - mean)
        if pull:
            for at, trait in enumerate(move):
                if trait:
                    slope[at] += pull * trait


def main() -> int:
    """Exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="official", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (2)")
    parser.add_argument("--positions", type=int, default=20_000, metavar="N", help="how many decisions (20000)")
    parser.add_argument("--worlds", type=int, default=30, metavar="N", help="worlds for each (30)")
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="how often to begin again (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed that everything follows from (1)")
    arguments = parser.parse_args()
    rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    choice = Random(arguments.seed)
    game = new_game(rules, (True,) * arguments.players, bytes(SEED_BYTES))
    game.playing = [True] * arguments.players
    for _ in range(arguments.rounds):
        weights = weights_of("hard", game)
        found = tried(rules, arguments.players, arguments.positions, arguments.worlds, choice)
        best = fitted(found, weights, choice)
        weights = Weights(*[round(weight * FINENESS) / FINENESS for weight in best])
        HARD[next(key for key in HARD if HARD[key] is weights_of("hard", game))] = weights
        print(
            "Weights(" + ", ".join(f"{name}={value:g}" for name, value in weights._asdict().items()) + ")", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
