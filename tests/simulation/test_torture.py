"""Whole servers in made-up worlds: links, programs and servers break, all holds, and one seed repeats everything."""

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.simulation.asks import ASKS
from tests.simulation.episode import Result, play
from tests.simulation.mind import UNRULY
from tests.simulation.nemesis import WEIGHTS
from tests.simulation.storage import End
from tests.simulation.torture import Measure, Tally, run
from tests.simulation.wrong import Kind, Wrong
from uno_protocol import messages as m
from uno_protocol.room import RoomPhase

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "torture.py"


def by_script(*arguments: str, hash_seed: str) -> dict[str, object]:
    """What the script prints, in a process whose sets and maps are in an order of their own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, str(SCRIPT), "worlds", "--json", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stderr
    figures: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return figures


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2100))
def test_nothing_is_wrong_in_many_more_worlds(seed: int) -> None:
    assert run(seed, Measure(worlds=50)).told == []


LEAST_WORLDS, MOST_WORLDS = 7, 200
"""What none of so many reaches is not reached at all; of these, 7 are enough."""
USUAL = {
    *("stale", "not_your_turn", "not_host", "table_full", "already_at_table", "nothing_to_catch"),
    *("wrong_answer", "does_not_fit", "bad_target", "chain_broken", "out_of_game", "rules_refused"),
    *("game_running", "muted", "paused", "locked", "banned", "no_such_table"),
}
"""Codes that people meet."""


def missing(tally: Tally, worlds: Sequence[Result]) -> set[object]:
    """What has not come up yet of all that may break and be asked for."""
    due: set[object] = {*WEIGHTS, "stopped", *(end.value for end in End), *RoomPhase, *USUAL}
    return due - {*tally.faults, *tally.crashes, *(one for world in worlds for one in world.phases | world.codes)}


@pytest.mark.slow
def test_nothing_is_lost_doubled_or_left_unfinished_whatever_breaks_and_whatever_people_ask_for() -> None:
    # FAULTS 22, 25 to 27, 42 to 48
    tally, worlds = Tally(), list[Result]()
    while len(worlds) < LEAST_WORLDS or missing(tally, worlds):
        worlds.append(play(f"1023.{len(worlds)}", UNRULY if len(worlds) % 2 else None))
        tally.add(worlds[-1])
        assert tally.told == []
        assert len(worlds) < MOST_WORLDS, missing(tally, worlds)
    assert len({digest for _, digest in tally.digests}) == len(worlds)
    assert tally.compared > tally.games > 20
    assert min(tally.resumes, tally.repeats) > 20
    assert len({request for world in worlds for request in world.done}) >= 34
    clauses = {(code, clause) for world in worlds for code, clause in world.refused if clause is not None}
    assert len(clauses) > 15, clauses
    document = (Path(__file__).parents[2] / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    said = {code: re.search(rf"^\| `{code}` \|[^|]*\| ([^|]*) \|", document, re.MULTILINE) for code, _ in clauses}
    assert {
        (code, one) for code, one in clauses if (row := said[code]) is None or one not in row[1].split(", ")
    } == set()


def test_every_request_of_the_protocol_may_be_asked_for() -> None:
    assert set(ASKS) == set(m.REQUESTS.values())


def test_the_same_seed_gives_the_same_bytes_at_the_same_times() -> None:
    first = by_script("--seed", "1005", "--worlds", "1", hash_seed="1")
    again = by_script("--world", "1005.0", hash_seed="2")
    assert {**first, "seconds": 0} == {**again, "seconds": 0, "seed": 1005}


def test_what_is_found_reaches_the_process_that_asked() -> None:
    found = pickle.loads(pickle.dumps(Wrong(Kind.LOST, "the seat is gone")))
    assert (found.kind, str(found)) == (Kind.LOST, "the seat is gone")
