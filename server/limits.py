"""How much of anything the server takes, keeps and waits for; every such number stands here alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What whoever runs a server may set (`[limits]` of its configuration file)."""

    connections: int = 12_000
    connections_per_address: int = 16
    """At a time from one address; loopback is exempt, so that one machine can hold many clients."""
    connections_per_second: int = 8
    """New ones from one address; four times as many at once. Loopback is exempt."""
    sessions: int = 20_000
    logins_per_minute: int = 30
    """Sessions that may begin from one address. Loopback is exempt."""
    tables: int = 3000
    tables_per_minute: int = 10
    """Tables that one session may open."""
    watchers: int = 50
    """Who watch one table."""
    changes_per_second: int = 4
    """How often one session may change something at its table, play and talk aside; ten times as many at once."""
    messages_per_second: int = 400
    """Reading pauses when a peer sends more than this; nothing is refused for it. So many may come at once, too."""
    deserted_hours: float = 2.0
    """A table at which nobody is connected is closed after this."""

    @property
    def deserted_seconds(self) -> float:
        """`deserted_hours` in seconds."""
        return self.deserted_hours * 3600

    @property
    def away_seconds(self) -> float:
        """Before and after a game: the seat of a person whose link is lost this long is free again."""
        return max(AWAY_SECONDS, self.deserted_seconds)


# --- connections, in bytes and seconds ---------------------------------------------------------------------------

FRAME_BEFORE_HELLO = 1024
FRAME_FROM_CLIENT = 8 * 1024
FRAME_FROM_SERVER = 64 * 1024
UNSENT_BYTES = 256 * 1024
"""A peer with more than this waiting for it is dropped without a word."""
UNSENT_SECONDS = 10.0
"""A peer whose bytes wait for this long is dropped without a word."""
HELLO_SECONDS = 5.0
"""How long a new connection may take to greet."""
READ_SECONDS = 10.0
"""How long a frame may take from its first byte to its last."""
PING_SECONDS = 5.0
SILENCE_SECONDS = 14.0
"""A peer that says nothing for this long is taken to be gone: with what it takes to notice, within 15 s (FAULTS 46)."""
STOP_SECONDS = 2.0
"""How long a stopping server waits for its last words to be taken."""
SCHEMA_FAULTS = 10
"""The faulty message of this number on one connection closes it."""

FLOOD_SECONDS = 120.0
"""A peer that keeps sending too fast for this long is told `rate_limited` and closed."""

# --- sessions ----------------------------------------------------------------------------------------------------

SESSION_SECONDS = 24 * 3600.0
"""A token lapses this long after its last use, but never while its player is at a table."""
WRONG_PASSWORDS = 5
"""The wrong password of this number on one connection closes it."""
PASSWORD_BURST = 10
PASSWORD_PER_SECOND = 1 / 3
"""Wrong passwords from one address: so many at once, and so many a second after that. Loopback is not exempt."""
ANSWERS_KEPT = 32
NAME_LENGTH = 20
"""Characters of a player's name after trimming."""
COMBINING_IN_A_ROW = 3

# --- tables ------------------------------------------------------------------------------------------------------

MOST_WATCHERS = 400
"""What `watchers` may be set to: all their names, beside everything else, go into one frame."""
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
NEXT_DEAL_SECONDS = 10.0
"""Between rounds: the next deal comes after this, or when all are ready."""
REMATCH_SECONDS = 20.0
"""After a game: once somebody is ready for another it begins after this, or when all are ready."""
TIME_OUTS_IN_A_ROW = 2
"""A person whose time has run out so often, with no move between, is away: a computer player sits in."""
AWAY_SECONDS = 2 * 3600.0
"""Before and after a game: the seat of a person whose link is lost this long is free again. A start does not wait."""
WATCHER_AWAY_SECONDS = 120.0
"""A watcher whose link is lost this long watches no longer."""
RETURN_SECONDS = 15.0
"""After a restart of the server clocks stand until everyone is back, but no longer than this."""
HOST_AWAY_SECONDS = 30.0
"""A host whose link is lost this long hands over to the longest-seated person who is there."""
FAULTS_IN_A_ROW = 3
"""So many failures of our own in a row, with nothing good between, and a table is frozen."""

# --- talk --------------------------------------------------------------------------------------------------------

CHAT_LENGTH = 200
"""Characters of one thing that is said."""
CHAT_BURST = 5
CHAT_PER_SECOND = 0.5
"""What one session says, reactions too: so much at once, then one every two seconds."""
CROWD_BURST = 40
CROWD_PER_SECOND = 10.0
"""What all in the lobby say together, or all who watch one table: so much at once, and so much a second."""
LOBBY_LINES = 50
"""What was said last in the lobby, for whoever comes later."""
