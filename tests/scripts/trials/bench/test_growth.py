"""The script that shows how work grows: what it calls growth, and a quick run of it."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command


@pytest.mark.parametrize(
    ("may", "cost", "fault"),
    [
        ("LEVEL", (100.0, 90.0, 120.0), ""),
        ("LEVEL", (100.0, 110.0, 130.0), "grows"),
        ("EVENLY", (100.0, 200.0, 400.0), ""),
        ("EVENLY", (100.0, 200.0, 500.0), "grows faster than its number"),
        ("EVENLY", (100.0, 100.0, 200.0), "grows faster than its number"),
        ("EVENLY", (100.0, 300.0, 300.0), ""),
        ("TOLD", (100.0, 200.0, 900.0), ""),
    ],
)
def test_what_grows_is_told(script: ModuleType, may: str, cost: tuple[float, ...], fault: str) -> None:
    assert script.Row("a move", "seats", "calls", getattr(script, may), (1, 2, 4), cost).fault == fault


@pytest.mark.fast
def test_a_start_reads_each_table_and_session_once(script: ModuleType) -> None:
    assert script.a_start(500).rows == script.OPEN_TABLES * (1 + script.recovery.SEATS) + 1


@pytest.mark.fast
def test_a_quick_run_finds_nothing_that_grows(command: Command) -> None:
    code, said, faults = command("--quick --json")
    assert (code, faults) == (0, "")
    found = json.loads(said)
    assert found["faults"] == []
    assert [(row["what"], row["by"]) for row in found["rows"]] == [
        ("a move", "other tables"),
        ("a move", "people in the lobby"),
        ("a move", "moves before it"),
        ("a move", "seats"),
        ("a move", "spectators"),
        ("a page of the list", "tables"),
        ("a page of the list", "people in the lobby"),
        ("a page after a change", "tables"),
        ("a login", "sessions"),
        ("a start", "commits"),
        ("a start", "commits"),
    ]
    assert all(len(row["many"]) == len(row["cost"]) for row in found["rows"])
