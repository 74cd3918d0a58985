"""Folding the events of a game gives its state."""

import random

import pytest

from tests.engine.tables import SEED, at, official, play
from uno_engine import actions as act
from uno_engine.decide import advance
from uno_engine.events import EVENTS, Event
from uno_engine.evolve import EVOLVE, evolve
from uno_engine.legal import legal_actions
from uno_engine.state import Phase, new_game


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


@pytest.mark.clause("U2", "A10")
def test_a_call_that_is_not_judged_yet_goes_with_whoever_leaves() -> None:
    state = at(
        "seats: ann bob cem; hand ann: WC R1 B2; hand bob: B3 B4; hand cem: G5 G6; discard: R9; custom: discard_colour",
        "skyrus false_uno_penalty=4",
    )
    play(state, 0, "WC", uno=True)
    assert state.claimed == 0
    advance(state, act.Left(0))
    assert state.claimed is None
