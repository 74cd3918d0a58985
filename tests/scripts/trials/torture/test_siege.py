"""A short siege of a server, with every kind."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command


@pytest.mark.slow
def test_a_short_siege_of_every_kind_loses_nobody(script: ModuleType, command: Command) -> None:
    _, said, _ = command("--seconds 2 --settle 0 --hostile 20 --tables 2 --json")
    (found,) = json.loads(said)["runs"]
    assert (found["lost"], found["told"], found["errors"]) == (0, [], 0)
    assert found["moves"] > 0
    assert json.loads(said)["kinds"] == list(script.KINDS)
    assert json.loads(said)["networks"] == (2 if script.can_have_namespaces() else 1)
