"""A match plays every deal from every seat, and its figures can be had again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS, Command

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
