"""The script that besieges a server: what it counts as a fault, and a short siege with every kind."""

import json
from types import ModuleType
from typing import Any

import pytest

from tests.scripts.conftest import Command

FINE: dict[str, Any] = dict.fromkeys(
    (f"{when}_ms" for when in ("alone_p50", "alone_p99", "siege_p50", "siege_p99", "siege_max")), 1.0
) | {"moves": 100, "lost": 0, "errors": 0, "told": [], "descriptors": (100, 100), "threads": (4, 4), "stop_s": 1.0}
FINE |= {"before_mib": 50.0, "grown_mib": 1.0, "grown_again_mib": 0.0}


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
    with pytest.raises(SystemExit, match="2"):
        command("--kinds dragons")


@pytest.mark.slow
def test_a_short_siege_of_every_kind_loses_nobody(script: ModuleType, command: Command) -> None:
    _, said, _ = command("--seconds 2 --settle 0 --hostile 20 --tables 2 --json")
    (found,) = json.loads(said)["runs"]
    assert (found["lost"], found["told"], found["errors"]) == (0, [], 0)
    assert found["moves"] > 0
    assert json.loads(said)["kinds"] == list(script.KINDS)
    assert json.loads(said)["networks"] == (2 if script.can_have_namespaces() else 1)
