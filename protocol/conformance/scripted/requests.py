"""The fields of a client's messages, from the tables of PROTOCOL.md, in short.

A question mark marks a field that may be absent; two mark one whose absence means none, so that it may be nil (P-3.8).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from protocol.conformance.picture import LEVELS, ORDER
from protocol.conformance.verdicts import Failed, Message

Kind = Callable[[object], bool]
HIGHEST = (1 << 53) - 1
"""P-3.9: the highest of all integers."""
LONGEST_TEXT = 1024


def whole(least: int, most: int) -> Kind:
    """An int of a range; true is none."""
    return lambda value: type(value) is int and least <= value <= most


def text(longest: int = LONGEST_TEXT) -> Kind:
    """A text of so many characters."""
    return lambda value: isinstance(value, str) and len(value) <= longest


def one_of(*known: str) -> Kind:
    """One of these texts."""
    return lambda value: isinstance(value, str) and value in known


def many(kind: Kind, least: int, most: int) -> Kind:
    """An array of so many."""
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(kind, value))


def maybe(kind: Kind) -> Kind:
    """That, or nil."""
    return lambda value: value is None or kind(value)


def names(longest: int) -> Kind:
    """A map of text to text."""
    return lambda value: (
        isinstance(value, dict) and all(isinstance(one, str) and len(one) <= longest for one in value.values())
    )


def options(value: object) -> bool:
    """What differs from a preset."""
    return names(40)(value) and isinstance(value, dict) and len(value) <= 64


def yes_or_no(value: object) -> bool:
    """A bool."""
    return isinstance(value, bool)


CARD, COLOUR, SEAT = one_of(*ORDER), one_of("R", "Y", "G", "B"), whole(0, 9)
ID = whole(1, HIGHEST)
CHAIN: Mapping[str, Kind] = {"cards": many(CARD, 1, 120), "colours?": many(maybe(COLOUR), 0, 120)}
TABLE: Mapping[str, Kind] = {
    "preset?": text(64),
    "options?": options,
    "seats?": whole(2, 10),
    "turn_seconds?": whole(0, 600),
    "password?": text(),
    "listed?": yes_or_no,
    "watching?": yes_or_no,
    "show_hands?": yes_or_no,
    "own_text?": text(),
}
LEVEL = one_of(*LEVELS)
PACE = one_of("calm", "normal", "brisk")


def _pause(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 5


NEW: Mapping[str, Kind] = {
    **TABLE,
    "bots?": many(LEVEL, 0, 9),
    "bot_pause?": _pause,
    "position?": text(6000),
}


def new(value: object) -> bool:
    """What a table is opened with."""
    return isinstance(value, dict) and not fault(NEW, value)


PLAIN = ("leave_table", "end_game", "close_table", "why_not")
DECIDED = ("draw", "keep", "pass", "accept", "challenge", "done", "uno")

REQUESTS: Mapping[str, Mapping[str, Kind]] = {
    **{kind: {"id": ID} for kind in PLAIN},
    **{kind: {"id": ID, "decision": whole(0, HIGHEST)} for kind in DECIDED},
    **{
        kind: {"id": ID, "decision": whole(0, HIGHEST), **fields}
        for kind, fields in {
            "play": {**CHAIN, "target??": SEAT, "uno?": yes_or_no},
            "name": {"colour": COLOUR},
            "choose": {"target": SEAT},
            "catch": {"target": SEAT},
            "vote": {"rule": text(64)},
            "give": {"card": CARD},
            "retain": {"card": CARD},
            "continuations": CHAIN,
        }.items()
    },
    "list_tables": {"id": ID, "after?": text(64)},
    "table_rules": {"id": ID, "table": text()},
    "create_table": {"id": ID, "name": text(), "new?": new},
    "join_table": {"id": ID, "table": text(), "new??": new, "password?": text()},
    "spectate_table": {"id": ID, "table": text(), "password?": text()},
    "add_bot": {"id": ID, "level?": LEVEL},
    "remove_bot": {"id": ID, "seat": SEAT},
    "ready": {"id": ID, "ready?": yes_or_no},
    "start": {"id": ID, "chosen??": SEAT},
    "change_table": {
        "id": ID,
        **{f"{field}?": kind for field, kind in {**TABLE, "locked?": yes_or_no, "pace?": PACE}.items()},
    },
    "move_seat": {"id": ID, "seat": SEAT, "to": SEAT},
    "kick": {"id": ID, "name": text(), "ban?": yes_or_no},
    "hand_over": {"id": ID, "seat": SEAT},
    "pause": {"id": ID, "paused?": yes_or_no},
    "away": {"id": ID, "away?": yes_or_no},
    "give_time": {"id": ID, "seat": SEAT, "seconds": whole(0, 300)},
    "chat": {"id": ID, "text": text(), "to?": one_of("table", "lobby")},
    "react": {"id": ID, "reaction": one_of("nice", "haha", "wow", "oops", "sorry", "thanks", "hurry", "good_game")},
    "mute": {"id": ID, "name": text(), "muted?": yes_or_no},
    "lobby_talk": {"id": ID, "after?": whole(0, HIGHEST)},
    "ping": {"nonce?": whole(0, HIGHEST)},
    "pong": {"nonce?": whole(0, HIGHEST)},
}
"""Every message of a client after it has a session."""


def fault(fields: Mapping[str, Kind], message: Mapping[str, object]) -> str:
    """What is wrong with a map by these fields; empty if nothing is."""
    for name, kind in fields.items():
        field = name.rstrip("?")
        if field not in message and not name.endswith("?"):
            return f"{field} is missing"
        if field in message and not (name.endswith("??") and message[field] is None) and not kind(message[field]):
            return f"{field} is {message[field]!r:.100}"
    unknown = sorted(set(message) - {name.rstrip("?") for name in fields} - {"t"})
    return f"unknown key {unknown[0]!r}" if unknown else ""


def check(message: Message) -> None:
    """The message must be one that a client may send within a session. Raises Failed."""
    fields = REQUESTS.get(message["t"])
    if fields is None:
        raise Failed(f"{message['t']!r:.100} is not a message of a client with a session (P-11.2)")
    if wrong := fault(fields, message):
        raise Failed(f"{message['t']} is wrong: {wrong} (P-3.6 to P-3.9)")
