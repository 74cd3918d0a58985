"""What the hub wants done: values that the shell carries out in their order."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.messages import Ping, Pong, ServerMessage
from server.log import Logged


@dataclass(frozen=True, slots=True)
class Send:
    """A message for a peer. It waits until every commit before it in the queue is durable."""

    peer: int
    message: ServerMessage | Ping | Pong


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection once what was sent has left."""

    peer: int


@dataclass(frozen=True, slots=True)
class Commit:
    """What the journal gets: one transaction. Recovery evolves the entries and remembers the answer."""

    number: int
    """Server-wide, from 1, without gaps."""
    session: int | None
    request: int | None
    answer: ServerMessage | None
    action: object
    """What was asked: a request, an action of the table, or a value that names what the entries do not (a seed)."""
    table: str | None
    entries: tuple[Logged, ...]
    """In full, nothing redacted."""


Output = Send | Close | Commit
