"""Somebody at the server: a session on its connections, what it asks, and its picture of the table where it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING

from protocol.conformance.answers import is_limit, seconds_of, text_of, told
from protocol.conformance.judging import Failed
from protocol.conformance.link import Ended, Message, Silent
from protocol.conformance.picture import Picture

if TYPE_CHECKING:
    from protocol.conformance.kit import Kit

ACTIONS = frozenset(
    "play draw keep pass name choose vote give retain accept challenge uno catch".split()  # noqa: SIM905
)
"""The kinds of listed actions in version 1 (P-9.5)."""


class Person:
    """A session on a connection, with its picture of the table as far as cases need it."""

    def __init__(self, kit: Kit, name: str) -> None:
        self.kit = kit
        self.name = name
        self.link = kit.greeted()
        logged_in = kit.log_in(self.link, name)
        self.token: str = text_of(logged_in, "token")
        self.id = 0
        self.code = ""
        self.seat: int | None = None
        self.picture: Picture | None = None
        """The table as it should be known now."""
        self.snapshot: Message = {}
        self.entries: list[Message] = []
        """Every entry that came since the last snapshot."""
        self.legal: Message | None = None
        self.clock: Message | None = None
        self.others: list[Message] = []
        """Messages that are about no table."""

    # --- asking ----------------------------------------------------------------------------------------------------

    def request(self, type_: str, **fields: object) -> int:
        """Send a request; its id."""
        self.id += 1
        self.link.send({"t": type_, "id": self.id, **fields})
        return self.id

    def ask(self, type_: str, **fields: object) -> Message:
        """Send a request and get its answer; what is told before it is taken in. Raises Failed."""
        return self.answer(self.request(type_, **fields))

    def answer(self, id: int) -> Message:
        """The answer to a request. Raises Failed."""
        until = time.monotonic() + self.kit.timeout
        while (left := until - time.monotonic()) > 0:
            message = self.kit.hear(self.link, left)
            if message["t"] not in _UNASKED and message.get("id") == id:
                return message
            self.take_in(message)
        raise Failed(f"request {id} had no answer in time")

    def ok(self, type_: str, **fields: object) -> Message:
        """Send a request that must be carried out; its answer. Raises Failed.

        One that a server may limit by how often it comes is sent again when the server says (P-10.4).
        """
        answer = self._patiently(type_, fields)
        if answer["t"] == "error":
            raise Failed(f"{type_} should be carried out, and there came {told(answer)}")
        return answer

    def _patiently(self, type_: str, fields: Message) -> Message:
        """The answer to a request that is sent again as long as a limit of the server's own is in its way."""
        wait = self.kit.wait()
        answer = self.ask(type_, **fields)
        while is_limit(answer) and type_ in _MAY_BE_LIMITED:
            wait.once_more(f"limit for {type_}", seconds_of(answer))
            answer = self.ask(type_, **fields)
        return answer

    def refused(self, type_: str, code: str, **fields: object) -> Message:
        """Send a request that must be refused with that code; a limit of the server's own is waited for, as in `ok`.

        Raises Failed.
        """
        answer = self.ask(type_, **fields) if code == "limit" else self._patiently(type_, fields)
        if answer["t"] != "error" or answer.get("code") != code:
            raise Failed(f"{type_} should be refused as {code}, and there came {told(answer)}")
        return answer

    def play(self, type_: str, **fields: object) -> Message:
        """A request of play for the decision in view, which must be carried out. Raises Failed."""
        return self.ok(type_, decision=self.decision, **fields)

    # --- tables ----------------------------------------------------------------------------------------------------

    def open(self, new: Message | None = None, name: str | None = None) -> None:
        """Open a table and take in its snapshot."""
        self._entered(self.ok("create_table", name=name or self.kit.name(), new=new or {}))

    def join(self, table: str, **fields: object) -> None:
        """Sit down at a table and take in its snapshot."""
        self._entered(self.ok("join_table", table=table, **fields))

    def watch(self, table: str) -> None:
        """Watch a table and take in its snapshot."""
        self._entered(self.ok("spectate_table", table=table))

    def _entered(self, joined: Message) -> None:
        if joined["t"] != "joined":
            raise Failed(f"joined is due, and there came {told(joined)}")
        self.code, self.seat = text_of(joined, "table"), joined.get("seat")
        self.find(lambda one: one["t"] == "snapshot", "snapshot")

    # --- what is told ----------------------------------------------------------------------------------------------

    def find(self, fits: Callable[[Message], bool], what: str, seconds: float | None = None) -> Message:
        """The next message that fits, taken in like all before it. Raises Failed."""

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
        """Take in what comes until nothing has come for a while, or the connection is over.

        Raises Ended if nobody waits any more for what comes of the case.
        """
        while True:
            try:
                self.take_in(self.link.next(seconds))
            except Silent:
                return
            except Ended:
                if self.link.given_up:
                    raise
                return

    def linger(self, seconds: float) -> None:
        """The same for who does so over and over until something holds: it takes the time where a case has ended the
        connection itself. Raises Failed if the server has."""
        self.catch_up(seconds)
        if self.link.over and not self.link.ended_here:
            raise Failed(f"{self.name} waits, and the connection was ended ({self.link.ended})")
        if self.link.over:
            time.sleep(seconds)

    def take_in(self, message: Message) -> None:
        """Know what a message tells. Raises Failed for an entry that is not the next one, or does not fit what came
        before it (P-8.1, P-8.2)."""
        match message["t"]:
            case "snapshot":
                self.snapshot, self.entries, self.legal = message, [], None
                self.picture = Picture(deepcopy(message))
                self.seat = message.get("seat")
            case "entry":
                if self.picture is None or message["n"] != self.n + 1:
                    raise Failed(f"entry {self.n + 1} is due, and there came {message['n']} (P-8.1)")
                self.entries.append(message)
                try:
                    self.picture.take_in(deepcopy(message))
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
        """Number of the last entry taken in."""
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
            raise Failed("no game was told of")
        return self.picture.game

    @property
    def hand(self) -> list[str]:
        """The own hand."""
        return [] if self.picture is None else self.picture.hand

    @property
    def decision(self) -> int:
        """The decision number."""
        return 0 if self.picture is None or self.picture.game is None else int(self.picture.game["decision"])

    @property
    def waiting_for(self) -> Message | None:
        """What the game waits for."""
        return None if self.picture is None or self.picture.game is None else self.picture.game.get("waiting_for")

    @property
    def asked(self) -> bool:
        """Whether the game waits for this person."""
        waiting = self.waiting_for or {}
        return self.seat is not None and (waiting.get("seat") == self.seat or self.seat in waiting.get("seats", ()))

    @property
    def listed(self) -> list[Message]:
        """What may be done now, as the server lists it, but for kinds that the document does not have (P-9.5)."""
        return [action for action in (self.legal or {}).get("actions", []) if action.get("k") in ACTIONS]

    # --- coming back -----------------------------------------------------------------------------------------------

    def drop(self) -> None:
        """Lose the connection."""
        self.link.reset()

    def resume(self, **fields: object) -> Message:
        """On a new connection: `resumed`, or whatever comes instead."""
        self.link = self.kit.greeted()
        self.link.send({"t": "resume", "token": self.token, **fields})
        return self.kit.hear(self.link)

    def back(self, **fields: object) -> Message:
        """On a new connection, which must succeed: the `resumed`. Raises Failed."""
        resumed = self.resume(**fields)
        if resumed["t"] != "resumed":
            raise Failed(f"resumed is due, and there came {told(resumed)}")
        return resumed


_UNASKED = ("entry", "snapshot", "legal", "clock", "lobby_said", "announcement", "put_out")
"""Messages that answer no request."""


_MAY_BE_LIMITED = frozenset(
    (
        *("create_table", "join_table", "spectate_table", "add_bot", "remove_bot", "ready", "start", "change_table"),
        *("move_seat", "kick", "hand_over", "pause", "end_game", "away", "give_time", "mute"),
    )
)
"""What a server may limit by how often a session does it (P-10.4); what is said has a limit that cases try (P-7.29)."""
