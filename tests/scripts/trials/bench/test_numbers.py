"""The test of numbers makes a journal of many games, and prints what statistics cost beside a server."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command


@pytest.mark.slow
def test_statistics_are_made_beside_a_server(
    command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "MOST", {})
    code, out, _ = command("--games 50 --tables 1 --move-every 0.05 --seconds 0.5 --times 1 --json")
    found = json.loads(out.splitlines()[-1])
    assert (code, found["games"], found["errors"]) == (0, 50, 0)
    assert found["stats_s"] > 0
    assert found["alone_p99_ms"] > 0


@pytest.mark.parametrize(
    ("stats", "rise", "errors", "over"),
    [
        (2.0, 5.0, 0, []),
        (2.01, 5.0, 0, ["stats_s"]),
        (2.0, 5.01, 0, ["rise_p99_ms"]),
        (3.0, 6.0, 0, ["stats_s", "rise_p99_ms"]),
        (1.0, 1.0, 1, []),
    ],
)
def test_more_than_may_be_and_errors_fail(
    stats: float,
    rise: float,
    errors: int,
    over: list[str],
    command: Command,
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"stats_s": stats, "rise_p99_ms": rise, "errors": errors}
    monkeypatch.setattr(script, "measure", lambda *_: found)
    monkeypatch.setattr(script, "into_environment", lambda: None)
    code, out, err = command("--json")
    assert (code, json.loads(out)) == (int(bool(over or errors)), found)
    assert err == "".join(f"bench.py numbers: {name} is more than it may be\n" for name in over)
