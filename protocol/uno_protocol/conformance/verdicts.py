"""How a case ends: the exceptions that end it, what came of it, how much it asked, and what it says of messages."""

import json
from enum import Enum
from typing import Any

Message = dict[str, Any]
"""A message as it is on the wire: a map with its type under `t`."""


class Failed(Exception):
    """The peer does something else than the document says; the text is what was found."""


def fail_if(wrong: object, found: str) -> None:
    """Raise Failed, with what was found, if something is wrong."""
    if wrong:
        raise Failed(found)


class FailedClosing(Exception):
    """The server did what was asked, but closed or kept the connection against the document."""


class Skipped(Exception):
    """The case cannot be tried with this peer; the text says why."""


def skip_if(unfit: object, why: str) -> None:
    """Raise Skipped, with the reason, if the case does not fit this peer."""
    if unfit:
        raise Skipped(why)


def closing_fails_if(wrong: object, found: str) -> None:
    """Raise FailedClosing, with what was found, if something is wrong."""
    if wrong:
        raise FailedClosing(found)


class Requirement(Enum):
    """How much a case asks."""

    MUST = "MUST"
    SHOULD = "SHOULD"


class Verdict(Enum):
    """The result of a case."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


def told(message: Message) -> str:
    """A message in a few words, for a report."""
    said = ("code", "id", "field", "clause", "args", "text", "come_back", "n")
    parts = {key: value for key, value in message.items() if key in said}
    if message["t"] == "entry":
        parts["event"] = message["event"].get("k")
    return f"{message['t']} {parts!s:.300}" if parts else str(message["t"])


def shown(message: object) -> str:
    """A message as JSON, cut at 300 characters."""
    return f"{json.dumps(message, default=repr, skipkeys=True):.300}"


def exchange(sent: Message, due: str, got: Message) -> str:
    """What was sent, expected and received, in one line for a report."""
    return f"sent {shown(sent)}, expected {due}, got {shown(got)}"


def is_limit(answer: Message) -> bool:
    """Whether a message is a refusal by a limit (P-10.4)."""
    return answer["t"] == "error" and answer.get("code") == "limit"


def seconds_of(error: Message) -> object:
    """The seconds to wait that an error `limit` names (P-10.4); None without."""
    return (error.get("args") or {}).get("seconds")


def text_of(message: Message, field: str) -> str:
    """The value of a field that must be text. Raises Failed."""
    value: Any = message.get(field)
    if not isinstance(value, str):
        raise Failed(f"{message['t']} has no text {field}")
    return value
