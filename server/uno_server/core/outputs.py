"""Outputs: what the hub wants done, as values that the shell carries out in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, final

from msgspec import Struct

from uno_engine.actions import Action
from uno_protocol.messages import Ping, Pong, ServerMessage
from uno_server.core.sessions import Session
from uno_server.table.event_log import Missed, Shown
from uno_server.table.state import GameKept, SeatGiven, Spans
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
    """One transaction for the journal: who and what has changed. It is written as it stands when it is stored."""

    number: int
    """Server-wide, from 1, without gaps."""
    now: float
    """Seconds of the server's time."""
    table: Table | None = None
    entries: tuple[Shown, ...] = ()
    """In full, nothing redacted."""
    actions: tuple[Action, ...] = ()
    """The actions of the game, in order: every event of it can be recomputed from them."""
    ended: bool = False
    """The table is closed or given up."""
    sessions: tuple[Session, ...] = ()
    gone: tuple[int, ...] = ()
    """Sessions that have ended."""
    bans: str | None = None
    """The administrator's bans from now on, if they have changed."""


class WantedRecord(NamedTuple):
    """The contents of a record. It holds nothing of a later commit than `until`, so it is always the same."""

    table: int
    game: int
    """The commit that opened it."""
    until: int
    """The commit with which the last round in it was over."""
    finished: bool
    """That was the end of the game, so it has no other round."""
    whole: bool
    """All hands; the game is over, and its table opens them."""
    viewer: int | None
    """Else the seat whose eyes it has; None: a spectator's."""
    spans: Spans
    """The commits that are shown with these eyes; all others as a spectator sees them."""


def _since(table: int, given: SeatGiven | None) -> int:
    """The commit from which on whoever has a session now can have joined games of that table."""
    return 0 if given is None or given.table == table else given.commit


def wanted_of(table: int, game: GameKept, session: int, given: SeatGiven | None) -> WantedRecord:
    """The record that a session may have of a game of that table; a round of the game must be over.

    `given`: whether somebody else has had the session.
    """
    whole = game.finished and game.opens
    viewer, spans = (None, ((0, game.until),)) if whole else game.seen_by(session, _since(table, given))
    until = spans[-1][1]
    return WantedRecord(table, game.commit, until, game.finished and until == game.until, whole, viewer, spans)


class WantedSeat(NamedTuple):
    """A game in which a session sat until a round was over, at any table, and that the journal has yet to find."""

    session: int
    back: int
    """How many of them began later."""
    given: SeatGiven | None
    """Whether somebody else has had the session."""

    def has(self, table: int, game: GameKept) -> bool:
        """Whether the session's player sat in a game of that table until a round was over."""
        return bool(game.of_session(self.session, _since(table, self.given)))


@final
@dataclass(frozen=True, slots=True)
class Fetch:
    """Read a record, and give it to `Hub.fetched`. It waits as a `Deliver` does."""

    session: int
    request: int
    at: int
    record: WantedRecord | WantedSeat
    place: str
    """Where the session's player is (`counted_as`)."""


Output = Deliver | Close | Commit | Fetch
