"""The script that shows how work grows: what it calls growth, and a quick run of it."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command


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
        *(("a move", "other tables"), ("a move", "people in the lobby"), ("a move", "moves before it")),
        *(("a move", "seats"), ("a move", "spectators")),
        *(("a page of the list", "tables"), ("a page of the list", "people in the lobby")),
        *(("a page after a change", "tables"), ("a login", "sessions"), ("a start", "commits"), ("a start", "commits")),
    ]
    assert all(len(row["many"]) == len(row["cost"]) for row in found["rows"])
