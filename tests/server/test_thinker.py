"""Experts think in processes of their own, which die alone and end with the server."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from tests.engine.bots.positions import SEED
from tests.patience import HANG
from tests.server.test_levels import at_turn
from uno_engine.actions import PlayerAction
from uno_engine.memory import Memory
from uno_engine.view import view_for
from uno_server.net import thinker
from uno_server.net.thinker import Search, Workers
from uno_server.table.thinking import Question


@pytest.fixture
def workers() -> Iterator[Workers]:
    found = Workers(1, patience=0.0)
    yield found
    found.stop()


def question() -> Question:
    return Question(view_for(at_turn("R5 R7 B9 W", "R5 R7 B9 W"), 1), SEED, Memory(), "expert")


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + HANG
    while not happened():
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.01)


def answered(search: Search) -> PlayerAction | None:
    assert search._future is not None
    until(search._future.done)
    return search.answer()


class Hanging:
    def __reduce__(self) -> tuple[object, ...]:
        return time.sleep, (HANG,)


def hanging() -> Question:
    """A question that takes for ever to read."""
    return cast("Question", Hanging())


@pytest.mark.slow
def test_a_worker_finds_the_move_and_the_next_one_does_so_when_it_is_killed_or_hangs(workers: Workers) -> None:
    wanted = question().answer()
    first = workers.begin(question(), HANG)
    found = first.answer()  # at once, so most often there is none: the process has only begun
    assert found in (None, wanted)
    assert (workers.late, workers.moves) == (int(found is None), 1)
    assert answered(workers.begin(question(), HANG)) == wanted

    lost = [workers.begin(one, HANG) for one in (hanging(), question(), question(), question())]
    (worker,) = multiprocessing.active_children()
    worker.kill()
    assert answered(lost[3]) is None
    assert answered(workers.begin(question(), HANG)) == wanted

    assert answered(workers.begin(hanging(), 0.5)) is None
    assert answered(workers.begin(question(), HANG)) == wanted
    assert (workers.late, workers.moves) == (2 + (found is None), 6)
    workers.stop()
    until(lambda: not multiprocessing.active_children())


@pytest.mark.parametrize("fault", [OSError, RuntimeError])
def test_where_no_process_or_thread_can_begin_hard_moves_and_the_next_search_tries_again(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    pools = 0

    class Pool:
        def __init__(self, *_: object, **__: object) -> None:
            nonlocal pools
            pools += 1

        def submit(self, *_: object) -> None:
            raise fault("can't start new thread")

        def shutdown(self, **_: object) -> None:
            pass

    monkeypatch.setattr(thinker, "ProcessPoolExecutor", Pool)
    assert [workers.begin(question(), HANG).answer() for _ in range(2)] == [None, None]
    assert workers.late == 2
    assert pools == (1 if fault is OSError else 2)  # one without its thread is of no use


STARTS = """
import sys, time
from tests.server.test_thinker import question
from uno_server.net import thinker
from uno_server.net.thinker import Workers
if __name__ == "__main__":
    workers = Workers(1)
    search = workers.begin(question(), 60.0)
    import multiprocessing
    print(multiprocessing.active_children()[0].pid, flush=True)
    while True: time.sleep(1)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="other signals")
def test_a_worker_says_nothing_to_ctrl_c_and_ends_when_the_server_is_killed() -> None:
    pipe, line = subprocess.PIPE, [sys.executable, "-c", STARTS]
    with subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        worker = int(server.stdout.readline())
        os.kill(worker, signal.SIGINT)  # while it begins
        server.kill()
        said = server.stderr.read()  # to its end, which comes with that of the worker
        assert not said
    until(lambda: not _lives(worker))


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
