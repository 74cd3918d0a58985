"""A link: one connection, how its bytes come and go, how fast, and until when."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from typing import Protocol, cast

from protocol.codec import padded
from protocol.framing import Frames
from server.base import limits
from server.base.limits import Limits
from server.base.logs import LogLimiter
from server.net.clock import ServerClock
from server.net.tls import FIRST_BYTE, Tls, TlsFault

ASKED_LATE = 2.0
"""Seconds: a peer that got its ping so much later than it was due is not silent, but was not asked."""
BARE_BYTES = 512
"""So many bytes of TLS records, besides what is in them, count as one message: 19 demands for new keys, for example."""
DOOR_SECONDS = 0.5
"""What is said to a peer at once waits so long for its first byte, which tells how it is to be said."""


class Owner(Protocol):
    """Who has all links, and is told what happens on each."""

    tls: ssl.SSLContext | None
    """For those who want it (P-20)."""
    limits: Limits
    clock: ServerClock
    reports: LogLimiter

    def buffer(self, link: Link) -> bytearray:
        """A buffer for what comes next."""

    def link_made(self, link: Link) -> None:
        """A connection was accepted."""

    def link_lost(self, link: Link) -> None:
        """A connection is no more."""

    def link_encrypted(self, link: Link) -> None:
        """A connection is encrypted from now on."""

    def link_plain(self, link: Link, data: bytes) -> None:
        """A connection is not encrypted, and will not be; its first bytes."""

    def bytes_came(self, link: Link, data: bytes) -> None:
        """Frames, or pieces of them, have come."""

    def link_overdrawn(self, link: Link) -> None:
        """The records of a connection cost more than its share."""

    def give_up(self, link: Link, code: str, text: str) -> None:
        """The peer is to be told why it is closed, and to come back."""


class Link(asyncio.BufferedProtocol):
    """One connection: what has come and is unread, what is to be sent, and since when something is waited for."""

    __slots__ = (
        "_buffer",
        "_held",
        "_limits",
        "_owner",
        "_taken",
        "_tls",
        "_written",
        "address",
        "began",
        "behind",
        "closing_since",
        "direct",
        "filled",
        "frames",
        "greeted",
        "half_since",
        "heard",
        "inside",
        "number",
        "pinged",
        "queued",
        "resuming",
        "slow_since",
        "stuck_since",
        "tokens",
        "transport",
    )

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._limits = owner.limits
        self.number = 0
        self.address = ""
        self.transport: asyncio.Transport | None = None
        self.frames = Frames(owner.limits.frame_bytes_before_hello)
        self._buffer: bytearray | None = None
        self.direct = owner.tls is None
        """The bytes are frames, and not TLS."""
        self._tls: Tls | None = None
        """Set as soon as the peer has begun TLS."""
        self._held = b""
        """What is to be said as soon as it is known how."""
        self.tokens = float(owner.limits.messages_at_once)
        self.filled = self.began = self.heard = self.pinged = self.half_since = owner.clock()
        self.stuck_since: float | None = None
        """Since when something is unsent and the peer has taken none of it (P-10.5)."""
        self._written = self._taken = 0
        """Bytes: all that was ever written, and how many of them had left at the last check."""
        self.closing_since: float | None = None
        self.slow_since: float | None = None
        """Since when the peer has sent more than the rate limit allows."""
        self.resuming: asyncio.TimerHandle | None = None
        self.behind: list[bytes] | None = None
        """What is to be sent after a replay that is going on."""
        self.queued = False
        """A message waits for its turn."""
        self.greeted = False
        """The peer got its `welcome`."""
        self.inside = False
        """The peer has logged in."""

    # --- what comes --------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=0)  # pause_writing tells when anything at all is unsent
        name = transport.get_extra_info("peername")
        self.address = str(name[0]).removeprefix("::ffff:") if name else "?"  # IPv4 over IPv6 counts as IPv4
        sock = transport.get_extra_info("socket")
        # A small write waits for no other. asyncio sees to that only where the socket was made with IPPROTO_TCP.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Else the system takes some MiB for a peer that reads nothing, and nothing is ever seen to be unsent (P-10.5).
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SYSTEM_BYTES)
        self._owner.link_made(self)

    def get_buffer(self, _sizehint: int) -> bytearray:
        if self._buffer is None:
            self._buffer = self._owner.buffer(self)
        return self._buffer

    def came_in(self) -> None:
        """The peer has logged in: from now on more is read at once, unless it encrypts."""
        self.inside = True
        self._buffer = None

    @property
    def encrypts(self) -> bool:
        """The peer has begun TLS."""
        return self._tls is not None

    def buffer_updated(self, nbytes: int) -> None:
        assert self._buffer is not None
        data = bytes(self._buffer[:nbytes])
        if self.direct:
            self._owner.bytes_came(self, data)
        else:
            self._secret_came(data)

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        self.stuck_since = self._owner.clock()

    def resume_writing(self) -> None:
        self.stuck_since = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.resuming is not None:
            self.resuming.cancel()
        self._owner.link_lost(self)

    def _secret_came(self, data: bytes) -> None:
        """The first bytes of a peer, and everything of one that speaks TLS."""
        assert self.transport is not None
        if self._tls is None:
            if data[0] != FIRST_BYTE:
                self._speak_plainly()
                self._owner.link_plain(self, data)
                return
            assert self._owner.tls is not None
            self._tls = Tls(self._owner.tls)
            self._buffer = None  # less is read at once from now on
        elif self.closing_since is not None and self._tls.ready:
            return
        begins = not self._tls.ready
        try:
            plain = self._tls.feed(data)
        except TlsFault as fault:
            self._owner.reports.warning("tls", self.address, fault.text)
            self._put(fault.alert)
            self._tls, self.direct = None, True  # nothing else can be said to it
            self.close()
            return
        if answer := self._tls.answer():
            self._put(answer)
        if begins and self._tls.ready:
            self._owner.link_encrypted(self)
            self._say_held()
        elif not begins:
            self.tokens -= (len(data) - len(plain)) / BARE_BYTES
        if plain:
            self._owner.bytes_came(self, plain)
        if self._tls.ended:
            self.transport.close()
        elif self.tokens < 0:
            self._owner.link_overdrawn(self)

    def _speak_plainly(self) -> None:
        self.direct = True
        self._say_held()

    # --- what goes ---------------------------------------------------------------------------------------------------

    def write(self, joined: bytes) -> None:
        """Send frames, after all that is still to be sent. A peer that takes too few of them is dropped (P-10.5)."""
        if self.transport is None or self.transport.is_closing() or self.closing_since is not None:
            return
        if self.behind is not None:
            self.behind.append(joined)
            return
        if not self.direct:
            if self._tls is None or not self._tls.ready:
                self._held += joined
                return
            joined = self._tls.seal(padded(joined))
        self.transport.write(joined)
        self._written += len(joined)
        stuck = self.stuck_since is not None  # else nothing at all is unsent
        if stuck and self.transport.get_write_buffer_size() > self._limits.unsent_bytes:  # FAULTS 30
            self._owner.reports.warning("slow_reader", self.address, "reads too slowly; dropped")
            self.abort()

    def close(self) -> None:
        """Send what was written, and then the end. Nothing more is read."""
        if self.transport is None or self.closing_since is not None:
            return
        if self.behind:  # what was said last is the farewell; the rest of the replay is dropped
            farewell, self.behind = self.behind[-1], None
            self.write(farewell)
        self.closing_since = self._owner.clock()
        self.frames = Frames(0)
        if self.resuming is not None:
            self.resuming.cancel()
            self.resuming = None
        if not self.transport.is_closing():
            self.transport.resume_reading()  # what is unread when a socket is closed would reset it, the bye with it
            if self.direct or (self._tls is not None and self._tls.ready):
                self._end()

    def abort(self) -> None:
        """Close at once; what is unsent is lost."""
        if self.transport is not None:
            self.transport.abort()

    def _end(self) -> None:
        """Tell the peer that nothing more comes."""
        assert self.transport is not None
        if self._tls is not None:
            self._put(self._tls.close())
        with suppress(OSError):
            self.transport.write_eof()

    def _put(self, raw: bytes) -> None:
        """Write bytes as they go over the network."""
        if raw and self.transport is not None and not self.transport.is_closing():
            self.transport.write(raw)
            self._written += len(raw)

    def _say_held(self) -> None:
        """Say what had to wait until it was known how."""
        held, self._held = self._held, b""
        if held:
            self._put(held if self._tls is None else self._tls.seal(padded(held)))
        if self.closing_since is not None:
            self._end()

    # --- how fast, and until when ------------------------------------------------------------------------------------

    def refilled(self, now: float) -> float:
        """How many messages of the peer can be handled now."""
        left = self.tokens + (now - self.filled) * self._limits.messages_per_second
        return min(float(self._limits.messages_at_once), left)

    def look_after(self, now: float) -> bool:
        """Check the deadlines. True if the peer needs a ping."""
        if self.stuck_since is not None and self.transport is not None:
            before, self._taken = self._taken, self._written - self.transport.get_write_buffer_size()
            if self._taken > before:
                self.stuck_since = now
        if self.closing_since is not None:
            self._look_after_closing(now - self.closing_since)
        elif self.stuck_since is not None and now - self.stuck_since > self._limits.unsent_seconds:
            self._owner.reports.warning("slow_reader", self.address, "reads nothing; dropped")
            self.abort()
        elif (
            self.resuming is not None
            and self.slow_since is not None
            and now - self.slow_since > self._limits.flood_seconds
        ):
            self._give_up("rate_limited", "too many messages")
        elif self.resuming is not None or self.queued:
            self.heard = self.half_since = now  # we do not listen, so silence says nothing
        elif not self.greeted and now - self.began > self._limits.hello_seconds:
            self._give_up("read_timeout", "no hello received")
        elif now - self.half_since > self._limits.read_seconds and self.frames.waiting:
            self._give_up("read_timeout", "the rest of a message never came")
        elif now - self.heard > self._limits.silence_seconds and self.greeted and not self._is_asked_late(now):
            self._give_up("silent", "connection timed out")
        elif now - self.pinged >= self._limits.ping_seconds and self.greeted:
            self.heard = now if self._is_asked_late(now) else self.heard
            self.pinged = now
            return True
        return False

    def _look_after_closing(self, waited: float) -> None:
        if waited > limits.STOP_SECONDS:
            self.abort()
        elif waited > DOOR_SECONDS and not self.direct and self._tls is None:
            self._speak_plainly()

    def _is_asked_late(self, now: float) -> bool:
        return now - self.pinged > self._limits.ping_seconds + ASKED_LATE

    def _give_up(self, code: str, text: str) -> None:
        if self._tls is not None and not self._tls.ready:  # FAULTS 49
            self._owner.reports.warning(code, self.address, "the TLS handshake was not finished")
            self.abort()
            return
        self._owner.reports.warning(code, self.address, text)
        self.direct = self._tls is None  # also where it has said nothing at all
        self._owner.give_up(self, code, text)
