"""The world of a run: the one door for connections, time and chance, which a test can replace."""

import random
import secrets
import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Protocol


class Socket(Protocol):
    """One end of a connection, as `socket.socket` has it."""

    def sendall(self, data: bytes, /) -> None: ...

    def recv(self, size: int, /) -> bytes: ...

    def settimeout(self, seconds: float | None, /) -> None: ...

    def setsockopt(self, level: int, option: int, value: int | bytes, /) -> None: ...

    def shutdown(self, how: int, /) -> None: ...

    def fileno(self) -> int: ...

    def close(self) -> None: ...


class Over:
    """What is like a socket, over one: what is not said otherwise is as of that one."""

    def __init__(self, below: Socket) -> None:
        self._socket = below
        self.settimeout, self.setsockopt = below.settimeout, below.setsockopt
        self.shutdown, self.fileno, self.close = below.shutdown, below.fileno, below.close


class World(Protocol):
    """Where a run takes place."""

    @property
    def chance(self) -> random.Random:
        """The source of names, nonces and masks."""

    def connect(self, host: str, port: int, timeout: float) -> Socket:
        """A new connection. `timeout`: seconds for connecting, and for all reads. Raises OSError."""

    def ready(self, connection: Socket) -> bool:
        """Whether something has come, or the peer has ended the connection, which must be open here."""

    def now(self) -> float:
        """Seconds since some moment."""

    def sleep(self, seconds: float, unless: threading.Event | None = None) -> None:
        """Let that much time pass; less if the event is or gets set."""

    def every(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        """Repeat some work beside the case. Returns a function that ends it and waits for work in progress."""


class Real:
    """Sockets, the system's clock, threads, and its entropy."""

    chance: random.Random = secrets.SystemRandom()

    def connect(self, host: str, port: int, timeout: float) -> socket.socket:
        """A TCP connection. Raises OSError."""
        return socket.create_connection((host, port), timeout)

    def ready(self, connection: Socket) -> bool:
        """Whether `recv` would not wait."""
        if sys.platform == "win32":
            return bool(select.select([connection], [], [], 0)[0])
        else:  # noqa: RET505  (what mypy reads for one system alone)
            poll = select.poll()
            poll.register(connection, select.POLLIN)
            return bool(poll.poll(0))

    def now(self) -> float:
        """Seconds of the system's monotonic clock."""
        return time.monotonic()

    def sleep(self, seconds: float, unless: threading.Event | None = None) -> None:
        """Wait in this thread."""
        if unless is None:
            time.sleep(seconds)
        else:
            unless.wait(seconds)

    def every(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        """Work in a thread."""
        over = threading.Event()

        def repeat() -> None:
            while not over.wait(seconds):
                work()

        thread = threading.Thread(target=repeat, daemon=True)
        thread.start()

        def end() -> None:
            over.set()
            thread.join()

        return end


REAL = Real()
