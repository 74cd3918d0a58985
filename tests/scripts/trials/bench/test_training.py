"""Rounds at a real server for training are those of the local engine."""

import json

import pytest

from tests.scripts.conftest import Command


@pytest.mark.fast
@pytest.mark.parametrize("preset", ["first_game", "street"])
def test_a_real_server_plays_what_the_local_engine_plays(command: Command, preset: str) -> None:
    code, out, _ = command(f"--only {preset} --rounds 2 --json")
    found = json.loads(out)[preset]
    assert (code, found["different"]) == (0, 0)
    assert found["rounds"] >= 2
