"""The recovery test makes journals that a server comes back from, and prints what that costs."""

import json
from types import ModuleType

import pytest

from tests.scripts.conftest import Command
from uno_server.journal.checkpoints import TAIL


@pytest.mark.slow
def test_a_long_journal_is_read_from_its_end_and_pruned_beside_a_writer(command: Command) -> None:
    code, out, _ = command(f"--commits {2 * TAIL} --tables 50 --json")
    found = json.loads(out.splitlines()[-1])
    assert code == 0
    assert (found["commits"], found["tables"]) == (2 * TAIL, 50)
    assert 0 < found["tail"] < 1.5 * TAIL
    assert found["write_p50_ms"] > 0
    assert 0 < found["connected_s"] <= found["welcome_s"] <= found["first_seat_s"] <= found["last_seat_s"]


def test_every_table_stands_as_the_recorded_one_did(script: ModuleType) -> None:
    steps = script.recorded(30)
    here = script.SimpleNamespace()
    done = [script.of_table(step, number, 7, here) for number, step in enumerate(steps, 1)]
    assert [commit.entries for commit in done] == [step.entries for step in steps]
    assert {commit.table for commit in done} == {7}
    assert {commit.session for commit in done} <= {None, 25, 26, 27, 28}
    assert here.log.n == done[-1].entries[-1].n
    assert len({place.name for place in here.places_kept}) == 4
