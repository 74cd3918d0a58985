"""Small readings of a server's message that cases and reports share."""

from typing import Any

from uno_protocol.conformance.verdicts import Failed, Message


def told(message: Message) -> str:
    """A message in a few words, for a report."""
    parts = {key: value for key, value in message.items() if key in ("code", "id", "field", "clause", "come_back", "n")}
    if message["t"] == "entry":
        parts["event"] = message["event"].get("k")
    return f"{message['t']} {parts}" if parts else str(message["t"])


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
