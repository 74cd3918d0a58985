"""Find the weights of `hard` for one kind of table, by what its moves lead to.

tune_bots.py --rules official --players 2 --seed 1

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
from itertools import groupby
from operator import attrgetter, mul
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the engine needs nothing but the standard library

from engine.actions import Deal, Draw, Play
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
NO_COLOUR = (0.0, 0.0, 0.0)
"""The traits of naming a colour, where none is named."""
TRAITS = len(Weights._fields) - len(NO_COLOUR)
Option = tuple[tuple[float, ...], float]
"""What can be said of something, and how well it did."""


class Move(NamedTuple):
    """What can be said of a move, as in `Weights`, and how well it did."""

    card: str
    """Empty for drawing."""
    traits: tuple[float, ...]
    naming: tuple[float, ...]
    """All 0 where no colour is named."""
    worth: float


def tried(rules: RuleSet, players: int, positions: int, worlds: int, choice: Random) -> list[list[Move]]:
    """So many decisions of games that `hard` plays against itself."""
    found: list[list[Move]] = []
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


def _try(view: View, moves: Sequence[Play | Draw], worlds: int, choice: Random) -> list[Move]:
    sums = [0.0] * len(moves)
    for _ in range(worlds):
        world = sample(view, choice)
        sums = [total + expert.played_out(world, view, move) for total, move in zip(sums, moves, strict=True)]
    return [_described(view, move, total / worlds) for move, total in zip(moves, sums, strict=True)]


def _described(view: View, move: Play | Draw, worth: float) -> Move:
    if isinstance(move, Draw):
        return Move("", (*[0.0] * (TRAITS - 1), 1.0), NO_COLOUR, worth)
    (card,) = move.cards
    colour = move.colours[0] if move.colours else None
    rest = without(view.hands[move.seat], (card,))
    named = NO_COLOUR if colour is None else naming(view, move.seat, rest, colour)
    return Move(card.name, (*traits(view, move.seat, card), 0.0), named, worth)


def learned(found: Sequence[Sequence[Move]], choice: Random) -> list[float]:
    """The weights by which the best moves are chosen: first the colour of each wild, then the card."""
    colours: list[list[Move]] = []
    for moves in found:
        by_card = groupby(moves, key=attrgetter("card"))
        colours += [named for _, same in by_card if len(named := [*same]) > 1]
    of_naming = fitted([[(move.naming, move.worth) for move in named] for named in colours], choice)
    cards: list[list[Option]] = []
    for moves in found:
        best: dict[str, Move] = {}
        for move in sorted(moves, key=lambda move: sum(map(mul, of_naming, move.naming))):
            best[move.card] = move
        if len(best) > 1:
            cards.append([(move.traits, move.worth) for move in best.values()])
    return [*fitted(cards, choice), *of_naming]


def fitted(found: Sequence[Sequence[Option]], choice: Random) -> list[float]:
    """The weights by which the better ones of some options are taken."""
    size = len(found[0][0][0])
    weights, first, second, summed = [0.0] * size, [0.0] * size, [0.0] * size, [0.0] * size
    for step in range(1, STEPS + 1):
        slope = [0.0] * size
        for options in choice.sample(found, min(BATCH, len(found))):
            _add_slope(slope, weights, options)
        for at, total in enumerate(slope):
            steep = 100 * total / BATCH
            first[at] += 0.1 * (steep - first[at])
            second[at] += 0.01 * (steep * steep - second[at])
            move = first[at] / (1 - 0.9**step) / (math.sqrt(second[at] / (1 - 0.99**step)) + 1e-6)
            weights[at] += STEP * move * (1 - step / (STEPS + 1))
        if step > STEPS // 2:  # what wavers is averaged over the second half
            summed = [total + weight for total, weight in zip(summed, weights, strict=True)]
    return [total / (STEPS - STEPS // 2) for total in summed]


def _add_slope(slope: list[float], weights: Sequence[float], options: Sequence[Option]) -> None:
    """Add where the weights would make the better ones likelier."""
    values = [sum(map(mul, weights, found)) for found, _ in options]
    highest = max(values)
    likely = [math.exp(value - highest) for value in values]
    whole = sum(likely)
    mean = sum(part * worth for part, (_, worth) in zip(likely, options, strict=True)) / whole
    for part, (found, worth) in zip(likely, options, strict=True):
        pull = part / whole * (worth - mean)
        for at, trait in enumerate(found):
            if trait:
                slope[at] += pull * trait


def main() -> int:
    """Exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="official", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (2)")
    parser.add_argument("--positions", type=int, default=12_000, metavar="N", help="how many decisions (12000)")
    parser.add_argument("--worlds", type=int, default=10, metavar="N", help="worlds for each (10)")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="how often to begin again (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed that everything follows from (1)")
    arguments = parser.parse_args()
    rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    choice = Random(arguments.seed)
    game = new_game(rules, (True,) * arguments.players, bytes(SEED_BYTES))
    game.playing = [True] * arguments.players
    for _ in range(arguments.rounds):
        found = tried(rules, arguments.players, arguments.positions, arguments.worlds, choice)
        key = next(key for key in HARD if HARD[key] is weights_of("hard", game))
        HARD[key] = weights = Weights(*[round(weight * FINENESS) / FINENESS for weight in learned(found, choice)])
        print(
            "Weights(" + ", ".join(f"{name}={value:g}" for name, value in weights._asdict().items()) + ")", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
