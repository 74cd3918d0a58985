"""A client program: one process that greets, logs in or resumes, folds what it hears, and sends again what was lost.

It follows PROTOCOL.md and nothing else. What it asks for is made up in `mind.py`; whatever the protocol forbids a
server to say to it is Wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.peer import Peer
from tests.simulation.gatherings import Gathering
from tests.simulation.network import Connection, Network
from tests.simulation.wrong import Kind, Wrong, require
from uno_engine.events import Event
from uno_protocol import messages as m
from uno_protocol.codec import decode_server, encode
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.room import RoomEvent
from uno_protocol.wire import WireFault

if TYPE_CHECKING:
    from tests.simulation.episode import World

SILENCE_SECONDS = 15.0
LOOK_SECONDS = 5.0
PAUSES = (0.0, 0.3, 0.8, 2.0, 5.0)
"""Before coming back: the first time at once, then longer and longer; a part of it is chance."""


@dataclass(slots=True)
class Asked:
    """A request as it was sent, again and again perhaps."""

    request: m.Request
    link: int
    """The connection on which it was sent first; 0 if there was none."""


@dataclass(slots=True)
class Person:
    """One name. Its programs come and go; the token that one has got is kept on the machine for the next."""

    name: str
    place: str
    """The address of the person's machine."""
    choice: random.Random
    """What this person makes up their mind with."""
    level: str
    agenda: list[Gathering] = field(default_factory=list)
    """The tables to go to, in order."""
    token: str | None = None
    session: int | None = None
    speaker: object = None
    """The program that was logged in or resumed last."""
    here_at: float = 0.0
    """When the server was last heard in the session."""
    dozing_until: float = 0.0
    asked: dict[tuple[int, int], Asked] = field(default_factory=dict)
    """Everything that was ever asked, by session and request id."""

    def gathering(self) -> Gathering | None:
        """Where the person wants to be now; None: nowhere any more."""
        return next((one for one in self.agenda if not one.done), None)


