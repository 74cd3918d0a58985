"""The example that trains an agent: it plays, learns from what it played, and its moves are legal."""

import runpy
import sys
from pathlib import Path

import pytest

from uno_client.bots.file import load
from uno_engine import PRESETS, level, play_game

pytest.importorskip("pettingzoo", reason="the extra zoo is not installed")

TRAIN = Path(__file__).parents[2] / "scripts" / "examples" / "agent" / "train.py"


def test_an_agent_learns_from_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    example = runpy.run_path(str(TRAIN))
    monkeypatch.setitem(example["train"].__globals__, "BATCH", 2)
    agent = example["train"](4, 1, "easy")
    assert agent.weights.any()
    won = (0.0, 0.5, 1.0)
    assert example["measure"](agent, 2, 1, "easy")[0] in won


def test_the_agent_takes_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numpy = pytest.importorskip("numpy")
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.delitem(sys.modules, "train", raising=False)
    monkeypatch.chdir(tmp_path)
    numpy.save("weights.npy", runpy.run_path(str(TRAIN))["Agent"]().weights)
    bot = load(TRAIN.with_name("bot.py"))
    assert play_game({0: bot, 1: level("easy")}, PRESETS["official"], seed=1).rounds == 1
