"""A relay that makes a server say everything in the other ways that the document allows.

python -m tests.protocol.conformance.otherwise HOST:PORT [WAY …]   relays to that server; ends when it is killed

Says where it listens as `uno-server` does. Without a WAY it takes all of those in ALWAYS; a case that fails through
it and not without it asks for something that no clause does. What a message is given beside what it says is always the
same for messages of one kind, so that an answer that comes again is the same; all else comes by chance, from a seed.
"""

import asyncio
import random
import socket
import struct
import sys
from collections.abc import Callable
from typing import Any
from zlib import crc32

import msgpack

from uno_protocol.conformance.cli import address
from uno_protocol.framing import SERVER_LIMIT, Frames, frame

Message = dict[str, Any]

PREFIX = "uno1.tok."
"""What every token begins with; it stays within 64 characters."""
ROOM_FOR = 4096
"""Bytes that the relay keeps at each place where some may wait, so that who does not read is felt by the server."""
SEED = 20261120

NIL: dict[str, tuple[str, ...]] = {
    "ok": ("note",),
    "error": ("id", "field", "clause"),
    "joined": ("seat", "note"),
    "resumed": ("table",),
    "snapshot": ("game", "seat"),
    "clock": ("seconds", "of"),
}
"""By type, what may be nil because its absence means none (P-3.8)."""
WITH: dict[str, Message] = {
    "error": {"args": {}},
    "tables": {"more": False},
    "welcome": {"password": False, "capabilities": []},
    "rules": {"options": {}, "password": False, "watching": True, "show_hands": False, "test": False},
    "bye": {"after": 0},
    "ping": {"nonce": 0},
    "pong": {"nonce": 0},
}
"""By type, what should be left out and need not (P-3.8)."""
UNTOLD = ("flood", "unsent", "next_deal", "rematch", "host_away", "watcher_away")
"""Time-outs without which a client can do (P-10.2)."""
NEW: tuple[tuple[str, object], ...] = (
    ("x_whole", 1),
    ("x_text", "new"),
    ("x_list", [1, "a", None]),
    ("x_map", {"a": {"b": 2.5}}),
    ("x_true", True),
)
"""Keys of a later version, each with a value of another kind (P-11.1)."""


