"""A real server that is started, killed and started again on the same port and journal."""

import asyncio
import contextlib
import signal as known_signals
import socket
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.e2e.killed_server import IN_COMMIT
from tests.e2e.processes import UNHURRIED, House
from tests.e2e.terminal import ROOT
from tests.patience import HANG


class Step(NamedTuple):
    """The server kills itself at the so-manieth hit of a named step."""

    name: str
    hit: int


class Served:
    """One server process after the other, in one directory and on one port of loopback. `start` comes first."""

    def __init__(self, directory: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port: int = found.getsockname()[1]
        self._log = directory / "server.log"
        here = ("--host", "127.0.0.1", "--port", str(self.port), "--announce", "off")
        self._flags = (*here, "--data-dir", str(directory / "journal"), *UNHURRIED)
        self._environment = House(directory).environment()
        self._process: asyncio.subprocess.Process
        self._step: Step | None = None
        self._listens: bool | None = None

    async def start(self, step: Step | None = None) -> None:
        """Start a server; it may listen soon."""
        self._step, self._listens = step, None
        module = ("uno_server",) if step is None else ("tests.e2e.killed_server", step.name, str(step.hit))
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", *module, *self._flags),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=self._environment,
                cwd=ROOT.parent,
            )

    async def listening(self) -> bool:
        """True once it listens; False if it died before. Raises TimeoutError."""
        if self._listens is None:
            assert self._process.stdout is not None
            line = await asyncio.wait_for(self._process.stdout.readline(), HANG)
            self._listens = line.startswith(b"listening on ")
        return self._listens

    def kill(self) -> None:
        """SIGKILL, from outside."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    def terminate(self) -> None:
        """SIGTERM: it is to end in good order."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()

    async def dead(self, seconds: float) -> bool:
        """Wait until it is dead; False if it lives after so many seconds."""
        try:
            await asyncio.wait_for(self._process.wait(), seconds)
        except TimeoutError:
            return False
        return True

    @property
    def code(self) -> int | None:
        """Its exit code, negative for a signal; None while it lives."""
        return self._process.returncode

    @property
    def died_at_its_step(self) -> bool:
        """Whether it killed itself where it was told to."""
        if self._step is None:
            return False
        signal: Any = known_signals  # what is used here is POSIX's
        return bool(self.code == (-signal.SIGALRM if self._step.name in IN_COMMIT else -signal.SIGKILL))

    def last_words(self) -> str:
        """The end of what the servers have said."""
        return self._log.read_text(encoding="utf-8", errors="replace")[-600:]

    async def close(self) -> None:
        """End it at once, and reap it."""
        self.kill()
        await self._process.wait()
