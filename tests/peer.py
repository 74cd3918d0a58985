"""The scripted client with a picture: folds its table with the product's own fold, and chooses moves.

It has no connection. A subclass carries what it says (`send`), and hands it what arrives (`take`): over the hub in this
process (`tests/server/harness.py`), a socket (`tests/wire.py`), the simulation's network
(`tests/simulation/program.py`), the product's own link (`tests/e2e/killing/people.py`), or hundreds of sockets
(`scripts/trials/crowd.py`).
"""

import ssl
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from uno_engine.actions import CanPlay, Give, Listed, Play, Retain
from uno_engine.bots.choosing import choose
from uno_engine.events import Event
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.codec import encode
from uno_protocol.conformance.client import Client
from uno_protocol.fold import TableView
from uno_protocol.framing import frame
from uno_protocol.result import RoundResult
from uno_protocol.wire import WireFault, listed_from_map, request_from_action

KINDS: dict[str, type[m.ClientMessage]] = m.GREETINGS | m.REQUESTS


class Peer(Client[m.Greeting, m.Request]):
    """One person's client, as PROTOCOL.md describes it, with the messages of `uno_protocol`."""

    def __init__(self, name: str, token: str = "") -> None:
        super().__init__(name, token)
        self.table: TableView | None = None
        """Its table; None while it is at none."""
        self.legal: m.Legal | None = None
        """What it may do, as the server said last; None: nothing."""
        self.clock: m.Clock | None = None
        """The table's clock, as the server said last."""

    def make(self, type_: str, /, **fields: Any) -> m.ClientMessage:
        return KINDS[type_](**fields)

    def enter(self, table: str | None = None, seen: int | None = None) -> None:
        if table is None and self.table is not None:
            table, seen = self.table.code, self.table.n
        super().enter(table, seen)

    def request(self, kind: str | type[m.Request], /, **fields: Any) -> int:
        return super().request(kind if isinstance(kind, str) else str(kind.__struct_config__.tag), **fields)

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

    @property
    def seconds(self) -> float | None:
        """What the table's clock showed last; None: no limit, or it is stopped."""
        return None if self.clock is None else self.clock.seconds

    def move(
        self, level: str = "normal", chance: bytes | None = None, forgets: Callable[[], bool] = lambda: False
    ) -> bool:
        """Make a move, if there is one (`chosen`); False if there is none."""
        request = self.chosen(level, chance, forgets)
        if request is not None:
            self.submit(request.id, request)
        return request is not None

    def chosen(
        self, level: str, chance: bytes | None = None, forgets: Callable[[], bool] = lambda: False
    ) -> m.Request | None:
        """The request for what a computer player of that level would do; None if there is nothing to do.

        `forgets` tells for each play whether UNO is not called with it.
        """
        listed = self.listed
        if not listed or self.table is None or self.table.game is None:
            return None
        action = choose(level, self.table.game, listed, str(self.table.n).encode() if chance is None else chance)
        if isinstance(action, Play) and forgets():
            action = replace(action, uno=False)
        return None if action is None else request_from_action(action, self.next_id(), self.table.game.decision)

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
                self.back(message)
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
                if isinstance(self.settle(message.id or 0), m.LeaveTable) and isinstance(message, m.Ok):
                    self.leave()
            case _:
                self.settle(getattr(message, "id", 0))

    def back(self, resumed: m.Resumed) -> None:
        """Continue the session, at the table where it is."""
        if resumed.table is None or (self.table is not None and self.table.code != resumed.table):
            self.leave()
        self.resumed(resumed.last_id)

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


def trusting(*protocols: str, newest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLContext:
    """TLS as a client speaks it that looks at no certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = newest
    context.set_alpn_protocols(protocols or ["uno/1"])
    return context


def comparable(*results: RoundResult | None) -> list[RoundResult | None]:
    """Two results, without their counts unless both know them (P-8.9)."""
    counted = all(one is not None and one.counts is not None for one in results)
    return [one if one is None or counted else replace(one, counts=None) for one in results]


def differences(one: object, other: object, what: str = "") -> str:
    """What differs between two pictures of the same thing, field by field."""
    if type(one) is not type(other) or not is_dataclass(one):
        return f"{what}: {one!r} and {other!r}"
    pairs = ((each.name, getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    return "; ".join(differences(mine, theirs, f"{what}.{name}") for name, mine, theirs in pairs if mine != theirs)
