"""Gatherings: which tables are played, under which rules, and by whom."""

import random
from contextlib import suppress
from dataclasses import dataclass, field

from tests.simulation.asks import LEVELS, door
from uno_engine.laws.any_rules import some_rules
from uno_engine.options import differences, with_options
from uno_engine.presets import PRESETS, within_bounds
from uno_engine.rules import OWN_TEXT, Goal, RuleSet, RulesRefused
from uno_protocol.messages import NewTable

TURN_SECONDS = (2, 5, 15, 30, 30, 0)
PAUSES = (0.0, 0.0, 0.3, 1.0)
LONG_GAMES = 0.01
"""The share of games for points that are played to any target."""
TARGETS = ("1", "1", "1", "30", "60")
"""The others are played to these, so that they end soon."""


@dataclass(slots=True)
class Gathering:
    """A table that people want to play at, until `wanted` games are over there."""

    name: str
    new: NewTable
    least: int
    """Players that the rules ask for."""
    wanted: int
    players: list[str] = field(default_factory=list)
    watchers: list[str] = field(default_factory=list)
    over: int = 0
    """Games that have come to their end."""

    @property
    def done(self) -> bool:
        """True once everybody may go."""
        return self.over >= self.wanted


def gatherings(choice: random.Random, people: list[str], tables: int) -> list[Gathering]:
    """That many tables with random rules. People move from one of theirs to the next, all in the same order."""
    made = []
    for number in range(tables):
        rules = _rules(choice)
        most = min(rules.players.most, choice.choice((2, 3, 4, 4, 5, 6, 10)))
        seats = max(rules.players.least, most)
        persons = choice.sample(people, choice.randint(1, min(seats, len(people))))
        others = [name for name in people if name not in persons]
        watching = choice.sample(others, min(len(others), choice.choice((0, 0, 1, 2))))
        gathering = Gathering(f"T{number}", _new(choice, rules, seats, persons), rules.players.least, 1)
        gathering.wanted = choice.choice((1, 2, 3)) if rules.goal is Goal.SINGLE_ROUND else 1
        gathering.players, gathering.watchers = persons, watching
        made.append(gathering)
    return made


def _rules(choice: random.Random) -> RuleSet:
    rules = PRESETS[choice.choice(tuple(PRESETS))] if choice.random() < 0.4 else some_rules(choice)
    if rules.goal.by_points and choice.random() >= LONG_GAMES:
        rules = with_options(rules, {"target": choice.choice(TARGETS)})
    if choice.random() < 0.4:
        rules = with_options(rules, {"uno_grace": choice.choice(("0.0", "1.5", "3.0", "3.0"))})
    return rules


def _admits(name: str, rules: RuleSet) -> bool:
    """Whether a new table of that preset may have these rules."""
    with suppress(RulesRefused):
        return within_bounds(name, rules) is rules
    return False


def _new(choice: random.Random, rules: RuleSet, seats: int, persons: list[str]) -> NewTable:
    preset = choice.choice([name for name in PRESETS if _admits(name, rules)])
    options = differences(rules, PRESETS[preset])
    return NewTable(
        seats=seats,
        preset=preset,
        own_text=options.pop(OWN_TEXT, ""),
        options=options,
        turn_seconds=choice.choice(TURN_SECONDS),
        bots=[choice.choice(LEVELS) for _ in range(seats - len(persons))],
        bot_pause=choice.choice(PAUSES),
        **(door(choice) if choice.random() < 0.2 else {}),
    )
