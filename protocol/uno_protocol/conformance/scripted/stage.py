"""The tools that cases for clients are written with: start, greet, seat, ask and drop the client."""

import math
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from uno_protocol.conformance.link import PeerClosed, Silent
from uno_protocol.conformance.scripted.carriers import odd_certificate
from uno_protocol.conformance.scripted.guest import AFTER_WELCOME, Guest
from uno_protocol.conformance.scripted.place import CODE, ScriptedTable
from uno_protocol.conformance.scripted.program import ByHand, CommandLine, Program
from uno_protocol.conformance.shapes import BEGINNINGS, OLDEST, VERSION, asked, hold_client, may_be
from uno_protocol.conformance.verdicts import Failed, FailedClosing, Message, Skipped, fail_if, skip_if

LIMITS = {
    "max_frame": 8192,
    "max_frame_before_hello": 1024,
    "server_max_frame": 65536,
    "name_length": 20,
    "table_name_length": 32,
    "requests_burst": 400,
    "requests_per_second": 400,
    "answers_kept": 32,
    "entries_kept": 512,
    "tables_per_page": 40,
    "chat_length": 200,
}
TIMEOUTS = {"hello": 5.0, "read": 10.0, "ping": 5.0, "silence": 14.0}
ENTRANCES = ("join_table", "create_table")
PLAYS = (
    *("play", "draw", "keep", "pass", "name", "choose", "vote", "give", "retain", "accept", "challenge"),
    *("uno", "catch"),
)
"""Requests of play that may change something (P-9)."""
MOMENTS = ("start", "seated", "wild", "talk", "record")
"""The moments to type at, beside the kinds of listed actions.

`wild` is a play that asks something, `talk` says `{text}` to the table, `record` saves a game's record in `{file}`.
"""
STARTING = 20.0
"""Seconds from a command's start to its first connection."""
LOOKS = 3
"""How often a client may connect and leave to look at the server before it logs in (P-15.7)."""
AWAY = 7.0
"""Seconds to watch a client that must not come back; P-4.5 allows 5 to one that may."""
RETURNING = 7.0
"""Seconds for a client to come back at least, as its pauses may grow to a few (P-5.9)."""
READYING = 2.0
"""Seconds for it to say that it is ready, if it does."""
_LISTS = {
    "list_tables": ("tables", "tables"),
    "lobby_talk": ("lobby_talk", "lines"),
    "numbers": ("numbers", "always"),
    "history": ("history", "entries"),
    "why_not": ("reasons", "reasons"),
    "continuations": ("continuations", "actions"),
}
"""The requests that are answered with an empty list: with which type, and under which key."""


