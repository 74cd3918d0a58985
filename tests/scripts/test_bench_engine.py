"""The benchmark plays whole games, takes turns with its peer, and prints what it promises."""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from engine.actions import Action, Play
from engine.decide import advance
from engine.events import Event
from engine.presets import PRESETS
from engine.rules import RuleSet
from engine.state import State
from tests.scripts.conftest import Command

BESIDE = ("views", "forms", "view_for")
FIGURES = {"games_s", "actions_s", "rlcard_games_s", "openspiel_games_s", "ratio", "rules", "players"}
FIGURES |= {f"{name}_{figure}" for name in BESIDE for figure in ("games_s", "ratio")}


@pytest.fixture
def bench(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/bench_engine.py, which leaves the test at the processors that it has."""
    monkeypatch.setattr(script, "pin", lambda: None)
    return script


class FourStepGame:
    """A stand-in for RLCard's game: four steps; every third game breaks, as when its draw pile has run out."""

    def __init__(self, num_players: int) -> None:
        self.num_players = num_players
        self.np_random: object = None
        self.games = self.steps = 0

    def init_game(self) -> tuple[dict[str, list[str]], int]:
        self.games += 1
        self.steps = 0
        return {"legal_actions": ["draw"]}, 0

    def is_over(self) -> bool:
        return self.steps == 4

    def step(self, action: str) -> tuple[dict[str, list[str]], int]:
        assert action == "draw"
        self.steps += 1
        if not self.games % 3:
            raise IndexError("pop from empty list")
        return {"legal_actions": ["draw"]}, 0


@pytest.fixture
def rlcard(monkeypatch: pytest.MonkeyPatch, bench: ModuleType) -> None:
    """Puts the stand-in where RLCard would be."""
    for name, module in {
        "rlcard.games.uno": SimpleNamespace(Game=FourStepGame),
        "numpy": SimpleNamespace(random=SimpleNamespace(RandomState=lambda seed: seed)),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(bench.importlib.util, "find_spec", lambda _name: True)


def test_it_prints_the_figures_of_the_engine_alone(command: Command) -> None:
    code, out, _ = command("--players 3 --seconds 0.05 --runs 2 --json")
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert code == 0
    assert figures.keys() >= FIGURES
    assert (figures["rules"], figures["players"], figures["broken"]) == ("official", 3, 0)
    assert figures["rlcard_games_s"] is figures["openspiel_games_s"] is figures["ratio"] is None
    assert all(figures["games_s"] > figures[f"{name}_games_s"] > 0 for name in BESIDE)
    assert all(figures[f"{name}_ratio"] is None for name in BESIDE)
    assert figures["actions_s"] > 10 * figures["games_s"]
    assert 20 < figures["steps_per_game"] < 300


def test_all_rule_books_are_timed_one_line_each(command: Command) -> None:
    code, out, _ = command("--rules all --seconds 0.01 --runs 1 --json")
    figures = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["rules"] for line in figures] == list(PRESETS)
    assert all(line["games_s"] > 0 and not line["broken"] for line in figures)
    _, out, _ = command("--rules street,quickplay --seconds 0.01 --runs 1 --json")
    assert [json.loads(line)["rules"] for line in out.splitlines()] == ["street", "quickplay"]


@pytest.mark.usefixtures("rlcard")
def test_the_peer_plays_beside_it(command: Command) -> None:
    code, out, _ = command("--peers --seconds 0.02 --runs 1 --json")
    figures = json.loads(out)
    assert code == 0
    assert figures["rlcard_games_s"] > 0
    assert figures["rlcard_steps_per_game"] == 4
    assert figures["rlcard_broken"] > 0
    for name in ("", *[f"{name}_" for name in BESIDE]):
        assert abs(figures[f"{name}ratio"] - figures[f"{name}games_s"] / figures["rlcard_games_s"]) < 0.02
    assert "RLCard" in command("--peers --seconds 0.02 --runs 1")[1]


def test_without_the_peer_it_says_so_and_goes_on(
    command: Command, bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for = []

    def not_to_be_had(extras: list[str]) -> Path:
        asked_for.append(extras)
        raise bench.environment.SetUpFailed("no network")

    monkeypatch.setitem(sys.modules, "rlcard", None)
    monkeypatch.setitem(sys.modules, "rlcard.games.uno", None)
    monkeypatch.setattr(bench.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(bench.environment, "ready", not_to_be_had)
    code, out, _ = command("--peers --seconds 0.02 --runs 1 --json")
    assert (code, json.loads(out)["rlcard_games_s"]) == (0, None)
    assert asked_for == [["bench"]]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_games_of_every_rule_book_come_to_their_end(bench: ModuleType, rules: RuleSet) -> None:
    alone = bench.engine(rules, 4, 2)
    steps = [alone(number) for number in range(20)]
    assert all(steps)
    for look_on in bench.ONLOOKERS.values():
        seen = bench.engine(rules, 4, 2, look_on)
        assert steps[:5] == [seen(number) for number in range(5)]


def test_chains_are_laid_where_they_may_be(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = set()

    def watched(state: State, action: Action) -> list[Event]:
        laid.add(len(action.cards) if isinstance(action, Play) else 0)
        return advance(state, action)

    monkeypatch.setattr(bench, "advance", watched)
    for number in range(20):
        bench.engine(PRESETS["quickplay"], 4, 1)(number)
    assert laid >= {1, 2, 3, 4}


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_games_are_whole_and_follow_from_their_numbers(bench: ModuleType, players: int) -> None:
    def steps(first: int) -> list[int]:
        play_one = bench.engine(RuleSet(), players, 1)
        return [play_one(first + number) for number in range(12)]

    assert all(steps(0))
    assert steps(0) == steps(0)
    assert steps(0) != steps(100)


def test_a_game_that_would_not_end_is_told_and_is_exit_code_1(
    command: Command, bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "MOST_STEPS", 3)
    code, out, _ = command("--seconds 0.01 --runs 1 --json")
    figures = json.loads(out)
    assert code == 1
    assert (figures["games"], figures["games_s"]) == (0, 0)
    assert figures["broken"] > 0


@pytest.mark.parametrize(
    "line",
    [
        "--rules poker",
        "--rules all --players 5",
        "--rules official,poker",
        "--set decks=7",
        "--players 11",
        "--players 1",
        "--runs 0",
    ],
)
def test_what_makes_no_sense_is_a_usage_error(command: Command, line: str) -> None:
    with pytest.raises(SystemExit) as left:
        command(line)
    assert left.value.code == 2
