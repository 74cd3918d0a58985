"""Find the weights of `hard` for one kind of table: a player who tries things out learns from who wins.

tune_bots.py --rules official --players 2 --games 200000 --seed 1

The learner plays at random, a card the likelier the more it is worth, against `normal`; after every batch of games the
weights move towards what was played in games that were won (REINFORCE, with steps as in Adam). What is printed at the
end, rounded to sixteenths so that sums are exact, is an entry of the table in `engine/bots/weights.py`. The same
options give the same weights.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from random import Random

from arena import Cost, Player, play_game, player

from engine.actions import CanPlay, Draw, Listed, Play, PlayerAction
from engine.bots import choose
from engine.bots.calls import owes_uno
from engine.bots.suspicion import is_bluff
from engine.bots.weights import BY_THUMB, HARD, Weights
from engine.bots.worth import Traits, naming, traits
from engine.cards import Card, Colour
from engine.decisions import PlayDrawn, TakeTurn
from engine.legal import without
from engine.memory import Memory
from engine.options import with_options
from engine.presets import preset
from engine.rules import Goal, RuleSet
from engine.state import View

BATCH = 500
"""Games between two steps."""
STEP = 0.05
"""How far a step goes."""
COOL = 0.4
"""The weights of `normal`, times this, are where the learner begins: the less, the more it tries out."""
NAMING = 3
"""How many of the weights are for naming a colour."""
DRAWING: Traits = (*[0] * (len(BY_THUMB) - NAMING - 1), 1)


class Learner:
    """A player whose weights change."""

    def __init__(self, seed: int, begin: Sequence[float]) -> None:
        self.weights = list(begin)
        self.luck = Random(seed)
        self.slope = [0.0] * len(self.weights)
        """Where the weights would make what was played in this game likelier."""

    def __call__(self, view: View, listed: Sequence[Listed], seed: bytes, memory: Memory) -> PlayerAction | None:
        if type(view.waiting_for) not in (TakeTurn, PlayDrawn):
            return choose("hard", view, listed, seed, memory)
        plays = [entry for entry in listed if isinstance(entry, CanPlay) and not is_bluff(view, entry)]
        draws = [entry for entry in listed if isinstance(entry, Draw)]
        seat = view.viewer
        if not plays or seat is None or view.waiting_for.seat != seat:  # type: ignore[union-attr]  # one of the two
            return choose("hard", view, listed, seed, memory)
        found = [self._traits(view, play.card) for play in plays] + [DRAWING] * len(draws)
        at = self.one_of(found, 0)
        if at >= len(plays):
            return draws[0]
        card = plays[at].card
        rest = without(view.hands[seat], (card,))
        colours: tuple[Colour, ...] = ()
        if card.wild and rest:
            named = tuple(Colour)
            colours = (named[self.one_of([naming(view, seat, rest, colour) for colour in named], -NAMING)],)
        return Play(seat, (card,), colours, uno=owes_uno(view, seat, (card,), colours))

    def _traits(self, view: View, card: Card) -> Traits:
        assert view.viewer is not None
        return traits(view, view.viewer, card)

    def one_of(self, found: Sequence[Traits], first: int) -> int:
        """The place of one of these, the likelier the more it is worth; its weights begin at `first`."""
        if len(found) == 1:
            return 0
        first %= len(self.weights)
        worth = [sum(self.weights[first + at] * trait for at, trait in enumerate(play)) for play in found]
        highest = max(worth)
        likely = [math.exp(value - highest) for value in worth]
        whole = sum(likely)
        (chosen,) = self.luck.choices(range(len(found)), likely)
        for play, part in zip(found, likely, strict=True):
            for at, trait in enumerate(play):
                self.slope[first + at] -= trait * part / whole
        for at, trait in enumerate(found[chosen]):
            self.slope[first + at] += trait
        return chosen


def learn(rules: RuleSet, players: int, games: int, seed: int, opponent: Player, begin: Sequence[float]) -> list[float]:
    """The weights after so many games."""
    learner = Learner(seed, begin)
    size = len(learner.weights)
    first, second = [0.0] * size, [0.0] * size
    summed = [0.0] * size
    steps = games // BATCH
    for step in range(1, steps + 1):
        whole, won = [0.0] * size, 0.0
        for game in range(BATCH):
            number = step * BATCH + game
            own = number % players
            seats = [learner if seat == own else opponent for seat in range(players)]
            learner.slope = [0.0] * size
            winners = play_game(rules, seats, f"tune {seed} deal {number // players}", [Cost()] * players)
            gain = (own in winners) / len(winners) - 1 / players
            won += gain
            whole = [total + gain * slope for total, slope in zip(whole, learner.slope, strict=True)]
        for at, total in enumerate(whole):
            slope = total / BATCH
            first[at] += 0.1 * (slope - first[at])
            second[at] += 0.01 * (slope * slope - second[at])
            move = first[at] / (1 - 0.9**step) / (math.sqrt(second[at] / (1 - 0.99**step)) + 1e-6)
            learner.weights[at] += STEP * move
        if step > steps // 2:  # what wavers is averaged over the second half
            summed = [total + weight for total, weight in zip(summed, learner.weights, strict=True)]
        if step % 20 == 0:
            print(f"{step * BATCH} games: {won / BATCH:+.3f}", file=sys.stderr, flush=True)
    return [total / (steps - steps // 2) for total in summed]


def main() -> int:
    """Exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="official", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (2)")
    parser.add_argument("--games", type=int, default=200_000, metavar="G", help="how many games (200000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed that everything follows from (1)")
    parser.add_argument("--further", action="store_true", help="begin with the weights that `hard` has")
    arguments = parser.parse_args()
    rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    begin = BY_THUMB._replace(draw=-7.5)
    start = HARD[arguments.players == 2, rules.goal is Goal.POINTS] if arguments.further else [COOL * w for w in begin]
    weights = Weights(*learn(rules, arguments.players, arguments.games, arguments.seed, player("normal"), start))
    print(
        "Weights(" + ", ".join(f"{name}={round(16 * value) / 16:g}" for name, value in weights._asdict().items()) + ")"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
