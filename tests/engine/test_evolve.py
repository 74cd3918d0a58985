"""Folding the events of a game gives its state."""

import random

import pytest

from engine import actions as act
from engine.decide import advance
from engine.events import EVENTS, Event
from engine.evolve import EVOLVE, evolve
from engine.legal import legal_actions
from engine.state import Phase, new_game
from tests.engine.tables import SEED, official


def test_every_event_has_its_way_of_changing_a_game() -> None:
    assert set(EVOLVE) == set(EVENTS.values())


@pytest.mark.clause("law2")
@pytest.mark.parametrize("seats", [2, 5, 10])
def test_the_events_of_a_game_give_its_state(seats: int) -> None:
    state = new_game(official(goal="points", target="60"), [True] * seats, SEED)
    twin = state.copy()
    choice = random.Random(seats)
    told: list[Event] = advance(state, act.Deal())
    for _ in range(3_000):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.BETWEEN_ROUNDS:
            told += advance(state, act.Deal())
            continue
        assert state.waiting_for is not None
        entry = choice.choice(list(legal_actions(state, state.waiting_for.seat)))
        told += advance(state, act.Play(entry.seat, (entry.card,)) if isinstance(entry, act.CanPlay) else entry)
    for event in told:
        evolve(twin, event)
    assert twin == state
    assert state.round >= 1
