"""A link: one connection, how its bytes come and go, how fast, and until when."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from typing import Protocol, cast

from uno_protocol.codec import padded
from uno_protocol.framing import Frames
from uno_protocol.messages import VERSION
from uno_server.base import limits
from uno_server.base.limits import Limits
from uno_server.base.logs import LogLimiter
from uno_server.net.clock import ServerClock
from uno_server.net.tls import FIRST_BYTE, Tls, TlsFault
from uno_server.web.door import Door
from uno_server.web.site import refusal
from uno_server.web.stream import Stream
from uno_server.web.visit import Visit

ASKED_LATE = 2.0
"""Seconds: a peer that got its ping so much later than it was due is not silent, but was not asked."""
BARE_BYTES = 512
"""Bytes of TLS overhead that count as one message: 19 requests for new keys, for example."""
DOOR_SECONDS = 0.5
"""Seconds that an immediate message waits for the peer's first byte, which shows how to send it."""
REQUEST = b"GH"
"""How a request of a browser begins. A frame begins with 0."""


class Owner(Protocol):
    """The owner of all links, which is called for everything that happens on them."""

    tls: ssl.SSLContext | None
    """For those who want it (P-20)."""
    door: Door | None
    """For browsers, if they are welcome (P-17)."""
    limits: Limits
    clock: ServerClock
    reports: LogLimiter

    def buffer(self, link: Link) -> bytearray:
        """A buffer for what comes next."""

    def link_made(self, link: Link) -> None:
        """A connection was accepted."""

    def link_lost(self, link: Link) -> None:
        """A connection is no more."""

    def link_shakes_hands(self, link: Link) -> bool:
        """A connection begins TLS. False if it may not."""

    def link_encrypted(self, link: Link) -> None:
        """A connection is encrypted from now on."""

    def link_plain(self, link: Link, data: bytes) -> None:
        """A connection is not encrypted, and will not be; its first bytes."""

    def visit_begins(self, link: Link) -> str:
        """A connection is a browser's. Why it gets nothing; empty if it may ask for files."""

    def visit_opens(self, link: Link) -> None:
        """A browser has become a peer that speaks messages."""

    def bytes_came(self, link: Link, data: bytes) -> None:
        """Frames, or pieces of them, have come."""

    def link_overdrawn(self, link: Link) -> None:
        """The records of a connection cost more than its share."""

    def give_up(self, link: Link, code: str, text: str) -> None:
        """The peer must learn why it is closed, and come back."""


def address_of(peer: tuple[str | int, ...] | None) -> str:
    """The address of a socket's peer: IPv4 over IPv6 as IPv4, and with its interface if it is link-local."""
    if not peer:
        return "?"
    host, scope = str(peer[0]).removeprefix("::ffff:"), int(peer[3]) if len(peer) > 3 else 0
    if not scope:
        return host
    with suppress(OSError):
        return f"{host}%{socket.if_indextoname(scope)}"
    return f"{host}%{scope}"


