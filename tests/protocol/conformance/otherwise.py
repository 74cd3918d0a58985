"""A server that says everything in the other ways that the document allows.

A case that fails with it and not without it asks for something that no clause does. What a message is given beside
what it says is always the same for messages of one kind, so that an answer that comes again is the same; all else comes
by chance, from a seed.
"""

import random
import struct
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

import msgpack

from uno_protocol.framing import SERVER_LIMIT, Frames, frame

Message = dict[str, Any]

PREFIX = "uno1.tok."
"""What every token begins with."""
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
UNTOLD = ("flood", "unsent", "next_deal", "rematch", "start_anyway", "host_away", "watcher_away")
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
        self.known: dict[bytes, bytes] = {}
        """The server's tokens, by those that clients have."""

    def keys(self, message: Message) -> Message:
        """More keys, at every level (P-11.1)."""
        return self._grown(message, message["t"])

    def _grown(self, value: Message, path: str) -> Message:
        found = {key: self._within(one, f"{path}.{key}") for key, one in value.items()}
        return {**found, **dict([NEW[crc32(path.encode()) % len(NEW)]])}

    def _within(self, value: object, path: str) -> object:
        path = "entry" if path == "history.entries" else path  # a history has entries as they were sent
        if path.endswith((".options", ".rules", ".limits", ".timeouts", ".args", ".faces")):
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
        if message["t"] != "logged_in":
            return message
        alike = PREFIX + message["token"][len(PREFIX) :]
        self.known[alike.encode()] = message["token"].encode()
        return {**message, "token": alike}

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
BESIDE = ("types", "long", "cut")
"""Ways of saying it: messages of unknown types before it, long forms of msgpack, and in pieces."""
ALWAYS = tuple(way for way in (*ORDER, *BESIDE) if way != "untold")
"""Taken together: nothing is skipped for them."""


def long_form(value: object) -> bytes:
    """Msgpack with headers that are longer than they need be (P-3.2)."""
    match value:
        case str():
            text = value.encode()
            return b"\xda" + struct.pack(">H", len(text)) + text
        case bool() | None | float():
            return bytes(msgpack.packb(value))
        case int():
            return b"\xd3" + struct.pack(">q", value)
        case list():
            return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(long_form, value))
        case dict():
            pairs = (long_form(key) + long_form(one) for key, one in value.items())
            return b"\xde" + struct.pack(">H", len(value)) + b"".join(pairs)
        case _:
            raise TypeError(f"no value of msgpack: {value!r}")


class Otherwise:
    """Stands between a server and its clients."""

    def __init__(self, chance: random.Random, ways: Sequence[str] = ALWAYS) -> None:
        self.chance = chance
        self.ways = ways
        self._others = Ways(chance)
        self._changes: list[Callable[[Message], Message]] = [getattr(self._others, way) for way in ORDER if way in ways]

    def asked(self, data: bytes) -> bytes:
        """What a client sends goes on as it is, but for tokens that begin alike."""
        for alike, token in self._others.known.items():
            data = data.replace(alike, token)
        return data

    def cut(self, size: int) -> int:
        """How much of what has come is read at once."""
        return self.chance.randint(1, min(size, 200)) if "cut" in self.ways else size

    def told(self) -> Callable[[bytes], bytes]:
        """What a server sends on one connection, said otherwise."""
        frames = Frames(SERVER_LIMIT)
        return lambda data: b"".join(map(self.said, frames.feed(data)))

    def said(self, body: bytes) -> bytes:
        """The frames that say a body of the server otherwise."""
        message = msgpack.unpackb(body)
        kind = message["t"]
        for change in self._changes:
            message = change(message)
        wordy = "long" in self.ways and crc32(kind.encode()) % 3 == 0
        changed = long_form(message) if wordy else _packed(message)
        told = frame(changed if len(changed) <= SERVER_LIMIT else body)
        if "types" in self.ways and kind not in ("welcome", "bye") and self.chance.random() < 0.2:
            return frame(_packed({"t": "x_weather", "rain": True, "id": 1, "n": 3})) + told
        return told


def _packed(value: object) -> bytes:
    return bytes(msgpack.packb(value))
