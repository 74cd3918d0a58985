"""A game that somebody has lost, as a scenario: a position in its last round, and every step from there to the end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from uno_engine import actions as act
from uno_engine.scenario.notation import Unwritable, moves_line, position_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uno_engine.state import State

Course = list[tuple["State", act.Action]]
"""Each action of a game, with the state before it."""


def scenario(name: str, course: Course, winners: Sequence[int]) -> str | None:
    """The scenario, from the first position of the last round that can be written; None if there is none."""
    last = course[-1][0]
    names = [f"seat{seat}" for seat in range(last.seats)]
    for at, (state, _action) in enumerate(course):
        if state.round == last.round:
            with suppress(Unwritable):
                placed = position_line(state, names, "\n")
                steps = moves_line((action for _, action in course[at:]), names, "\n")
                won = " ".join(names[seat] for seat in winners)
                return f"scenario: {name}\n{placed}\n---\n{steps}\nexpect game won {won}\n"
    return None
