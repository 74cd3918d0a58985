"""The recovery test makes journals that a server comes back from, and prints what that costs."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command
from uno_server.table.state import JournalNotes


@pytest.mark.slow
def test_a_server_comes_back_from_a_long_journal_that_is_pruned_beside_a_writer(command: Command) -> None:
    code, out, _ = command("--commits 3000 --tables 20 --json")
    found = json.loads(out.splitlines()[-1])
    assert code == 0
    assert (found["commits"], found["tables"]) == (3_000, 20)
    assert found["write_p50_ms"] > 0
    assert 0 < found["connected_s"] <= found["welcome_s"] <= found["first_seat_s"] <= found["last_seat_s"]


def test_every_table_is_as_the_recorded_one_was(script: ModuleType) -> None:
    steps = script.recorded(30)
    done = [script.of_table(step, number, 7, JournalNotes()) for number, step in enumerate(steps, 1)]
    assert [commit.entries for commit in done] == [step.commit.entries for step in steps]
    assert {session.number for commit in done for session in commit.sessions} == {25, 26, 27, 28}
    assert {commit.table.number for commit in done} == {7}
    assert done[-1].table.log.n == done[-1].entries[-1].n
    assert {member.session for member in done[-1].table.members.values()} == {25, 26, 27, 28}
    assert done[-1].table.state == steps[-1].table.state
