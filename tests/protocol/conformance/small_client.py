"""A client with habits that the document allows and ours lacks: `…small_client HOST PORT NAME TABLE HABIT…`

A small client with plain sockets. With each of its habits it keeps to every MUST of PROTOCOL.md, so no case about one
may fail it; some habits go against a SHOULD.
"""

import os
import random
import select
import signal
import socket
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import msgpack

from uno_protocol.framing import SERVER_LIMIT, Frames, frame
from uno_protocol.text import clean

Message = dict[str, Any]
HABITS = (
    *("asks_before_it_comes_back", "says_what_is_wrong_and_waits", "wants_a_snapshot_each_time", "looks_first"),
    *("keeps_its_token_behind_a_closed_folder", "isolates_what_others_say", "breaks_lines_at_30_columns"),
    *("goes_where_time_outs_make_no_sense", "does_not_ask_for_a_table_again", "thinks_for_a_while"),
    *("asks_whether_to_end", "wants_no_table"),
)
OF_LINK = ("welcome", "ping", "bye", "error", "logged_in", "resumed")
FIELDS = {
    **dict.fromkeys(("play", "draw", "keep", "pass", "accept", "challenge", "done"), ()),
    **{kind: (field,) for kind, field in (("name", "colour"), ("choose", "target"), ("vote", "rule"))},
    **dict.fromkeys(("give", "retain"), ("card",)),
}
"""The actions that it knows, and the fields that it copies from the list."""


class Nonsense(Exception):
    """The server sends what cannot be."""


