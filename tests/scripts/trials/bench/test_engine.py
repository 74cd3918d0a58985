"""The benchmark plays whole games, takes turns with its peer, and prints what it promises."""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.scripts.conftest import Command
from uno_engine.actions import Action, CanPlay, Deal, Play
from uno_engine.cards import Rank
from uno_engine.decide import advance
from uno_engine.events import Event, GameEnded
from uno_engine.legal import legal_actions
from uno_engine.presets import PRESETS
from uno_engine.rules import RuleSet
from uno_engine.state import State

BESIDE = ("views", "forms", "view_for")
FIGURES = {"games_s", "actions_s", "rlcard_games_s", "openspiel_games_s", "ratio", "rules", "players"}
FIGURES |= {f"{name}_{figure}" for name in BESIDE for figure in ("games_s", "ratio")}


@pytest.fixture
def bench(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, which leaves the test at the processors that it has."""
    monkeypatch.setattr(script, "pin", lambda: None)
    return script


class FourStepGame:
    """A stand-in for RLCard's game: four steps; every third game breaks, as when its draw pile has run out."""

    def __init__(self, num_players: int) -> None:
        self.num_players = num_players
        self.np_random = (0, 0)
        self.steps = 0

    def init_game(self) -> tuple[dict[str, list[str]], int]:
        self.steps = 0
        return {"legal_actions": ["draw"]}, 0

    def is_over(self) -> bool:
        return self.steps == 4

    def step(self, action: str) -> tuple[dict[str, list[str]], int]:
        assert action == "draw"
        self.steps += 1
        _seed, number = self.np_random
        if number % 3 == 2:
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


@pytest.mark.fast
def test_all_rule_books_are_timed_one_line_each(command: Command) -> None:
    code, out, _ = command("--rules all --seconds 0.001 --runs 1 --json")
    figures = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["rules"] for line in figures] == list(PRESETS)
    assert all(line["games_s"] > 0 and not line["broken"] for line in figures)
    _, out, _ = command("--rules street,quickplay --seconds 0.001 --runs 1 --json")
    assert [json.loads(line)["rules"] for line in out.splitlines()] == ["street", "quickplay"]


@pytest.mark.usefixtures("rlcard")
@pytest.mark.fast
def test_the_peer_plays_beside_it(command: Command) -> None:
    code, out, _ = command("--peers --seconds 0.01 --runs 1 --json")
    figures = json.loads(out)
    assert code == 0
    assert figures["rlcard_games_s"] > 0
    assert figures["rlcard_steps_per_game"] == 4
    assert figures["rlcard_broken"] > 0
    for name in ("", *[f"{name}_" for name in BESIDE]):
        assert abs(figures[f"{name}ratio"] - figures[f"{name}games_s"] / figures["rlcard_games_s"]) < 0.02
    assert "RLCard" in command("--peers --seconds 0.01 --runs 1")[1]


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
    code, out, _ = command("--peers --seconds 0.01 --runs 1 --json")
    assert (code, json.loads(out)["rlcard_games_s"]) == (0, None)
    assert asked_for == [["bench"]]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_games_of_every_rule_book_come_to_their_end(bench: ModuleType, rules: RuleSet) -> None:
    steps_of = bench.choices(rules, 4, 2)
    for look_on in (None, *bench.ONLOOKERS.values()):
        choose = bench.engine(rules, 4, 2, steps_of, look_on)
        for number in range(5):
            game = choose(number)
            game.play()
            assert game.steps == len(steps_of(number)) > 0


def test_what_is_timed_is_the_game_that_was_chosen(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    steps_of = bench.choices(RuleSet(), 4, 1)
    chosen = [action for action, _begun in steps_of(7)]
    told: list[Action] = []
    last: list[Event] = []

    def watched(state: State, action: Action) -> list[Event]:
        told.append(action)
        last[:] = advance(state, action)
        return last

    monkeypatch.setattr(bench, "advance", watched)
    bench.engine(RuleSet(), 4, 1, steps_of)(7).play()
    assert told == [Deal(), *chosen]
    assert isinstance(last[-1], GameEnded)


def test_a_wild_draw_four_is_played_when_nothing_else_fits(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0

    def watched(state: State, action: Action) -> list[Event]:
        nonlocal played
        if isinstance(action, Play) and action.cards[0].rank is Rank.WILD_DRAW_FOUR:
            listed = legal_actions(state, action.seat)
            assert [one.card for one in listed if isinstance(one, CanPlay)] == list(action.cards)
            played += 1
        return advance(state, action)

    monkeypatch.setattr(bench, "advance", watched)
    steps_of = bench.choices(RuleSet(), 4, 1)
    assert all(steps_of(number) for number in range(20))
    assert played > 0


def test_chains_are_laid_where_they_may_be(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = set()

    def watched(state: State, action: Action) -> list[Event]:
        laid.add(len(action.cards) if isinstance(action, Play) else 0)
        return advance(state, action)

    monkeypatch.setattr(bench, "advance", watched)
    steps_of = bench.choices(PRESETS["quickplay"], 4, 1)
    assert all(steps_of(number) for number in range(20))
    assert laid >= {1, 2, 3, 4}


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_games_are_whole_and_follow_from_their_numbers(bench: ModuleType, players: int) -> None:
    def steps(first: int) -> list[int]:
        steps_of = bench.choices(RuleSet(), players, 1)
        return [len(steps_of(first + number)) for number in range(12)]

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