class Link(asyncio.BufferedProtocol):
    """One connection: what has come and is unread, what is to be sent, and since when something is waited for."""

    __slots__ = (
        "_bare",
        "_buffer",
        "_held",
        "_limits",
        "_owner",
        "_taken",
        "_tls",
        "_visit",
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
        "rested",
        "resuming",
        "slow_since",
        "stream",
        "stuck_since",
        "tokens",
        "transport",
        "version",
    )

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._limits = owner.limits
        self.number = 0
        self.address = ""
        self.transport: asyncio.Transport | None = None
        self.frames = Frames(owner.limits.frame_bytes_before_hello)
        self._buffer: bytearray | None = None
        self.direct = owner.tls is None and owner.door is None
        """The bytes are frames, and nothing else."""
        self._visit: Visit | None = None
        """Set as soon as the peer is a browser."""
        self.stream: Stream | None = None
        """Set as soon as the peer speaks WebSocket; before that a browser only asks for files."""
        self._tls: Tls | None = None
        """Set as soon as the peer has begun TLS."""
        self._bare = 0
        """Bytes of records that have come besides what was in them, and are not yet counted."""
        self._held = b""
        """Bytes to send once the peer's way of speaking is known."""
        self.tokens = float(owner.limits.messages_at_once)
        self.filled = self.began = self.heard = self.pinged = self.half_since = owner.clock()
        self.stuck_since: float | None = None
        """Since when something is unsent and the peer has taken none of it (P-10.5)."""
        self._written = self._taken = 0
        """Bytes: all that was ever written, and how many of them had left at the last check."""
        self.closing_since: float | None = None
        self.slow_since: float | None = None
        """Since when the peer has sent more than the rate limit allows."""
        self.rested = False
        """When all that had come from such a peer was worked off, nothing more waited unread."""
        self.resuming: asyncio.TimerHandle | None = None
        self.behind: list[bytes] | None = None
        """Bytes to send after the present replay."""
        self.queued = False
        """A message waits for its turn."""
        self.greeted = False
        """The peer got its `welcome`."""
        self.version = VERSION
        """The version of the protocol."""
        self.inside = False
        """The peer has logged in."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=0)  # pause_writing tells when anything at all is unsent
        self.address = address_of(transport.get_extra_info("peername"))
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
        """The peer has logged in: from now on more is read at a time, unless it encrypts."""
        self.inside = True
        self._buffer = None

    @property
    def encrypts(self) -> bool:
        """The peer has begun TLS."""
        return self._tls is not None

    @property
    def fetches(self) -> bool:
        """The peer is a browser that asks for files."""
        return self._visit is not None and self.stream is None

    @property
    def wraps(self) -> bool:
        """The peer's bytes are records of TLS or frames of WebSocket, of which the smallest cost the most."""
        return self._tls is not None or self.stream is not None

    def buffer_updated(self, nbytes: int) -> None:
        assert self._buffer is not None
        data = bytes(self._buffer[:nbytes])
        if self.direct:
            self._owner.bytes_came(self, data)
        elif self._visit is not None and self._tls is None:
            self._visit_came(data)
        else:
            self._secret_came(data)

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        self.stuck_since = self._owner.clock()

    def resume_writing(self) -> None:
        self.stuck_since = None
        if self.fetches and self.closing_since is not None:
            self.closing_since = self._owner.clock()
        elif self.fetches:
            self._answer()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.resuming is not None:
            self.resuming.cancel()
        self._owner.link_lost(self)

    def _secret_came(self, data: bytes) -> None:
        """The first bytes of a peer, and everything of one that speaks TLS."""
        assert self.transport is not None
        if self._tls is None:
            self._tls = self._begun(data)
            if self._tls is None:
                return
        elif self.closing_since is not None and self._tls.ready:
            return
        begins = not self._tls.ready
        plain = self._opened(self._tls, data)
        if plain is None:
            return
        if begins and self._tls.ready:
            self._owner.link_encrypted(self)
            if self._tls.web:
                self._begin_visit()
            else:
                self._say_held()
        elif not begins:
            self._charge(len(data) - len(plain), whole=bool(plain))
        if plain and self._visit is not None:
            self._visit_came(plain)
        elif plain:
            self._owner.bytes_came(self, plain)
        if self._tls.ended:
            self.transport.close()
        elif self.tokens < 0:
            self._owner.link_overdrawn(self)

    def _begun(self, data: bytes) -> Tls | None:
        """The TLS that the first bytes of a peer begin. None if they do not, or if it may not."""
        if self._owner.tls is None or data[0] != FIRST_BYTE:
            self._plain_came(data)
            return None
        if not self._owner.link_shakes_hands(self):
            self.abort()
            return None
        self._buffer = None  # less is read at once from now on
        return Tls(self._owner.tls, web=self._owner.door is not None)

    def _charge(self, bare: int, *, whole: bool) -> None:
        """Count bytes of records besides what was in them; those of one that is not `whole` may yet be a message.

        They are never given back: a record that came in pieces would look as if nothing had waited before it.
        """
        self._bare += bare
        due = self._bare - (0 if whole else self.frames.limit)
        if due > 0:
            self.tokens -= due / BARE_BYTES
            self._bare -= due

    def _opened(self, tls: Tls, data: bytes) -> bytes | None:
        """The content of the TLS records; None if no more can come."""
        try:
            plain = tls.feed(data)
        except TlsFault as fault:
            self._owner.reports.warning("tls", self.address, fault.text)
            self._put(fault.alert)
            self._tls, self.direct = None, True  # nothing else can be said to it
            self.close()
            return None
        if answer := tls.answer():
            self._put(answer)
        return plain

    def _plain_came(self, data: bytes) -> None:
        """The first bytes of a peer that does not speak TLS."""
        if self._owner.door is not None and data[0] in REQUEST:
            self._begin_visit()
            self._visit_came(data)
        else:
            self._speak_plainly()
            self._owner.link_plain(self, data)

    def _speak_plainly(self) -> None:
        self.direct = True
        self._say_held()

    def _begin_visit(self) -> None:
        """The peer is a browser: messages meant for a player aren't sent."""
        assert self.transport is not None
        assert self._owner.door is not None
        name = self.transport.get_extra_info("sockname")
        here = str(name[0]).removeprefix("::ffff:").partition("%")[0]
        self._held, self.closing_since = b"", None
        self._visit = Visit(self._owner.door, self.address, here, self.began, secure=self._tls is not None)
        if why := self._owner.visit_begins(self):
            self._say(refusal(503, why, closes=True, Retry_After="3"))
            self.close()

    def _visit_came(self, data: bytes) -> None:
        """Requests of a browser, or pieces of them; after the upgrade, of messages."""
        assert self._visit is not None
        if self.closing_since is not None:
            return
        if self.stream is not None:
            self._messages_came(self.stream, data)
            return
        self._visit.add(data, self._owner.clock())
        self._answer()

    def _answer(self) -> None:
        """Answer one request. Nothing more is read until that is sent, and others have had their turn."""
        assert self._visit is not None
        assert self.transport is not None
        if self.closing_since is not None or self.transport.is_closing() or self._unsent():
            return
        answer = self._visit.answer(self._owner.clock())
        self._say(answer)
        if self._visit.ends:
            self.close()
        elif self._visit.stream is not None:
            self._become_player(self._visit.stream, self._visit.rest())
        elif self._unsent():
            self.transport.pause_reading()
        elif answer and self._visit.waiting:
            self.transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._answer)
        else:
            self.transport.resume_reading()

    def _unsent(self) -> int:
        return 0 if self.transport is None else self.transport.get_write_buffer_size()

    def _become_player(self, stream: Stream, data: bytes) -> None:
        """The browser speaks messages from now on, and all is as if it had connected just now."""
        self.stream = stream
        self._buffer = None  # less is read at once from now on
        self.frames = Frames(self._limits.frame_bytes_before_hello)
        self.filled = self.began = self.heard = self.pinged = self.half_since = self._owner.clock()
        self.tokens = float(self._limits.messages_at_once)
        self._owner.visit_opens(self)
        if data:
            self._visit_came(data)

    def _messages_came(self, stream: Stream, data: bytes) -> None:
        self.heard = self._owner.clock()
        if not stream.waiting:
            self.half_since = self.heard
        limit = self._limits.frame_bytes if self.greeted else self._limits.frame_bytes_before_hello
        frames = stream.receive(data, limit)
        if not stream.left:
            self._say(stream.answer())
        self.tokens, stream.spent = self.tokens - stream.spent, 0
        if self._unsent() > self._limits.unsent_bytes:
            self._owner.reports.warning("slow_reader", self.address, "reads too slowly; dropped")
            self.abort()
            return
        if frames:
            self._owner.bytes_came(self, frames)
        if stream.left and self.transport is not None:
            self._say(stream.answer())  # nothing may follow the answer to a close frame
            self.transport.close()
        elif self.tokens < 0:
            self._owner.link_overdrawn(self)

    def write(self, joined: bytes) -> None:
        """Send frames, after all that is still to be sent. A peer that takes too few of them is dropped (P-10.5)."""
        if self.transport is None or self.transport.is_closing() or self.closing_since is not None:
            return
        if self.behind is not None:
            self.behind.append(joined)
            return
        if not self.direct:
            if self._visit is not None and self.stream is None:
                return
            if self.stream is None and (self._tls is None or not self._tls.ready):
                self._held += joined
                return
            joined = self._wrapped(joined)
        self.transport.write(joined)
        self._written += len(joined)
        stuck = self.stuck_since is not None  # else nothing at all is unsent
        if stuck and self.transport.get_write_buffer_size() > self._limits.unsent_bytes:  # FAULTS 30
            self._owner.reports.warning("slow_reader", self.address, "reads too slowly; dropped")
            self.abort()

    def _wrapped(self, joined: bytes) -> bytes:
        """Frames as they go over the network."""
        if self._tls is None:
            assert self.stream is not None
            return self.stream.carry(joined, even=False)
        joined = padded(joined)
        return self._tls.seal(joined if self.stream is None else self.stream.carry(joined, even=True))

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
            if self.direct or self._visit is not None or (self._tls is not None and self._tls.ready):
                self._end()

    def server_began_anew(self, now: float) -> None:
        """The server has begun again, its clock at `now`. A peer may still receive its goodbye, and a visit ends."""
        if self.fetches:
            self.abort()
        else:
            self.closing_since = now

    def abort(self) -> None:
        """Close immediately; what is unsent is lost."""
        if self.transport is not None:
            self.transport.abort()

    def resting(self) -> tuple[bool, float]:
        """Whether a browser's request or its answer is on the way, and since when it asks or rests."""
        assert self._visit is not None
        return self._visit.waiting or self._unsent() > 0, self._visit.since

    def make_room(self) -> None:
        """End a visit immediately; a browser that needs another begins it."""
        self.close()
        self.abort()

    def _end(self) -> None:
        """Tell the peer that nothing more comes."""
        assert self.transport is not None
        if self.stream is not None:
            self._say(self.stream.close())
        if self._tls is not None:
            self._put(self._tls.close())
        with suppress(OSError):
            self.transport.write_eof()

    def _put(self, raw: bytes) -> None:
        """Write bytes as they go over the network."""
        if raw and self.transport is not None and not self.transport.is_closing():
            self.transport.write(raw)
            self._written += len(raw)

    def _say(self, raw: bytes) -> None:
        """Write bytes of HTTP or WebSocket, encrypted if all is."""
        if raw:
            self._put(raw if self._tls is None else self._tls.seal(raw))

    def _say_held(self) -> None:
        """Say what had to wait until it was known how."""
        held, self._held = self._held, b""
        if held:
            self._put(held if self._tls is None else self._tls.seal(padded(held)))
        if self.closing_since is not None:
            self._end()

    def refilled(self, now: float) -> float:
        """How many messages of the peer can be handled now."""
        left = self.tokens + (now - self.filled) * self._limits.messages_per_second
        return min(float(self._limits.messages_at_once), left)

    def rests_since(self, heard: float) -> None:
        """Nothing waited unread if nothing has come since `heard`."""
        self.rested = heard == self.heard

    def look_after(self, now: float) -> bool:
        """Check the deadlines. True if the peer needs a ping."""
        self._look_at_unsent(now)
        if self.closing_since is not None and (self.stuck_since is None or not self.fetches):
            self._look_after_closing(now - self.closing_since)
        elif self.stuck_since is not None and now - self.stuck_since > self._limits.unsent_seconds:
            self._owner.reports.warning("slow_reader", self.address, "reads nothing; dropped")
            self.abort()
        elif self._visit is not None and self.stream is None:
            if self.stuck_since is None and self._visit.overdue(now):
                self.close()
        else:
            return self._look_after_peer(now)
        return False

    def _look_at_unsent(self, now: float) -> None:
        if self.stuck_since is not None and self.transport is not None:
            before, self._taken = self._taken, self._written - self.transport.get_write_buffer_size()
            if self._taken > before:
                self.stuck_since = now

    def _look_after_peer(self, now: float) -> bool:
        """Check the deadlines of a peer that sends messages. True if it needs a ping."""
        deaf = self.resuming is not None or self.queued
        if deaf and self.slow_since is not None and now - self.slow_since > self._limits.flood_seconds:
            self._give_up("rate_limited", "too many messages")
        elif deaf:
            self.heard = self.half_since = now  # we do not listen, so silence says nothing
        elif not self.greeted and now - self.began > self._limits.hello_seconds:
            self._give_up("read_timeout", "no hello received")
        elif now - self.half_since > self._limits.read_seconds and self._waits_for_rest:
            self._give_up("read_timeout", "the rest of a message never came")
        elif now - self.heard > self._limits.silence_seconds and self.greeted and not self._is_asked_late(now):
            self._give_up("silent", "connection timed out")
        elif now - self.pinged >= self._limits.ping_seconds and self.greeted:
            self.heard = now if self._is_asked_late(now) else self.heard
            self.pinged = now
            return True
        return False

    @property
    def _waits_for_rest(self) -> bool:
        """A message has begun to come."""
        return self.frames.waiting or (self.stream is not None and self.stream.waiting)

    def _look_after_closing(self, waited: float) -> None:
        if waited > limits.STOP_SECONDS:
            self.abort()
        elif waited > DOOR_SECONDS and not self.direct and self._tls is None and self._visit is None:
            self._speak_plainly()

    def _is_asked_late(self, now: float) -> bool:
        return now - self.pinged > self._limits.ping_seconds + ASKED_LATE

    def _give_up(self, code: str, text: str) -> None:
        if self._tls is not None and not self._tls.ready:  # FAULTS 49
            self._owner.reports.warning(code, self.address, "the TLS handshake was not finished")
            self.abort()
            return
        undecided = not self.direct and self._tls is None and self._visit is None  # it has said nothing at all
        if not undecided or self._owner.door is None:  # browsers connect beforehand, and then ask for nothing
            self._owner.reports.warning(code, self.address, text)
        self.direct = self.direct or undecided
        self._owner.give_up(self, code, text)
