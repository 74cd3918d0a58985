"""A match plays every deal from every seat, and its figures can be had again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS, Command
from uno_engine.scenario.run import run_text

TIMES = {"cpu_ms_per_decision", "cpu_ms_at_most"}
FIGURES = {"share", "interval", "even", "games", "deals", *TIMES}


def figures(command: Command, line: str) -> dict[str, object]:
    code, out, _ = command(line + " --json")
    assert code == 0
    (printed,) = out.splitlines()
    found: dict[str, object] = json.loads(printed)
    return {name: value for name, value in found.items() if name not in TIMES}


@pytest.mark.fast
def test_it_runs_with_nothing_installed_and_prints_one_line_of_json(tmp_path: Path) -> None:
    argv = [
        sys.executable,
        "-I",
        str(SCRIPTS / "arena.py"),
        *["--a", "hard", "--b", "normal", "--games", "3", "--seed", "4", "--json"],
    ]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, timeout=HANG, check=True)
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert found.keys() >= FIGURES
    assert (found["games"], found["deals"], found["seed"]) == (4, 2, 4)
    assert found["cpu_ms_per_decision"].keys() == {"a", "b"}


@pytest.mark.fast
def test_the_same_seed_gives_the_same_figures_whatever_the_jobs(command: Command) -> None:
    line = "--a hard --b normal-0.1 --games 60 --seed 3"
    found = figures(command, line)
    assert found == figures(command, line + " --jobs 2")
    assert found != figures(command, "--a hard --b normal-0.1 --games 60 --seed 4")


@pytest.mark.fast
def test_challenges_pay_against_who_always_bluffs_and_cost_nothing_against_who_never_does(command: Command) -> None:
    line = "--a hard --b hard --without-challenges --seed 5 --games 120 --bluffs"
    assert figures(command, f"{line} 0")["gained"] >= -0.01  # type: ignore[operator]
    always = figures(command, f"{line} 100")
    assert always["gained"] > 0  # type: ignore[operator]
    assert always["games"] == 120, "the copy's games are not counted"


TEN_LINES = SCRIPTS / "examples" / "bots" / "ten_lines.py"


@pytest.mark.fast
@pytest.mark.parametrize("rules", ["official", "street", "party --set goal=points target=100", "skyrus"])
def test_a_bot_is_measured_and_a_game_that_it_loses_is_a_scenario(command: Command, tmp_path: Path, rules: str) -> None:
    lost = tmp_path / "lost.game"
    found = figures(command, f"--a {TEN_LINES} --b hard --games 10 --rules {rules} --lost {lost}")
    assert found["games"] == 10
    (outcome,) = run_text(lost.read_text())
    assert outcome.passed
    assert "ten_lines is seat" in outcome.name


LISTENING = """
from uno_engine.evolve import evolve

after = []

def told(view, event):
    evolve(view, event)
    after[:] = [view]

def choose(view, actions):
    assert (after[0].hands, after[0].counts, after[0].discard) == (view.hands, view.counts, view.discard)
    return actions[0]
"""


@pytest.mark.fast
@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (LISTENING, 0, ""),
        ("def choose(view, actions):\n    return 7\n", 1, "the bot failed: it chose 7, which is none of the actions"),
        ("", 2, "has neither a function"),
    ],
)
def test_a_bot_hears_the_events_and_its_failure_ends_the_match(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, code: int, told: str
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    line = f"--a {bot} --b easy --games 4"
    if code == 2:
        with pytest.raises(SystemExit):
            command(line)
        assert told in capsys.readouterr().err
    else:
        ended, _, err = command(line)
        assert (ended, told in err) == (code, True)


def test_a_player_that_there_is_not_is_refused_by_name(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command("--a herd --b easy")
    assert "there is no player 'herd'" in capsys.readouterr().err
