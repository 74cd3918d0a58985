"""A game at a server for training, beside the same game on the local engine (P-10.6)."""

from collections.abc import Sequence
from typing import Any

from uno_engine.actions import Action, Deal
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.rules import RuleSet
from uno_engine.state import Phase, new_game
from uno_protocol import messages as m
from uno_protocol.wire import KINDS, event_to_map

_OF_THE_GAME = {name for name, kind in KINDS.items() if issubclass(kind, Event)}


def of_the_game(entries: Sequence[m.Entry]) -> list[dict[str, Any]]:
    """The events of the game among these entries, as they were sent."""
    return [entry.event for entry in entries if entry.event["k"] in _OF_THE_GAME]


def replayed(rules: RuleSet, seats: int, seed: bytes, actions: Sequence[Action]) -> list[list[dict[str, Any]]]:
    """The events that each seat sees, by seat, if the local engine plays with this seed and these actions."""
    state = new_game(rules, (True,) * seats, seed)
    seen: list[list[dict[str, Any]]] = [[] for _ in range(seats)]

    def happen(action: Action) -> None:
        for event in advance(state, action):
            public, own = event.forms()
            for seat in range(seats):
                seen[seat].append(event_to_map(own.get(seat, public)))

    happen(Deal())
    for action in actions:
        happen(action)
        if state.phase is Phase.BETWEEN_ROUNDS:
            happen(Deal())
    return seen
