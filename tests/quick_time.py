"""An hour in a moment: an event loop whose clock stands still while anything moves, and jumps when nothing does.

Every asynchronous test runs on it (`tests/conftest.py`), unless it is marked `real_clock`.
"""

import asyncio
import selectors
import socket
import struct
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar

from tests.patience import HANG

GRACE = 0.001
"""Real seconds in which bytes on their way through loopback may still arrive before the clock jumps."""
STALLED = 0.3
"""Real seconds in which a sender hears that its peer has room again, if the peer reads: the system probes after 0.2."""
UNCONFIRMED, UNSENT = 0x5411, 0x894B
"""SIOCOUTQ and SIOCOUTQNSD of Linux: how many bytes a socket has that its peer has not confirmed, or was not sent."""
ROUNDING = 1e-6
"""Seconds by which a jump goes too far: who reckons from another zero may otherwise find a timer not quite due."""

T = TypeVar("T")
Selected = list[tuple[selectors.SelectorKey, int]]


class _Jumping(selectors.DefaultSelector):
    """Waits for sockets and for threads; the time that it is asked to wait passes immediately."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.threads_at_work = 0
        self._stalled: dict[int, int] = {}

    def select(self, timeout: float | None = None) -> Selected:
        """What is ready. The clock is moved on by `timeout` seconds if nothing is."""
        ready: Selected = super().select(0)
        if ready or timeout == 0:
            return ready
        ready = super().select(HANG if timeout is None or self.threads_at_work else GRACE)
        if not ready:
            if timeout is None or self.threads_at_work:
                raise AssertionError("nothing is ever going to happen")
            unsent = self._unsent()
            if unsent != self._stalled and (ready := super().select(STALLED if unsent else 0)):
                return ready
            self._stalled = unsent
            self.now += max(0.0, timeout) + ROUNDING
        return ready

    def _unsent(self) -> dict[int, int]:
        """How many bytes wait at which socket for room at its peer."""
        if sys.platform != "linux":
            return {}
        from fcntl import ioctl

        found: dict[int, int] = {}
        for key in self.get_map().values():
            asked = UNCONFIRMED if key.events & selectors.EVENT_WRITE else UNSENT
            try:
                (waiting,) = struct.unpack("i", ioctl(key.fd, asked, b"\0" * 4))
            except OSError:  # no connection
                continue
            if waiting:
                found[key.fd] = waiting
        return found


class RealLoop(asyncio.SelectorEventLoop):
    """The usual loop, which leaves no connection open that still has something for a peer that doesn't read."""

    def close(self) -> None:
        """End it. May be called again."""
        if not self.is_closed():
            for transport in [*self._transports.values()]:  # type: ignore[attr-defined]  # of asyncio itself
                transport.abort()
            self.run_until_complete(asyncio.sleep(0))
        super().close()


class QuickLoop(RealLoop):
    """Real sockets and a clock of its own, in seconds, which stands still while a thread of the loop works."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds of the loop's clock."""
        return self._jumping.now

    def sleep_on(self, seconds: float) -> None:
        """The whole machine sleeps: its clock is that much later, and nothing was done meanwhile."""
        self._jumping.now += seconds

    def run_in_executor(  # type: ignore[override]  # with the types of what is run
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Run it as any loop does; the clock stands still until it is done."""
        self._jumping.threads_at_work += 1
        try:
            working = super().run_in_executor(executor, func, *args)
        except BaseException:
            self._jumping.threads_at_work -= 1
            raise
        working.add_done_callback(self._thread_is_done)
        return working

    def _thread_is_done(self, _done: object) -> None:
        self._jumping.threads_at_work -= 1

    async def getaddrinfo(self, host: Any, port: Any, **hints: Any) -> Any:
        """The addresses of a host, looked up without a thread."""
        return socket.getaddrinfo(host, port, **hints)


def quick_loop() -> QuickLoop:
    """The loop that runs."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QuickLoop)
    return loop
