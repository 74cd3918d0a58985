"""What does better gets the weights, and the same seed gives the same ones."""

from random import Random
from types import ModuleType

import pytest

from engine.bots import weights
from tests.scripts.conftest import Command


@pytest.mark.fast
def test_it_prints_an_entry_of_the_table_that_can_be_had_again(
    command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "STEPS", 20)
    monkeypatch.setattr(script, "BATCH", 20)

    def printed(seed: int) -> str:
        with monkeypatch.context() as context:
            for key, value in weights.HARD.items():
                context.setitem(weights.HARD, key, value)  # what is learned is forgotten afterwards
            code, text, _ = command(f"--positions 30 --worlds 2 --rounds 1 --seed {seed}")
        assert code == 0
        return text

    first = printed(3)
    assert all(f"{name}=" in first for name in weights.Weights._fields)
    assert printed(3) == first
    assert printed(4) != first


def test_the_weights_are_those_by_which_the_better_option_is_taken(script: ModuleType) -> None:
    better, worse = ((1.0, 0.0, 1.0), 0.6), ((0.0, 1.0, 1.0), 0.4)
    found = script.fitted([[better, worse], [worse, better]], Random(1))
    assert found[0] > found[1] + 5
    assert found[2] == pytest.approx(0, abs=0.01)
