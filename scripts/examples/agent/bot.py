"""Seats the agent that `train.py` has trained: a bot, for `uno-client --bot` and `arena.py`; see README.md."""

from collections.abc import Sequence

import numpy as np
from train import Agent

from uno_engine.actions import PlayerAction
from uno_engine.state import View
from uno_engine.zoo.encoding import MOVES, number_of, observation

agent = Agent(np.load("weights.npy"))


def choose(view: View, actions: Sequence[PlayerAction]) -> PlayerAction:
    """The agent's favourite among the actions."""
    numbered = {number_of(action, view.seats): action for action in actions}
    mask = np.zeros(MOVES, np.int8)
    mask[list(numbered)] = 1
    return numbered[agent.best(np.frombuffer(observation(view, view.viewer or 0), np.uint8), mask)]
