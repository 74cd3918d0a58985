"""The test of numbers makes a journal of many games, and prints what statistics cost beside a server."""

import json

import pytest

from tests.scripts.conftest import Command


@pytest.mark.slow
def test_statistics_are_made_beside_a_server(command: Command) -> None:
    code, out, _ = command("--games 50 --tables 1 --move-every 0.05 --seconds 0.5 --times 1 --json")
    found = json.loads(out.splitlines()[-1])
    assert (code, found["games"], found["errors"]) == (0, 50, 0)
    assert found["stats_s"] > 0
    assert found["alone_p99_ms"] > 0
