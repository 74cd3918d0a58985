"""A bot for UNO on the local network, version 2 of the protocol, written from PROTOCOL.md alone.

It joins or opens a table, is ready, starts if it is the host, plays what the server lists, and ends with the game.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import math
import os
import random
import sys
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgpack

Message = dict[str, Any]

MAX_SERVER_BODY = 65_536  # P-2.3; no operator can change it
MAX_UNSENT = 65_536  # P-10.5
PATIENCE = 20.0  # seconds for a connection to be made and for each step of the greeting
ANSWER_PATIENCE = 60.0  # seconds for an answer, which may be held (P-9.7) or wait for a restarted server (P-5.10)
MAX_TRIES = 40  # connections in a row that came to nothing
MAX_FAULTS = 8  # faults of the server in a row, before the client ends (P-13.4)
MAX_JOINS = 6

COLOURS = "RYGB"
# The kinds of listed actions that this client knows, best first.
PREFERENCE = (
    *("uno", "catch", "play", "name", "choose", "vote", "give", "retain"),
    *("keep", "accept", "challenge", "done", "draw", "pass"),
)
PARAMETERS = {"name": "colour", "choose": "target", "catch": "target", "vote": "rule", "give": "card", "retain": "card"}
ANSWERED_BY_OK = frozenset(PREFERENCE) - {"uno", "catch"}  # P-9.4: these use up their decision

log = logging.getLogger("uno-bot")


class Fault(Exception):
    """The server broke the protocol, or its story has a gap: start over with a snapshot."""


class Lost(Exception):
    """The connection is over, and it makes sense to come back."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class End(Exception):
    """Nothing is left to do: the program ends with this status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def clean(text: object) -> str:
    """Text of a stranger, made harmless for a log (P-13.3)."""
    shown: list[str] = []
    marks = 0
    for char in str(text)[:1_024].replace("\n", " ").replace("\r", " "):
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if not category.startswith("C") and category not in ("Zl", "Zp") and marks <= 3:
            shown.append(char)
    return "".join(shown)


def whole(value: object, default: int = 0) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def seconds(value: object, default: float, most: float = 600.0) -> float:
    """A time that makes sense, or the default (P-10.2)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return default
    return min(float(value), most)


def table_of(message: Message, key: str) -> Message:
    value = message.get(key)
    return value if isinstance(value, dict) else {}


def decode(body: bytes) -> Message:
    """A message; what it has of types that the protocol does not use does no harm, as no pattern takes them (P-3.5)."""
    try:
        message = msgpack.unpackb(body, max_array_len=1_024, max_map_len=256)
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        raise Fault(f"a body that is not msgpack as agreed: {error!r}") from error
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        raise Fault("a body that is no message")
    return message


def sound(action: object) -> bool:
    """Whether a listed action is of a kind that this client knows, with what it needs to be done."""
    match action:
        case {"k": "play" | "give" | "retain", "card": str()} | {"k": "choose" | "catch", "target": int()}:
            return True
        case {"k": "name", "colour": str()} | {"k": "vote", "rule": str()}:
            return True
        case {"k": str(kind)}:
            return kind in PREFERENCE and kind not in PARAMETERS and kind != "play"
    return False


