"""The torture command says what it found, and its exit code agrees."""

import json
from collections.abc import Callable
from types import ModuleType

import pytest

from tests.scripts.conftest import Command
from tests.simulation import episode, torture
from tests.simulation.wrong import Kind, Wrong

KEYS = {
    *("games", "lost", "doubled", "diverged", "unfinished"),
    *("seed", "actions", "crashes", "resumes", "seconds", "hash"),
}


@pytest.fixture(autouse=True)
def the_log_is_the_tests(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script keeps the log to itself for as long as it runs."""
    monkeypatch.setattr(script.logging, "disable", lambda level: None)


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
