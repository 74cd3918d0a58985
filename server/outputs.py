"""What the hub wants done: values that the shell carries out in their order."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from protocol.messages import Ping, Pong, ServerMessage
from server.facts import Fact, Times
from server.log import Shown


# Not frozen, as every move makes several; nobody changes them.
@dataclass(slots=True)
class Send:
    """Messages for a peer. They wait until every commit before them in the queue is durable.

    What several peers are told alike is one and the same tuple, so that it is encoded once.
    """

    peer: int
    messages: tuple[ServerMessage | Ping | Pong, ...]


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection once what was sent has left."""

    peer: int


@dataclass(slots=True)
class Commit:
    """What the journal gets: one transaction. Recovery evolves the entries and remembers the answer."""

    number: int
    """Server-wide, from 1, without gaps."""
    now: float
    """Seconds of the server's time."""
    session: int | None = None
    request: int | None = None
    answer: ServerMessage | None = None
    table: int | None = None
    """The table's number; unlike its code it is never given again."""
    actions: tuple[Action, ...] = ()
    """What the game was asked for, in order: with it every event can be worked out anew."""
    entries: tuple[Shown, ...] = ()
    """In full, nothing redacted."""
    facts: tuple[Fact, ...] = ()
    times: Times | None = None


Output = Send | Close | Commit
