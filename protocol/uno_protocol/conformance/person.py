"""A person at the server: a session with its connections, its requests, and its picture of the table."""

from collections.abc import Callable
from typing import Protocol

from uno_protocol.conformance.client import Client
from uno_protocol.conformance.likeness import same
from uno_protocol.conformance.link import PeerClosed, PeerLink, Silent
from uno_protocol.conformance.patience import Wait
from uno_protocol.conformance.picture import Picture
from uno_protocol.conformance.shapes import asked
from uno_protocol.conformance.verdicts import Failed, Message, exchange, is_limit, seconds_of, shown, text_of, told
from uno_protocol.conformance.world import World

ACTIONS = frozenset(
    "play draw keep pass name choose vote give retain accept challenge done uno catch".split()  # noqa: SIM905
)
"""The kinds of listed actions (P-9.5)."""


class PersonTools(Protocol):
    """The parts of the case's tools that a person needs; `kit.Kit` has them."""

    timeout: float
    world: World

    def greeted(self) -> PeerLink:
        """A connection that was welcomed."""

    def log_in(self, link: PeerLink, name: str | None, **more: object) -> Message:
        """Start a session, with `more` fields, without a name that of a screen: the `logged_in`. Raises Failed."""

    def name(self) -> str:
        """A name that nobody has."""

    def wait(self) -> Wait:
        """A wait for something that the server's limits may delay."""

    def hear(self, link: PeerLink, seconds: float | None = None) -> Message:
        """The next message of any type. Raises Failed."""

    def find(self, link: PeerLink, fits: Callable[[Message], bool], what: str, seconds: float | None = None) -> Message:
        """The next message that fits. Raises Failed."""


