"""Positions: the game at a given position, and what its table needs for it (P-7.30)."""

from typing import NamedTuple

from uno_engine.actions import Deal
from uno_engine.decide import advance
from uno_engine.presets import new_rules
from uno_engine.rules import RuleSet, RulesRefused
from uno_engine.scenario import position
from uno_engine.scenario.text import ScenarioFault
from uno_engine.state import Phase, State
from uno_server.base.refusal import Refusal

LONGEST_REASON = 300
"""The longest sentence that says why a text is no position."""


class Begun(NamedTuple):
    """The demands of a position on its table."""

    preset: str
    options: dict[str, str]
    seats: int


def read(text: str) -> Begun:
    """The position's demands on its table. Raises Refusal `rules_refused` if the text is no position."""
    try:
        placed = position.read(position.only_block(text))
        if "invalid" in placed.once:
            raise placed.once["invalid"].fault("no table can be opened with invalid rules")
        if "empty" in placed.once:
            raise placed.once["empty"].fault("a table has nobody on empty seats: leave them out")
        preset, options = position.rules_line(placed)
        position.set_up(placed, new_rules(preset, options))
    except ScenarioFault as fault:
        raise _refused("position", "bad_value", f"line {fault.line}: {fault.reason}") from None
    except RulesRefused as fault:
        raise _refused(fault.option, fault.code, str(fault)) from None
    return Begun(preset, options, len(placed.names))


def state_at(text: str, rules: RuleSet) -> State:
    """The game at the position, under the rules of its table; a round is dealt if none is on.

    Raises Refusal as `read` does.
    """
    try:
        state = position.placed_at(text, rules)
    except (ScenarioFault, RulesRefused) as fault:
        raise _refused("position", "bad_value", str(fault)) from None
    if state.phase is Phase.BETWEEN_ROUNDS:
        advance(state, Deal())
    return state


def _refused(option: str, reason: str, text: str) -> Refusal:
    if len(text) > LONGEST_REASON:  # it may quote the whole of a line
        text = f"{text[: LONGEST_REASON - 1]}…"
    return Refusal("rules_refused", field="new.position", args={"option": option, "reason": reason}, text=text)
