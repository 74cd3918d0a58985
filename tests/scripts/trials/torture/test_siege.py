"""The script that besieges a server: what it counts as a fault, and a short siege with every kind."""

import json
from types import ModuleType
from typing import Any

import pytest

from tests.scripts.conftest import Command

FINE: dict[str, Any] = {
    "alone_p50_ms": 1.0,
    "alone_p99_ms": 2.0,
    "siege_p50_ms": 2.0,
    "siege_p99_ms": 3.0,
    "siege_max_ms": 9.0,
    "moves": 100,
    "lost": 0,
    "errors": 0,
    "told": [],
    "before_mib": 50.0,
    "grown_mib": 1.0,
    "grown_again_mib": 0.0,
    "descriptors": (100, 100),
    "threads": (4, 4),
    "stop_s": 1.0,
}


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({}, []),
        ({"lost": 1}, ["1 honest connections broke, 0 errors"]),
        ({"grown_again_mib": 65.0}, ["memory grew by 65.0 MiB"]),
        ({"descriptors": (100, 120)}, ["descriptors: (100, 120)"]),
        ({"stop_s": 3.5}, ["took 3.5 s to end"]),
    ],
)
def test_what_is_wrong_is_told(script: ModuleType, wrong: dict[str, Any], fault: list[str]) -> None:
    assert script.Run(**(FINE | wrong)).faults == fault


def test_an_unknown_kind_is_a_usage_error(command: Command) -> None:
    with pytest.raises(SystemExit) as caught:
        command("--kinds dragons")
    assert caught.value.code == 2


@pytest.mark.slow
def test_a_short_siege_of_every_kind_loses_nobody(script: ModuleType, command: Command) -> None:
    _, said, _ = command("--seconds 4 --settle 1 --hostile 40 --tables 4 --json")
    (found,) = json.loads(said)["runs"]
    assert (found["lost"], found["told"], found["errors"]) == (0, [], 0)
    assert found["moves"] > 0
    assert json.loads(said)["kinds"] == list(script.KINDS)
    assert json.loads(said)["networks"] == (2 if script.can_have_namespaces() else 1)


@pytest.mark.slow
def test_without_namespaces_all_come_from_loopback(
    script: ModuleType, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "can_have_namespaces", lambda: False)
    _, said, _ = command("--seconds 1 --settle 0 --hostile 10 --tables 1 --json")
    found = json.loads(said)
    assert (found["networks"], found["runs"][0]["lost"]) == (1, 0)
