"""The simulation tells a sound engine from a faulty one, and a good player from a bad one."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.engine.faulty import Advance, forgets_an_event, refuses_plays, swaps_a_card
from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS, Command
from uno_engine import decide
from uno_engine.actions import Action, Draw
from uno_engine.events import Event
from uno_engine.presets import PRESETS
from uno_engine.rules import Goal, RuleSet
from uno_engine.state import State

FIGURES = {"games", "actions", "seconds", "games_s", "actions_s", "blocked", "violations"}


@pytest.mark.fast
def test_it_runs_with_nothing_installed_and_prints_one_line_of_json(tmp_path: Path) -> None:
    argv = [sys.executable, "-I", str(SCRIPTS / "simulate.py"), "--games", "3", "--players", "3", "--json"]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, timeout=HANG, check=True)
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert figures.keys() >= FIGURES
    assert (figures["games"], figures["players"], figures["violations"]) == (3, 3, 0)
    assert figures["actions"] > 30
    assert figures["actions_s"] > figures["games_s"] > 0


BOOKS = ("official", "quickplay", "classic113", "street", "computer", "skyrus")


@pytest.mark.fast
@pytest.mark.parametrize("preset", BOOKS)
def test_every_rule_book_is_played_and_normal_beats_random_play_in_it(script: ModuleType, preset: str) -> None:
    rules = replace(PRESETS[preset], goal=Goal.SINGLE_ROUND)
    result = script.simulate(rules, 2, 40, 1, ("normal", "random"), strict=True)
    assert (result.games, result.violations) == (40, 0)
    assert result.wins["normal"] > 32


def loses_a_card(state: State, action: Action) -> list[Event]:
    events = decide.advance(state, action)
    if isinstance(action, Draw):
        del state.discard[:1]
    return events


@pytest.mark.parametrize(
    ("fault", "strict"), [(loses_a_card, False), (refuses_plays, False), (forgets_an_event, True), (swaps_a_card, True)]
)
def test_a_planted_fault_is_a_violation_of_its_game(script: ModuleType, fault: Advance, strict: bool) -> None:
    result = script.simulate(RuleSet(), 2, 3, 1, ("laying", "random"), strict=strict, advance=fault)
    assert result.violations == 3
    assert [told.partition(":")[0] for told in result.told] == ["game 0", "game 1", "game 2"]
    if strict:  # the fault is of the events alone
        assert script.simulate(RuleSet(), 2, 3, 1, ("laying", "random"), advance=fault).violations == 0


def test_violations_end_in_exit_code_1(command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert command("--bots normal,random --games 2 --set uno=automatic")[0] == command("--game-seed 5")[0] == 0
    sound = script.simulate(RuleSet(), 2, 2, 1, ("laying",))
    sound.violated("game 1: lost")
    monkeypatch.setattr(script, "simulate", lambda *_, **__: sound)
    code, out, _ = command("--games 2 --json")
    assert (code, json.loads(out)["violations"]) == (1, 1)
    assert "violations: 1" in command("--games 2")[1]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--random-rules --rules street", "--random-rules"),
        ("--game-seed 4 --players 3", "--game-seed"),
        ("--seconds 5", "--random-rules"),
        ("--set decks=7", "decks"),
        ("--players 11", "2 to 10"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(
    command: Command, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(line)
    assert says in capsys.readouterr().err


@pytest.mark.fast
def test_games_under_random_rules_are_played_for_a_while_in_several_processes(command: Command) -> None:
    code, out, _ = command("--random-rules --seconds 1 --seed 3 --workers 2 --json")
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert figures.keys() >= FIGURES
    assert figures["violations"] == 0
    assert figures["games"] > 0
    assert figures["actions"] > figures["games"]
    assert figures["seconds"] >= 1
    assert figures["reached"]["action"]["play"] > 10
    assert code == 1  # nobody reaches everything in a second
    assert figures["missing"]
