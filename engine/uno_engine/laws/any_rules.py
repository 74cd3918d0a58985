"""The rules and seats of a random game: every option, every value, all numbers of players."""

import random
from collections.abc import Mapping

from uno_engine.options import with_options
from uno_engine.presets import PRESETS
from uno_engine.rules import MOST_SEATS, OWN, TABLE, Option, RuleSet, RulesRefused, Starter
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import State, new_game

CHANGES = 0.5
"""How often an option differs from the preset that the rules begin with."""
SMALL_TARGETS = ("1", "30", "60", "100")
"""The target of most games for points, so that they end soon."""
EXTRAS: Mapping[str, tuple[str, ...]] = {"extra": ("0,0,0", "1,1,3", "1,0,3", "4,4,4", "0,0,2", "2,0,0", "0,3,0")}
"""Values besides those that a host is offered."""


def some_rules(choice: random.Random) -> RuleSet:
    """One of the presets, with any options changed to any values that go together.

    Each preset and each option has chance of its own, so a new one leaves the games without it as they were.
    """
    seed = choice.getrandbits(64)
    rules = PRESETS[min(PRESETS, key=lambda name: _own(seed, name).random())]
    chances = {name: _own(seed, name) for name in TABLE if name != "own_text"}
    for option in sorted(chances, key=lambda name: chances[name].random()):
        if chances[option].random() < CHANGES:
            try:
                value = _value(chances[option], TABLE[option])
                text = {"own_text": "Sing a song."} if value == OWN else {}
                rules = with_options(rules, {option: value} | text)
            except RulesRefused:
                continue  # it does not go with what has been chosen so far
    if rules.goal.by_points and choice.random() < 0.85:
        rules = with_options(rules, {"target": choice.choice(SMALL_TARGETS)})
    return rules


def _own(seed: int, name: str) -> random.Random:
    return random.Random(f"{seed} {name}")


def _value(choice: random.Random, option: Option) -> str:
    if option.name == "players" and choice.random() < 0.5:
        least = choice.randint(2, MOST_SEATS)
        return f"{least}-{choice.randint(least, MOST_SEATS)}"
    return choice.choice((*option.choices, *EXTRAS.get(option.name, ())))


def some_game(choice: random.Random) -> State:
    """A game before its first deal; as many players as its rules admit, and now and then empty seats among them."""
    rules = some_rules(choice)
    players = choice.randint(*rules.players)
    if choice.random() < 0.5:
        players = max(rules.players.least, min(players, choice.randint(2, 4)))  # small tables are soon done
    seated = [True] * players
    while len(seated) < MOST_SEATS and choice.random() < 0.2:
        seated.insert(choice.randrange(len(seated) + 1), False)
    taken = [seat for seat, sits in enumerate(seated) if sits]
    chosen = choice.choice(taken) if rules.starter is Starter.CHOSEN else None
    return new_game(rules, seated, choice.randbytes(SEED_BYTES), chosen)
