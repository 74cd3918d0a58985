"""Measures a server process on loopback: processor time and memory. It always ends the process.

Processor time and memory are read from `/proc`, so they are known only on Linux; elsewhere they are None.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import IO, Final, Self

import environment

_LINUX: Final[bool] = sys.platform == "linux"


class NotServing(Exception):
    """The server did not start. The text says why in one line."""


class Measured:
    """A server in its own process. It ends with the `with` block, or with this program in any case."""

    def __init__(
        self, argv: Sequence[str], *, cpu: int | None = None, words: IO[bytes] | int = subprocess.DEVNULL
    ) -> None:
        """Start `argv`; its first line on standard output ends with its port. Its log goes to `words`.

        `cpu` is the processor that it keeps to. Raises NotServing.
        """
        variables = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
        variables["PYTHONPATH"] = os.pathsep.join((str(environment.ROOT), *environment.PACKAGES))
        self.began = perf_counter()
        self._process = subprocess.Popen(
            list(argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words, env=variables
        )
        try:
            if cpu is not None and sys.platform == "linux":
                os.sched_setaffinity(self._process.pid, {cpu})
            self.port = self._heard_port()
            self.listened = perf_counter()
        except BaseException:
            self.end()
            raise

    def _heard_port(self) -> int:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode("utf-8", "replace").strip()
        port = line.rpartition(":")[2].rpartition(" ")[2]
        if not port.isdigit():
            raise NotServing(f"the server did not say where it listens; it said {line!r}")
        return int(port)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def running(self) -> bool:
        """False once it has ended by itself."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """Of its process."""
        return self._process.pid

    def cpu_us(self) -> float | None:
        """Microseconds of processor time of all its threads so far."""
        threads = Path(f"/proc/{self._process.pid}/task")
        if not _LINUX:
            return None
        nanoseconds = 0
        for thread in threads.iterdir():
            with suppress(OSError):  # one that has just ended
                nanoseconds += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
        return nanoseconds / 1000

    def rss_kib(self) -> float | None:
        """KiB of memory that it holds now."""
        if not _LINUX:
            return None
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii", errors="replace")
        return float(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))

    def kill(self) -> None:
        """End it as a crash does (SIGKILL; on Windows, where there is none, TerminateProcess)."""
        self._process.kill()
        self.end()

    def end(self) -> int:
        """Ask it to end, and return its exit code. May be called again."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        return self._process.returncode


def middle_and_slow(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds; zeros if there is nothing."""
    ordered = sorted(seconds) or [0.0]
    return 1000 * ordered[len(ordered) // 2], 1000 * ordered[int(len(ordered) * 0.99)]


def last_words(log: Path) -> str:
    """The last line of a server's log."""
    return (log.read_text(encoding="utf-8", errors="replace").splitlines() or ["without a word"])[-1]


def raise_descriptors() -> None:
    """Let this process have as many connections as the system allows it."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def processors() -> tuple[int | None, int | None]:
    """One processor for the server and another for those who load it; None where there is no choice."""
    if sys.platform == "linux" and len(found := sorted(os.sched_getaffinity(0))) > 1:
        return found[0], found[-1]
    return None, None


@contextmanager
def kept_to(cpu: int | None) -> Iterator[None]:
    """This process keeps to one processor meanwhile."""
    if sys.platform == "linux" and cpu is not None:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {cpu})
        try:
            yield
        finally:
            os.sched_setaffinity(0, before)
    else:
        yield
