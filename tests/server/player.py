"""Somebody in a made-up world who minds the answers: is every request answered exactly once, whatever the link does?"""

from __future__ import annotations

from typing import Any

from protocol import messages as m
from protocol.room import RoomPhase
from server.session import Session
from tests.server.harness import Person, World
from tests.simulation.agreement import Heard

HEARD_KEPT = 100
"""Messages; what came earlier is forgotten, so that long runs stay quick."""


class Player(Person):
    """A person of the harness who loses answers, repeats requests, and comes back to whatever has become of it."""

    def __init__(self, world: World, name: str, address: str = "127.0.0.1") -> None:
        super().__init__(world, name, address)
        self.told = Heard()
        self.open: set[int] = set()
        """Requests whose one answer is still to come."""
        self.sent: dict[int, m.Request] = {}
        self.got: dict[int, bytes] = {}
        """The answers, in bytes, since the server began."""
        self._left = 0
        """The last request to leave that was carried out."""
        self.codes: set[str] = set()
        self.done: set[type[m.Request]] = set()
        """What was refused, and what was not."""

    @property
    def session(self) -> Session | None:
        """The session on the server; None if there is none."""
        return next((one for one in self.world.hub.sessions if one.name == self.name), None)

    # --- the link --------------------------------------------------------------------------------------------------

    def come(self, *, seen: int | None = -1) -> None:
        """Connect, unless there is a link, and go on with the session, or begin another one where it has lapsed."""
        if self.link is None and not self._greeted():
            return
        if self.token:
            self.open &= set() if self.session is None else self.session.unanswered
            self.resume(seen=seen)
            if self.link is not None or not any(isinstance(one, m.Error) for one in self.heard[-2:]):
                return
            assert self.last(m.Error).code == "bad_token"
            self._forget()
            if not self._greeted():
                return
        self.say(m.Login(name=self.name))
        if self.heard and isinstance(self.heard[-1], m.LoggedIn):
            self.token = self.heard[-1].token

    def _greeted(self) -> bool:
        """Connect and greet; False if the server turns the connection away."""
        self.connect(greet=False)
        if self.link is not None:
            self.say(m.Hello(versions=[1, 1]))
        return self.link is not None

    def _forget(self) -> None:
        """The session is no more."""
        self.token, self.table, self._ids, self._left = "", None, 0, 0
        self.open.clear()
        self.sent.clear()
        self.got.clear()

    def drop(self) -> None:
        super().drop()
        self._part()

    def _part(self) -> None:
        held = set() if self.session is None else self.session.unanswered
        self.open &= held

    def crashed(self) -> None:
        """The server is another one now: what it held is forgotten, what it had not stored is judged anew."""
        self.link = None
        self.open.clear()
        self.got.clear()

    def take_over(self) -> None:
        """Come again on another link, while the first one still stands."""
        old = self.link
        assert old is not None
        if not self._greeted():
            self.link = old
            return
        new = self.link
        self.resume()
        assert not self.world.plugged(old), "the older link stands"
        self.link = new if self.world.plugged(new) else None  # the one that was closed is the older

    def ask_and_lose(self, request: m.Request) -> None:
        """Ask for something on a link that breaks before the answer has come."""
        assert self.link is not None
        link, self.link = self.link, None
        self.sent[request.id] = request
        if isinstance(request, m.LeaveTable):
            self._left = request.id  # whether it was, the answer to `resume` tells
        self.world.unplug(link)
        self.world.do(self.world.hub.handle(link, request, self.world.now))
        self.world.do(self.world.hub.gone(link, self.world.now))
        self._part()

    # --- asking ----------------------------------------------------------------------------------------------------

    def next_id(self) -> int:
        self._ids += 1
        return self._ids

    def say(self, message: m.ClientMessage) -> None:
        if not isinstance(message, m.Request):
            super().say(message)
            return
        link = self.link
        self.sent[message.id] = message
        self.open.add(message.id)
        super().say(message)
        if self.link is None or self.link != link:
            return
        session = self.session
        assert session is not None
        waits = message.id in session.unanswered
        assert (message.id in self.open) == waits, f"{'two answers' if waits else 'no answer'} to {message}"

    def repeat(self, id: int) -> None:
        """Send a request again; the answer, if there was one since the server began, is the same."""
        before = self.got.get(id)
        self.say(self.sent[id])
        if before is not None and id in self.got:
            session = self.session
            kept = session is not None and id in session.answers
            assert not kept or self.got[id] == before, f"{self.sent[id]} has two answers"

    # --- hearing ---------------------------------------------------------------------------------------------------

    def hear(self, body: bytes) -> None:
        super().hear(body)
        message = self.heard[-1]
        del self.heard[:-HEARD_KEPT], self.bytes[:-HEARD_KEPT]
        match message:
            case m.Resumed(table=None) | m.PutOut():
                self.table = None
            case m.Resumed(table=code) if self.table is not None and self.table.code != code:
                self.table = None
            case m.Legal():
                self.told.decision, self.told.actions = message.decision, message.actions
            case m.Clock():
                self.told.until = None if message.seconds is None else self.world.now + message.seconds
            case m.Snapshot():
                self.told = Heard()
            case m.Entry():
                self._mind(message)
            case m.Error(code="internal"):
                raise AssertionError("the server has made a mistake")
            case m.Bye(code="internal"):
                raise AssertionError("the server has lost a table")
            case _:
                pass
        if (id := getattr(message, "id", None)) is not None:
            self._take_answer(id, message, body)

    def _mind(self, entry: m.Entry) -> None:
        table = self.table
        assert table is not None
        if entry.event["k"] in ("said", "reacted"):
            assert entry.event["name"] not in table.room.muted, "somebody who is muted speaks"
        if table.room.phase is RoomPhase.CLOSED:
            self.table = None
        elif entry.event["k"] == "game_cleared":
            self.told, self.listed = Heard(), ()

    def _take_answer(self, id: int, answer: Any, body: bytes) -> None:
        assert id in self.open, f"an answer that nobody waits for: {answer}"
        self.open.discard(id)
        self.got[id] = body
        request = self.sent[id]
        if isinstance(answer, m.Error):
            self.codes.add(answer.code)
            return
        self.done.add(type(request))
        if isinstance(request, m.LeaveTable) and id > self._left:  # and not the answer to a repetition
            self.table, self._left = None, id
