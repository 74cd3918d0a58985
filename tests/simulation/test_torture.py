"""Whole servers in made-up worlds: links, programs and servers break, all holds, and one seed repeats everything."""

import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.simulation.asks import ASKS
from tests.simulation.episode import play
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


@pytest.mark.slow
def test_nothing_is_lost_doubled_or_left_unfinished_whatever_breaks() -> None:  # FAULTS 22, 25 to 27, 42 to 48
    tally = run(1000, Measure(worlds=20))
    assert tally.told == []
    assert tally.clean
    assert tally.compared > tally.games > 20
    assert set(tally.faults) == set(WEIGHTS)
    assert set(tally.crashes) == {"stopped", *(end.value for end in End)}
    assert tally.resumes > 20
    assert tally.repeats > 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2100))
def test_nothing_is_wrong_in_many_more_worlds(seed: int) -> None:
    assert run(seed, Measure(worlds=50)).told == []


MOST_WORLDS = 200
"""What none of so many reaches is not reached at all; some 15 are enough."""
USUAL = {
    *("stale", "not_your_turn", "not_host", "table_full", "already_at_table", "nothing_to_catch"),
    *("wrong_answer", "does_not_fit", "bad_target", "chain_broken", "out_of_game", "rules_refused"),
    *("game_running", "muted", "paused", "locked", "banned", "wrong_password", "no_such_table"),
}
"""Codes that people meet."""


@pytest.mark.slow
def test_whatever_people_ask_for_everything_holds() -> None:
    codes: set[str] = set()
    clauses: set[tuple[str, str]] = set()
    phases: set[RoomPhase] = set()
    done: set[type[m.Request]] = set()
    for number in range(MOST_WORLDS):
        one = play(f"unruly {number}", UNRULY)
        assert one.wrong is None, one.wrong
        phases, done = phases | one.phases, done | one.done
        codes |= {code for code, _ in one.refused}
        clauses |= {(code, clause) for code, clause in one.refused if clause is not None}
        if number >= 12 and phases == set(RoomPhase) and codes >= USUAL and len(done) >= 34 and len(codes) >= 34:
            break
    else:
        pytest.fail(f"{MOST_WORLDS} worlds reach only {phases}, {done} and {codes}")
    assert len(clauses) > 15, clauses
    document = (Path(__file__).parents[2] / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    said = {code: re.search(rf"^\| `{code}` \|[^|]*\| ([^|]*) \|", document, re.MULTILINE) for code, _ in clauses}
    assert {
        (code, one) for code, one in clauses if (row := said[code]) is None or one not in row[1].split(", ")
    } == set()


def test_every_request_of_the_protocol_may_be_asked_for() -> None:
    assert set(ASKS) == set(m.REQUESTS.values())


def test_the_same_seed_gives_the_same_bytes_at_the_same_times() -> None:
    first = by_script("--seed", "4", "--worlds", "1", hash_seed="1")
    second = by_script("--seed", "4", "--worlds", "1", hash_seed="2")
    again = by_script("--world", "4.0", hash_seed="3")
    assert {**first, "seconds": 0} == {**second, "seconds": 0} == {**again, "seconds": 0, "seed": 4}
    alone = Tally()
    alone.add(play("5.0"))
    assert first["hash"] != alone.figures()["hash"]


def test_what_is_found_reaches_the_process_that_asked() -> None:
    found = pickle.loads(pickle.dumps(Wrong(Kind.LOST, "the seat is gone")))
    assert (found.kind, str(found)) == (Kind.LOST, "the seat is gone")
