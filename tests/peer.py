"""The scripted client: says hello, logs in or resumes, folds its table, asks for things and chooses moves.

It has no connection. A subclass carries what it says (`send`), and hands it what comes (`take`).
"""

import ssl
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from uno_engine.actions import CanPlay, Give, Listed, Play, Retain
from uno_engine.bots import choose
from uno_engine.events import Event
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.codec import encode
from uno_protocol.fold import TableView
from uno_protocol.framing import frame
from uno_protocol.wire import WireFault, listed_from_map, request_from_action


class Peer:
    """One person's client, as PROTOCOL.md describes it."""

    def __init__(self, name: str, token: str = "") -> None:
        """With a `token` it resumes that session, otherwise it logs in."""
        self.name = name
        self.token = token
        self.table: TableView | None = None
        """Its table; None while it is at none."""
        self.legal: m.Legal | None = None
        """What it may do, as the server said last; None: nothing."""
        self.clock: m.Clock | None = None
        """The table's clock, as the server said last."""
        self.last_id = 0
        """The id of the last request."""
        self.pending: dict[int, m.Request] = {}
        """Requests without an answer, by id. They are sent again after a return (P-5.9)."""

    def send(self, message: m.ClientMessage) -> None:
        """Send a message, if there is a connection."""
        raise NotImplementedError

    def greet(self) -> None:
        """Say hello on a new connection."""
        self.send(m.Hello(versions=[*m.SPOKEN]))

    def enter(self) -> None:
        """Log in, or resume with what was seen last."""
        if self.token:
            table, seen = (None, None) if self.table is None else (self.table.code, self.table.n)
            self.send(m.Resume(self.token, table, seen))
        else:
            self.send(m.Login(name=self.name))

    def send_again(self) -> None:
        """Send what has no answer once more (P-5.9)."""
        for request in [*self.pending.values()]:
            self.send(request)

    def next_id(self) -> int:
        """The id for the next request."""
        self.last_id += 1
        return self.last_id

    def request(self, kind: type[m.Request], **fields: Any) -> None:
        """Send a new request."""
        self.submit(kind(id=self.next_id(), **fields))

    def submit(self, request: m.Request) -> None:
        """Send a request that has its id."""
        self.pending[request.id] = request
        self.send(request)

    @property
    def listed(self) -> tuple[Listed, ...]:
        """What it may do now. Nothing while the list and the table do not fit, as one of them is still on its way."""
        table, legal = self.table, self.legal
        if table is None or table.game is None or table.seat is None or legal is None:
            return ()
        if legal.decision != table.game.decision or legal.n > table.n:
            return ()
        found = [listed_from_map(one, table.seat) for one in legal.actions]
        listed = tuple(one for one in found if one is not None)
        hand = table.game.hands[table.seat]
        fits = all(one.card in hand for one in listed if isinstance(one, CanPlay | Give | Retain))
        return listed if fits else ()

    def move(self, level: str, chance: bytes, forgets: Callable[[], bool] = lambda: False) -> bool:
        """Do what a computer player of that level would do; False if there is nothing to do.

        `forgets` tells for each play whether UNO is not called with it.
        """
        listed = self.listed
        if not listed or self.table is None or self.table.game is None:
            return False
        action = choose(level, self.table.game, listed, chance)
        if action is None:
            return False
        if isinstance(action, Play) and forgets():
            action = replace(action, uno=False)
        self.submit(request_from_action(action, self.next_id(), self.table.game.decision))
        return True

    def take(self, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        """Do what a message asks for, and remember what it says. Raises WireFault if it cannot be folded."""
        match message:
            case m.Ping(nonce):
                self.send(m.Pong(nonce))
            case m.Welcome():
                self.enter()
            case m.LoggedIn(token=token):
                self.token = token
            case m.Resumed():
                self.resumed(message)
            case m.Snapshot():
                self.leave()
                self.table = TableView.from_snapshot(message)
            case m.Entry():
                self.fold(message)
            case m.Legal():
                self.legal = message
            case m.Clock():
                self.clock = message
            case m.PutOut():
                self.leave()
            case m.Ok() | m.Error(id=int()):
                request = self.pending.pop(message.id or 0, None)
                if isinstance(request, m.LeaveTable) and isinstance(message, m.Ok):
                    self.leave()
            case _:
                self.pending.pop(getattr(message, "id", 0), None)

    def resumed(self, resumed: m.Resumed) -> None:
        """Go on in the session: send again what has no answer."""
        self.last_id = max(self.last_id, resumed.last_id)
        if resumed.table is None or (self.table is not None and self.table.code != resumed.table):
            self.leave()
        self.send_again()

    def fold(self, entry: m.Entry) -> Event | rm.RoomEvent | None:
        """Apply an entry to the table, and return its event. Raises WireFault."""
        if self.table is None:
            raise WireFault("table", "is not the client's")
        event = self.table.apply(entry)
        if entry.event["k"] == rm.GameCleared.kind:
            self.legal = self.clock = None
        if self.table.room.phase is rm.RoomPhase.CLOSED:
            self.leave()
        return event

    def leave(self) -> None:
        """Forget the table, and all that was said of it."""
        self.table = self.legal = self.clock = None


def framed(*messages: m.ClientMessage) -> bytes:
    """Messages as they travel."""
    return b"".join(frame(encode(message)) for message in messages)


def trusting() -> ssl.SSLContext:
    """TLS as a client speaks it that asks for nobody's name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["uno/1"])
    return context


def differences(one: object, other: object, what: str = "") -> str:
    """What differs between two pictures of the same thing, field by field."""
    if type(one) is not type(other) or not is_dataclass(one):
        return f"{what}: {one!r} and {other!r}"
    pairs = ((each.name, getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    return "; ".join(differences(mine, theirs, f"{what}.{name}") for name, mine, theirs in pairs if mine != theirs)
