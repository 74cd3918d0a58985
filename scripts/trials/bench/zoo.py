"""Measure the environment for research: steps a second on one core, beside RLCard's `env.step`.

bench.py zoo [--rules PRESET] [--players N]

Every game is played twice, as by `bench.py engine`: first its choices are made, at random, a card wherever one can be
played; then it is timed, from the reset to its end. `step` calls nothing but `step` of the PettingZoo environment;
`masks` also asks, before each step, for the agent's action mask; `observe` for the mask and all that the agent sees.
RLCard 1.2.0's `env.step`, which has two players, makes both at every step. The runs take turns; the figures are
medians, in steps per second of processor time. Needs the extras `zoo` and, for RLCard, `bench`:
`.venv/bin/pip install -e ".[bench,zoo]"`, then `.venv/bin/python`.
"""

import argparse
import importlib
import json
import random
from collections.abc import Sequence
from functools import cache, partial
from importlib.util import find_spec
from statistics import median
from typing import Any

from environment import progress

from trials.bench.engine import MOST_STEPS, Choose, Chosen, Run, pin, pinned, timed
from uno_engine.presets import PRESETS

NAME = "bench.py zoo"
PLAYS = 72
"""Numbers below are plays of one card (`engine/ZOO.md`)."""


def ours(rules: str, players: int, seed: int, look: str = "") -> Choose:
    """Games of our environment."""
    env: Any = importlib.import_module("uno_engine.zoo").UnoEnv(rules, players, most_steps=MOST_STEPS)

    asks = getattr(env, look) if look else None

    @cache
    def actions_of(number: int) -> list[int]:
        luck = random.Random(f"{seed} {number}")
        env.reset(seed=number)
        actions: list[int] = []
        while not env.terminations[env.agent_selection]:
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist()
            actions.append(luck.choice([move for move in legal if move < PLAYS] or legal))
            env.step(actions[-1])
        return actions

    def choose(number: int) -> Chosen:
        actions = actions_of(number)

        def play() -> None:
            env.reset(seed=number)
            for action in actions:
                if asks is not None:
                    asks(env.agent_selection)
                env.step(action)

        return Chosen(play, len(actions))

    return choose


def rlcard(seed: int) -> Choose:
    """Games of RLCard's environment."""
    env: Any = importlib.import_module("rlcard").make("uno", config={"seed": seed})

    @cache
    def actions_of(number: int) -> list[int] | None:
        luck = random.Random(f"{seed} {number}")
        actions: list[int] = []
        try:
            env.seed(number)
            state, _ = env.reset()
            while not env.is_over() and len(actions) < MOST_STEPS:
                actions.append(luck.choice(list(state["legal_actions"])))
                state, _ = env.step(actions[-1])
        except (IndexError, KeyError, ValueError):  # its draw pile has run out
            return None
        return actions if env.is_over() else None

    def choose(number: int) -> Chosen | None:
        actions = actions_of(number)
        if actions is None:
            return None

        def play() -> None:
            env.seed(number)
            env.reset()
            for action in actions:
                env.step(action)

        return Chosen(play, len(actions))

    return choose


def measure(arguments: argparse.Namespace) -> dict[str, object]:
    """Run the contestants in turn. Gives what is printed with --json."""
    make = partial(ours, arguments.rules, arguments.players, arguments.seed)
    contestants: dict[str, Choose] = {"step": make(), "masks": make("action_mask"), "observe": make("observe")}
    if find_spec("rlcard") is not None:
        contestants["rlcard"] = rlcard(arguments.seed)
    runs: dict[str, list[Run]] = {name: [] for name in contestants}
    for number in range(1, arguments.runs + 1):
        progress.show(f"run {number} of {arguments.runs}")
        for name, choose in contestants.items():
            runs[name].append(timed(choose, arguments.seconds))
    steps_s = {name: round(median(run.actions_s for run in found)) for name, found in runs.items()}
    theirs = steps_s.get("rlcard")
    return {
        **{f"{name}_steps_s": steps for name, steps in steps_s.items()},
        "step_ratio": theirs and round(steps_s["step"] / theirs, 2),
        "masks_ratio": theirs and round(steps_s["masks"] / theirs, 2),
        "observe_ratio": theirs and round(steps_s["observe"] / theirs, 2),
        **{name: getattr(arguments, name) for name in ("rules", "players", "seed", "runs", "seconds")},
        "cpu": pinned(),
    }


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, also if RLCard is not there; 2 without the extra `zoo`."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="official", choices=PRESETS, metavar="PRESET", help="(official)")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many players, from 2 to 10 (2)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of a run (1)")
    parser.add_argument("--runs", type=int, default=7, help="how many runs of each (7)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the choices (1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args(typed)
    if find_spec("pettingzoo") is None:
        parser.error('the extra zoo is not installed: pip install -e ".[zoo]"')
    pin()
    with progress.line():
        result = measure(arguments)
    print(json.dumps(result) if arguments.json else "\n".join(f"{name}: {value}" for name, value in result.items()))
    return 0
