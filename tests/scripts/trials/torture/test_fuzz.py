"""The fuzz command says what it found and how to repeat it, and its exit code agrees."""

import json

import pytest

from tests.fuzzing import codec, hub
from tests.fuzzing.finding import Finding
from tests.scripts.conftest import Command


def test_it_prints_one_line_of_json(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "play", lambda seed: 10)
    code, out, _ = command("--target codec --seed 5 --inputs 25 --json")
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert code == 0
    told = (figures["seed"], figures["inputs"]["codec"], figures["rounds"]["codec"], figures["findings"])
    assert told == (5, 30, 3, 0)


def test_what_is_found_is_told_with_its_round_and_ends_with_1(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(seed: str) -> int:
        if seed == "5.1":
            raise Finding("the table is gone")
        return 10

    monkeypatch.setattr(hub, "play", play)
    code, out, err = command("--target hub --seed 5 --inputs 30 --json")
    assert code == 1
    assert json.loads(out)["findings"] == 1
    assert err == "torture.py fuzz: --target hub --round 5.1: the table is gone\n"
    code, _, err = command("--target hub --round 5.1")
    assert (code, err) == (1, "torture.py fuzz: --target hub --round 5.1: the table is gone\n")
