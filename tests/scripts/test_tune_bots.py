"""The learner learns, and the same seed teaches it the same."""

from random import Random
from types import ModuleType

import pytest

from engine.bots.weights import Weights
from tests.scripts.conftest import Command


@pytest.mark.fast
def test_it_prints_an_entry_of_the_table_that_can_be_had_again(
    command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "BATCH", 10)
    code, printed, _ = command("--games 40 --seed 3")
    assert code == 0
    assert all(f"{name}=" in printed for name in Weights._fields)
    assert command("--games 40 --seed 3")[1] == printed
    assert command("--games 40 --seed 4")[1] != printed


def test_what_was_played_is_made_likelier(script: ModuleType) -> None:
    learner = script.Learner(1, [0.0] * len(Weights._fields))
    chosen = learner.one_of([(1, 0), (0, 1)], 0)
    assert learner.slope[:2] == ([0.5, -0.5] if chosen == 0 else [-0.5, 0.5])
    learner.weights[0], learner.luck = 50.0, Random(1)
    assert {learner.one_of([(1, 0), (0, 1)], 0) for _ in range(20)} == {0}
