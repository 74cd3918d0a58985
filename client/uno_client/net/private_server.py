"""A private server for a game on this machine: a child process on loopback that ends when its input closes."""

import asyncio
import os
import subprocess
import sys
from collections import deque
from types import TracebackType
from typing import Self

from uno_client.address import Address, parse_address
from uno_client.wording.sanitize import clean
from uno_engine.language import _

START_SECONDS = 20.0
STOP_SECONDS = 3.0
_PACE = ("--limit", "messages_at_once=1000", "--limit", "messages_per_second=1000")
"""A private server has only one player, so it doesn't need to limit how fast it reads."""
COMMAND = (
    *("-P", "-m", "uno_server", "--host", "127.0.0.1", "--port", "0", "--announce", "off", "--exit-with-stdin"),
    *("--tls", "off"),
    *_PACE,
)
"""`-P`: a folder `server` in the current directory is not ours. Nothing leaves this computer, so no key is made."""
# What `start_new_session` is elsewhere.
if sys.platform == "win32":
    _APART = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _APART = 0


class SoloFailed(Exception):
    """The private server did not start; the message is one line."""


class PrivateServer:
    """An asynchronous context: the server runs inside it. `address` is where."""

    address: Address

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._said: deque[str] = deque(maxlen=20)
        self._listener: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        # A variable is for a server or a client that is run by hand: this one would store games where that one does.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the client alone; it ends the server by closing its input
                creationflags=_APART,
            )
        except OSError as fault:
            raise SoloFailed(
                _("the private server could not be started: {reason}").format(reason=fault.strerror or fault)
            ) from None
        self._listener = asyncio.create_task(self._listen(self._process))
        try:
            self.address = await self._place(self._process)
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop()

    async def _place(self, process: asyncio.subprocess.Process) -> Address:
        """Where the server listens: the line that it prints when it is ready."""
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                line = (await process.stdout.readline()).decode("utf-8", "replace").strip()
        except TimeoutError:
            raise SoloFailed(_("the private server did not start in time")) from None
        _said, listening, place = line.partition("listening on ")
        if not listening:
            if self._listener is not None:
                await asyncio.wait((self._listener,), timeout=1.0)
            raise SoloFailed(
                _("the private server did not start: {what}").format(what=clean(self._said[-1] if self._said else line))
            )
        return parse_address(place)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Take in what the server logs, so that it never waits for a reader and the last lines are known."""
        assert process.stderr is not None
        while line := await process.stderr.readline():
            self._said.append(line.decode("utf-8", "replace").strip())

    async def _stop(self) -> None:
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        finally:
            if self._listener is not None:
                self._listener.cancel()
                await asyncio.gather(self._listener, return_exceptions=True)
