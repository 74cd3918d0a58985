"""The game as an environment of PettingZoo: agents take turns (AEC), each with a mask of what it may choose."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from uno_engine.presets import PRESETS
from uno_engine.rules import RuleSet
from uno_engine.shuffle import SEED_BYTES
from uno_engine.zoo.encoding import FIELDS, MOVES
from uno_engine.zoo.episode import REWARDS, Episode, Rewards

Observed = dict[str, NDArray[Any]]
ROW, MASK = np.dtype(np.uint8), np.dtype(np.int8)
MOST_STEPS = 10_000
"""Steps after which an episode is cut off: who never wants to win can draw the discards again and again."""


def rules_of(rules: str | RuleSet, players: int, rewards: Rewards) -> RuleSet:
    """The rules, or those of a preset. Raises ValueError for arguments that don't go together."""
    if isinstance(rules, str):
        if rules not in PRESETS:
            raise ValueError(f"there are no rules {rules!r}; there are {', '.join(PRESETS)}")
        rules = PRESETS[rules]
    least, most = rules.players
    if not least <= players <= most:
        raise ValueError(f"these rules are for {least} to {most} players, not {players}")
    if rewards not in REWARDS:
        raise ValueError(f"rewards are by {' or by '.join(REWARDS)}, not by {rewards!r}")
    return rules


class UnoEnv(AECEnv[str, Observed, int]):
    """A game from the first deal to its end. Agents are `player_0` and so on, in the order of their seats.

    `rules` is a preset's name or a rule set; `rewards` as in `uno_engine.zoo.episode`.
    """

    def __init__(
        self,
        rules: str | RuleSet = "official",
        players: int = 2,
        rewards: Rewards = "round",
        most_steps: int = MOST_STEPS,
        name: str = "uno_v0",
    ) -> None:
        super().__init__()
        self._new = partial(Episode, rules_of(rules, players, rewards), players, rewards=rewards)
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        row = Box(0, 255, (FIELDS,), np.uint8)
        self.observation_spaces = {
            agent: Dict({"observation": row, "action_mask": Box(0, 1, (MOVES,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(MOVES) for agent in self.possible_agents}
        self._random, self._most_steps = Random(), most_steps

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed, the next one of the last seed's games."""
        if seed is not None:
            self._random = Random(seed)
        self.episode = self._new(self._random.randbytes(SEED_BYTES))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]
        self._steps = 0
        self._rewarded = False

    def observe(self, agent: str) -> Observed:
        """What the agent's seat sees. The mask is empty unless it is the agent's turn."""
        row, moves = self.episode.seen(self._seat[agent])
        return {"observation": np.frombuffer(row, ROW), "action_mask": np.frombuffer(moves, MASK)}

    def action_mask(self, agent: str) -> NDArray[np.int8]:
        """What the agent may choose now, without the rest of what it observes."""
        return np.frombuffer(self.episode.mask(self._seat[agent]), MASK)

    def step(self, action: int | None) -> None:
        """Let the selected agent choose. Raises ValueError, and changes nothing, if that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None  # an agent that lives chooses
        found = self.episode.choose(int(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if found is not None:
            self.rewards = dict(zip(self.possible_agents, found, strict=True))
            self._accumulate_rewards()
            self._rewarded = True
        elif self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.episode.seat]

    def render(self) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing is open."""