class Ways:
    """Says a message in other ways. Every way takes the message and gives one that says the same."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def keys(self, message: Message) -> Message:
        """More keys, at every level (P-11.1)."""
        return self._grown(message, message["t"])

    def _grown(self, value: Message, path: str) -> Message:
        found = {key: self._within(one, f"{path}.{key}") for key, one in value.items()}
        return {**found, **dict([NEW[crc32(path.encode()) % len(NEW)]])}

    def _within(self, value: object, path: str) -> object:
        if path.endswith((".options", ".rules", ".limits", ".timeouts", ".args")):
            return value  # maps whose keys are names of something
        if isinstance(value, dict):
            return self._grown(value, path)
        return [self._within(one, path) for one in value] if isinstance(value, list) else value

    def names(self, message: Message) -> Message:
        """More names in `limits`, `timeouts`, `capabilities` and `args` (P-11.1)."""
        if message["t"] == "welcome":
            told = {key: {**message[key], "x_more": 7} for key in ("limits", "timeouts")}
            return {**message, **told, "capabilities": ["x_more", *message.get("capabilities", [])]}
        return {**message, "args": {**message["args"], "x_more": "new"}} if message.get("args") else message

    def nil(self, message: Message) -> Message:
        """Nil for what is absent and none, and what is as if it were absent (P-3.8)."""
        message = {**dict.fromkeys(NIL.get(message["t"], ())), **WITH.get(message["t"], {}), **message}
        if message["t"] == "tables":
            message["tables"] = [{"host": None, "locked": False, **one} for one in message["tables"]]
        if message["t"] == "snapshot":
            room = {"host": None, **message["room"]}
            room["occupants"] = [one and {"bot": None, "stand_in": None, **one} for one in room["occupants"]]
            room["remarks"] = [{"seat": None, **one} for one in room["remarks"]]
            message["room"] = room
        return message

    def listed(self, message: Message) -> Message:
        """What may be done the other way round: lists of it have no order (P-9.4, P-9.5)."""
        return {**message, "actions": message["actions"][::-1]} if "actions" in message else message

    def actions(self, message: Message) -> Message:
        """Something more that may be done, of an unknown kind (P-11.1), where there is something."""
        if message["t"] != "legal" or not message["actions"]:
            return message
        return {**message, "actions": [{"k": "x_moo", "z": 1}, *message["actions"]]}

    def text(self, message: Message) -> Message:
        """Other words, or none where a sentence need not be there (P-6.7)."""
        if message["t"] not in ("error", "bye", "put_out") or "text" not in message:
            return message
        free = "clause" not in message and message["code"] != "rules_refused" and crc32(message["code"].encode()) % 2
        rest = {key: value for key, value in message.items() if key != "text"}
        return rest if free else {**rest, "text": f"In other words: {message['text']}"}

    def tokens(self, message: Message) -> Message:
        """Tokens that all begin alike (P-5.5)."""
        return {**message, "token": PREFIX + message["token"]} if message["t"] == "logged_in" else message

    def untold(self, message: Message) -> Message:
        """No time-out without which a client can do (P-10.2)."""
        if message["t"] != "welcome":
            return message
        told = {name: seconds for name, seconds in message["timeouts"].items() if name not in UNTOLD}
        return {**message, "timeouts": told}

    def whole(self, message: Message) -> Message:
        """Whole seconds as whole numbers (P-3.6)."""
        found = {key: _whole(value) if key in ("seconds", "of", "after") else value for key, value in message.items()}
        if message["t"] == "welcome":
            found["timeouts"] = {name: _whole(value) for name, value in message["timeouts"].items()}
        return found

    def order(self, message: Message) -> Message:
        """Keys in any order (P-3.1)."""
        mixed = self._mixed(message)
        return mixed if isinstance(mixed, dict) else message

    def _mixed(self, value: object) -> object:
        if isinstance(value, dict):
            keys = list(value)
            self.chance.shuffle(keys)
            return {key: self._mixed(value[key]) for key in keys}
        return [self._mixed(one) for one in value] if isinstance(value, list) else value


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


ORDER = ("names", "nil", "actions", "listed", "text", "tokens", "untold", "whole", "keys", "order")
"""The ways that change a message, in this order: what has been added is mixed up with the rest."""
BESIDE = ("types", "long", "cut", "late")
"""Ways of saying it: messages of unknown types before it, long forms of msgpack, frames in pieces, and slowly."""
ALWAYS = tuple(way for way in (*ORDER, *BESIDE) if way not in ("untold", "late"))
"""Taken together unless something else is asked for: nothing is skipped for them, and nothing takes longer."""


def long_form(value: object) -> bytes:
    """Msgpack with headers that are longer than they need be (P-3.2)."""
    match value:
        case bool() | None | float():
            return bytes(msgpack.packb(value))
        case int():
            return b"\xd3" + struct.pack(">q", value)
        case str():
            text = value.encode()
            return b"\xda" + struct.pack(">H", len(text)) + text
        case list():
            return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(long_form, value))
        case dict():
            pairs = (long_form(key) + long_form(one) for key, one in value.items())
            return b"\xde" + struct.pack(">H", len(value)) + b"".join(pairs)
        case _:
            raise TypeError(f"no value of msgpack: {value!r}")


class Relay:
    """Takes connections, and makes one to the server for each."""

    def __init__(self, host: str, port: int, ways: tuple[str, ...], seed: int = SEED) -> None:
        self.host = host
        self.port = port
        self.ways = ways
        self.chance = random.Random(seed)
        self._tasks: set[asyncio.Task[None] | None] = set()
        others = Ways(self.chance)
        self._changes: list[Callable[[Message], Message]] = [getattr(others, way) for way in ORDER if way in ways]

    async def serve(self) -> None:
        """Say where, and relay for ever."""
        listening = socket.create_server((self.host, 0), backlog=512)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR)
        server = await asyncio.start_server(self._relay, sock=listening, limit=ROOM_FOR)
        print(f"listening on {self.host}:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()

    async def _relay(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)  # or nobody would hold it, once one side has gone
        try:
            await self._between(from_client, to_client)
        finally:
            self._tasks.discard(task)

    async def _between(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        link = socket.socket(socket.AF_INET)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM_FOR)
        link.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(link, (self.host, self.port))
        except OSError:
            link.close()
            to_client.transport.abort()
            return
        from_server, to_server = await asyncio.open_connection(sock=link, limit=ROOM_FOR)
        for writer in (to_client, to_server):
            writer.transport.set_write_buffer_limits(0)
        late = self.chance.random() * 0.05 if "late" in self.ways else 0.0
        await asyncio.gather(
            self._carry(from_client, to_server, self.asked, late),
            self._carry(from_server, to_client, self.told(), late),
        )
        for writer in (to_client, to_server):
            writer.close()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        change: Callable[[bytes], list[bytes]],
        late: float,
    ) -> None:
        """Carry what comes, and then how it ended."""
        try:
            while data := await reader.read(65_536):
                await asyncio.sleep(late)
                try:
                    for piece in change(data):
                        writer.write(piece)
                        await writer.drain()
                except OSError:
                    continue  # nobody takes it any more; how that ends comes from the other side
            writer.write_eof()
        except OSError:
            writer.transport.abort()

    def asked(self, data: bytes) -> list[bytes]:
        """What a client sends goes on as it is, but for tokens that begin alike."""
        if PREFIX.encode() not in data or "tokens" not in self.ways:
            return [data]
        out = bytearray()
        rest = data
        while len(rest) >= 4 and len(rest) >= 4 + (length := int.from_bytes(rest[:4])):
            out += rest[:4] if not length else frame(_without_prefix(rest[4 : 4 + length]))
            rest = rest[4 + length :]
        return [bytes(out) + rest]

    def told(self) -> Callable[[bytes], list[bytes]]:
        """What a server sends on one connection, said otherwise."""
        frames = Frames(SERVER_LIMIT)
        return lambda data: [piece for body in frames.feed(data) for piece in self.said(body)]

    def said(self, body: bytes) -> list[bytes]:
        """A body of the server in pieces of the frames that say it otherwise."""
        message = msgpack.unpackb(body)
        kind = message["t"]
        for change in self._changes:
            message = change(message)
        wordy = "long" in self.ways and crc32(kind.encode()) % 3 == 0
        pack: Callable[[object], bytes] = long_form if wordy else _packed
        changed = pack(message)
        frames = [frame(changed if len(changed) <= SERVER_LIMIT else body)]
        if "types" in self.ways and kind not in ("welcome", "bye") and self.chance.random() < 0.2:
            frames.insert(0, frame(_packed({"t": "x_weather", "rain": True, "id": 1, "n": 3})))
        if "cut" in self.ways and self.chance.random() < 0.2:
            at = self.chance.randrange(1, len(frames[-1]))
            frames[-1:] = [frames[-1][:at], frames[-1][at:]]
        return frames


def _packed(value: object) -> bytes:
    return bytes(msgpack.packb(value))


def _without_prefix(body: bytes) -> bytes:
    """A body of a client, with the token as the server knows it."""
    try:
        message = msgpack.unpackb(body)
        if message["t"] == "resume" and message["token"].startswith(PREFIX):
            return _packed({**message, "token": message["token"].removeprefix(PREFIX)})
    except (ValueError, TypeError, KeyError, AttributeError, msgpack.UnpackException):
        pass
    return body


def main() -> int:
    """Relay. Exit code 2 for an unknown way."""
    place, *ways = sys.argv[1:]
    if unknown := [way for way in ways if way not in (*ORDER, *BESIDE)]:
        print(f"otherwise: no way is called {unknown[0]!r}; there are {', '.join((*ORDER, *BESIDE))}", file=sys.stderr)
        return 2
    asyncio.run(Relay(*address(place), tuple(ways) or ALWAYS).serve())
    return 0


if __name__ == "__main__":
    sys.exit(main())
