"""The thinker: `expert` searches for its moves in processes of its own, so that no table waits for it.

They begin with the first search and end with the server. A search is told the view and the memory of its seat, and
makes a fixed number of tries, so the same question has the same answer.
"""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from time import monotonic

from uno_engine.actions import PlayerAction
from uno_engine.effects import effects_under
from uno_server.base.limits import CORES
from uno_server.base.logs import LogLimiter, told, whereabouts
from uno_server.table.thinking import STANDS_IN, Question

log = logging.getLogger(__name__)

YIELDS = 2
"""How much nicer than the server a worker is, where systems know that: it needs its share where others are busy."""
QUIET = "ignore:resource_tracker:UserWarning"
"""A warning filter that the workers inherit: the remains of a killed one are cleaned up silently."""
MOST = 61
"""The most workers that Windows can wait for."""
PATIENCE = 20.0
"""Seconds after which a worker that still searches for a move that was due then is taken for one that hangs."""


class Workers:
    """Finds the moves of `expert`. Call it from the thread of the server's loop; nothing here waits."""

    def __init__(self, most: int = min(CORES, MOST), patience: float = PATIENCE) -> None:
        self._most = most
        self._patience = patience
        self._limiter = LogLimiter(monotonic)
        self._pool: ProcessPoolExecutor | None = None
        self.moves = 0
        """How many moves were due."""
        self.late = 0
        """How many of them had not been found by then, or could not be: `hard` made them."""

    def begin(self, question: Question, seconds: float) -> Search:
        """Begin to search for a move that is due in this many seconds. A worker that has died is replaced."""
        due = monotonic() + seconds
        asked = pickle.dumps(question)  # now: the memory goes on
        for _ in range(2):
            try:
                return Search(self, self._submit(asked, due))
            except BrokenProcessPool:
                self._warn("a worker of the experts died or hung; others take its place")
                self.stop()
            except OSError as fault:  # no process can begin, but there may be some
                self._warn(f"an expert cannot think: {whereabouts(fault)}")
                break
            except RuntimeError as fault:  # no thread can, and the pool is of no use without
                self._warn(f"an expert cannot think: {whereabouts(fault)}")
                self.stop()
                break
        return Search(self, None)

    def _submit(self, asked: bytes, due: float) -> Future[PlayerAction | None]:
        if self._pool is None:
            if QUIET not in sys.warnoptions:
                sys.warnoptions.append(QUIET)
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._most, context, initializer=_begin_work)
        with _without_interrupts():
            return self._pool.submit(_answer, asked, due, self._patience)

    def _warn(self, text: str) -> None:
        if self._limiter.admits("no_thinking", "-"):
            log.warning("%s", text, extra=told("no_thinking"))

    def judge(self, search: Future[PlayerAction | None] | None) -> PlayerAction | None:
        """The result of a search, now that it is due; None if there is none, which is counted."""
        self.moves += 1
        if search is not None and search.done():
            try:
                if (found := search.result()) is not None:
                    return found
            except (BrokenProcessPool, CancelledError):
                pass  # the worker has died
            except Exception as fault:  # noqa: BLE001  (the edge of a worker: its faults stay inside)
                log.error("an expert failed to think: %s", whereabouts(fault))
        self.late += 1
        if self._limiter.admits("late_move", "-"):
            text = f"an expert's move was late, as {self.late} of {self.moves} so far: it played as {STANDS_IN}"
            log.info("%s", text, extra=told("late_move", late=self.late, moves=self.moves))
        return None

    def stop(self) -> None:
        """End all searches, and the processes with them."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for worker in multiprocessing.active_children():  # the server has no others
                worker.kill()


class Search:
    """The search for one move; None: it could not begin.

    One that nobody wants any more runs on: if it were cancelled, the pool would fail when a worker dies.
    """

    def __init__(self, workers: Workers, future: Future[PlayerAction | None] | None) -> None:
        self._workers = workers
        self._future = future

    def answer(self) -> PlayerAction | None:
        """The move; None if it has not been found yet."""
        return self._workers.judge(self._future)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that begins here never hears of Ctrl-C; where signals cannot be blocked, it learns that itself."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """Leave Ctrl-C to the server, let it go first, and end when it does, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(YIELDS)
    server = multiprocessing.parent_process()
    assert server is not None
    threading.Thread(target=_end_with, args=(server.sentinel,), daemon=True).start()


def _end_with(server: int) -> None:
    wait([server])
    os._exit(0)


def _answer(asked: bytes, due: float, patience: float) -> PlayerAction | None:
    """The move of `expert`; None if it is too late to begin. If it takes far too long, the worker ends."""
    left = due - monotonic()  # for processes of one machine it is the same
    if left < 0:
        return None
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(left + patience, exit=True, file=nowhere)
        try:
            question: Question = pickle.loads(asked)
            view = question.view
            view.effects = effects_under(view.rules, view.custom)  # the very rows that are looked up elsewhere
            return question.answer()
        finally:
            faulthandler.cancel_dump_traceback_later()