class Wire(asyncio.Protocol):
    """One connection: frames in both directions, heartbeats and silence.

    A protocol of its own, as a StreamReader forgets what had arrived when the connection is reset.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.WriteTransport
        self.arrived = bytearray()
        self.messages: asyncio.Queue[Message | Exception] = asyncio.Queue()
        self.broken = False
        self.closed: asyncio.Future[None] = self.loop.create_future()
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.max_body = 1_024
        self.ping = 5.0
        self.silence = 14.0
        self.nonce = 0
        self.heard = self.loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set_result(None)
        self.fail(Lost("the connection broke"))

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        self.arrived += data
        try:
            while not self.broken and len(self.arrived) >= 4:
                length = int.from_bytes(self.arrived[:4], "big")
                if not 0 < length <= MAX_SERVER_BODY:
                    raise Fault(f"a frame of {length} bytes")
                if len(self.arrived) < 4 + length:
                    return
                body = bytes(self.arrived[4 : 4 + length])
                del self.arrived[: 4 + length]
                self.take(decode(body))
        except (Fault, Lost) as problem:
            self.fail(problem)

    def take(self, message: Message) -> None:
        log.debug("< %s", {**message, "token": "…"} if "token" in message else message)
        match message:
            case {"t": "ping"}:
                nonce = whole(message.get("nonce"))
                self.send({"t": "pong"} | ({"nonce": nonce} if nonce else {}))
            case {"t": "pong"}:
                pass
            case _:
                self.messages.put_nowait(message)

    def fail(self, problem: Exception) -> None:
        if not self.broken:
            self.broken = True
            self.messages.put_nowait(problem)
            self.transport.abort()

    async def receive(self) -> Message:
        """The next message that is not a heartbeat."""
        message = await self.messages.get()
        if isinstance(message, Exception):
            raise message
        return message

    def send(self, message: Message) -> None:
        body: bytes = msgpack.packb(message)
        if len(body) > self.max_body:
            raise End(1, f"a {message['t']} of {len(body)} bytes is more than this server takes")
        if self.broken:
            return  # receive() says so after what has arrived
        log.debug("> %s", {**message, "token": "…"} if "token" in message else message)
        self.transport.write(len(body).to_bytes(4, "big") + body)
        if self.transport.get_write_buffer_size() > MAX_UNSENT:
            raise Lost("the server does not read")

    def agree(self, welcome: Message) -> None:
        """Take limits and time-outs from the server, and begin with heartbeats."""
        limits, timeouts = table_of(welcome, "limits"), table_of(welcome, "timeouts")
        self.max_body = max(whole(limits.get("max_frame"), 8_192), 4_096)
        self.ping = max(seconds(timeouts.get("ping"), 5.0), 0.5)
        self.silence = max(seconds(timeouts.get("silence"), 14.0), 2 * self.ping)
        self.timers["beat"] = self.loop.call_later(self.ping, self.beat)
        self.watch()

    def beat(self) -> None:
        self.nonce += 1
        try:
            self.send({"t": "ping", "nonce": self.nonce})
        except Lost as lost:
            self.fail(lost)
        self.timers["beat"] = self.loop.call_later(self.ping, self.beat)

    def watch(self) -> None:
        rest = self.heard + self.silence - self.loop.time()
        if rest <= 0:
            self.fail(Lost("the server is silent"))
        else:
            self.timers["watch"] = self.loop.call_later(rest, self.watch)

    async def close(self) -> None:
        """Close after what is still to be sent, but wait for that no longer than a second."""
        for timer in self.timers.values():
            timer.cancel()
        self.transport.close()
        await asyncio.wait({self.closed}, timeout=1)
        self.transport.abort()


@dataclass
class Player:
    """Whoever has a seat, as far as it matters for a start (P-7.7, P-7.9)."""

    ready: bool = False
    connected: bool = True
    stand_in: bool = False

    @property
    def waited_for(self) -> bool:
        return self.connected and not self.ready and not self.stand_in


@dataclass
class View:
    """What the client knows about its table: as little as it needs."""

    code: str
    seat: int
    seen: int | None = None  # the last entry applied; None: a snapshot is wanted
    phase: str = ""
    host: int = -1
    players: dict[int, Player] = field(default_factory=dict)  # by seat
    away: bool = False  # perhaps a computer player plays for us
    decision: int = 0
    actions: list[Message] = field(default_factory=list)
    used: int = -1  # the highest decision that we have answered
    saying: bool = False  # `ready` was sent, and its last entry has not come (P-7.9)
    refused: set[str] = field(default_factory=set)  # what need not be asked again before there is news (P-6.6)

    @property
    def me(self) -> Player:
        return self.players.setdefault(self.seat, Player())

    def use(self, decision: int) -> None:
        """Every list with this decision is used (P-9.4); a newer one may have come already."""
        self.used = max(self.used, decision)
        if self.decision <= self.used:
            self.actions = []


@dataclass
class Pending:
    message: Message
    sent: float
    action: Message | None = None  # the listed action behind it
    fresh: bool = False  # another list has come since


class Bot:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.name: str = options.name
        self.server_id = ""
        self.token = ""
        self.login_sent = False
        self.last_id = 0
        self.pending: Pending | None = None
        self.view: View | None = None
        self.played = False  # we take part in the present game
        self.games: int = options.games  # still to be played
        self.over = False  # the last of them has ended
        self.not_before = 0.0
        self.joins = 0
        self.faults = 0
        self.progress = False  # this connection brought something
        self.favourites: Counter[str] = Counter()

    # --- connections -------------------------------------------------------------------------------------------------

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        tries = 0
        while True:
            began, after, self.progress = loop.time(), 0.0, False
            try:
                await self.connection()
            except End as end:
                log.info("%s", end)
                return end.status
            except Fault as fault:
                log.warning("fault of the server: %s", fault)
                self.faults += 1
                if self.faults >= MAX_FAULTS:
                    log.error("the server is faulty; giving up")
                    return 1
                if self.view:
                    self.view.seen = None
            except (Lost, OSError) as lost:
                log.info("connection lost: %s", lost)
                after = lost.after if isinstance(lost, Lost) else 0.0
            lasted = self.progress and loop.time() - began > 5
            tries = 0 if lasted else tries + 1
            if tries > (3 if self.over else MAX_TRIES):
                log.error("no connection; giving up")
                return 0 if self.over else 1
            pause = 0.0 if tries == 0 or (tries == 1 and self.progress) else min(0.25 * 2 ** min(tries, 5), 5.0)
            await asyncio.sleep(max(after, pause * random.uniform(0.5, 1.0)))

    async def connection(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                _, wire = await loop.create_connection(Wire, self.options.host, self.options.port)
        except TimeoutError as error:
            raise Lost("no answer from that address") from error
        try:
            async with asyncio.timeout(2 * PATIENCE):
                await self.enter(wire, await self.greet(wire))
            await self.play(wire)
        except TimeoutError as error:
            raise Lost("no answer to the greeting") from error
        finally:
            await wire.close()

    async def greet(self, wire: Wire) -> Message:
        wire.send({"t": "hello", "versions": [2, 2], "program": "asyncio-bot", "program_version": "1"})
        while True:
            message = await wire.receive()
            match message:
                case {"t": "welcome", "version": 2, "server_id": str()}:
                    wire.agree(message)
                    return message
                case {"t": "welcome"}:
                    raise Fault("a welcome to another version")
                case {"t": "error" | "bye"}:
                    self.parting(message)

    def parting(self, message: Message) -> None:
        """An error about the connection, or the server's last word."""
        code, text = clean(message.get("code")), clean(message.get("text", ""))
        args = table_of(message, "args")
        match message:
            case {"t": "error", "code": "unsupported_version"}:
                lowest = whole(args.get("lowest"))
                raise End(1, f"{'this program' if lowest > 2 else 'the server'} is too old: only version 2 is spoken")
            case {"t": "error", "code": "bad_token"}:
                if self.over:
                    raise End(0, "the game is over, and the session has ended")
                if args.get("reason") in ("moved", "claimed"):
                    raise End(1, f"the seat went to another device: {clean(args['reason'])}")
                self.forget()
                raise Lost("the session has expired")
            case {"t": "error"}:
                log.warning("error: %s %s", code, text)
            case {"come_back": True}:
                raise Lost(f"bye {code}: {text}", min(seconds(message.get("after"), 0.0), 5.0))
            case _:
                raise End(0 if self.over else 1, f"bye {code}: {text}")

    def forget(self) -> None:
        self.token, self.pending, self.view, self.last_id = "", None, None, 0

    async def enter(self, wire: Wire, welcome: Message) -> None:
        """Resume the session, or begin one (P-5)."""
        if self.token and self.server_id != welcome["server_id"]:
            if self.over:
                raise End(0, "the game is over, and its server is gone")
            self.forget()
        self.server_id = welcome["server_id"]
        if welcome.get("password") is True and not self.token and not os.environ.get("UNO_PASSWORD"):
            raise End(1, "this server needs a password: set UNO_PASSWORD")
        wire.send(self.resume() if self.token else self.login())
        own_name = self.login_sent  # perhaps a login of ours holds the name, whose answer was lost (P-5.4)
        self.login_sent = not self.token
        patience = 8
        while True:
            message = await wire.receive()
            match message:
                case {"t": "logged_in", "name": str(name), "token": str(token)} if not self.token:
                    self.name, self.token, self.login_sent = name, token, False
                    log.info("logged in as %s", clean(name))
                    return
                case {"t": "resumed", "last_id": int(last_id)} if self.token:
                    self.last_id = max(self.last_id, last_id)
                    table = message.get("table")
                    if not isinstance(table, str):
                        self.view = None
                    elif not self.view or self.view.code != table:
                        self.view = View(table, -1)  # a snapshot is on its way
                    log.info("resumed")
                    return
                case {"t": "error", "code": "bad_seq"} if self.token and self.view and self.view.seen is not None:
                    self.view.seen = None
                    wire.send(self.resume())
                case {"t": "error", "code": "limit"}:
                    self.progress = False
                    raise Lost("too many logins", seconds(table_of(message, "args").get("seconds"), 5.0, 60.0))
                case {"t": "error", "code": "name_taken"} if own_name and patience:
                    patience -= 1
                    await asyncio.sleep(random.uniform(0.5, 1.0))
                    wire.send(self.login())
                case {"t": "error", "code": "name_taken" | "name_rejected" | "wrong_password" | "bad_schema" as code}:
                    raise End(1, f"login refused: {code}: {clean(message.get('text', ''))}")
                case {"t": "error" | "bye"}:
                    self.parting(message)

    def login(self) -> Message:
        password = os.environ.get("UNO_PASSWORD")
        return {"t": "login", "name": self.name, "program": True} | ({"password": password} if password else {})

    def resume(self) -> Message:
        known = self.view and self.view.seen is not None
        place = {"table": self.view.code, "seen": self.view.seen} if self.view and known else {}
        return {"t": "resume", "token": self.token} | place

    # --- messages ----------------------------------------------------------------------------------------------------

    async def play(self, wire: Wire) -> None:
        loop = asyncio.get_running_loop()
        if self.pending:
            self.pending.sent = loop.time()
            wire.send(self.pending.message)
        while True:
            if wire.messages.empty():  # all that has come is known, and the newest list is used
                self.act(wire)
            wake = self.pending.sent + ANSWER_PATIENCE if self.pending else self.not_before
            try:
                async with asyncio.timeout_at(wake if self.pending or wake > loop.time() else None):
                    message = await wire.receive()
            except TimeoutError as error:
                if self.pending:
                    raise Lost("no answer") from error
            else:
                self.take(message)

    def take(self, message: Message) -> None:
        view = self.view
        match message:
            case {"t": "bye"}:
                self.parting(message)
            case {"t": "ok" | "joined", "id": int(number)}:
                if self.pending and self.pending.message["id"] == number:
                    pending, self.pending = self.pending, None
                    self.accepted(pending, message)
            case {"t": "error", "code": str(code), "id": int(number)}:
                if self.pending and self.pending.message["id"] == number:
                    pending, self.pending = self.pending, None
                    self.refused(pending, code, message)
            case {"t": "error"}:
                self.parting(message)
            case {"t": "snapshot", "table": str(code), "n": int(n), "room": dict(room)}:
                self.look(code, n, room, message)
            case {"t": "entry", "table": str(code), "n": int(n), "event": dict(event)}:
                if view and view.code == code:
                    self.apply(view, n, event)
            case {"t": "legal", "table": str(code), "decision": int(decision), "actions": list(actions)}:
                if view and view.code == code:
                    known = [action for action in actions if sound(action)]
                    view.decision, view.actions = decision, known if decision > view.used else []
                    self.played = self.played or bool(known)
                    if self.pending:
                        self.pending.fresh = True
            case {"t": "put_out", "table": str(code)}:
                if view and view.code == code:
                    raise End(1, f"put out of the table: {clean(message.get('code'))}")
            case {"t": "ok" | "joined" | "snapshot" | "entry" | "legal" | "put_out" as kind}:
                raise Fault(f"a faulty {kind}")

    def look(self, code: str, n: int, room: Message, message: Message) -> None:
        """Start over with a snapshot."""
        seat, occupants = message.get("seat"), room.get("occupants")
        if not isinstance(seat, int) or not isinstance(occupants, list) or not isinstance(room.get("phase"), str):
            raise Fault("a snapshot without our seat, or without its occupants or phase")
        view = View(code, seat, n, room["phase"], whole(room.get("host"), -1))
        for place, who in enumerate(occupants):
            if isinstance(who, dict):
                view.players[place] = Player(
                    who.get("ready") is True or "bot" in who, who.get("connected") is not False
                )
        view.away = view.phase in ("playing", "paused")
        self.view = view
        self.progress = True
        if view.phase == "finished" or (view.phase == "waiting" and "game" in message):
            self.game_over()

    def apply(self, view: View, n: int, event: Message) -> None:
        if view.seen is None:
            return  # a snapshot is on its way
        if n != view.seen + 1:
            raise Fault(f"entry {n} after {view.seen}")
        view.seen = n
        view.refused.clear()
        self.progress, self.faults = True, 0
        match event:
            case {"k": "phase_changed", "phase": str(phase)}:
                self.phase(view, phase)
            case {"k": "seat_taken", "seat": int(seat)}:
                view.players[seat] = Player(ready="bot" in event)
            case {"k": "seat_freed", "seat": int(seat)}:
                view.players.pop(seat, None)
            case {"k": "host_changed", "seat": int(seat)}:
                view.host = seat
            case {"k": "ready_changed" | "presence_changed" | "stand_in_changed" as kind, "seat": int(seat)}:
                player = view.players.setdefault(seat, Player())
                if kind == "ready_changed":
                    player.ready = event.get("ready") is True
                    view.saying = view.saying and seat != view.seat
                elif kind == "presence_changed":
                    player.connected = event.get("connected") is True
                else:
                    player.stand_in = "level" in event
                    view.away = view.me.stand_in
            case {"k": "game_opened" | "game_cleared"}:
                seated = event.get("seated")
                self.played = isinstance(seated, list) and seated[view.seat : view.seat + 1] == [True]
                view.used, view.actions = -1, []  # decisions begin again

    def phase(self, view: View, phase: str) -> None:
        log.info("the table is %s", clean(phase))
        view.saying = view.saying and view.phase == "finished"  # that `ready` makes the table wait
        view.phase = phase
        if phase in ("waiting", "between_rounds", "finished"):
            view.me.ready = False
        if phase == "finished":
            self.game_over()
        if phase == "closed":
            raise End(1, "the table was closed")

    def game_over(self) -> None:
        """Count a game that we played, once."""
        self.games -= self.played
        self.played, self.over = False, self.games <= 0

    # --- requests ----------------------------------------------------------------------------------------------------

    def accepted(self, pending: Pending, answer: Message) -> None:
        view = self.view
        match pending.message:
            case {"t": "logout"}:
                raise End(0, "the game is over")
            case {"t": "join_table"}:
                match answer:
                    case {"table": str(code), "seat": int(seat)}:
                        if not view or view.code != code:
                            self.view = View(code, seat)
                    case _:
                        raise Fault("joined without a table and a seat")
            case {"t": "ready"} if view:
                view.me.ready = True
            case {"t": "start"} if view:
                view.phase = "starting"
            case {"t": "away"} if view:
                view.away = False
            case {"t": kind, "decision": int(decision)} if view:
                if kind in ANSWERED_BY_OK:
                    view.use(decision)
                elif not pending.fresh:
                    view.actions = []  # another list comes (P-9.4)

    def refused(self, pending: Pending, code: str, error: Message) -> None:
        request, view, args = pending.message, self.view, table_of(error, "args")
        log.info("%s refused: %s %s", request["t"], clean(code), clean(error.get("text", "")))
        if code == "old_id":
            self.last_id = max(self.last_id, whole(args.get("last_id")))
        if view and request["t"] == "ready":
            view.saying = False
        if view and code != "paused":
            view.actions = [action for action in view.actions if action != pending.action]
        if code in ("limit", "internal", "not_logged_in"):
            self.not_before = asyncio.get_running_loop().time() + seconds(args.get("seconds"), 2.0, 60.0)
        elif request["t"] == "join_table" and code in ("already_at_table", "old_id"):
            raise Fault("perhaps at a table already")
        elif request["t"] == "join_table":
            raise End(1, f"cannot join {clean(self.options.table)}: {clean(code)} {clean(error.get('text', ''))}")
        elif request["t"] == "logout":
            raise End(0, "the game is over")
        elif code == "not_at_table":
            self.view = None
        elif not view:
            pass
        elif code == "stale":
            view.use(whole(request.get("decision"), -1))
        elif code == "away":
            view.away = True
        elif code == "paused":
            view.refused.add("move")
        elif not pending.action:
            view.refused.add(request["t"])

    def act(self, wire: Wire) -> None:
        """Send the next request, if there is one: only one at a time is on its way (P-10.3)."""
        now = asyncio.get_running_loop().time()
        if self.pending or now < self.not_before:
            return
        action = self.choice()
        request = self.move(self.view, action) if action and self.view else self.errand()
        if request:
            self.last_id += 1
            request["id"] = self.last_id
            self.pending = Pending(request, now, action)
            wire.send(request)

    def errand(self) -> Message | None:
        """The next request that is no move."""
        view = self.view
        if self.over:
            return {"t": "logout"}
        if not view:
            self.joins += 1
            if self.joins > MAX_JOINS:
                raise End(1, "cannot stay at the table")
            return {"t": "join_table", "table": self.options.table, "new": self.options.new}
        if view.seen is None:
            return None  # until the snapshot has come
        if view.away and "away" not in view.refused:
            return {"t": "away", "away": False}
        if view.phase in ("waiting", "between_rounds", "finished"):
            if not (view.me.ready or view.saying or "ready" in view.refused):
                view.saying = True
                return {"t": "ready"}
            everyone = len(view.players) >= 2 and not any(player.waited_for for player in view.players.values())
            if view.phase == "waiting" and view.host == view.seat and everyone and "start" not in view.refused:
                return {"t": "start"}
        return None

    def choice(self) -> Message | None:
        """The best of the listed actions, if it is time to move."""
        view = self.view
        if not view or view.seen is None or view.away or view.phase != "playing" or "move" in view.refused:
            return None
        for action in view.actions:
            card = action.get("card")
            if isinstance(card, str) and card[:1] in COLOURS:
                self.favourites[card[:1]] += 1
        return min(view.actions, key=self.rank, default=None)

    def move(self, view: View, action: Message) -> Message:
        kind: str = action["k"]
        request: Message = {"t": kind, "decision": view.decision}
        if kind == "play":
            request["cards"] = [action["card"]]
            asks = action.get("asks")
            if isinstance(asks, list) and "name_colour" in asks:
                request["colours"] = [self.favourite()]
        elif kind in PARAMETERS:
            request[PARAMETERS[kind]] = action[PARAMETERS[kind]]
        return request

    def rank(self, action: Message) -> tuple[int, bool, bool, float]:
        """The smallest is done first: plays before draws, wilds last among them."""
        wild = str(action.get("card", "")).startswith("W")
        return PREFERENCE.index(action["k"]), wild, action.get("colour") != self.favourite(), random.random()

    def favourite(self) -> str:
        return max(COLOURS, key=lambda colour: self.favourites[colour])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="HOST:PORT")
    parser.add_argument("--table", required=True, help="name or code of the table to join, or to open")
    parser.add_argument("--name", required=True, help="name of the player")
    parser.add_argument(
        "--new", type=json.loads, default={"seats": 2}, metavar="JSON", help="such a table, if not there"
    )
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many to play (1)")
    parser.add_argument("-v", "--verbose", action="store_true", help="log every message")
    options = parser.parse_args()
    host, _, port = options.server.rpartition(":")
    options.host, options.port = host.strip("[]") or "127.0.0.1", int(port)
    logging.basicConfig(level=logging.DEBUG if options.verbose else logging.INFO, stream=sys.stderr)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    return asyncio.run(Bot(options).run())


if __name__ == "__main__":
    sys.exit(main())
