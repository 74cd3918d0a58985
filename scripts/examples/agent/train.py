"""Train an agent for UNO with two players, from nothing but games: first against random moves, then against `normal`.

train.py --learn 12000 --to weights.npy       learn from so many games, and keep what it has learned
train.py --from weights.npy --games 20000     only measure: how many games it wins, with a 95 % interval

It guesses how a game ends by a linear function of its situation and of the move that it chooses (`features`), fitted to
the ends of the games that it has played (least squares), and takes the move with the best guess: Monte Carlo control,
with a random move now and then. Nobody's moves are copied.
"""

import argparse
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uno_engine.cards import FACES, Rank
from uno_engine.levels import LEVELS
from uno_engine.zoo import UnoAlone
from uno_engine.zoo.encoding import COLOURS, FIELD_AT, MOVE_AT, PLAYS

Array = NDArray[np.float64]
BATCH = 100
"""Games after which it fits its guesses again."""
FIRST = 1
"""Batches against random moves."""
KEPT, FADES, EXPLORES = 0.98, 0.97, 0.1
"""What the games before count beside the latest, what an end counts a choice earlier, how often it moves at random."""
COUNTS, COLOUR, DISCARD, TOP = (FIELD_AT[name] for name in ("counts", "colour", "discard", "top"))
OF_COLOUR = np.array([[card.colour is colour for card in FACES] for colour in COLOURS], float)
OF_RANK = np.array([[card.rank is other.rank for card in FACES] for other in FACES], float)
KINDS = (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO, Rank.WILD, Rank.WILD_DRAW_FOUR)
SIMPLE = MOVE_AT["name"]
KIND = np.array([1 + KINDS.index(card.rank) if card.rank in KINDS else 0 for card in FACES])
CARD = np.array([card.order for card, _ in PLAYS])
NAMED = np.array([COLOURS.index(colour or card.colour or COLOURS[0]) for card, colour in PLAYS])
WILD = np.array([card.wild for card in FACES])
POINTS = np.array([min(card.points, 20) for card in FACES]) / 20
SIZE = 6 * 4 + 10 + SIMPLE - MOVE_AT["simple"] + 8


def features(row: NDArray[np.uint8], legal: NDArray[Any]) -> Array:
    """What is to be said of each legal move, in a row of numbers."""
    found = np.zeros((len(legal), SIZE))
    hand = row[:57].astype(float)
    mine, theirs = int(row[COUNTS]), int(row[COUNTS + 1])
    by_colour, seen = OF_COLOUR @ hand, OF_COLOUR @ (hand + row[DISCARD : DISCARD + 57])
    now = int(row[COLOUR : COLOUR + 4].argmax())
    near = (1.0, theirs == 1, theirs == 2, mine <= 3)
    held = max(1, mine - 1)
    for at, number in enumerate(legal.tolist()):
        line = found[at]
        calls = number >= MOVE_AT["play_uno"]
        play = number - MOVE_AT["play_uno"] if calls else number
        if play < len(PLAYS):
            order, colour = CARD[play], NAMED[play]
            kind = KIND[order]
            line[kind * 4 : kind * 4 + 4] = near
            same = by_colour[colour] - (not WILD[order])
            follow = same + OF_RANK[order] @ hand - 1 - (OF_RANK[order] * OF_COLOUR[colour]) @ hand * 1.0
            again = kind in (1, 2, 3, 5)
            line[24:34] = (
                same / held, same == 0, colour != now, follow / held, again * follow / held, again * (same == 0),
                seen[colour] / 25, POINTS[order], kind == 5 and by_colour[now] > 0, calls,
            )  # fmt: skip
        elif number < SIMPLE:
            line[34 + number - MOVE_AT["simple"]] = 1
            line[-8:-4] = near if number == MOVE_AT["simple"] else (0, 0, 0, 0)
            line[-4:] = (theirs / 7, mine / 7, theirs == 1, 0) if number == MOVE_AT["simple"] + 4 else (0, 0, 0, 0)
        elif number < MOVE_AT["choose"]:
            colour = number - SIMPLE
            line[24], line[30] = by_colour[colour] / max(1, mine), seen[colour] / 25
    return found


SITUATION = 10
WHOLE = 2 * SIZE + SITUATION
"""What a guess is made from: the move, the mean of all legal moves, and the situation."""


