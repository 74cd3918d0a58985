"""What does something that was said look like? In the plain client a sentence, in a log a line that is no event's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client.clean import clean
from client.words import Voice
from engine.events import Event
from protocol.messages import TalkLine
from protocol.room import Reacted, Remark, RoomEvent, Said

REACTIONS: Mapping[str, str] = {
    "nice": "Nice!",
    "haha": "Haha!",
    "wow": "Wow!",
    "oops": "Oops!",
    "sorry": "Sorry!",
    "thanks": "Thanks!",
    "hurry": "Hurry up!",
    "good_game": "Good game!",
}
"""What each reaction says."""
NAME_SHOWN = 32
"""Characters of a speaker's name that are shown; a server that keeps to the protocol sends 20."""
MARK = "»"
"""Before each row of what somebody said, in a log: no event begins so."""


def said_text(event: Said, voice: Voice) -> str:
    """`bob says: hello`, `You say: hello`."""
    return f"{_subject(event, voice.me)} {_verb(event, voice.me, 'say')}: {clean(event.text)}"


def reacted_text(event: Reacted, voice: Voice) -> str:
    """`bob reacts: Wow!`"""
    return f"{_subject(event, voice.me)} {_verb(event, voice.me, 'react')}: {reaction(event.reaction)}"


def reaction(code: str) -> str:
    """The words of a reaction; its code, cleaned, where a newer server knows more of them."""
    return REACTIONS.get(code) or clean(code, NAME_SHOWN).replace("_", " ")


def lobby_text(line: TalkLine, me: str) -> str:
    """`bob says in the lobby: hello`."""
    who = "You say" if line.name == me else f"{clean(line.name, NAME_SHOWN)} says"
    return f"{who} in the lobby: {clean(line.text)}"


def lobby_log_text(line: TalkLine, me: str) -> str:
    """`» bob: hello` for what was said in the lobby."""
    return f"{MARK} {'You' if line.name == me else clean(line.name, NAME_SHOWN)}: {clean(line.text)}"


def log_text(event: Event | RoomEvent | None, me: int | None) -> str | None:
    """`» bob: hello` for what somebody said; None for everything else that happens."""
    match event:
        case Said():
            return f"{MARK} {_subject(event, me)}: {clean(event.text)}"
        case Reacted():
            return f"{MARK} {_subject(event, me)}: {reaction(event.reaction)}"
        case _:
            return None


def speaker(event: Event | RoomEvent | None) -> str | None:
    """Who said that; None if it is nothing that somebody said."""
    return event.name if isinstance(event, (Said, Reacted)) else None


def newer(known: Sequence[Remark], told: Sequence[Remark]) -> Sequence[Remark]:
    """What of the last remarks `told` has been said since `known` were the last ones."""
    for length in range(min(len(known), len(told)), 0, -1):
        if list(known[-length:]) == list(told[:length]):
            return told[length:]
    return told


def _subject(event: Said | Reacted, me: int | None) -> str:
    if event.seat is not None and event.seat == me:
        return "You"
    name = clean(event.name, NAME_SHOWN)
    return f"{name} (watching)" if event.seat is None else name


def _verb(event: Said | Reacted, me: int | None, verb: str) -> str:
    return verb if event.seat is not None and event.seat == me else f"{verb}s"