class Person(Client[Message, Message]):
    """A session on a connection, with its picture of the table."""

    def __init__(self, kit: PersonTools, name: str | None, **more: object) -> None:
        """`name` None: a screen (P-5.14); `more`: of `login`."""
        super().__init__(name or "")
        self.kit = kit
        self.link = kit.greeted()
        logged_in = kit.log_in(self.link, name, **more)
        self.token = text_of(logged_in, "token")
        if name is None:
            self.name = text_of(logged_in, "name")
        self.code = ""
        self.seat: int | None = None
        self.picture: Picture | None = None
        """The table, as the messages so far tell it."""
        self.snapshot: Message = {}
        self.entries: list[Message] = []
        """Every entry since the last snapshot."""
        self.legal: Message | None = None
        self.clock: Message | None = None
        self.others: list[Message] = []
        """Messages that are not about a table."""

    def send(self, message: Message) -> None:
        self.link.send(message)

    def ask(self, type_: str, **fields: object) -> Message:
        """Send a request and get its answer; messages before it are applied. Raises Failed."""
        return self.answer(self.request(type_, **fields))

    def answer(self, id: int) -> Message:
        """The answer to a request. Raises Failed."""
        until = self.kit.world.now() + self.kit.timeout
        while (left := until - self.kit.world.now()) > 0:
            message = self.kit.hear(self.link, left)
            if message["t"] not in _UNASKED and message.get("id") == id:
                self.settle(id)
                return message
            self.take_in(message)
        raise Failed(f"request {id} had no answer in time")

    def ok(self, type_: str, **fields: object) -> Message:
        """Send a request that must succeed; its answer. Raises Failed.

        If the server limits how often it may come, it is sent again when the server says (P-10.4).
        """
        answer = self._patiently(type_, fields)
        if answer["t"] == "error":
            raise Failed(exchange({"t": type_, **fields}, "no error", answer))
        return answer

    def _patiently(self, type_: str, fields: Message) -> Message:
        """The answer to a request that is sent again for as long as one of the server's own limits refuses it."""
        wait = self.kit.wait()
        answer = self.ask(type_, **fields)
        while is_limit(answer) and _may_be_limited(type_):
            wait.once_more(f"limit for {type_}", seconds_of(answer))
            answer = self.ask(type_, **fields)
        return answer

    def gets(self, due: Message, type_: str, /, **fields: object) -> Message:
        """Send a request whose answer must say what is due; waits for the server's own limits, as `ok` does.

        Raises Failed.
        """
        answer = self.ask(type_, **fields) if due.get("code") == "limit" else self._patiently(type_, fields)
        if not same(answer, due):
            raise Failed(exchange({"t": type_, **fields}, shown(due), answer))
        return answer

    def refused(self, type_: str, code: str, **fields: object) -> Message:
        """Send a request that must be refused with that code: its answer (`gets`). Raises Failed."""
        return self.gets({"t": "error", "code": code}, type_, **fields)

    def play(self, type_: str, **fields: object) -> Message:
        """Send a request of play for the current decision, which must succeed. Raises Failed."""
        return self.ok(type_, decision=self.decision, **fields)

    def open(self, new: Message | None = None, name: str | None = None) -> None:
        """Open a table and read its snapshot."""
        self.entered(self.ok("create_table", name=name or self.kit.name(), new=new or {}))

    def join(self, table: str, **fields: object) -> None:
        """Sit down at a table and read its snapshot."""
        self.entered(self.ok("join_table", table=table, **fields))

    def watch(self, table: str) -> None:
        """Watch a table and read its snapshot."""
        self.entered(self.ok("spectate_table", table=table))

    def entered(self, joined: Message) -> None:
        """Read the snapshot of the table that this answer lets the person into. Raises Failed."""
        if joined["t"] != "joined":
            raise Failed(f"expected joined, got {told(joined)}")
        self.code, self.seat = text_of(joined, "table"), joined.get("seat")
        self.find(lambda one: one["t"] == "snapshot", "snapshot")

    def find(self, fits: Callable[[Message], bool], what: str, seconds: float | None = None) -> Message:
        """The next message that fits; it and all before it are applied. Raises Failed."""

        def take(message: Message) -> bool:
            self.take_in(message)
            return fits(message)

        return self.kit.find(self.link, take, what, seconds)

    def event(self, kind: str, seconds: float | None = None) -> Message:
        """The next event of a kind; its map. Raises Failed."""
        found = self.find(lambda one: one["t"] == "entry" and one["event"].get("k") == kind, f"event {kind}", seconds)
        event: Message = found["event"]
        return event

    def catch_up(self, seconds: float = 0.2) -> None:
        """Apply what comes until nothing has come for a while, or the connection is over.

        Raises Ended if nobody waits for the case any more.
        """
        while True:
            try:
                self.take_in(self.link.next(seconds))
            except Silent:
                return
            except PeerClosed:
                if self.link.given_up:
                    raise
                return

    def linger(self, seconds: float) -> None:
        """`catch_up` for a waiting loop: it takes this long even if the case has ended the connection.

        Raises Failed if the server has ended it.
        """
        self.catch_up(seconds)
        if self.link.over and not self.link.ended_here:
            raise Failed(f"{self.name} waits, but the connection ended ({self.link.ended})")
        if self.link.over:
            self.kit.world.sleep(seconds)

    def take_in(self, message: Message) -> None:
        """Apply a message. Raises Failed for an entry that is not the next one or contradicts it (P-8.1, P-8.2)."""
        match message["t"]:
            case "snapshot":
                self.snapshot, self.entries, self.legal = message, [], None
                self.picture = Picture(message)
                self.seat = message.get("seat")
            case "entry":
                if self.picture is None or message["n"] != self.n + 1:
                    raise Failed(f"expected entry {self.n + 1}, got {message['n']} (P-8.1)")
                self.entries.append(message)
                try:
                    self.picture.take_in(message)
                except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
                    why = f"{type(fault).__name__}: {fault}"
                    raise Failed(f"an entry does not fit what came before it ({why}): {message}") from fault
            case "legal":
                self.legal = message
            case "clock":
                self.clock = message
            case _:
                self.others.append(message)

    @property
    def n(self) -> int:
        """Number of the last entry applied."""
        return 0 if self.picture is None else self.picture.n

    @property
    def room(self) -> Message:
        """The table without its game. Raises Failed before the first snapshot."""
        if self.picture is None:
            raise Failed("no snapshot came")
        return self.picture.room

    @property
    def game(self) -> Message:
        """The game in the picture. Raises Failed if there is none."""
        if self.picture is None or self.picture.game is None:
            raise Failed("there is no game")
        return self.picture.game

    @property
    def hand(self) -> list[str]:
        """The person's hand."""
        return [] if self.picture is None else self.picture.hand

    @property
    def decision(self) -> int:
        """The decision number."""
        return 0 if self.picture is None or self.picture.game is None else int(self.picture.game["decision"])

    @property
    def waiting_for(self) -> Message | None:
        """The decision that the game waits for."""
        return None if self.picture is None or self.picture.game is None else self.picture.game.get("waiting_for")

    @property
    def asked(self) -> bool:
        """Whether the game waits for this person."""
        waiting = self.waiting_for or {}
        return self.seat is not None and (waiting.get("seat") == self.seat or self.seat in waiting.get("seats", ()))

    @property
    def listed(self) -> list[Message]:
        """The legal actions that the server lists now, except kinds unknown to the document (P-9.5)."""
        return [action for action in (self.legal or {}).get("actions", []) if action.get("k") in ACTIONS]

    def drop(self) -> None:
        """Lose the connection."""
        self.link.reset()

    def resume(self, **fields: object) -> Message:
        """Resume on a new connection: returns `resumed`, or the message that arrives instead."""
        self.link = self.kit.greeted()
        self.link.send({"t": "resume", "token": self.token, **fields})
        return self.kit.hear(self.link)

    def back(self, **fields: object) -> Message:
        """Resume on a new connection, which must succeed: the `resumed`. Raises Failed."""
        resumed = self.resume(**fields)
        if resumed["t"] != "resumed":
            raise Failed(f"expected resumed, got {told(resumed)}")
        return resumed


_UNASKED = ("entry", "snapshot", "legal", "clock", "lobby_said", "announcement", "put_out")
"""Messages that answer no request."""


def _may_be_limited(type_: str) -> bool:
    """Whether a server may limit how often that request comes (P-10.4), in a way that no case is about (P-7.29)."""
    part = asked(type_)
    return part is not None and part.get("x-limited") is True and type_ not in ("chat", "react")
