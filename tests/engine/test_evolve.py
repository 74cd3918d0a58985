"""Folding the events of a game gives its state."""

import pytest

from tests.engine.tables import at, play
from uno_engine import actions as act
from uno_engine.decide import advance
from uno_engine.events import EVENTS
from uno_engine.evolve import EVOLVE


def test_every_event_has_its_way_of_changing_a_game() -> None:
    assert set(EVOLVE) == set(EVENTS.values())


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
