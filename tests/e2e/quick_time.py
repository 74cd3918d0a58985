"""An hour in a moment: an event loop whose clock stands still, and jumps when nothing else moves."""

import asyncio
import functools
import selectors
import socket
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ParamSpec

GRACE = 0.001
"""Real seconds in which bytes on their way through loopback may still arrive before the clock jumps."""
ROUNDING = 1e-6
"""Seconds by which a jump goes too far: who reckons from another zero may otherwise find a timer not quite due."""
PATIENCE = 10.0
"""Real seconds without a timer in which something has to come, or the test is lost."""

P = ParamSpec("P")
Selected = list[tuple[selectors.SelectorKey, int]]


class _Jumping(selectors.DefaultSelector):
    """Waits for sockets alone; the time that it was told to wait goes by at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> Selected:
        """What is ready. The clock is moved on by `timeout` seconds if nothing is."""
        ready: Selected = super().select(0)
        if ready or timeout == 0:
            return ready
        ready = super().select(PATIENCE if timeout is None else GRACE)
        if not ready:
            assert timeout is not None, "nothing is ever going to happen"
            self.now += max(0.0, timeout) + ROUNDING
        return ready


class QuickLoop(asyncio.SelectorEventLoop):
    """Real sockets, a clock of its own (seconds), and no threads: only addresses in figures are looked up."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds of the loop's clock."""
        return self._jumping.now

    def sleep_on(self, seconds: float) -> None:
        """The whole machine sleeps: its clock is that much later, and nothing was done meanwhile."""
        self._jumping.now += seconds

    async def getaddrinfo(self, host: Any, port: Any, **hints: Any) -> Any:
        """The addresses of a host that is written in figures."""
        return socket.getaddrinfo(host, port, **hints)


def in_quick_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test on a loop of that kind; it must leave no task behind."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=QuickLoop) as runner:
            runner.run(_leaving_nothing(test(*args, **kwargs)))

    return run


async def _leaving_nothing(test: Awaitable[None]) -> None:
    try:
        await test
    finally:
        for _ in range(3):  # a task that was cancelled, and a socket that was closed, need a turn of the loop to end
            await asyncio.sleep(0)
    left = [repr(task.get_coro()) for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert not left, f"left running: {', '.join(sorted(left))}"


def quick_loop() -> QuickLoop:
    """The loop that runs."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QuickLoop)
    return loop
