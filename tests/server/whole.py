"""The whole server without its sockets: bytes in, bytes out, and a count of the calls that they took."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, cast

from tests.server.harness import Entropy, Person
from uno_protocol import messages as m
from uno_protocol.codec import encode
from uno_protocol.framing import Frames, frame
from uno_server.base import limits
from uno_server.base.limits import Limits
from uno_server.core.hub import Hub
from uno_server.core.outputs import Output
from uno_server.journal.store import Journal
from uno_server.net.link import Link
from uno_server.net.server import Server

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / room}/" for room in ("server", "engine", "protocol"))
MANY = 1_000_000


class Calls:
    """How many calls of functions of ours there were while it watched, and how many they made in C."""

    def __init__(self) -> None:
        self.ours = self.in_c = 0

    @property
    def all(self) -> int:
        """The calls of both kinds."""
        return self.ours + self.in_c

    def watch(self, frame: FrameType, event: str, _argument: object) -> None:
        if frame.f_code.co_filename.startswith(OURS):
            self.ours += event == "call"
            self.in_c += event == "c_call"


class Transport:
    """A transport and its socket, as far as a link needs them; what is written waits to be heard, or is lost."""

    def __init__(self, hear: Callable[[bytes], None] | None) -> None:
        self._hear = hear
        self._written: list[bytes] = []
        self.write = self.nothing if hear is None else self._written.append

    def deliver(self) -> None:
        """Let what was written be heard."""
        for body in Frames(limits.FRAME_FROM_SERVER).feed(b"".join(self._written)):
            assert self._hear is not None
            self._hear(body)
        self._written.clear()

    def get_extra_info(self, name: str) -> object:
        return self if name == "socket" else ("127.0.0.1", 1)

    def is_closing(self) -> bool:
        return False

    def nothing(self, *_arguments: object, **_named: object) -> None:
        """What else is asked of a transport and a socket."""

    setsockopt = set_write_buffer_limits = resume_reading = pause_reading = write_eof = abort = nothing


class Whole:
    """A server to be asked from within an event loop; for people in the place of a `World`."""

    def __init__(self, journal: Journal | None = None) -> None:
        unhurried = Limits(
            messages_at_once=MANY, messages_per_second=MANY, tables=MANY, sessions=MANY, connections=MANY
        )
        hub = Hub(name="the test", entropy=Entropy(1), limits=unhurried)
        self.server = Server(hub, journal or Journal())
        self.wires: dict[int, tuple[Link, Transport]] = {}
        self.hub, self.now = self, 0.0
        self.calls: Calls | None = None
        """What counts, while something is to be counted."""

    def person(self, name: str) -> Person:
        """Somebody who has logged in, and hears what is said at each `rest` or `deliver`."""
        person = Person(cast("Any", self), name)
        person.connect()
        person.say(m.Login(name=name))
        return person

    def deaf(self, name: str, hear: Callable[[bytes], None] | None = None) -> int:
        """The link of somebody who has logged in and hears nothing, unless they `hear`."""
        link = self.stranger(hear)
        self.handle(link, m.Hello(versions=[*m.SPOKEN]))
        self.handle(link, m.Login(name=name))
        return link

    def plug(self, person: Person) -> int:
        return self.stranger(person.hear)

    def unplug(self, link: int) -> None:
        """A connection is lost."""
        self.wires.pop(link)[0].connection_lost(None)

    def stranger(self, hear: Callable[[bytes], None] | None = None) -> int:
        """The link of somebody who has not yet said anything."""
        link, wire = Link(self.server), Transport(hear)
        link.connection_made(cast("asyncio.Transport", wire))
        self.wires[link.number] = link, wire
        return link.number

    def connected(self, *_arguments: object) -> list[Output]:
        return []

    def do(self, _outputs: list[Output]) -> None:
        pass

    def handle(self, link: int, message: m.ClientMessage, _now: float = 0.0) -> list[Output]:
        """A message comes in over a link."""
        data = frame(encode(message))
        sys.setprofile(None if self.calls is None else self.calls.watch)
        self.server.bytes_came(self.wires[link][0], data)
        return []

    async def rest(self) -> None:
        """Wait until everything that came is handled, stored and sent, and let it be heard."""
        while self.server._queue or self.server._replays:  # noqa: ASYNC110  (the server tells nobody when it rests)
            await asyncio.sleep(0)
        await asyncio.sleep(0.001)
        self.deliver()

    def store(self) -> None:
        """Store everything at once, and let it be heard."""
        self.server._store()
        self.deliver()

    def deliver(self) -> None:
        """Let everything that was sent be heard, and count no more."""
        sys.setprofile(None)
        for _, wire in self.wires.values():
            wire.deliver()

    async def end(self) -> None:
        """Everybody goes, and the server stops."""
        for link, _ in self.wires.values():
            link.connection_lost(None)
        await self.server.stop()
