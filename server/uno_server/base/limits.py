"""Limits: how much the server takes, keeps and waits for. Every such number is here.

`Limits` has those that an administrator can set, each with whom it hits and what happens then; `scripts/generate.py`
makes the table in `server/RUNNING.md` from it. What the protocol fixes, or what only bounds our memory, is a constant.
"""

import os
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

MOST = 1_000_000
CORES = os.cpu_count() or 1


class Bound(NamedTuple):
    """A limit: whom it hits, what happens then, and the range in which it can be set."""

    hits: str
    then: str
    least: float
    most: float


def _settable(usual: float, hits: str, then: str, least: float = 1, most: float = MOST) -> Any:
    return field(default=usual, metadata={"bound": Bound(hits, then, least, most)})


MOST_WATCHERS = 400
"""The most that `watchers` can be set to: one frame must hold all their names besides everything else."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that an administrator can set (`[limits]` in the configuration file, or `--limit`)."""

    # who is let in
    connections: int = _settable(12_000, "server", "`bye` `too_many_connections`")
    connections_per_address: int = _settable(16, "address", "`bye` `too_many_connections`")
    connections_per_second: int = _settable(
        8, "address", "`bye` `too_many_connections`; bursts of four times as many are allowed"
    )
    handshakes_per_second: int = _settable(
        40, "address", "TLS: closed without an answer; bursts of five times as many are allowed"
    )
    loopback_counts: int = _settable(0, "server", "1: limits per address hold for loopback too; 0: they spare it", 0, 1)
    sessions: int = _settable(
        20_000,
        "server",
        "one without connection and table ends, first those that never asked for anything; else `limit`",
    )
    logins_per_minute: int = _settable(30, "address", "`limit`, with the seconds to wait")
    name_length: int = _settable(20, "session", "`name_rejected` `too_long`", 8, 20)

    code_seconds: float = _settable(120.0, "session", "the digits for another device are void", 1)

    # what one connection sends and takes
    frame_bytes: int = _settable(8192, "connection", "`frame_too_large`, closed", 4096, 65_536)
    frame_bytes_before_hello: int = _settable(1024, "connection", "`frame_too_large`, closed", 1024, 65_536)
    messages_at_once: int = _settable(20, "connection", "read more slowly", 10)
    messages_per_second: int = _settable(5, "connection", "read more slowly", 2)
    flood_seconds: float = _settable(120.0, "connection", "still too fast after this long: `bye` `rate_limited`", 0.1)
    unsent_kib: int = _settable(256, "connection", "dropped without a `bye`", 128)
    unsent_seconds: float = _settable(10.0, "connection", "reads nothing for this long: dropped without a `bye`", 0.1)

    # how long one connection may take
    hello_seconds: float = _settable(5.0, "connection", "no `hello`: `bye` `read_timeout`", 0.1)
    read_seconds: float = _settable(10.0, "connection", "half a frame: `bye` `read_timeout`", 0.1)
    ping_seconds: float = _settable(5.0, "connection", "gets a `ping`", 0.1)
    silence_seconds: float = _settable(14.0, "connection", "nothing received: `bye` `silent`", 0.2)
    """Including the time it takes to notice, a dead peer is known within 15 s (FAULTS 46)."""

    # what browsers fetch
    visits: int = _settable(
        256,
        "server",
        "connections that ask for files, besides `connections`; of whoever has the most, the longest at rest is closed",
    )
    visits_per_address: int = _settable(32, "address", "the longest at rest is closed")
    requests_per_second: int = _settable(40, "address", "429, or 503 when it connects; bursts of five times as many")

    # tables
    tables: int = _settable(
        3000, "server", "the table deserted longest closes, but none with an unfinished game; else `limit`"
    )
    experts_per_core: int = _settable(
        4, "server", "`limit`: a further computer player of level `expert` for every processor of the machine", 0
    )
    tables_per_minute: int = _settable(10, "session", "`limit`, with the seconds to wait")
    watchers: int = _settable(50, "table", "`limit`", 1, MOST_WATCHERS)
    changes_per_second: int = _settable(
        4,
        "session",
        "`limit`, with the seconds to wait; bursts of ten times as many are allowed; moves and chat do not count",
    )
    deserted_hours: float = _settable(2.0, "table", "closes when nobody was connected for this long", 2)
    unplayed_minutes: float = _settable(20.0, "table", "the same, if no game is on and none was finished there")
    """There is nothing to come back to but a seat; with a game, or its tally, it is `deserted_hours`."""
    deserted_per_address: int = _settable(10, "address", "the same with the deserted tables that it opened")
    next_deal_seconds: float = _settable(10.0, "table", "the next round is dealt, ready or not", 0.1)
    open_share_seconds: float = _settable(
        3.0, "table", "at the start of a game: bytes for the deal that aren't there are left out, for all to see", 0.1
    )
    rematch_seconds: float = _settable(20.0, "table", "after a game, once somebody is ready: the next game starts", 0.1)
    start_anyway_seconds: float = _settable(
        10.0, "table", "after somebody sat down: the host may start without those who are not ready", 0.1
    )
    host_away_seconds: float = _settable(30.0, "table", "the host is disconnected: another player becomes host", 0.1)
    watcher_away_seconds: float = _settable(120.0, "session", "a disconnected spectator leaves", 0.1)
    claim_after_seconds: float = _settable(
        20.0, "session", "a disconnected player's seat can be asked for by somebody without the token", 0.1
    )
    claim_seconds: float = _settable(60.0, "table", "nobody has decided about such a seat: its owner keeps it", 0.1)

    # chat
    chat_length: int = _settable(200, "session", "longer text is cut", 20, 200)
    chat_at_once: int = _settable(5, "session", "`limit`, with the seconds to wait; reactions count too")
    chat_per_minute: int = _settable(30, "session", "`limit`, with the seconds to wait")

    training: bool = False
    """Programs train here: nobody is waited for (P-10.6)."""

    @property
    def changes_at_once(self) -> int:
        """The burst of `changes_per_second`."""
        return self.changes_per_second * 10

    @property
    def expert_seats(self) -> int:
        """How many computer players of level `expert` there may be."""
        return self.experts_per_core * CORES

    @property
    def deserted_seconds(self) -> float:
        """`deserted_hours` in seconds."""
        return self.deserted_hours * 3600

    @property
    def away_seconds(self) -> float:
        """Before and after a game, the seat of a person who stays disconnected for this long becomes free."""
        return max(AWAY_SECONDS, self.deserted_seconds)

    @property
    def unsent_bytes(self) -> int:
        """`unsent_kib` in bytes."""
        return self.unsent_kib * 1024


