"""The benchmark plays whole games, takes turns with its peer, and prints what it promises."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command
from uno_engine.presets import PRESETS
from uno_engine.rules import RuleSet

BESIDE = ("views", "forms", "view_for")
FIGURES = {"games_s", "actions_s", "rlcard_games_s", "openspiel_games_s", "ratio", "rules", "players"}
FIGURES |= {f"{name}_{figure}" for name in BESIDE for figure in ("games_s", "ratio")}


@pytest.fixture
def bench(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, which leaves the test at the processors that it has."""
    monkeypatch.setattr(script, "pin", lambda: None)
    return script


def test_it_prints_the_figures_of_the_engine_alone(command: Command) -> None:
    code, out, _ = command("--players 3 --seconds 0.02 --runs 2 --json")
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert code == 0
    assert figures.keys() >= FIGURES
    assert (figures["rules"], figures["players"], figures["broken"]) == ("official", 3, 0)
    assert figures["rlcard_games_s"] is figures["openspiel_games_s"] is figures["ratio"] is None
    assert all(figures[f"{name}_games_s"] > 0 for name in BESIDE)
    assert all(figures[f"{name}_ratio"] is None for name in BESIDE)
    assert figures["actions_s"] > 10 * figures["games_s"]
    assert 20 < figures["steps_per_game"] < 300


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_games_of_every_rule_book_come_to_their_end(bench: ModuleType, rules: RuleSet) -> None:
    steps_of = bench.choices(rules, 4, 2)
    for look_on in (None, *bench.ONLOOKERS.values()):
        choose = bench.engine(rules, 4, 2, steps_of, look_on)
        for number in range(5):
            game = choose(number)
            game.play()
            assert game.steps == len(steps_of(number)) > 0


def test_a_game_that_would_not_end_is_told_and_is_exit_code_1(
    command: Command, bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "MOST_STEPS", 3)
    code, out, _ = command("--seconds 0.01 --runs 1 --json")
    figures = json.loads(out)
    assert code == 1
    assert (figures["games"], figures["games_s"]) == (0, 0)
    assert figures["broken"] > 0
