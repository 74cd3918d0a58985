"""Servers that the client starts: a private one for a game alone, and the player's own, which others join.

The latter continues when the client ends. A file tells later starts of the client that it runs, and the log beside it
how others join and who is there. The server writes into the log for as long as it lives, and holds a lock on it: so
nobody takes another process for it.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from uno_client.address import DEFAULT_PORT, Address, parse_address
from uno_client.structs import replace
from uno_client.trust import Tls
from uno_client.wording.front_door import Hosting
from uno_client.wording.sanitize import clean, clean_tree
from uno_engine.language import N_, _
from uno_protocol.private_files import (
    make_folder,
    open_private,
    own,
    read_private,
    try_lock,
    wait_to_lock,
    write_private,
)

START_SECONDS = 20.0
STOP_SECONDS = 10.0
END_SECONDS = 3.0
"""For a private server to end."""
WORDS_SECONDS = 5.0
"""For the words of its key, which come a little after the start."""
LOOK_SECONDS = 0.05
ANSWER_SECONDS = 2.0
MOST_AT_ONCE = 4_000_000
"""Bytes of the log that are read at a time; the next read continues from there."""
MOST_PORTS = 10
_SERVER = ("-P", "-m", "uno_server")
"""`-P`: a folder `server` in the current directory is not ours."""
PRIVATE = (
    *_SERVER,
    *("--host", "127.0.0.1", "--port", "0", "--announce", "off", "--exit-with-stdin", "--tls", "off"),
    *("--limit", "messages_at_once=1000", "--limit", "messages_per_second=1000"),
)
"""One player is served, so nothing limits how fast it reads; nothing leaves this computer, so it makes no key."""
_LOCKS: bool = sys.platform != "win32"
"""Whether a process that is started inherits the lock on a file."""
# What `start_new_session` is elsewhere: neither Ctrl-C nor, where it is detached, the end of the terminal reaches it.
if sys.platform == "win32":
    _APART = subprocess.CREATE_NEW_PROCESS_GROUP
    _DETACHED = subprocess.DETACHED_PROCESS | _APART
else:
    _APART = _DETACHED = 0


_BUSY = N_("Your server is just being started or stopped. Try again in a moment.")


class ServerFailed(Exception):
    """A server did not start, or does not stop; the message is one line."""


@contextlib.asynccontextmanager
async def private_server(*, test_deals: bool = False) -> AsyncIterator[Address]:
    """A server on loopback that runs while this lasts, and ends when its input closes; where. Raises ServerFailed.

    `test_deals`: tables can be opened at a position (P-7.30).
    """
    # A variable is for a server or a client that is run by hand: this one would store games where that one does.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *PRIVATE, *(("--allow-test-deals",) if test_deals else ())),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            creationflags=_APART,
        )
    except OSError as fault:
        said = _("the private server could not be started: {reason}")
        raise ServerFailed(said.format(reason=fault.strerror or fault)) from None
    assert process.stdin is not None
    assert process.stdout is not None
    reading = None
    try:
        address = await _place(process.stdout)
        reading = asyncio.create_task(process.stdout.read())  # it never waits for a reader
        yield address
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        finally:
            if reading is not None:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)


async def _place(said: asyncio.StreamReader) -> Address:
    """Where the server listens: a line that it prints when it is ready. Raises ServerFailed with its last line."""
    last = ""
    try:
        async with asyncio.timeout(START_SECONDS):
            while line := (await said.readline()).decode("utf-8", "replace"):
                last = line.strip()
                _before, listening, place = last.partition("listening on ")
                if listening:
                    return parse_address(place)
    except TimeoutError:
        raise ServerFailed(_("the private server did not start in time")) from None
    raise ServerFailed(_("the private server did not start: {what}").format(what=clean(last)))


class Hosted(Struct, frozen=True):
    """A server that runs: its process, and where this computer reaches it."""

    pid: Annotated[int, Meta(gt=1)]
    id: str
    host: str
    port: int
    wanted: int
    """The port that it was to have."""

    @property
    def address(self) -> Address:
        """Its address on this computer."""
        return Address(self.host, self.port)


class Host:
    """The player's own server, with its files in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "server.json"
        self._log = folder / "server.log"
        self._anew()

    def _anew(self) -> None:
        """Nothing is known of the log: what it says, what was printed into it last, how much of it was read."""
        self._said, self._complaint, self._read = Hosting(), "", 0

    async def find(self) -> Hosted | None:
        """The server, if it runs, however slow it is. What an earlier one has left behind is removed."""
        try:
            hosted = msgspec.json.decode(read_private(self._file)[0], type=Hosted)
        except (OSError, ValueError):
            return None
        if await self._lives(hosted):
            return hosted
        self._forget()
        return None

    async def start(self, name: str, port: int | None = None) -> Hosted:
        """Start it under that name; or find the one that runs. Raises ServerFailed.

        It gets that port and no other; else the usual one, or the next that is free.
        """
        given = os.environ.get("UNO_PORT", "")
        wanted = int(given) if given.isascii() and given.isdigit() else DEFAULT_PORT
        tried = range(wanted, wanted + (MOST_PORTS if wanted else 1)) if port is None else (port,)
        try:
            make_folder(self._folder)
            own(self._folder, ("server.*",))
            with open_private(self._folder / "server.lock") as starting:
                if not try_lock(starting):
                    raise ServerFailed(_(_BUSY))
                if (running := await self.find()) is not None:
                    return running
                for at in tried:
                    hosted = await self._started_at(at, name, wanted)
                    if hosted is not None:
                        return hosted
                    if not self.told().port_taken:
                        break
        except OSError as fault:
            raise ServerFailed(_("The server can't be started: {why}.").format(why=fault.strerror or fault)) from None
        raise ServerFailed(_("The server can't be started: {why}.").format(why=self.told().failed))

    async def stop(self, hosted: Hosted) -> None:
        """Stop it, if it runs. Raises ServerFailed.

        It notifies the players; on Windows it ends immediately, and they lose the connection.
        """
        if await self._lives(hosted):  # else its number may be another's by now
            with contextlib.suppress(OSError):
                os.kill(hosted.pid, signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                while await self._lives(hosted):  # noqa: ASYNC110  (no event for it)
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            raise ServerFailed(_("The server doesn't stop.")) from None
        self._forget()

    def told(self) -> Hosting:
        """What its log says now: each look reads what has come since the last. A shorter one is another server's."""
        try:
            with self._log.open("rb") as log:
                if log.seek(0, 2) < self._read:
                    self._anew()
                log.seek(self._read)
                new = log.read(MOST_AT_ONCE)
        except OSError:
            return Hosting()
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.decode("utf-8", "replace").splitlines():
            self._take(line)
        return replace(self._said, failed=self._said.failed or self._complaint)

    def _take(self, line: str) -> None:
        """A line of the log is a map; one that is printed says where the server listens, or why it does not."""
        _before, listening, place = line.partition("listening on ")
        try:
            self._said = _with(self._said, clean_tree(json.loads(line)))
        except ValueError:
            if listening:
                self._said = replace(self._said, place=place)
            else:
                self._complaint = clean(line.removeprefix("uno-server: "))

    async def _started_at(self, port: int, name: str, wanted: int) -> Hosted | None:
        """The server, once it answers on that port and is noted; None if it could not.

        A caller that doesn't wait for it leaves none behind. Raises ServerFailed and OSError.
        """
        with open_private(self._log) as log:
            if _LOCKS and not try_lock(log):
                raise ServerFailed(_(_BUSY))
            log.truncate(0)
            self._anew()
            process = _spawn(port, name, log)
        try:
            address = await self._listens_at(process)
            if address is None:
                return None
            hosted = await self._note(process.pid, address, wanted)
        except BaseException:
            process.kill()
            process.wait()
            with contextlib.suppress(OSError), open_private(self._log) as log:
                wait_to_lock(log)  # what it was just starting may hold it a moment longer
            self._forget()
            raise
        _OURS.append(process)
        return hosted

    async def _listens_at(self, process: subprocess.Popen[bytes]) -> Address | None:
        """Where this computer reaches it, once it listens; None if it has ended. Raises ServerFailed."""
        try:
            async with asyncio.timeout(START_SECONDS):
                while not (told := self.told()).place:
                    if process.poll() is not None:
                        return None
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            raise ServerFailed(_("The server did not start in time.")) from None
        return _reached_at(told.place)

    async def _note(self, pid: int, address: Address, wanted: int) -> Hosted:
        id = await _answer_at(address)
        if not id:
            raise ServerFailed(_("The server was started, but doesn't answer."))
        hosted = Hosted(pid, id, address.host, address.port, wanted)
        write_private(self._file, msgspec.json.encode(hosted))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WORDS_SECONDS):
                while not self.told().words:  # noqa: ASYNC110  (nobody sends an event for a file)
                    await asyncio.sleep(LOOK_SECONDS)
        return hosted

    def _forget(self) -> None:
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    async def _lives(self, hosted: Hosted) -> bool:
        """Whether its process still holds the lock on the log; on Windows, which has none, whether it is there."""
        if not _LOCKS:
            return await _answer_at(hosted.address) in (hosted.id, "")
        try:
            with open_private(self._log) as log:
                return not try_lock(log)
        except OSError:
            return False


