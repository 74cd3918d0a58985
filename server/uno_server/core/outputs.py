"""Outputs: what the hub wants done, as values that the shell carries out in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from msgspec import Struct

from uno_engine.actions import Action
from uno_protocol.messages import Ping, Pong, ServerMessage
from uno_server.table.event_log import Missed, Shown
from uno_server.table.facts import Fact, Times
from uno_server.table.table import Table


# Every move makes several, and a `Struct` is made in half the time of a dataclass. Nobody changes them.
@final
class Deliver(Struct):
    """Messages for peers, encoded once for all. They wait until every commit before them in the queue is durable."""

    peers: Sequence[int]
    messages: tuple[ServerMessage | Ping | Pong, ...] | Missed


@final
@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection once everything sent has left."""

    peer: int


@final
class Commit(Struct):
    """One transaction for the journal. Recovery evolves the entries and remembers the answer."""

    number: int
    """Server-wide, from 1, without gaps."""
    now: float
    """Seconds of the server's time."""
    session: int | None = None
    request: int | None = None
    answer: ServerMessage | None = None
    table: int | None = None
    """The table's number; unlike its code it is never reused."""
    actions: tuple[Action, ...] = ()
    """The actions of the game, in order: every event can be recomputed from them."""
    entries: tuple[Shown, ...] = ()
    """In full, nothing redacted."""
    facts: tuple[Fact, ...] = ()
    times: Times | None = None
    standing: Table | None = None
    """The table itself, which may have gone on since: a checkpoint is made of it."""


Output = Deliver | Close | Commit
