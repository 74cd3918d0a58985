"""Find the weights of `hard` for one kind of table, by trying many (an evolution strategy).

arena.py tune --rules official --players 4 --steps 60 --tries 16 --deals 800 --seed 1

Each step tries weights around those found so far, all on the same new deals against `normal`, and goes on from the
mean of the better half, the best counting most. With four players each deal is played with every other seat and with
one seat alone, and what is won alone counts twice, as an equal player wins half as much there. Under plain rules a deal
is a round, played out fast (`uno_engine.bots.playout`), and elsewhere a game in the arena. What is printed at the end
is a column of the table in `engine/uno_engine/bots/weights.py`: the mean of the second half of the steps, rounded to
sixteenths so that sums are exact. The same options give the same weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import log
from random import Random
from statistics import fmean

from environment import progress

from trials.arena.match import Cost, Match, chosen_rules, play_game, player, seatings
from uno_engine.actions import Deal
from uno_engine.bots import thumb
from uno_engine.bots.playout import is_plain, play_out
from uno_engine.bots.weights import BY_THUMB, Weights, weights_of
from uno_engine.decide import advance
from uno_engine.decisions import TakeTurn
from uno_engine.rules import RuleSet, SevenZero
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import State, new_game

NAME = "arena.py tune"
NORMAL = player("normal")
BEGIN = BY_THUMB._replace(draw=-12.0)
"""Where the search begins."""
WIDTHS = Weights(*[1.0] * len(BEGIN))._replace(
    **dict.fromkeys(
        ("wild", "draw_four", "stops_threat", "draws_threat", "draw", "another_wild", "another_stops", "moved"), 3.0
    ),
    **dict.fromkeys(("laid", "laid_alike", "named_laid"), 0.25),
)
"""How far from it the search goes, times the width of the step."""
WIDEST, NARROWEST = 1.5, 0.3
"""The widths of the first step and the last."""
CHAINS = {"another", "another_wild", "another_action", "another_stops", "followed"}
"""The weights that matter only in chains."""


def tried(rules: RuleSet, players: int) -> list[int]:
    """The places of the weights that matter at this table."""
    return [
        at
        for at, name in enumerate(Weights._fields)
        if (rules.several or name not in CHAINS)
        and (rules.goal.by_points or name != "points")
        and (any(rules.extra) or name != "special")
        and (any(rules.extra) or rules.seven_zero is not SevenZero.NO or name != "moved")
        and (players > 2 or name != "turns")
    ]


def hard_at(rules: RuleSet, players: int) -> Weights:
    """The weights that `hard` has at this table."""
    game = new_game(rules, (True,) * players, bytes(SEED_BYTES))
    advance(game, Deal())  # before it nobody plays
    return weights_of("hard", game)


class Table:
    """Where weights are tried: the learner against `normal`."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules, self.players = rules, players
        alone = Match(rules, players, "", "")
        self.seatings = [(mine, 1.0 if players == 2 else 2.0) for mine in seatings(alone)]
        if players % 2 == 0 and players > 2:
            self.seatings += [(mine, 1.0) for mine in seatings(replace(alone, two_against_two=True))]

    def gain(self, weights: Weights, deals: Sequence[str | State]) -> float:
        """The share of the deals that these weights win."""
        return fmean([times * self.won(weights, deal, mine) for deal in deals for mine, times in self.seatings])

    def deals(self, seed: str, count: int) -> list[str | State]:
        """`count` deals: seeds, or (plain rules) dealt rounds, leaving out those that begin with a question."""
        names = [f"tune {seed} deal {number}" for number in range(count)]
        if not is_plain(self.rules):
            return [*names]
        dealt: list[str | State] = []
        for name in names:
            state = new_game(self.rules, (True,) * self.players, name.encode().ljust(SEED_BYTES, b"."))
            advance(state, Deal())
            if type(state.waiting_for) is TakeTurn:
                dealt.append(state)
        return dealt

    def won(self, weights: Weights, deal: str | State, mine: Sequence[bool]) -> float:
        """The part of a game that these seats have won; of a round for points, what each has gained on the others."""
        if isinstance(deal, str):
            learner = partial(thumb.choose, "hard", weights=weights)
            winners = play_game(self.rules, [learner if own else NORMAL for own in mine], deal, [Cost()] * self.players)
            return sum(mine[winner] for winner in winners) / len(winners)
        ended = play_out(deal, [weights if own else BY_THUMB for own in mine])
        if not self.rules.goal.by_points:
            return sum(mine[winner] for winner in ended.winners) / len(ended.winners)
        first, *tied = ended.winners
        points = 0 if tied else sum(ended.points) - ended.points[first]
        return points / sum(mine) if mine[first] else -points / (self.players - sum(mine))


def search(
    table: Table, begin: Weights, places: Sequence[int], steps: int, tries: int, deals: int, seed: int
) -> Weights:
    """The weights that have done best: as at the beginning, but for those in these places."""
    luck = Random(seed)
    best = tries // 2
    shares = [log(best + 0.5) - log(place) for place in range(1, best + 1)]
    middle, later = begin, []
    for step in range(steps):
        width = WIDEST * (NARROWEST / WIDEST) ** (step / steps)
        played = table.deals(f"{seed}/{step}", deals)
        found = []
        with progress.line():
            for number in range(1, tries + 1):
                progress.show(f"step {step + 1} of {steps}: {number} of {tries}")
                weights = [*middle]
                for at in places:
                    weights[at] += width * WIDTHS[at] * luck.gauss(0, 1)
                found.append((table.gain(Weights(*weights), played), weights))
        found.sort(reverse=True)
        better = [weights for _gain, weights in found[:best]]
        middle = Weights(*[fmean(each, shares) for each in zip(*better, strict=True)])
        if step >= steps // 2:
            later.append(middle)
        print(f"{step + 1}: {found[0][0]:.4f} {_written(middle, places)}", file=sys.stderr, flush=True)
    return Weights(*map(fmean, zip(*later, strict=True)))


def _written(weights: Weights, places: Sequence[int]) -> str:
    """The column of the table; what was not tried is as in `BY_THUMB`."""
    return f"Weights({', '.join(f'{Weights._fields[at]}={round(16 * weights[at]) / 16:g}' for at in places)})"


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, or 2 for options that make no sense."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="official", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (2)")
    parser.add_argument("--steps", type=int, default=60, metavar="S", help="how many steps (60)")
    parser.add_argument("--tries", type=int, default=16, metavar="T", help="weights that a step tries (16)")
    parser.add_argument("--deals", type=int, default=800, metavar="D", help="new deals for each step (800)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed that everything follows from (1)")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=Weights._fields,
        metavar="WEIGHT",
        help="the weights to search; the others stay as `hard` has them",
    )
    asked = parser.parse_args(typed)
    rules = chosen_rules(parser, asked)
    if asked.tries < 2 or asked.deals < 1 or asked.steps < 1:
        parser.error("--tries: at least 2; --deals and --steps: at least 1")
    table = Table(rules, asked.players)
    begin, places = BEGIN, tried(rules, asked.players)
    if asked.only:
        begin = hard_at(rules, asked.players)._replace(**{name: getattr(BEGIN, name) for name in asked.only})
        places = sorted(map(Weights._fields.index, asked.only))
    print(_written(search(table, begin, places, asked.steps, asked.tries, asked.deals, asked.seed), places))
    return 0
