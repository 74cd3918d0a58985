"""A private server for a game on this machine: a child process on loopback that ends when its input closes."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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


@asynccontextmanager
async def private_server() -> AsyncIterator[Address]:
    """A server that runs while this lasts, and where. Raises SoloFailed."""
    # A variable is for a server or a client that is run by hand: this one would store games where that one does.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the client alone; it ends the server by closing its input
            creationflags=_APART,
        )
    except OSError as fault:
        said = _("the private server could not be started: {reason}")
        raise SoloFailed(said.format(reason=fault.strerror or fault)) from None
    assert process.stdin is not None
    assert process.stdout is not None
    reading = None
    try:
        address = await _place(process.stdout)
        reading = asyncio.create_task(_read_away(process.stdout))
        yield address
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        finally:
            if reading is not None:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)


async def _place(said: asyncio.StreamReader) -> Address:
    """Where the server listens: a line that it prints when it is ready. Raises SoloFailed with its last line."""
    last = ""
    try:
        async with asyncio.timeout(START_SECONDS):
            while line := (await said.readline()).decode("utf-8", "replace"):
                last = line.strip()
                _before, listening, place = last.partition("listening on ")
                if listening:
                    return parse_address(place)
    except TimeoutError:
        raise SoloFailed(_("the private server did not start in time")) from None
    raise SoloFailed(_("the private server did not start: {what}").format(what=clean(last)))


async def _read_away(said: asyncio.StreamReader) -> None:
    """The server never waits for a reader."""
    while await said.read(4096):
        pass
