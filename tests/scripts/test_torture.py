"""Does the torture's command say what was found, and end with the code that tells it?"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.simulation import episode, torture
from tests.simulation.wrong import Kind, Wrong

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
KEYS = {
    "games",
    "lost",
    "doubled",
    "diverged",
    "unfinished",
    "seed",
    "actions",
    "crashes",
    "resumes",
    "seconds",
    "hash",
}

Command = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/torture.py, which keeps the log to itself for as long as it runs."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    module = importlib.import_module("torture")
    monkeypatch.setattr(module.logging, "disable", lambda level: None)
    return module


@pytest.fixture
def command(script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """What torture.py answers to a command line: exit code, standard output, standard error."""

    def run(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["torture.py", *line.split()])
        code = script.main()
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def world_in_which(wrong: Wrong | None) -> Callable[[str], episode.Result]:
    return lambda seed: episode.Result(seed, games=3, unfinished=2 if wrong else 0, digest="d", wrong=wrong)


def test_it_prints_one_line_of_json(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torture, "play", world_in_which(None))
    code, out, _ = command("--seed 5 --worlds 2 --json")
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert code == 0
    assert figures.keys() >= KEYS
    assert (figures["games"], figures["worlds"], figures["seed"], figures["lost"]) == (6, 2, 5, 0)


@pytest.mark.parametrize("kind", Kind)
def test_what_is_wrong_is_counted_told_with_its_world_and_ends_with_1(
    kind: Kind, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torture, "play", world_in_which(Wrong(kind, "the seat is gone")))
    code, out, err = command("--seed 5 --worlds 1 --json")
    figures = json.loads(out)
    assert code == 1
    assert figures[kind.value] == (2 if kind is Kind.UNFINISHED else 1)
    assert "--world 5.0" in err
    assert "the seat is gone" in err


def test_it_stops_after_so_many_games(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torture, "play", world_in_which(None))
    _, out, _ = command("--games 10 --json")
    assert json.loads(out)["worlds"] == 4


@pytest.mark.parametrize("line", ["--workers 0", "--seed -1", "--torment"])
def test_options_that_make_no_sense_end_with_2(line: str, command: Command) -> None:
    with pytest.raises(SystemExit) as ended:
        command(line)
    assert ended.value.code == 2