class Program(Peer):
    """One process on a person's machine, and its connection if it has one."""

    def __init__(self, person: Person, network: Network, observer: World, think: Callable[[Program], None]) -> None:
        super().__init__(person.name)
        self.person, self.network, self.observer = person, network, observer
        self.link: Connection | None = None
        self.here = False
        """Logged in, or resumed, on this connection."""
        self.ended = False
        self._clock_at = 0.0
        """When its clock was sent."""
        self.asked_at = 0.0
        """When the last new request was sent."""
        self.answered_ids: list[int] = []
        self.resumes = 0
        self._think = think
        self._session: int | None = None
        self._dialling = False
        self._failures = 0
        self._heard_at = 0.0
        self._on_link: dict[int, int] = {}
        """How often each request was sent on this connection and not answered on it yet."""
        self._thinking = False

    @property
    def place(self) -> str:
        return self.person.place

    @property
    def until(self) -> float | None:
        """When the time that was told is over; None: no limit, or the clock stands."""
        return None if self.clock is None or self.clock.seconds is None else self._clock_at + self.clock.seconds

    def begin(self) -> None:
        """The process begins."""
        self._dial()
        self.network.timeline.after(LOOK_SECONDS, self._look)

    def end(self) -> None:
        """The process is gone, without a word."""
        self.ended = True
        self._hang_up()

    def _dial(self) -> None:
        if not self.ended and self.link is None and not self._dialling:
            self._dialling = True
            self.network.connect(self)

    def connected(self, connection: Connection) -> None:
        self._dialling = False
        if self.ended:
            connection.upward.send(None)
            return
        self.link, self.here = connection, False
        self._on_link.clear()
        self._heard_at = self.network.timeline.now
        self.greet()

    def no_way(self) -> None:
        self._dialling = False
        self._come_back()

    def hung_up(self, connection: Connection) -> None:
        if self.link is connection:
            self._hang_up()
            self._come_back()

    def _hang_up(self) -> None:
        link, self.link, self.here = self.link, None, False
        if link is not None:
            link.upward.send(None)

    def _come_back(self, at_least: float = 0.0) -> None:
        pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
        self._failures += 1
        pause = max(at_least, pause * self.person.choice.uniform(0.5, 1.0))
        self.network.timeline.after(pause, self._dial)

    def _look(self) -> None:
        """Now and then: is anybody there (P-4.3)?"""
        if self.ended:
            return
        now = self.network.timeline.now
        if self.link is not None and now - self._heard_at > SILENCE_SECONDS:
            self.hung_up(self.link)
        self.network.timeline.after(LOOK_SECONDS, self._look)
        self.wake(0.0)

    def send(self, message: m.ClientMessage) -> None:
        if isinstance(message, m.Request):
            self._on_link[message.id] = self._on_link.get(message.id, 0) + 1
        if self.link is not None:
            self.link.upward.send(encode(message))

    def submit(self, id: int, request: m.Request) -> None:
        assert self._session is not None
        self.person.asked[self._session, id] = Asked(request, 0 if self.link is None else self.link.number)
        self.asked_at = self.network.timeline.now
        super().submit(id, request)

    def again(self, id: int) -> None:
        """Send a request once more, whether it was answered or not (FAULTS 22)."""
        assert self._session is not None
        self.send(self.person.asked[self._session, id].request)

    def hears(self, connection: Connection, body: bytes, sent_at: float) -> None:
        if self.link is not connection:
            return
        self._heard_at = self.network.timeline.now
        message = decode_server(body)
        if message is None:
            raise Wrong(Kind.FAILED, f"an unknown message: {body!r}")
        if isinstance(message, m.ServerMessage) and (id := getattr(message, "id", None)) is not None:
            self._answered(id, message, body)
        try:
            self.take(message)
        except WireFault as fault:
            kind = Kind.LOST if fault.path == "n" else Kind.DIVERGED
            raise Wrong(kind, f"{self.name} cannot fold {message}: {fault}") from fault
        self.wake(self.person.choice.uniform(0.05, 1.2))
        if isinstance(message, m.Clock):
            self._clock_at = sent_at
        if self.here:
            self.person.here_at = self._heard_at
        if self.here and self.link is connection and connection.downward.empty:
            self.observer.caught_up(self)

    def take(self, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        match message:
            case m.Bye():
                self._bye(message)
            case m.Error(id=None):
                self._refused_link(message)
            case m.LoggedIn(token=token):
                self.person.token = token
                self.person.session = self._session = self.observer.ledger.session_of(self.name)
                self._begin_here()
            case m.PutOut(table=code):
                own = self.table is not None and self.table.code == code
                require(own, Kind.DIVERGED, self.name, "is kicked from", code, "and is not there")
            case _:
                pass
        super().take(message)

    def enter(self, table: str | None = None, seen: int | None = None) -> None:
        self.token = self.person.token or ""
        if self._session != self.person.session:
            self.leave()
        if self.table is not None and self.person.choice.random() < 0.05:
            table = self.table.code  # and wants a snapshot
        super().enter(table, seen)

    def back(self, resumed: m.Resumed) -> None:
        self.resumes += 1
        require(resumed.name == self.name, Kind.DIVERGED, self.name, "is taken for", resumed.name)
        if self._session != self.person.session:
            self._session, self.last_id, self.table = self.person.session, 0, None
        if self.person.speaker is not self:
            self.pending.clear()  # another program has used ids of this session since then
        self._begin_here()
        super().back(resumed)

    def _begin_here(self) -> None:
        self.here, self._failures, self.person.speaker = True, 0, self

    def _refused_link(self, error: m.Error) -> None:
        match error.code:
            case "name_taken":  # the link of an earlier login is not known to be lost yet
                self._hang_up()
                self._come_back(2.0)
            case "bad_token" if self.observer.lapsed(self.person):
                self.person.token = self.person.session = self._session = None
                self.last_id = 0
                self.leave()
                self.pending.clear()
                self._hang_up()
                self._come_back()
            case "bad_token" | "bad_seq":
                raise Wrong(Kind.LOST, f"{self.name} cannot resume: {error}")
            case _:
                raise Wrong(Kind.FAILED, f"{self.name} is told {error}")

    def _bye(self, bye: m.Bye) -> None:
        if bye.code == "internal":
            raise Wrong(Kind.FAILED, f"{self.name} is told {bye}")
        self._hang_up()
        if bye.come_back:
            self._come_back(bye.after)
        else:
            self.ended = True

    def fold(self, entry: m.Entry) -> Event | RoomEvent | None:
        again = self.table is not None and entry.n <= self.table.n
        require(not again, Kind.DOUBLED, self.name, "is told again", entry)
        event = super().fold(entry)
        self.observer.told(self, entry)
        return event

    def _answered(self, id: int, answer: m.ServerMessage, body: bytes) -> None:
        assert self._session is not None
        asked = self.person.asked.get((self._session, id))
        require(asked is not None, Kind.DOUBLED, self.name, "did not ask for", answer)
        if id in self._on_link:
            self._on_link[id] -= 1
            require(self._on_link[id] >= 0, Kind.DOUBLED, self.name, "is answered too often:", answer)
        if isinstance(answer, m.Error) and answer.code == "not_logged_in":
            raise Wrong(Kind.FAILED, f"{self.name} has lost the session without a word")
        if isinstance(answer, m.RecordPage) and len(answer.lines) == answer.of:
            found = check("".join(f"{line}\n" for line in answer.lines).encode())
            holds = found.verdict in (RecordVerdict.TRUE, RecordVerdict.NOT_CHECKED)
            require(holds, Kind.DIVERGED, self.name, "fetched a record:", found.text)
        self.answered_ids.append(id)
        self.observer.answered(self, answer, body)

    def waits_here(self, id: int) -> bool:
        """True if that request was first sent on this connection, and has had no answer."""
        asked = self.person.asked.get((self._session or 0, id))
        return id in self.pending and self.link is not None and asked is not None and asked.link == self.link.number

    def wake(self, seconds: float) -> None:
        """Think about what to do, in so many seconds."""
        if not self._thinking and not self.ended:
            self._thinking = True
            self.network.timeline.after(seconds, self._now)

    def _now(self) -> None:
        self._thinking = False
        if self.here and not self.ended:
            self._think(self)