def version_with(hello: Message) -> int:
    """The version in which a client is tested: its newest, if that is one of the suite's (P-4.2)."""
    match hello.get("versions"):
        case [_, int(newest)] if OLDEST <= newest <= VERSION:
            return newest
        case _:
            return VERSION


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands under test: one that plays by itself, and one that shows things on a terminal."""

    player: CommandLine | None = None
    screen: CommandLine | None = None
    by_hand: Callable[[Mapping[str, str]], None] | None = None
    """There is no command: somebody starts a client, by TCP, TLS or WebSocket, who is told what would be filled in."""
    at: tuple[str, int] = ("127.0.0.1", 0)
    """Where the clients connect to; port 0: a free one."""


class Stage:
    """One case's tools. The command starts when the first connection is awaited, and ends with the case."""

    def __init__(self, commands: Commands, *, timeout: float = 5.0) -> None:
        self.timeout = timeout
        self.closing_seen = False
        """Whether a connection's end, or the absence of another one, was judged."""
        self.server_id = secrets.token_hex(8)
        self.token = secrets.token_urlsafe(24)
        self.name = f"Ann{secrets.token_hex(2)}"
        self.table = f"Table {secrets.token_hex(2)}"
        self.place = ScriptedTable(self.table, self.name)
        self.last_id = 0
        """The highest request id so far."""
        self.version = VERSION
        """The version of the protocol on the last connection that said hello."""
        self.at_fault = ""
        """The complaint about the client's first bad message; only the case about bad messages fails for it."""
        self.unlisted: frozenset[str] = frozenset()
        """Types that do fail the case: requests made from unknown kinds of actions."""
        self._started = False
        """Whether the text that makes the client log in was typed."""
        self._commands = commands
        self._looking = False
        self._program: Program | ByHand | None = None
        self._guests: list[Guest] = []
        self._waiting: list[Guest] = []
        self._door = socket.create_server(commands.at, backlog=64)
        self._tls = cache(odd_certificate) if commands.by_hand else None
        """The key with which it encrypts, if a client begins so where no case says what follows."""

    @property
    def program(self) -> Program | ByHand:
        """The client, started now if need be."""
        if self._program is None:
            host, port = self._door.getsockname()[:2]
            places = {"host": host, "port": str(port), "name": self.name, "table": self.table}
            if self._commands.by_hand is not None:
                self._commands.by_hand(places)
                self._program = ByHand()
                return self._program
            both = (self._commands.screen, self._commands.player)
            command = next(filter(None, both if self._looking else reversed(both)), None)
            if command is None:
                raise Skipped("no command was given")
            try:
                self._program = Program(command, places)
            except (OSError, ValueError) as fault:
                raise Failed(f"the command cannot be started: {fault}") from fault
        return self._program

    def look(self) -> None:
        """Use the command for the terminal, if there is one, as this case is about what the client shows."""
        self._looking = True

    def close(self) -> None:
        """End everything."""
        self._door.close()
        for guest in self._guests:
            guest.abandon()
        if self._program is not None:
            self._program.stop()

    def guest(self, seconds: float | None = None, why: str = "the client should connect") -> Guest:
        """The next connection of the client. Raises Failed if none comes in time."""
        guest = self.perhaps(seconds)
        if guest is None:
            code = self.program.ended()
            ended = "" if code is None else f" and has ended with code {code}: {self._last_words()}"
            raise Failed(f"{why}, and does not{ended}")
        return guest

    def perhaps(self, seconds: float | None = None) -> Guest | None:
        """The next connection if one comes within this many seconds and the client has not ended."""
        first = self._program is None
        program = self.program
        starting = (math.inf if isinstance(program, ByHand) else STARTING) if first else 0.0
        until = time.monotonic() + (seconds if seconds is not None else max(starting, self.timeout))
        while not self._waiting:
            over = time.monotonic() > until or program.ended() is not None
            if not self._let_in(0.0 if over else 0.1) and over:
                return None
        return self._waiting.pop(0)

    def _let_in(self, seconds: float) -> bool:
        self._door.settimeout(seconds)
        try:
            plug, _ = self._door.accept()
        except (TimeoutError, BlockingIOError):
            return False
        guest = Guest(plug, self.timeout, self._tls)
        self._guests.append(guest)
        self._waiting.append(guest)
        return True

    def stays_away(self, seconds: float = AWAY) -> None:
        """The client must not connect again, unless it has ended. Raises FailedClosing."""
        self.closing_seen = True
        began = time.monotonic()
        if self.perhaps(seconds) is not None:
            raise FailedClosing(f"the client connects again after {time.monotonic() - began:.1f} seconds")

    def returns(self) -> Guest:
        """The client's next connection, in cases that need it; as coming back is a SHOULD, raises Skipped without."""
        guest = self.perhaps(max(RETURNING, self.timeout))
        if guest is None:
            self.sound()
            raise Skipped("the client does not come back by itself")
        return guest

    def comes_back(self, seconds: float = RETURNING) -> Guest:
        """The client must connect again, within this many seconds or `timeout`. Raises FailedClosing."""
        self.closing_seen = True
        try:
            return self.guest(max(seconds, self.timeout))
        except Failed as failed:
            raise FailedClosing(f"after the loss {failed}") from None

    def is_asked_to_end(self, guest: Guest) -> None:
        """The client's input ends, then it is asked to end as systems do; its connection must end. Raises Skipped."""
        self.program.end_of_input()
        guest.collect(1.0)
        if self.program.ended() is None:
            self.program.ask_to_end()
        skip_if(self.program.ended(self.timeout) is None, "the client does not end when it is asked to")
        self.closing_seen = True
        guest.gone()

    def welcome(self, **fields: Any) -> Message:
        """This server's welcome; `limits` and `timeouts` replace what they name."""
        limits, timeouts = fields.pop("limits", {}), fields.pop("timeouts", {})
        return {
            "t": "welcome",
            "version": self.version,
            "server_id": self.server_id,
            "name": "Scripted",
            "program": "uno-conformance",
            "limits": {**LIMITS, **limits},
            "timeouts": {**TIMEOUTS, **timeouts},
            **fields,
        }

    def greeted(self, guest: Guest | None = None, **fields: Any) -> Guest:
        """A connection that has said hello and was welcomed. Raises Failed."""
        greeted = self.welcomed(guest, **fields)
        if greeted is None:
            code = self.program.ended()
            ended = "" if code is None else f" and has ended with code {code}: {self._last_words()}"
            raise Failed(f"the client left after welcome, without login or resume{ended}")
        return greeted

    def welcomed(
        self, guest: Guest | None = None, *, say: Callable[[Guest, Message], None] = Guest.say, **fields: Any
    ) -> Guest | None:
        """A connection that `say` welcomed, skipping those that only look round (P-15.7). None if the client left."""
        guest = guest or self.guest()
        for _ in range(LOOKS):
            self.version = version_with(guest.hear("hello"))
            welcome = self.welcome(**fields)
            longest = welcome["limits"]["max_frame"]
            guest.longest = longest if type(longest) is int and 1024 <= longest <= AFTER_WELCOME else AFTER_WELCOME
            say(guest, welcome)
            if not self._started:
                self._started = True
                self.program.types("start")
            try:
                guest.waits()
            except PeerClosed:
                again = self.perhaps()
                if again is None:
                    return None
                guest.go_on_as(again)
            else:
                return guest
        return None

    def entered(self, **fields: Any) -> Guest:
        """A connection that has begun a session."""
        guest = self.greeted(**fields)
        self.log_in(guest)
        return guest

    def log_in(self, guest: Guest, *, say: Callable[[Guest, Message], None] = Guest.say) -> Message:
        """Answer the client's login, with a function that does."""
        login = guest.hear("login")
        fail_if(not isinstance(login.get("name"), str), f"login has no name (P-5): {login!r:.200}")
        say(guest, {"t": "logged_in", "name": login["name"], "token": self.token})
        return login

    def resumes(self, guest: Guest) -> Message:
        """The client's greeting and `resume` on a further connection, unanswered. Raises Skipped for another login."""
        self.greeted(guest)
        resume = guest.hear("resume", "login")
        skip_if(resume["t"] == "login", "the client starts a new session instead of resuming")
        return resume

    def resumed(self, guest: Guest, *, whole: bool = False, **fields: Any) -> Message:
        """Answer the client's `resume` with the entries it missed, or if `whole` with a snapshot (P-8.6); return it."""
        resume = self.resumes(guest)
        self.answer_resume(guest, resume, whole=whole, **fields)
        return resume

    def answer_resume(self, guest: Guest, resume: Message, *, whole: bool = False, **fields: Any) -> None:
        """Answer a `resume`, as `resumed` does."""
        answer = {"t": "resumed", "name": self.name, "last_id": self.last_id, "table": CODE, **fields}
        guest.say(answer, *self.place.missed(resume, whole=whole))

    def seated(self, **fields: Any) -> Guest:
        """A connection whose client has asked for a table, and sits at it. Raises Skipped if it does not ask."""
        guest = self.entered(**fields)
        self.sit(guest)
        return guest

    def sit(self, guest: Guest, *also: Message) -> None:
        """Let the client sit down when it asks for a table; `also` is said with the snapshot."""
        self.seat(guest, self.entrance(guest), *also)
        if self.program.knows("seated"):
            self.answers(guest)
            self.program.types("seated")

    def entrance(self, guest: Guest) -> Message:
        """The client's request for a table, unanswered. Raises Skipped if none comes."""
        request = self.request(guest, *ENTRANCES)
        if request is None:
            raise Skipped("the command does not sit down at a table by itself")
        return request

    def seat(self, guest: Guest, request: Message, *also: Message) -> None:
        """Answer a request for a table: the client sits there."""
        self.place = ScriptedTable(self.table, self.name, self.place.rules)
        guest.say({"t": "joined", "id": request["id"], "table": CODE, "seat": 0}, self.place.snapshot(), *also)

    def request(self, guest: Guest, *types: str, seconds: float | None = None) -> Message | None:
        """The next request of one of these types, unanswered; others get an answer. None if none comes in time."""
        until = time.monotonic() + (guest.timeout if seconds is None else seconds)
        while True:
            try:
                message = guest.next(max(0.0, until - time.monotonic()))
            except Silent:
                return None
            except PeerClosed as ended:
                due = "a request of play" if types == PLAYS else " or ".join(types)
                raise Failed(f"expected {due}, but the client ended the connection ({ended})") from None
            self.note(message)
            if message["t"] in types:
                if not may_be(message.get("id"), message["t"], "id"):
                    raise Skipped(f"the client sends {message['t']} with the id {message.get('id')!r:.100} (CL-60)")
                return message
            self.settle(guest, message)

    def note(self, message: Message) -> None:
        """Check a message of a session and note a request's id. Raises Failed for a type in `unlisted`."""
        if message["t"] not in BEGINNINGS:
            if message["t"] in self.unlisted:
                raise Failed(f"the client sends {message['t']}, a kind of action that there is not")
            try:
                hold_client(message)
            except Failed as failed:
                self.at_fault = self.at_fault or str(failed)
        if type(message.get("id")) is int:
            self.last_id = max(self.last_id, message["id"])

    def settle(self, guest: Guest, request: Message) -> None:
        """Answer a request that the case does not care about. Raises Failed as `note` does."""
        self.note(request)
        id = request.get("id")
        if type(id) is not int:
            return
        match request["t"]:
            case "join_table" | "create_table":
                self.seat(guest, request)
            case known if known in _LISTS:
                guest.say({"t": _LISTS[known][0], "id": id, _LISTS[known][1]: []})
            case "table_rules" | "spectate_table":
                guest.say({"t": "error", "id": id, "code": "no_such_table", "field": "table"})
            case "ready":
                own = self.place.picture.room["occupants"][0]
                ready = request.get("ready", True)
                told = [] if own is None or own["ready"] == ready else [self._marked(ready)]
                guest.say({"t": "ok", "id": id}, *told)
            case "start":
                guest.say({"t": "error", "id": id, "code": "not_host"})
            case "logout":
                guest.say({"t": "ok", "id": id})
                guest.bye("logged_out", come_back=False)
            case known if asked(known) is not None:
                guest.say({"t": "ok", "id": id})
            case _:
                guest.say({"t": "error", "id": id, "code": "bad_schema"})

    def _marked(self, ready: object) -> Message:
        return self.place.entry("ready_changed", seat=0, ready=ready)

    def playing(self, *hand: str, bob: int = 7, **fields: Any) -> Guest:
        """A connection whose client sits in a freshly dealt round, before anyone is asked."""
        guest = self.seated(**fields)
        self.begin(guest, *hand, bob=bob)
        return guest

    def begin(self, guest: Guest, *hand: str, bob: int = 7) -> None:
        """Deal to a seated client."""
        ready = self.request(guest, "ready", seconds=READYING)
        if ready is not None:
            self.settle(guest, ready)
        guest.say(*self.place.deal(*hand, bob=bob))

    def ask(self, guest: Guest, kind: str, *actions: Message, **fields: Any) -> None:
        """Ask the client a question and list what it may do."""
        guest.say(self.place.asked(kind, **fields), self.place.clock(), self.place.legal(*actions))
        self.type_one(guest, *actions)

    def type_one(self, guest: Guest, *actions: Message) -> None:
        """Type the text for the first listed action that has one."""
        if not any(self.program.knows(each["k"]) for each in actions):
            return
        self.answers(guest)
        names = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
        for each in actions:
            words = {key: str(value) for key, value in each.items() if key in ("card", "rule", "target")}
            words["letter"] = each.get("colour", "R").lower()
            words["colour"] = names.get(each.get("colour", "R"), "red")
            asks = "wild" if each.get("asks") and self.program.knows("wild") else each["k"]
            if self.program.types(asks, **words):
                return

    def plays(self, guest: Guest, seconds: float | None = None) -> Message:
        """The client's play after it was asked. Raises Skipped if it does not play."""
        play = self.request(guest, *PLAYS, seconds=seconds)
        if play is None:
            raise Skipped("the command does not play by itself")
        return play

    def turn(self, guest: Guest, *actions: Message) -> Message:
        """Ask for a turn, and what the client does in it."""
        self.ask(guest, "take_turn", *actions)
        return self.plays(guest)

    def answers(self, guest: Guest) -> None:
        """Assert that the client is there and answers a ping, after all that was said. Raises Failed."""

        def pinged() -> int:
            nonce = secrets.randbelow(1 << 50)
            guest.say({"t": "ping", "nonce": nonce})
            return nonce

        nonce = pinged()
        until = time.monotonic() + self.timeout
        while True:
            try:
                message = guest.next(max(0.0, until - time.monotonic()))
            except Silent:
                raise Failed("the client no longer answers pings") from None
            except PeerClosed as ended:
                raise Failed(f"the client ended the connection ({ended})") from None
            self.note(message)
            if message["t"] == "pong" and message.get("nonce", 0) == nonce:
                self.sound()
                return
            if message["t"] != "pong":
                self.settle(guest, message)
                nonce = pinged()  # what was just said has come, too

    def shows(self, guest: Guest, text: str, *, letter_by_letter: bool = False) -> bool:
        """Whether the client shows a text in time, in any case and line length; its requests are answered meanwhile."""

        def seen() -> bool:
            screen, sought = _in_one_line(self.program.screen), _in_one_line(text)
            return sought in screen if letter_by_letter else sought.casefold() in screen.casefold()

        until = time.monotonic() + self.timeout
        while not seen():
            if time.monotonic() > until or self.program.ended() is not None:
                return seen()
            for request in guest.collect(0.1):
                self.note(request)
                self.settle(guest, request)
            if guest.ended is not None:
                time.sleep(0.05)
        return True

    def sound(self) -> None:
        """Assert that the program has not crashed. Raises Failed."""
        crash = self.program.crash
        fail_if(crash is not None, f"the client crashed: {crash}: {self._last_words()}")

    def survives(self, guest: Guest, shown: int = 0) -> Guest | None:
        """Assert that after a fault the client stays, starts over, says so, or ends (P-13.4). `shown`: how many bytes
        it had shown before. The connection that it stays on or begins; None if it has ended, or has ended its
        connection and says something. Raises Failed."""
        nonce, gone = secrets.randbelow(1 << 50), False
        guest.say({"t": "ping", "nonce": nonce})
        until = time.monotonic() + max(8.0, self.timeout)
        while time.monotonic() < until:
            gone = gone or self._pong(guest, nonce) is None
            if not gone and any(one["t"] == "pong" and one.get("nonce", 0) == nonce for one in guest.heard):
                self.sound()
                return guest
            if self.program.ended() is not None:
                self.sound()
                return None
            if gone and (back := self.perhaps(0.2)) is not None:
                self.sound()
                return back
        if gone and self.program.shown[shown:].strip():  # it asks its user
            self.sound()
            return None
        raise Failed("the client neither answers, nor starts over, nor says why not")

    def _pong(self, guest: Guest, nonce: int) -> bool | None:
        """Listen for a moment: whether the pong came; None if the connection is over."""
        try:
            message = guest.next(0.2)
        except Silent:
            return False
        except PeerClosed:
            return None
        self.note(message)
        if message["t"] == "pong":
            return bool(message.get("nonce", 0) == nonce)
        self.settle(guest, message)
        return False

    def again(self, guest: Guest) -> None:
        """Bring a client that starts over back to its table, with a snapshot. Raises Failed."""
        self.greeted(guest)
        began = guest.hear("resume", "login")
        if began["t"] == "login":
            guest.say({"t": "logged_in", "name": self.name, "token": self.token})
            self.sit(guest)
        else:
            self.answer_resume(guest, began, whole=True)

    def until(self, holds: Callable[[], bool], seconds: float | None = None) -> bool:
        """Whether something becomes true within this many seconds."""
        until = time.monotonic() + (self.timeout if seconds is None else seconds)
        while not holds():
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def _last_words(self) -> str:
        if isinstance(self.program, ByHand):
            return ""
        lines = self.program.shown.decode("utf-8", "replace").strip().splitlines()
        telling = [line for line in lines if "error" in line.casefold()] or lines
        return ascii(telling[-1][:200])[1:-1] if telling else "without a word"


def counted(resume: Message) -> None:
    """Skip a case about the number in `resume` if the client asks for a snapshot each time."""
    if resume.get("table") is None or resume.get("seen") is None:
        raise Skipped("the client asks for a snapshot when it comes back, so its count cannot be seen")


def _in_one_line(text: str) -> str:
    """The text with every run of white space as one blank, as the client may break lines anywhere."""
    return " ".join(text.split())