BOUNDS: dict[str, Bound] = {each.name: each.metadata["bound"] for each in fields(Limits) if each.metadata}
"""By the name of the limit."""
USUAL: dict[str, float] = {name: getattr(Limits(), name) for name in BOUNDS}


def in_training(limits: Limits) -> Limits:
    """These limits, without those of the pace of requests."""
    fast = dict.fromkeys(("messages_at_once", "messages_per_second", "changes_per_second"), MOST)
    return replace(limits, training=True, next_deal_seconds=0.1, rematch_seconds=0.1, **fast)


VISIT_SECONDS = 30.0
"""A browser that asks for no other file keeps its connection so long."""
FRAME_FROM_SERVER = 64 * 1024
SYSTEM_BYTES = 32 * 1024
"""The operating system's buffer for a peer that does not read; `unsent_kib` counts the bytes beyond it."""
ADDRESSES_IN_NETWORK = 8
"""An IPv6 /64 network may do as much as this many addresses: a room may share one, and a machine may own it."""
ADDRESSES_ON_LINK = 32
"""The same for the link-local IPv6 addresses of one interface: a whole room has them, and a machine may take any."""
STOP_SECONDS = 1.0
"""How long a stopping server waits until its goodbyes are read."""
SCHEMA_FAULTS = 10
"""After this many faulty messages a connection is closed."""

TIDY_SECONDS = 60.0
"""Between two times that finished games move to their records: many at once cost less."""
BACKUP_SECONDS = 120.0
BACKUP_SHARE = 100
"""Between two backups, if anything was stored meanwhile: so long, and so many times as long as the last one took."""

SESSION_SECONDS = 24 * 3600.0
"""A token lapses this long after its last use, but never while its player is at a table."""
WRONG_PASSWORDS = 5
"""After this many wrong passwords a connection is closed."""
PASSWORD_BURST = 10
PASSWORD_PER_SECOND = 1 / 3
"""Wrong passwords from one address: this many in a burst, then this many a second. Loopback is not exempt."""
DRAWN_BURST = 4
DRAWN_PER_SECOND = 1.0
"""QR codes for other devices, 10 ms each: so many in a burst for each address, then so many a second."""
CODE_TRIES = 3
"""After this many wrong tries the digits of `move_device` are void."""
CLAIM_BURST = 3
CLAIM_PER_SECOND = 1 / 60
"""How often somebody from one address may ask for seats: so often in a burst, then so often a second."""
CLAIM_AGAIN_SECONDS = 300
"""After a claim that came to nothing, before the same address may ask for the same seat again."""
ANSWERS_KEPT = 32

TABLES_PER_PAGE = 40
TABLE_NAME_LENGTH = 32
MUTED = 60
TRIES_BURST = 10
"""Tries of a session at unknown codes and at table passwords: this many in a burst, then one every two seconds."""
TRIES_PER_SECOND = 0.5
ADDRESS_TRIES_BURST = 60
"""Tries from one address: this many in a burst, then one a second. Loopback is exempt."""
ADDRESS_TRIES_PER_SECOND = 1.0
WRONG_BURST = 100
WRONG_PER_SECOND = 0.1
"""Wrong guesses of everybody together, at the password or at tables: at most 8,740 on the first day."""
INNOCENT_PER_SECOND = 1 / 60
"""Beyond that: the guesses of an address or network that was not wrong within the last hour."""
GUILTY_SECONDS = 3600.0
ENTERING_BURST = 30
"""How often a session may join or watch tables in a burst; then once a second."""
ENTERING_PER_SECOND = 1.0
ENTRIES_KEPT = 512
HISTORY_BYTES = 60_000
"""How long the entries of one `history` may be, so that they go into a frame."""
RECORD_BYTES = 48_000
"""How long the lines of one page of a record may be."""
RECORDS_CACHED = 8
"""Records that were fetched last: a client asks for one page after another."""
TIME_OUTS_IN_A_ROW = 2
"""A person whose time runs out this often in a row is away: a computer player plays for them."""
AWAY_SECONDS = 2 * 3600.0
"""Before and after a game, a seat becomes free after this long without its person. A start does not wait."""
RETURN_SECONDS = 15.0
"""After a restart, clocks stop until everyone is back, but no longer than this."""
FAULTS_IN_A_ROW = 3
"""After this many failures of our own in a row, a table is frozen."""

CROWD_BURST = 40
CROWD_PER_SECOND = 10.0
"""Chat of the whole lobby, or of all spectators of a table: this much in a burst, then this much a second."""
LOBBY_LINES = 50
"""Lines of lobby chat that are kept for those who come later."""