def _reached_at(place: str) -> Address:
    address = parse_address(place)
    return Address("127.0.0.1", address.port) if address.host in ("::", "0.0.0.0") else address


_OURS: list[subprocess.Popen[bytes]] = []
"""The servers of this run: they outlive it, and nobody waits for them."""


def _spawn(port: int, name: str, log: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *_SERVER, "--port", str(port), "--name", name, "--log-json"],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
        creationflags=_DETACHED,
    )


async def _answer_at(address: Address) -> str | None:
    """The id of the server there; empty: it does not tell, being slow or full; None: there is none."""
    from uno_client.net.connection import Ended, Lost, greeted  # the front door needs none of it
    from uno_protocol.messages import Welcome

    there = None
    tls: Tls
    for tls in ("off", "required"):
        try:
            answer, _connection = await greeted(address, tls, "its own server", ANSWER_SECONDS)
        except (Lost, Ended):
            return there
        if isinstance(answer, Welcome):
            return answer.server_id
        there = ""
    return there


def _with(told: Hosting, said: Any) -> Hosting:
    match said:
        case {"event": "listening", "address": str(address)}:
            return replace(told, addresses=(*told.addresses, address))
        case {"event": "identity", "link": str(link)}:
            return replace(told, link=link)
        case {"event": "identity", "words": str(words)}:
            return replace(told, words=words)
        case {"event": "page", "address": str(page)}:
            return replace(told, page=page)
        case {"event": "nobody_came"}:
            return replace(told, unreached=True)
        case {"event": "somebody_came"}:
            return replace(told, unreached=False)
        case {"event": "logged_in" | "came_back", "name": str(name)}:
            return replace(told, people=told.people | {name})
        case {"event": "went" | "logged_out" | "kicked" | "banned", "name": str(name)}:
            return replace(told, people=told.people - {name})
        case {"event": "cannot_listen" | "cannot_store", "text": str(text)}:
            return replace(told, failed=text, port_taken=said.get("port_taken") is True)
        case _:
            return told
