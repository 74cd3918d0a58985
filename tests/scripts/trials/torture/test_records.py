"""The records command finds nothing wrong with a few games, and says what is wrong with others."""

import json
from types import ModuleType

import pytest

from tests.protocol.recorded_games import recorded
from tests.scripts.conftest import Command
from uno_server.archive.html import html


@pytest.fixture(autouse=True)
def no_scenarios(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "_scenarios", lambda: iter([]))


def test_it_prints_one_line_of_json(command: Command) -> None:
    code, out, err = command("--games 2 --bytes 20 --forgeries 10 --seed 5 --json")
    (line,) = out.splitlines()
    assert (code, err) == (0, "")
    assert json.loads(line).items() >= {"games": 2, "bytes": 20, "forgeries": 10, "seed": 5, "findings": 0}.items()


def test_an_html_file_with_another_record_is_a_finding(
    command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "html", lambda _data, language: html(recorded(4).data, language))
    code, out, err = command("--games 1 --bytes 1 --forgeries 1 --json")
    assert (code, json.loads(out)["findings"]) == (1, 1)
    assert err == "torture.py records: game 0: its HTML file has another record\n"
