"""How much of anything the server takes, keeps and waits for; every such number stands here alone.

`Limits` has what whoever runs a server may set, each with whom it hits and what happens then; `scripts/draw_limits.py`
makes the table in `server/README.md` of it. What the protocol fixes, and what only bounds our memory, are constants.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

MOST = 1_000_000


class Bound(NamedTuple):
    """What is known of a limit: whom it hits, what happens then, and between what it may be set."""

    hits: str
    then: str
    least: float
    most: float


def _settable(usual: float, hits: str, then: str, least: float = 1, most: float = MOST) -> Any:
    return field(default=usual, metadata={"bound": Bound(hits, then, least, most)})


MOST_WATCHERS = 400
"""What `watchers` may be set to: all their names, beside everything else, go into one frame."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What whoever runs a server may set (`[limits]` of its configuration file, or `--limit`)."""

    # who is let in
    connections: int = _settable(12_000, "server", "`bye` `too_many_connections`")
    connections_per_address: int = _settable(16, "address, not loopback", "`bye` `too_many_connections`")
    connections_per_second: int = _settable(
        8, "address, not loopback", "four times as many at once, then `bye` `too_many_connections`"
    )
    sessions: int = _settable(20_000, "server", "`limit`")
    logins_per_minute: int = _settable(30, "address, not loopback", "`limit`, with the seconds to wait")
    name_length: int = _settable(20, "session", "`name_rejected` `too_long`", 8, 20)

    # what one connection sends and takes
    frame_bytes: int = _settable(8192, "connection", "`frame_too_large`, closed", 4096, 65_536)
    frame_bytes_before_hello: int = _settable(1024, "connection", "`frame_too_large`, closed", 1024, 65_536)
    messages_at_once: int = _settable(20, "connection", "it is read more slowly", 10)
    messages_per_second: int = _settable(5, "connection", "it is read more slowly", 2)
    flood_seconds: float = _settable(120.0, "connection", "read slowly for so long: `bye` `rate_limited`", 0.1)
    unsent_kib: int = _settable(256, "connection", "dropped without a word", 128)
    unsent_seconds: float = _settable(10.0, "connection", "takes nothing for so long: dropped without a word", 0.1)

    # how long one connection may take
    hello_seconds: float = _settable(5.0, "connection", "no `hello`: `bye` `read_timeout`", 0.1)
    read_seconds: float = _settable(10.0, "connection", "half a frame: `bye` `read_timeout`", 0.1)
    ping_seconds: float = _settable(5.0, "connection", "it is sent a `ping`", 0.1)
    silence_seconds: float = _settable(14.0, "connection", "nothing was heard: `bye` `silent`", 0.2)
    """With what it takes to notice, a dead peer is known within 15 s (FAULTS 46)."""

    # tables
    tables: int = _settable(3000, "server", "`limit`")
    tables_per_minute: int = _settable(10, "session", "`limit`, with the seconds to wait")
    watchers: int = _settable(50, "table", "`limit`", 1, MOST_WATCHERS)
    changes_per_second: int = _settable(
        4, "session", "`limit`, with the seconds to wait; ten times as many at once, cards and talk aside"
    )
    deserted_hours: float = _settable(2.0, "table", "nobody is connected: it is closed", 2)
    next_deal_seconds: float = _settable(10.0, "table", "the next round is dealt, ready or not", 0.1)
    rematch_seconds: float = _settable(20.0, "table", "after a game: once somebody is ready, another begins", 0.1)
    host_away_seconds: float = _settable(30.0, "table", "the host's link is lost: somebody else is host", 0.1)
    watcher_away_seconds: float = _settable(120.0, "session", "its link is lost: it watches no longer", 0.1)

    # talk
    chat_length: int = _settable(200, "session", "what is longer is cut", 20, 200)
    chat_at_once: int = _settable(5, "session", "`limit`, with the seconds to wait; reactions count, too")
    chat_per_minute: int = _settable(30, "session", "`limit`, with the seconds to wait")

    @property
    def deserted_seconds(self) -> float:
        """`deserted_hours` in seconds."""
        return self.deserted_hours * 3600

    @property
    def away_seconds(self) -> float:
        """Before and after a game: the seat of a person whose link is lost this long is free again."""
        return max(AWAY_SECONDS, self.deserted_seconds)

    @property
    def unsent_bytes(self) -> int:
        """`unsent_kib` in bytes."""
        return self.unsent_kib * 1024


BOUNDS: dict[str, Bound] = {each.name: each.metadata["bound"] for each in fields(Limits)}
"""By the name of the limit."""
USUAL: dict[str, float] = {name: getattr(Limits(), name) for name in BOUNDS}


# --- connections, in bytes and seconds ---------------------------------------------------------------------------

FRAME_FROM_SERVER = 64 * 1024
SYSTEM_BYTES = 32 * 1024
"""What the operating system is asked to take for a peer that does not read; `unsent_kib` counts what lies above it."""
STOP_SECONDS = 2.0
"""How long a stopping server waits for its last words to be taken."""
SCHEMA_FAULTS = 10
"""The faulty message of this number on one connection closes it."""

# --- sessions ----------------------------------------------------------------------------------------------------

SESSION_SECONDS = 24 * 3600.0
"""A token lapses this long after its last use, but never while its player is at a table."""
WRONG_PASSWORDS = 5
"""The wrong password of this number on one connection closes it."""
PASSWORD_BURST = 10
PASSWORD_PER_SECOND = 1 / 3
"""Wrong passwords from one address: so many at once, and so many a second after that. Loopback is not exempt."""
ANSWERS_KEPT = 32
COMBINING_IN_A_ROW = 3

# --- tables ------------------------------------------------------------------------------------------------------

TABLES_PER_PAGE = 40
TABLE_NAME_LENGTH = 32
MUTED = 60
TRIES_BURST = 10
"""Tries of a session at codes that do not exist and at passwords of tables, at once; then one every two seconds."""
TRIES_PER_SECOND = 0.5
TRIES_THERE_BURST = 60
"""The same of all sessions from one address; then one a second. Loopback is exempt."""
TRIES_THERE_PER_SECOND = 1.0
ENTERING_BURST = 30
"""How often a session may come to tables, to sit or to watch, at once; then once a second."""
ENTERING_PER_SECOND = 1.0
ENTRIES_KEPT = 512
TIME_OUTS_IN_A_ROW = 2
"""A person whose time has run out so often, with no move between, is away: a computer player sits in."""
AWAY_SECONDS = 2 * 3600.0
"""Before and after a game: the seat of a person whose link is lost this long is free again. A start does not wait."""
RETURN_SECONDS = 15.0
"""After a restart of the server clocks stand until everyone is back, but no longer than this."""
FAULTS_IN_A_ROW = 3
"""So many failures of our own in a row, with nothing good between, and a table is frozen."""

# --- talk --------------------------------------------------------------------------------------------------------

CROWD_BURST = 40
CROWD_PER_SECOND = 10.0
"""What all in the lobby say together, or all who watch one table: so much at once, and so much a second."""
LOBBY_LINES = 50
"""What was said last in the lobby, for whoever comes later."""
