"""The game as an environment of Gymnasium: one seat learns, computer players have the others."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from uno_engine.library import Audience, LevelPlayer, level
from uno_engine.rules import RuleSet
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import State
from uno_engine.view import view_for
from uno_engine.zoo.aec import MASK, MOST_STEPS, ROW, rules_of
from uno_engine.zoo.encoding import FIELDS, MOVES
from uno_engine.zoo.episode import Episode, Rewards

Row = NDArray[np.uint8]


class UnoAlone(gymnasium.Env[Row, np.int64]):
    """A game against computer players. `info["action_mask"]`, and `action_masks()`, say what may be chosen.

    `opponents` is a level, or one for each of the other seats, in order; `seat` is the learner's. The rest as in
    `uno_engine.zoo.aec.UnoEnv`.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        rules: str | RuleSet = "official",
        players: int = 2,
        opponents: str | Sequence[str] = "normal",
        seat: int = 0,
        rewards: Rewards = "round",
        most_steps: int = MOST_STEPS,
    ) -> None:
        chosen = rules_of(rules, players, rewards)
        levels = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if not 0 <= seat < players or len(levels) != players - 1:
            raise ValueError(
                f"{players} players are {players - 1} opponents and one learner, in a seat below {players}"
            )
        self._levels = dict(zip((other for other in range(players) if other != seat), levels, strict=True))
        for name in levels:
            level(name)  # raises what there is to raise
        self._new = partial(Episode, chosen, players, rewards=rewards)
        self._seat, self._most_steps = seat, most_steps
        self.observation_space = Box(0, 255, (FIELDS,), np.uint8)
        self.action_space = Discrete(MOVES)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Deal a new game, and let the others play until it is the learner's turn; again, if they end it before."""
        super().reset(seed=seed)
        self._steps = 0
        self._begin()
        while self.episode.over:
            self._begin()
        return self._seen()

    def step(self, action: int | np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Choose, and let the others play. Raises ValueError, and changes nothing, if the choice is not legal."""
        own = self.episode.choose(int(action))
        self._steps += 1
        reward = (own[self._seat] if own else 0.0) + self._others()
        over = self.episode.over
        row, info = self._seen()
        return row, reward, over, not over and self._steps >= self._most_steps, info

    def action_masks(self) -> NDArray[np.int8]:
        """What the learner may choose now: 1, else 0."""
        return np.frombuffer(self.episode.mask(self._seat), MASK)

    def _begin(self) -> None:
        luck = self.np_random
        self._players = {
            other: level(name, int.from_bytes(luck.bytes(SEED_BYTES))) for other, name in self._levels.items()
        }
        self.episode = self._new(luck.bytes(SEED_BYTES), tell=self._audience)
        self._others()

    def _seen(self) -> tuple[Row, dict[str, Any]]:
        row, moves = self.episode.seen(self._seat)
        return np.frombuffer(row, ROW), {"action_mask": np.frombuffer(moves, MASK)}

    def _audience(self, state: State) -> Any:
        return Audience(state, {seat: player.told for seat, player in self._players.items()}).tell

    def _others(self) -> float:
        """Let the others play until it is the learner's turn, or the game is over; gives what the learner won by it."""
        episode, reward = self.episode, 0.0
        while episode.seat != self._seat and not episode.over:
            player: LevelPlayer = self._players[episode.seat]
            found = episode.act(player(view_for(episode.state, episode.seat), ()))
            reward += found[self._seat] if found else 0.0
        return reward