class Client:
    """One player: the session, and what is kept of the table."""

    def __init__(self, place: tuple[str, int], name: str, table: str, habits: set[str]) -> None:
        self.place, self.name, self.table_name, self.habits = place, name, table, habits
        self.server: str | None = None
        self.token: str | None = None
        self.code: str | None = None
        self.n: int | None = None
        self.phase = ""
        self.legal: Message | None = None
        self.ready = self.looked = False
        self.at_table = self.in_session = False
        self.last_id, self.refused = 0, set[str]()
        self.pending: Message | None = None
        self.used: Message | None = None
        """The request that is on its way, and the list that was there when it was sent."""
        self.ping, self.silence = 5.0, 14.0
        self.pause = 0.0
        self.logs_in = self.lost_login = False
        self.not_before = 0.0
        """When it may ask again what was refused as too often (P-10.4)."""

    def has(self, habit: str) -> bool:
        """Whether it does this."""
        return habit in self.habits

    def tell(self, text: object) -> None:
        """Show a line, cleaned (P-13.3)."""
        line = clean(str(text), 4000)
        if self.has("isolates_what_others_say"):
            line = f"\u2068{line}\u2069"
        if self.has("breaks_lines_at_30_columns"):
            line = "\n".join(textwrap.wrap(line, 30, break_long_words=False, break_on_hyphens=False))
        print(line, flush=True)

    def run(self) -> None:
        """Play until a final bye."""
        tries = 0
        while True:
            began = time.monotonic()
            why = self.live()
            tries = 0 if time.monotonic() - began > 5.0 else tries + 1
            if why == "looked":
                continue
            waits = self.has("says_what_is_wrong_and_waits") and why == "nonsense"
            if self.server is None and why != "bad_token":
                sys.exit("no server of UNO answers")
            if self.has("asks_before_it_comes_back") or waits:
                self.tell("press Enter to come back")
                sys.stdin.readline()
                sys.stdin.read()
                time.sleep(60.0)
            growing = min(5.0, 0.1 * 2**tries) * random.uniform(0.6, 1.0) if tries > 1 else 0.0
            time.sleep(max(growing, min(self.pause, 5.0)))

    def live(self) -> str:
        """One connection; why it ended."""
        self.in_session, self.pause = False, 0.0
        self.ping, self.silence = 5.0, 14.0
        try:
            self.plug = socket.create_connection(self.place, timeout=5.0)
        except OSError:
            return "refused"
        with self.plug:
            self.plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                self.opened()
                self.send({"t": "hello", "versions": [2, 2]})
                return self.hear()
            except OSError:
                return "lost"
            except (Nonsense, TypeError, ValueError, LookupError, AttributeError, msgpack.UnpackException) as fault:
                self.tell(f"the server sends what cannot be: {type(fault).__name__}")
                self.n = None
                return "nonsense"

    def opened(self) -> None:
        """There is a connection."""
        self.frames = Frames(SERVER_LIMIT)

    def bodies(self, received: bytes) -> list[bytes]:
        """The messages that are complete now."""
        return self.frames.feed(received)

    def hear(self) -> str:
        """Read until the connection ends; why it does."""
        heard = said = time.monotonic()
        while True:
            now = time.monotonic()
            if now - heard > self.silence:
                return "silent"
            if self.in_session and now - said > self.ping:
                self.send({"t": "ping"})
                said = now
            if not select.select([self.plug], [], [], 0.1)[0]:
                continue
            received = self.plug.recv(1 << 16)
            if not received:
                return "lost"
            heard = time.monotonic()
            for body in self.bodies(received):
                message = msgpack.unpackb(body)
                if not isinstance(message["t"], str):
                    raise Nonsense
                if why := self.take(message):
                    return why

    def send(self, message: Message) -> None:
        """A message goes out."""
        self.plug.sendall(frame(msgpack.packb(message)))

    def ask(self, t: str, **fields: Any) -> None:
        """A request, unless one is on its way, or the same was refused since the last news (P-6.6)."""
        if self.pending is None and repr((t, fields)) not in self.refused and time.monotonic() >= self.not_before:
            self.last_id += 1
            self.pending = {"t": t, "id": self.last_id, **fields}
            self.used = self.legal
            self.send(self.pending)

    def take(self, message: Message) -> str | None:
        """One message; why the connection is at an end, if it is."""
        why = self.take_of_link(message) if message["t"] in OF_LINK else None
        if why is not None:
            return why
        self.take_of_table(message)
        if self.pending is not None and message.get("id") == self.pending["id"]:
            self.take_answer(message, self.pending)
        if self.in_session:
            self.act()
        return None

    def take_of_link(self, message: Message) -> str | None:
        """What belongs to the connection and the session."""
        match message["t"]:
            case "welcome":
                return self.enter(message)
            case "ping":
                self.send({"t": "pong", "nonce": message.get("nonce") or 0})
            case "bye":
                self.tell(message.get("text") or message["code"])
                self.pause = max(0.0, float(message.get("after") or 0))
                if message["come_back"] is not True and message["code"] != "bad_token":
                    sys.exit(0)
                return str(message["code"])
            case "error" if message.get("id") is None:
                return self.take_fault(message)
            case "logged_in":
                self.tell(f"in as {message['name']}")
                self.token, self.in_session, self.logs_in = message["token"], True, False
                self.keep_token()
            case "resumed":
                self.take_resumed(message)
        return None

    def take_fault(self, error: Message) -> str | None:
        """An error without an id."""
        self.tell(error.get("text") or error["code"])
        if error["code"] == "bad_seq":
            self.n = None
            return "bad_seq"
        if error["code"] == "bad_token":
            self.token = None
        elif error["code"] == "name_taken" and self.lost_login:
            return "name_taken"  # perhaps by the login that had no answer
        elif not self.in_session:
            sys.exit(1)
        return None

    def take_resumed(self, resumed: Message) -> None:
        """Back in the session: what had no answer is asked again (P-6.4)."""
        self.in_session, self.last_id = True, max(self.last_id, resumed["last_id"])
        self.at_table = resumed.get("table") is not None
        if not self.at_table and (self.code or self.has("does_not_ask_for_a_table_again")):
            self.tell("there is no table any more")
            sys.exit(0)
        if self.pending is not None:
            self.send(self.pending)

    def take_of_table(self, message: Message) -> None:
        """What belongs to the table, or to nothing."""
        match message["t"]:
            case "announcement":
                self.tell(message["text"])
            case "snapshot":
                self.take_snapshot(message)
            case "put_out" if message["table"] == self.code:
                self.tell(f"removed: {message.get('text')}")
                sys.exit(0)
            case "entry" if message["table"] == self.code:
                self.take_entry(message)
            case "legal" if message["table"] == self.code:
                if self.has("thinks_for_a_while"):
                    time.sleep(0.4)
                self.legal = {"decision": int(message["decision"]), "actions": list(message["actions"])}

    def enter(self, welcome: Message) -> str | None:
        """Log in, or go on."""
        if welcome["version"] != 2 or welcome.get("password"):
            sys.exit("this server is not for this client")
        if self.has("looks_first") and not self.looked:
            self.looked = True
            return "looked"
        times = [welcome["timeouts"].get(name, least) for name, least in (("ping", 5.0), ("silence", 14.0))]
        if self.has("goes_where_time_outs_make_no_sense") and not all(0 < each < 1e6 for each in times):
            sys.exit("the time-outs of this server make no sense")
        self.ping, self.silence = min(max(times[0], 0.25), 30.0), min(max(times[1], 1.0), 60.0)
        if self.server not in (None, welcome["server_id"]):
            self.token = None
        self.server, self.looked = welcome["server_id"], False
        self.tell(f"this is {welcome['name']}")
        if self.token is None:
            self.code, self.n, self.pending = None, None, None
            self.lost_login, self.logs_in = self.logs_in, True
            self.send({"t": "login", "name": self.name})
        elif self.has("wants_a_snapshot_each_time") or self.n is None:
            self.send({"t": "resume", "token": self.token})
        else:
            self.send({"t": "resume", "token": self.token, "table": self.code, "seen": self.n})
        return None

    def keep_token(self) -> None:
        """Write the token where nobody else comes (P-5.5)."""
        if self.has("keeps_its_token_behind_a_closed_folder"):
            folder = Path(os.environ["HOME"], "mine")
            folder.mkdir(mode=0o700, exist_ok=True)
            (folder / "token").write_text(str(self.token), encoding="ascii")
            (folder / "token").chmod(0o644)

    def take_snapshot(self, message: Message) -> None:
        """Begin with a new picture."""
        room = message["room"]
        own = room["occupants"][message["seat"]]
        self.code, self.n, self.phase, self.ready = message["table"], message["n"], room["phase"], own["ready"]
        self.refused.clear()
        self.tell(f"at {room['name']}")
        for each in room["occupants"]:
            if each is not None and each is not own:
                self.tell(f"there is {each['name']}")
        for each in room["remarks"]:
            self.tell(f"{each['name']}: {each['text']}")

    def take_entry(self, message: Message) -> None:
        """Only the next one counts (P-8.5)."""
        event = message["event"]
        if self.n is None or message["n"] != self.n + 1:
            raise Nonsense
        self.n = message["n"]
        self.refused.clear()
        match event["k"]:
            case "said":
                self.tell(f"{event['name']}: {event['text']}")
            case "watcher_came" | "seat_taken":
                self.tell(f"{event['name']} comes")
            case "ready_changed" if event["seat"] == 0:
                self.ready = event["ready"]
            case "phase_changed":
                self.phase, self.ready = event["phase"], False
            case "asked":
                self.legal = None

    def take_answer(self, message: Message, asked: Message) -> None:
        """The answer to a request."""
        self.pending = None
        fields = {key: value for key, value in asked.items() if key not in ("t", "id")}
        self.refused.add(repr((asked["t"], fields)))
        if message["t"] == "error":
            self.tell(message.get("text") or message["code"])
            if message["code"] == "limit":
                self.not_before = time.monotonic() + message["args"]["seconds"]
            if asked["t"] == "join_table":
                sys.exit(1)
        elif message["t"] == "joined":
            self.at_table = True
        elif asked["t"] == "ready":
            self.ready = True
        elif self.used is self.legal:
            self.legal = None  # used up; another is on its way

    def act(self) -> None:
        """What is to be done now."""
        if not self.at_table:
            if not self.has("wants_no_table"):
                self.ask("join_table", table=self.table_name, new={"seats": 2})
        elif self.phase in ("waiting", "finished", "between_rounds") and not self.ready:
            self.ask("ready")
        elif self.phase == "playing" and self.legal is not None:
            for action in self.legal["actions"]:
                kind = action["k"]
                if kind in FIELDS and self.pending is None:
                    copied = {name: action[name] for name in FIELDS[kind]}
                    fields = {"cards": [action["card"]]} if kind == "play" else copied
                    self.ask(kind, decision=self.legal["decision"], **fields)


if __name__ == "__main__":
    host, port, name, table, *habits = sys.argv[1:]
    assert set(habits) <= set(HABITS), habits
    if "asks_whether_to_end" in habits:
        signal.signal(signal.SIGTERM, lambda *_: print("really?", flush=True))
    Client((host, int(port)), name, table, set(habits)).run()
