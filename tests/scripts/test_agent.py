"""The example that trains an agent: it plays, learns from what it played, and its moves are legal."""

import runpy
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra zoo is not installed")

TRAIN = Path(__file__).parents[2] / "scripts" / "examples" / "agent" / "train.py"


def test_an_agent_learns_from_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    example = runpy.run_path(str(TRAIN))
    monkeypatch.setitem(example["train"].__globals__, "BATCH", 2)
    agent = example["train"](4, 1, "easy")
    assert agent.weights.any()
    share, least, most = example["measure"](agent, 2, 1, "easy")
    assert least <= share <= most
