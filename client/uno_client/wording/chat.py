"""Chat in words: what somebody said, in the lobby and in a log."""

from collections.abc import Sequence

from uno_client.wording.sanitize import clean
from uno_engine.events import Event
from uno_engine.language import _
from uno_protocol.labels import worded
from uno_protocol.messages import TalkLine
from uno_protocol.room import Reacted, Remark, RoomEvent, Said
from uno_protocol.sentences import NAME_SHOWN, reaction, said_by

MARK = "»"
"""Before each row of what somebody said, in a log: no event begins so."""


def lobby_text(line: TalkLine, me: str) -> str:
    """`bob says in the lobby: hello`."""
    said = _("You say in the lobby: {text}") if line.name == me else _("{name} says in the lobby: {text}")
    return said.format(name=clean(line.name, NAME_SHOWN), text=clean(line.text))


def lobby_log_text(line: TalkLine, me: str) -> str:
    """`» bob: hello` for what was said in the lobby."""
    who = worded("you") if line.name == me else clean(line.name, NAME_SHOWN)
    return f"{MARK} {who}: {clean(line.text)}"


def log_text(event: Event | RoomEvent | None, me: int | None) -> str | None:
    """`» bob: hello` for what somebody said; None for everything else that happens."""
    match event:
        case Said():
            return f"{MARK} {said_by(event, me)}: {clean(event.text)}"
        case Reacted():
            return f"{MARK} {said_by(event, me)}: {reaction(event.reaction)}"
        case _:
            return None


def speaker(event: Event | RoomEvent | None) -> str | None:
    """The name of the person who said it; None if the event is no remark or reaction."""
    return event.name if isinstance(event, (Said, Reacted)) else None


def newer(known: Sequence[Remark], told: Sequence[Remark]) -> Sequence[Remark]:
    """The remarks of `told` that are newer than `known`."""
    for length in range(min(len(known), len(told)), 0, -1):
        if list(known[-length:]) == list(told[:length]):
            return told[length:]
    return told
