"""What a move costs, in calls: from its bytes to the bytes for everybody at the table, with the journal."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, cast

import pytest

from protocol import messages as m
from protocol.codec import encode
from protocol.framing import Frames, frame
from server.base import limits
from server.base.limits import Limits
from server.core.hub import Hub
from server.core.outputs import Output
from server.journal.store import DiskJournal
from server.net.server import GATHER_SECONDS, Link, Server
from tests.server.harness import Entropy, Person

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / room}/" for room in ("server", "engine", "protocol"))
MOVES = 300
MOST_OF_OURS, MOST = 140, 280
"""A move may take so many calls: of functions of ours, and with what they call in C. Whoever needs more says why."""


class Calls:
    """How many calls of functions of ours there were while it watched, and how many they made in C."""

    def __init__(self) -> None:
        self.ours = self.in_c = 0

    def watch(self, frame: FrameType, event: str, _argument: object) -> None:
        if frame.f_code.co_filename.startswith(OURS):
            self.ours += event == "call"
            self.in_c += event == "c_call"


class Wire:
    """A transport and its socket, as far as a link needs them; what is written waits to be heard."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._written: list[bytes] = []
        self.write = self._written.append

    def deliver(self) -> None:
        """Let what was written be heard."""
        for body in Frames(limits.FRAME_FROM_SERVER).feed(b"".join(self._written)):
            self._hear(body)
        self._written.clear()

    def get_extra_info(self, name: str) -> object:
        return self if name == "socket" else ("127.0.0.1", 1)

    def is_closing(self) -> bool:
        return False

    def nothing(self, *_arguments: object, **_named: object) -> None:
        """What else is asked of a transport and a socket."""

    setsockopt = set_write_buffer_limits = resume_reading = nothing


class Whole:
    """The whole server without its sockets, in the place of a `World`."""

    def __init__(self, journal: DiskJournal) -> None:
        unhurried = Limits(messages_at_once=1000, messages_per_second=1000)
        self.server = Server(Hub(name="the test", entropy=Entropy(1), limits=unhurried), journal)
        self.wires: dict[int, tuple[Link, Wire]] = {}
        self.hub, self.now = self, 0.0
        self.calls: Calls | None = None

    def person(self, name: str) -> Person:
        return Person(cast("Any", self), name)

    def plug(self, person: Person) -> int:
        link, wire = Link(self.server), Wire(person.hear)
        link.connection_made(cast("asyncio.Transport", wire))
        self.wires[link.number] = link, wire
        return link.number

    def connected(self, *_arguments: object) -> list[Output]:
        return []

    def do(self, _outputs: list[Output]) -> None:
        pass

    def handle(self, link: int, message: m.ClientMessage, _now: float) -> list[Output]:
        data = frame(encode(message))
        sys.setprofile(None if self.calls is None else self.calls.watch)
        self.server.bytes_came(self.wires[link][0], data)
        return []

    async def rest(self) -> None:
        """Wait until all is stored and sent, and let it be heard."""
        await asyncio.sleep(GATHER_SECONDS)
        sys.setprofile(None)
        for _, wire in self.wires.values():
            wire.deliver()


@pytest.mark.fast
async def test_a_move_takes_few_calls(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    whole = Whole(DiskJournal.open(tmp_path))
    people = [whole.person(name) for name in ("ann", "bob", "cem", "dee")]
    new = m.NewTable(seats=4, options={"uno_grace": "0", "goal": "points", "target": "1000"})
    for person in people:
        person.connect()
        person.say(m.Login(name=person.name))
        person.ask(m.JoinTable, table="T", new=new)
        await whole.rest()
    for person in people:
        person.ask(m.Ready)
    people[0].ask(m.Start)
    await whole.rest()

    calls, moves = Calls(), 0
    while moves < MOVES:
        for person in people:
            if person.phase == "between_rounds":
                person.ask(m.Ready)
                await whole.rest()
            whole.calls = calls
            if person.move():
                await whole.rest()
                assert isinstance(person.answer(person.last_id), m.Ok)
                moves += 1
            whole.calls = None
    for link, _ in whole.wires.values():
        link.connection_lost(None)
    await whole.server.stop()

    ours, in_c = calls.ours / moves, calls.in_c / moves
    record_property("calls of a move", f"{ours + in_c:.0f}, {ours:.0f} of them of functions in Python")
    if sys.implementation.name == "cpython" and sys.version_info[:2] == (3, 11):
        assert ours <= MOST_OF_OURS
        assert ours + in_c <= MOST