def situation(row: NDArray[np.uint8]) -> Array:
    """What the guess of the result is made from."""
    mine, theirs = int(row[COUNTS]), int(row[COUNTS + 1])
    wilds, symbols = int(row[52:57].sum()), int(row[[10, 11, 12, 23, 24, 25, 36, 37, 38, 49, 50, 51]].sum())
    return np.array([
        1, mine / 7, theirs / 7, 1 / max(mine, 1), 1 / max(theirs, 1), mine == 1, theirs == 1, wilds / 3, symbols / 3,
        (mine - theirs) / 7,
    ])  # fmt: skip


class Agent:
    """What it has learned: a weight for each feature of a move, and of the situation."""

    def __init__(self, weights: Array | None = None) -> None:
        self.weights = np.zeros(SIZE) if weights is None else weights
        self._products, self._ends = np.eye(WHOLE), np.zeros(WHOLE)

    def best(self, row: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
        """The move that it likes best."""
        legal = mask.nonzero()[0]
        return int(legal[0] if len(legal) == 1 else legal[(features(row, legal) @ self.weights).argmax()])

    def episode(self, env: UnoAlone, luck: np.random.Generator, explores: float) -> tuple[float, Array]:
        """Play a game: its result, and for each choice what was chosen and in what situation."""
        row, info = env.reset()
        steps, result, over = [], 0.0, False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            chosen = 0
            if len(legal) > 1:
                about = features(row, legal)
                by_chance = luck.random() < explores
                chosen = int(luck.integers(len(legal))) if by_chance else int((about @ self.weights).argmax())
                steps.append(np.concatenate((about[chosen], about.mean(0), situation(row))))
            row, reward, ended, cut, info = env.step(int(legal[chosen]))
            result += reward
            over = ended or cut
        return result, np.array(steps).reshape(-1, WHOLE)

    def learn(self, games: list[tuple[float, Array]]) -> None:
        """Fit the weights to these games, and to those before."""
        self._products *= KEPT
        self._ends *= KEPT
        for result, steps in games:
            worth = result * FADES ** np.arange(len(steps) - 1, -1, -1)
            self._products += steps.T @ steps
            self._ends += worth @ steps
        self.weights[:] = np.linalg.solve(self._products + 10 * np.eye(WHOLE), self._ends)[:SIZE]


def train(games: int, seed: int, opponent: str) -> Agent:
    """An agent that has played so many games."""
    agent, luck = Agent(), np.random.default_rng(seed)
    school = [UnoAlone("official", opponents=level) for level in ("random", opponent)]
    for env in school:
        env.reset(seed=seed)
    average, batches = 0.0, -(-games // BATCH)
    for batch in range(batches):
        env, explores = school[batch >= FIRST], EXPLORES * (1 - batch / batches) if batch else 1.0
        played = [agent.episode(env, luck, explores) for _ in range(BATCH)]
        agent.learn(played)
        average += (sum(result > 0 for result, _ in played) / BATCH - average) / min(batch + 1, 10)
        print(f"{(batch + 1) * BATCH} games: wins {average:.1%} of the latest", flush=True)
    return agent


def measure(agent: Agent, games: int, seed: int, opponent: str) -> tuple[float, float, float]:
    """The share of games that it wins, and its 95 % interval."""
    env = UnoAlone("official", opponents=opponent)
    won = 0
    for number in range(games):
        row, info = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            row, reward, ended, cut, info = env.step(agent.best(row, info["action_mask"]))
            over = ended or cut
        won += reward > 0
    share = won / games
    half = 1.96 * sqrt(share * (1 - share) / games)
    return share, share - half, share + half


def main() -> None:
    """Train, or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learn", type=int, default=12_000, help="how many games to learn from (12,000)")
    parser.add_argument("--from", dest="weights", help="weights to measure; nothing is trained")
    parser.add_argument("--to", default="weights.npy", help="where the weights are kept (weights.npy)")
    parser.add_argument("--games", type=int, default=20_000, help="how many games to measure with (20,000)")
    parser.add_argument(
        "--opponent", default="normal", choices=(*LEVELS, "random"), help="the level to play against (normal)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of all luck (1)")
    asked = parser.parse_args()
    if asked.weights and not Path(asked.weights).is_file():
        parser.error(f"there is no file {asked.weights}: train first, without --from")
    agent = Agent(np.load(asked.weights)) if asked.weights else train(asked.learn, asked.seed, asked.opponent)
    if not asked.weights:
        np.save(asked.to, agent.weights)
        print(f"what it has learned is in {asked.to}")
    print(f"measuring it in {asked.games} games; Ctrl-C stops that", flush=True)
    share, least, most = measure(agent, asked.games, 1_000_000 * (asked.seed + 1), asked.opponent)
    print(f"won {share:.2%} of {asked.games} games against {asked.opponent}, 95 % interval {least:.2%} to {most:.2%}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
