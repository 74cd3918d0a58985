"""The sockets: bytes in, bytes out, time-outs, and the loop that wakes the hub when something is due."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import cast

from protocol import messages as m
from protocol.codec import CodecFault, decode_client, encode, padded
from protocol.framing import HEADER, FrameFault, Frames, foreign, frame
from server.base import limits
from server.base.logs import LogLimiter, told, whereabouts
from server.core.admin import ForHub, obey
from server.core.coming import Said
from server.core.hub import Hub
from server.core.outputs import Close, Output
from server.journal.recovery import Recovered
from server.journal.store import Journal, JournalFailed
from server.net.clock import ServerClock
from server.net.outbox import Outbox
from server.net.tls import FIRST_BYTE, Tls, TlsFault
from server.table.event_log import Missed
from server.table.table import Table

log = logging.getLogger(__name__)

ACCEPTED = 16
"""Connections accepted in a turn of the loop, at most."""
QUEUED = 4096
"""Connections that can wait to be accepted: everybody comes back at once while a server still recovers."""
READ_BYTES = 56 * 1024
READ_BYTES_BEFORE_LOGIN = 8 * 1024
"""Taken from a socket at once, at most: besides one incomplete frame, all that is kept unread (P-10.2)."""
TURN_SECONDS = 0.002
"""In a turn of the loop, for messages that are not the first thing their connection says; as long again for replays."""
AT_ONCE = 64
"""Missed entries that are sent at once; more are sent in pieces."""
DEAR_BYTES = 512
"""So many bytes of a body that is no message count as one message more: looking through it takes as long."""
REPLAYED = 32
"""Entries in a piece."""
SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""Why the system gives no connection, though one waits."""
SCARCE_SECONDS = 60.0
"""Between two lines about that: asyncio tries again every second."""
HOUSEKEEPING_SECONDS = 0.5
HOUSEKEEPING_SLICE = 0.001
"""Seconds for which connections are checked until others get a turn."""
HOUSEKEEPING_SHARE = 0.2
"""Of a turn that comes late, so that all connections are checked in time also where every turn takes long."""
ASKED_LATE = 2.0
"""Seconds: a peer that got its ping so much later than it was due is not silent, but was not asked."""
GATHER_SECONDS = 0.01
"""Between two transactions: what comes alone is stored at once, what comes soon after it is stored together.

With 500 moves a second, 5 ms would bring each to the others 3 ms sooner, and cost 15 % more processor time.
"""
RESTORE_SLICE = 0.02
"""Seconds for which tables come back from the journal until others get a turn."""
DOOR_SECONDS = 0.5
"""What is said to a peer at once waits so long for its first byte, which tells how it is to be said."""
PULSE_SECONDS = 1.0
"""Between two signs of life in the journal: so precisely are times known after a crash."""


class Link(asyncio.BufferedProtocol):
    """One connection: its frames and its deadlines."""

    __slots__ = (
        "_buffer",
        "_server",
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
        "held",
        "inside",
        "number",
        "pinged",
        "queued",
        "resuming",
        "slow_since",
        "stuck_since",
        "taken",
        "tls",
        "tokens",
        "transport",
        "written",
    )

    def __init__(self, server: Server) -> None:
        self._server = server
        self.number = 0
        self.address = ""
        self.transport: asyncio.Transport | None = None
        self.frames = Frames(server.limits.frame_bytes_before_hello)
        self._buffer: bytearray | None = None
        self.direct = server.tls is None
        """The bytes are frames, and not TLS."""
        self.tls: Tls | None = None
        """Set as soon as the peer has begun TLS."""
        self.held = b""
        """What is to be said as soon as it is known how."""
        self.tokens = float(server.limits.messages_at_once)
        self.filled = self.began = self.heard = self.pinged = self.half_since = server.clock()
        self.stuck_since: float | None = None
        """Since when something is unsent and the peer has taken none of it (P-10.5)."""
        self.written = self.taken = 0
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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=0)  # pause_writing tells when anything at all is unsent
        sock = transport.get_extra_info("socket")
        # A small write waits for no other. asyncio sees to that only where the socket was made with IPPROTO_TCP.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Else the system takes some MiB for a peer that reads nothing, and nothing is ever seen to be unsent (P-10.5).
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SYSTEM_BYTES)
        self._server.link_made(self)

    def get_buffer(self, _sizehint: int) -> bytearray:
        if self._buffer is None:
            self._buffer = self._server.buffer(self)
        return self._buffer

    def came_in(self) -> None:
        """The peer has logged in: from now on more is read at once."""
        self.inside = True
        self._buffer = None

    def buffer_updated(self, nbytes: int) -> None:
        assert self._buffer is not None
        came = self._server.bytes_came if self.direct else self._server.secret_came
        came(self, bytes(self._buffer[:nbytes]))

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        self.stuck_since = self._server.clock()

    def resume_writing(self) -> None:
        self.stuck_since = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.link_lost(self)


class Server:
    """Carries messages between sockets and the hub, and wakes the hub when something is due."""

    def __init__(
        self,
        hub: Hub,
        journal: Journal,
        *,
        now: float = 0.0,
        coming: Iterator[Table] | None = None,
        again: Callable[[], Recovered] | None = None,
        tls: ssl.SSLContext | None = None,
        tls_required: bool = False,
    ) -> None:
        """`now`: the server's time at which the hub continues; `again` makes a hub from the journal.

        `coming`: tables that the hub still expects from the journal. `tls`: for those who want it (P-20), or have to.
        """
        self.tls = tls
        self._tls_required = tls_required
        self._hub = hub
        self._coming = coming
        self._restoring: asyncio.Handle | None = None
        self.limits = hub.limits
        self._again = again
        self._journal = journal
        self._outbox = Outbox(journal)
        self._loop = asyncio.get_running_loop()
        self.clock = ServerClock(self._loop.time, now)
        self._buffer = bytearray(READ_BYTES)
        self._small_buffer = bytearray(READ_BYTES_BEFORE_LOGIN)
        self._queue: deque[Link] = deque()
        """Connections of which a message waits for its turn."""
        self._serving: asyncio.Handle | None = None
        self._replays: deque[tuple[Link, Iterator[m.Entry]]] = deque()
        """Who is sent what they have missed; one after another."""
        self._replaying: asyncio.Handle | None = None
        self._storing: asyncio.Handle | None = None
        self._stored = 0.0
        """When something was last stored, in seconds of the loop's time."""
        self._down = False
        """The journal cannot be written."""
        self._stopping = False
        self._retry: asyncio.TimerHandle | None = None
        self._pulsed = now
        self._links: dict[int, Link] = {}
        self._numbers = 0
        self._listening: asyncio.Server | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_for: float | None = None
        self._housekeeping: asyncio.TimerHandle | None = None
        self._unchecked: list[int] = []
        """Connections whose deadlines are still to be checked this time."""
        self._checking: asyncio.TimerHandle | None = None
        self._backup: asyncio.Task[None] | None = None
        self._shortening: asyncio.Future[None] | None = None
        self._backup_begun = 0.0
        self._backup_fault = ""
        """What was said last to hinder it."""
        self._log = LogLimiter(self.clock)
        self._all_gone = asyncio.Event()

    async def listen(self, sock: socket.socket) -> None:
        """Accept connections on a bound socket."""
        self._loop.set_exception_handler(self._uncaught)
        self._do(self._hub.begin(self.clock()))
        self._listening = await self._loop.create_server(lambda: Link(self), sock=sock, backlog=ACCEPTED)
        sock.listen(QUEUED)  # the loop has set what it accepts at once
        self._housekeeping = self._loop.call_later(HOUSEKEEPING_SECONDS, self._keep_house)
        if self._coming is None:
            self._begin_backup(self.clock())
        else:
            self.clock.stand()
            self._restore()

    def _restore(self) -> None:
        """Let tables come back from the journal for a slice of time, and go on with what was said meanwhile."""
        self._restoring = None
        if self._coming is None:
            return
        now, outputs, end = self.clock(), list[Output](), self._loop.time() + RESTORE_SLICE
        try:
            while True:
                if (waiting := self._hub.next_waiting(now)) is not None:
                    outputs += self._go_on_with(*waiting, now)
                elif (table := next(self._coming, None)) is not None:
                    outputs += self._hub.arrived(table, now)
                elif not self._hub.all_arrived():
                    self._coming = None
                    self.clock.set_back(now)
                    self._begin_backup(now)
                    break
                if self._loop.time() >= end:
                    self._restoring = self._loop.call_soon(self._restore)
                    break
        except JournalFailed as fault:
            self._cannot_store(fault)
        self._do(outputs)

    def _go_on_with(self, peer: int, said: Said, now: float) -> list[Output]:
        try:
            return self._hub.go_on_with(peer, said, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a connection: only this one is lost)
            return self._break_down(self._links[peer], fault)

    @property
    def hub(self) -> Hub:
        """The current hub: after a failure to store, another one takes its place."""
        return self._hub

    async def stop(self) -> None:
        """Say goodbye to everybody, wait until that is sent, and close."""
        if self._listening is not None:
            self._listening.close()
        self._do(self._hub.stop(self.clock()))
        self._store()
        self._stopping = True
        self._set_alarm()
        if self._links:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._all_gone.wait(), limits.STOP_SECONDS)
        for timer in (
            self._alarm,
            self._housekeeping,
            self._checking,
            self._storing,
            self._retry,
            self._restoring,
            self._serving,
        ):
            if timer is not None:
                timer.cancel()
        for link in list(self._links.values()):
            self._abort(link)
        await asyncio.sleep(0)
        for work in (self._backup, self._shortening):
            if work is not None:
                await work
        self._journal.close(self.clock())

    def administer(self, command: ForHub) -> tuple[str, ...]:
        """Carry out a command of the administrator. Returns the lines to show."""
        if self._down:
            return ("games cannot be saved right now, so nothing can be changed; see the log",)
        if self._coming is not None:
            return ("tables are still being restored; try again in a moment",)
        done = obey(self._hub, command, self.clock())
        self._do(done.outputs)
        return done.lines

    def buffer(self, link: Link) -> bytearray:
        """A buffer for a link's bytes. One serves all where they are taken out before another link reads."""
        if not isinstance(self._loop, asyncio.SelectorEventLoop):
            return bytearray(READ_BYTES_BEFORE_LOGIN)
        return self._buffer if link.inside else self._small_buffer

    # --- what links report -----------------------------------------------------------------------------------------

    def link_made(self, link: Link) -> None:
        """A connection was accepted."""
        self._numbers += 1
        link.number = self._numbers
        link.address = _address(link)
        self._links[link.number] = link
        self._all_gone.clear()
        if self._down:
            self._turn_away(link)
            return
        self._do(self._hub.connected(link.number, link.address, self.clock()))

    def link_lost(self, link: Link) -> None:
        """A connection is no more."""
        self._links.pop(link.number, None)
        if link.resuming is not None:
            link.resuming.cancel()
        if not self._links:
            self._all_gone.set()
        self._do(self._hub.gone(link.number, self.clock()))

    def secret_came(self, link: Link, data: bytes) -> None:
        """The first bytes of a peer, and everything of one that speaks TLS."""
        assert link.transport is not None
        if link.tls is None:
            if data[0] != FIRST_BYTE:
                self._speaks_plainly(link, data)
                return
            assert self.tls is not None
            link.tls = Tls(self.tls)
        elif link.closing_since is not None and link.tls.ready:
            return
        begins = not link.tls.ready
        try:
            plain = link.tls.feed(data)
        except TlsFault as fault:
            self._log.warning("tls", link.address, fault.text)
            self._put(link, fault.alert)
            link.tls, link.direct = None, True  # nothing else can be said to it
            self._close(link.number)
            return
        if answer := link.tls.answer():
            self._put(link, answer)
        if begins and link.tls.ready:
            self._hub.encrypted(link.number)
            self._say_held(link)
        if plain:
            self.bytes_came(link, plain)
        if link.tls.ended:
            link.transport.close()

    def _speaks_plainly(self, link: Link, data: bytes) -> None:
        link.direct = True
        self._say_held(link)
        if self._tls_required and data[0] == 0 and link.closing_since is None:
            text = "this server takes encrypted connections alone (TLS)"
            self._log.warning("tls_required", link.address, "not encrypted")
            self._do(self._hub.break_off(link.number, "tls_required", text, come_back=False))
        else:
            self.bytes_came(link, data)

    def _say_held(self, link: Link) -> None:
        """Say what had to wait until it was known how."""
        held, link.held = link.held, b""
        if held:
            self._put(link, held if link.tls is None else link.tls.seal(padded(held)))
        if link.closing_since is not None:
            self._end(link)

    def bytes_came(self, link: Link, data: bytes) -> None:
        """Bytes of a peer. One message of them is handled now, if it is this one's turn; the others wait (P-10.2)."""
        now = link.heard = self.clock()
        if link.closing_since is not None:
            return
        frames = link.frames
        if not frames.unread:
            link.half_since = now
            if link.greeted:
                frames.limit = self.limits.frame_bytes
        frames.add(data)
        if link.resuming is None and not link.queued:
            if link.slow_since is not None and (frames.single or self._refilled(link, now) >= 1):
                link.slow_since = None  # else these have waited unread while those before them were worked off
            if self._queue and (not link.inside or 2 * link.tokens < self.limits.messages_at_once):
                self._queue_up(link)  # others wait: before it, unless it has been quiet so far
            else:
                self._work_off(link, now)

    # --- turns and rate limit ----------------------------------------------------------------------------------------

    def _queue_up(self, link: Link) -> None:
        """Let a connection wait for its turn. Nothing more is read from it meanwhile (FAULTS 29)."""
        link.queued = True
        self._queue.append(link)
        if link.transport is not None and not link.transport.is_closing():
            link.transport.pause_reading()
        if self._serving is None:
            self._serving = self._loop.call_soon(self._serve)

    def _serve(self) -> None:
        """Handle one message of each connection that waits, for a slice of time; then those that are heard go first."""
        end = self._loop.time() + TURN_SECONDS
        while self._queue and self._loop.time() < end:
            link = self._queue.popleft()
            link.queued = False
            if link.closing_since is None and link.number in self._links:
                self._work_off(link, self.clock())
        self._serving = self._loop.call_soon(self._serve) if self._queue else None

    def _go_on(self, link: Link) -> None:
        link.resuming = None
        self._queue_up(link)

    def _work_off(self, link: Link, now: float) -> None:
        """Handle the next message, if it is complete and the rate limit allows it."""
        link.tokens = self._refilled(link, now)
        link.filled = now
        frames = link.frames
        outputs: list[Output] = []
        if link.tokens >= 1:
            try:
                body = frames.take()
            except FrameFault as fault:
                body, outputs = None, self._break(link, fault)
            if body is not None:
                link.tokens -= 1
                link.half_since = now
                outputs = self._take(link, body, now)
                if not link.inside:
                    self._came_further(link)
        if frames.unread and frames.complete:
            if link.tokens < 1:
                self._read_later(link, now)
            else:
                self._queue_up(link)
        elif link.transport is not None and not link.transport.is_closing():
            link.transport.resume_reading()
        self._do(outputs)

    def _came_further(self, link: Link) -> None:
        """See whether the peer was greeted, and whether it has logged in."""
        link.greeted = link.greeted or self._hub.greeted(link.number)
        if link.greeted and self._hub.is_inside(link.number):
            link.came_in()

    def _refilled(self, link: Link, now: float) -> float:
        """How many messages of the peer can be handled now."""
        left = link.tokens + (now - link.filled) * self.limits.messages_per_second
        return min(float(self.limits.messages_at_once), left)

    def _read_later(self, link: Link, now: float) -> None:
        """Go on when the rate limit allows another message; nothing is read until then (FAULTS 29)."""
        link.slow_since = now if link.slow_since is None else link.slow_since
        if link.transport is not None and not link.transport.is_closing():
            link.transport.pause_reading()
            wait = max(0.0, (1.0 - link.tokens) / self.limits.messages_per_second)
            link.resuming = self._loop.call_later(wait, self._go_on, link)

    def _take(self, link: Link, body: bytes, now: float) -> list[Output]:
        try:
            message = decode_client(body)
        except CodecFault as fault:
            link.tokens -= min(len(body) / DEAR_BYTES, self.limits.messages_at_once)
            self._log.warning(fault.code, link.address, fault.text)
            return self._hub.fault(link.number, fault, now)
        try:
            return self._hub.handle(link.number, message, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a connection: only this one is lost)
            return self._break_down(link, fault)

    def _break_down(self, link: Link, fault: Exception) -> list[Output]:
        self._log.warning("internal", link.address, whereabouts(fault))
        return self._hub.break_off(link.number, "internal", "internal server error", come_back=True)

    def _break(self, link: Link, fault: FrameFault) -> list[Output]:
        spoken = foreign(fault.head)
        self._log.warning(fault.code, link.address, f"{fault.text}; looks like {spoken}" if spoken else fault.text)
        return self._hub.break_off(link.number, fault.code, fault.text, come_back=False)

    # --- what the hub wants ------------------------------------------------------------------------------------------

    def _do(self, outputs: list[Output]) -> None:
        """Carry out what the hub wants. Commits wait for others if something was stored a moment ago."""
        if self._down:
            return  # the hub knows things that were never stored, and will be made anew
        try:
            self._outbox.put(outputs)
        except Exception as fault:  # noqa: BLE001  (what cannot be written is not told either)
            self._cannot_store(JournalFailed(f"a move cannot be written: {whereabouts(fault)}"))
            return
        if not self._journal.pending:
            self._flush()
        elif self._storing is None:
            self._storing = self._loop.call_at(self._stored + GATHER_SECONDS, self._store)
        self._set_alarm()

    def _store(self) -> None:
        if self._storing is not None:
            self._storing.cancel()
            self._storing = None
        self._stored = self._loop.time()
        try:
            self._journal.flush()
        except JournalFailed as fault:
            self._cannot_store(fault)
            return
        if self._journal.step is not None:
            self._journal.step("sending")
        self._flush()
        if self._journal.step is not None:
            self._journal.step("sent")

    # --- when nothing can be stored ----------------------------------------------------------------------------------

    def _cannot_store(self, fault: JournalFailed) -> None:
        """Disconnect everybody: nobody may hear of what is not stored, and they come back to what is (FAULTS 43)."""
        log.error("%s; no moves are accepted until games can be saved again", fault)
        for timer in (self._storing, self._retry):
            if timer is not None:
                timer.cancel()
        self._storing = None
        self._down, self._coming = True, None
        self._outbox.drop()
        self._set_alarm()
        for link in list(self._links.values()):
            self._turn_away(link)
        self._retry = self._loop.call_later(PULSE_SECONDS, self._try_again)

    def _turn_away(self, link: Link) -> None:
        if link.transport is not None and link.closing_since is None:
            text = "the server cannot save games right now"
            self._write(link.number, frame(encode(m.Bye(code="storage", come_back=True, after=2.0, text=text))))
            self._close(link.number)

    def _try_again(self) -> None:
        """Continue from what is stored, as after a crash, once the journal can be written again."""
        assert self._again is not None  # only a journal on disk fails
        try:
            self._journal.go_back()
            recovered = self._again()
            self._journal.pulse(recovered.now)
            hub = recovered.hub
            for message in recovered.messages:
                log.warning("%s", message)
            for link in list(self._links.values()):
                self._abort(link)  # told already, and its times are of a clock that has stood meanwhile
            self.clock.set_back(recovered.now)
            self._pulsed = recovered.now
            self._hub, self._down = hub, False
            self._outbox.put(hub.begin(recovered.now))
            self._journal.flush()
        except Exception as fault:  # noqa: BLE001  (the edge of the only task that can bring the server back)
            if not isinstance(fault, JournalFailed):
                self._log.warning("failure", "-", whereabouts(fault))
            self._down = True
            self._outbox.drop()
            self._retry = self._loop.call_later(PULSE_SECONDS, self._try_again)
            return
        log.warning("games are saved again and continue")
        self._do([])

    def _flush(self) -> None:
        """Carry out what the outbox releases: one joined write per peer, then the closes."""
        batches: dict[int, bytes] = {}
        closing: list[int] = []
        for output in self._outbox.release():
            if type(output) is Close:
                closing.append(output.peer)
                continue
            messages = output.messages
            if type(messages) is Missed and len(messages) > AT_ONCE:
                (peer,) = output.peers
                self._write(peer, batches.pop(peer, b""))
                self._replay(peer, messages)
                continue
            frames = b""
            for message in messages:
                body = encode(message)
                frames += len(body).to_bytes(HEADER, "big") + body
            for peer in output.peers:
                batches[peer] = batches[peer] + frames if peer in batches else frames
        for peer, joined in batches.items():
            self._write(peer, joined)
        for peer in closing:
            self._close(peer)

    def _replay(self, peer: int, missed: Missed) -> None:
        """Send what somebody has missed, piece by piece; whatever else is for them waits until all is sent."""
        link = self._links.get(peer)
        if link is None:
            return
        link.behind = []
        self._replays.append((link, iter(missed)))
        if self._replaying is None:
            self._replaying = self._loop.call_soon(self._replay_on)

    def _replay_on(self) -> None:
        """Go on with the first replay, and the next ones, for a slice of time."""
        end = self._loop.time() + TURN_SECONDS
        while self._replays and self._loop.time() < end:
            link, entries = self._replays[0]
            piece = b"".join(map(frame, map(encode, islice(entries, REPLAYED))))
            behind, link.behind = link.behind, None
            if not piece or behind is None or link.closing_since is not None:
                self._replays.popleft()
                piece = b"".join(behind or ())
                behind = None
            self._write(link.number, piece)
            link.behind = behind
        self._replaying = self._loop.call_soon(self._replay_on) if self._replays else None

    def _write(self, peer: int, joined: bytes) -> None:
        link = self._links.get(peer)
        if link is None or link.transport is None or link.transport.is_closing() or link.closing_since is not None:
            return
        if link.behind is not None:
            link.behind.append(joined)
            return
        if not link.direct:
            if link.tls is None or not link.tls.ready:
                link.held += joined
                return
            joined = link.tls.seal(padded(joined))
        link.transport.write(joined)
        link.written += len(joined)
        stuck = link.stuck_since is not None  # else nothing at all is unsent
        if stuck and link.transport.get_write_buffer_size() > self.limits.unsent_bytes:  # FAULTS 30
            self._log.warning("slow_reader", link.address, "reads too slowly; dropped")
            self._abort(link)

    def _close(self, peer: int) -> None:
        link = self._links.get(peer)
        if link is None or link.transport is None or link.closing_since is not None:
            return
        if link.behind:  # what was said last is the farewell; the rest of the replay is dropped
            farewell, link.behind = link.behind[-1], None
            self._write(peer, farewell)
        link.closing_since = self.clock()
        link.frames = Frames(0)
        if link.resuming is not None:
            link.resuming.cancel()
            link.resuming = None
        if not link.transport.is_closing():
            link.transport.resume_reading()  # what is unread when a socket is closed would reset it, the bye with it
            if link.direct or (link.tls is not None and link.tls.ready):
                self._end(link)

    def _end(self, link: Link) -> None:
        """Tell the peer that nothing more comes."""
        assert link.transport is not None
        if link.tls is not None:
            self._put(link, link.tls.close())
        with suppress(OSError):
            link.transport.write_eof()

    def _put(self, link: Link, raw: bytes) -> None:
        """Write bytes as they go over the network."""
        if raw and link.transport is not None and not link.transport.is_closing():
            link.transport.write(raw)
            link.written += len(raw)

    def _abort(self, link: Link) -> None:
        if link.transport is not None:
            link.transport.abort()

    # --- time ------------------------------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        deadline = None if self._stopping or self._down else self._hub.next_deadline()
        if self._alarm is not None and self._alarm_for is not None and deadline is not None:
            if self._alarm_for <= deadline:
                return  # it rings in time, and is then set anew
        elif self._alarm is None and deadline is None:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._alarm_for = deadline
        if deadline is not None:
            self._alarm = self._loop.call_later(max(0.0, deadline - self.clock()), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._do(self._hub.tick(self.clock()))

    def _keep_house(self) -> None:
        """Check the deadlines of all connections, and write a sign of life."""
        self._housekeeping = self._loop.call_later(HOUSEKEEPING_SECONDS, self._keep_house)
        now = self.clock()
        if self._checking is None:
            self._unchecked = self._unchecked or list(self._links)
            self._check_links(self._loop.time())
        if not self._down and self._coming is None and now - self._backup_begun >= limits.BACKUP_SECONDS:
            self._begin_backup(now)
        if not self._down and self._journal.log_is_long:
            self._shortening = self._loop.run_in_executor(None, self._journal.shorten_log)
        if not self._down and now - self._pulsed >= PULSE_SECONDS and self._hub.busy:
            self._pulsed = now
            try:
                self._journal.pulse(now)
            except JournalFailed as fault:
                self._cannot_store(fault)

    def _check_links(self, due: float) -> None:
        """Check the deadlines of connections, for a slice of time; what has come meanwhile goes before the rest.

        `due` is when that should have begun, in seconds of the loop's time.
        """
        self._checking = None
        unchecked, links, time = self._unchecked, self._links, self._loop.time
        now, begins = self.clock(), time()
        end = begins + HOUSEKEEPING_SLICE + HOUSEKEEPING_SHARE * (begins - due)
        while unchecked and time() < end:
            link = links.get(unchecked.pop())
            if link is not None and self._look_after(link, now):
                self._write(link.number, _PING)
        if unchecked:
            due = time() + 4 * HOUSEKEEPING_SLICE
            self._checking = self._loop.call_at(due, self._check_links, due)

    def _begin_backup(self, now: float) -> None:
        self._backup_begun = now
        self._backup = self._loop.create_task(self._back_up())

    async def _back_up(self) -> None:
        """Copy the journal in a thread, so that no move waits. What hinders it is told once, and stops nothing."""
        try:
            await asyncio.to_thread(self._journal.back_up)
            self._backup_fault = ""
        except JournalFailed as fault:
            if str(fault) != self._backup_fault:
                log.warning("%s", fault)
            self._backup_fault = str(fault)

    def _look_after(self, link: Link, now: float) -> bool:
        """Check the deadlines of a link. True if it needs a ping."""
        if link.stuck_since is not None and link.transport is not None:
            before, link.taken = link.taken, link.written - link.transport.get_write_buffer_size()
            if link.taken > before:
                link.stuck_since = now
        if link.closing_since is not None:
            self._look_after_closing(link, now - link.closing_since)
        elif link.stuck_since is not None and now - link.stuck_since > self.limits.unsent_seconds:
            self._log.warning("slow_reader", link.address, "reads nothing; dropped")
            self._abort(link)
        elif (
            link.resuming is not None
            and link.slow_since is not None
            and now - link.slow_since > self.limits.flood_seconds
        ):
            self._give_up(link, "rate_limited", "too many messages")
        elif link.resuming is not None or link.queued:
            link.heard = link.half_since = now  # we do not listen, so silence says nothing
        elif not link.greeted and now - link.began > self.limits.hello_seconds:
            self._give_up(link, "read_timeout", "no hello received")
        elif now - link.half_since > self.limits.read_seconds and link.frames.waiting:
            self._give_up(link, "read_timeout", "the rest of a message never came")
        elif now - link.heard > self.limits.silence_seconds and link.greeted and not self._asks_late(link, now):
            self._give_up(link, "silent", "connection timed out")
        elif now - link.pinged >= self.limits.ping_seconds and link.greeted:
            link.heard = now if self._asks_late(link, now) else link.heard
            link.pinged = now
            return True
        return False

    def _look_after_closing(self, link: Link, waited: float) -> None:
        if waited > limits.STOP_SECONDS:
            self._abort(link)
        elif waited > DOOR_SECONDS and not link.direct and link.tls is None:
            link.direct = True
            self._say_held(link)

    def _floods(self, link: Link, now: float) -> bool:
        waited = 0.0 if link.resuming is None or link.slow_since is None else now - link.slow_since
        return waited > self.limits.flood_seconds

    def _asks_late(self, link: Link, now: float) -> bool:
        return now - link.pinged > self.limits.ping_seconds + ASKED_LATE

    def _give_up(self, link: Link, code: str, text: str) -> None:
        """Tell a peer why it is closed, and the hub at once: the peer may never read it (FAULTS 46)."""
        if link.tls is not None and not link.tls.ready:  # FAULTS 49
            self._log.warning(code, link.address, "the TLS handshake was not finished")
            self._abort(link)
            return
        self._log.warning(code, link.address, text)
        link.direct = link.tls is None  # also where it has said nothing at all
        told = self._hub.break_off(link.number, code, text, come_back=True)
        self._do([*told, *self._hub.gone(link.number, self.clock())])

    def _uncaught(self, _loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """An exception that escapes a callback: one log line, and the server goes on (FAULTS 31, 44)."""
        fault = context.get("exception")
        if isinstance(fault, OSError) and fault.errno in SCARCE:
            if self._log.admits("out_of_descriptors", "-", SCARCE_SECONDS):
                text = "too many files and connections are open: newcomers wait until some close (see ulimit -n)"
                log.warning("%s", text, extra=told("out_of_descriptors"))
            return
        what = whereabouts(fault) if isinstance(fault, BaseException) else str(context.get("message"))
        self._log.warning("failure", "-", what)


_PING = frame(encode(m.Ping()))


def _address(link: Link) -> str:
    """The peer's address; an IPv4 one that came in over IPv6 counts as IPv4."""
    assert link.transport is not None
    name = link.transport.get_extra_info("peername")
    return str(name[0]).removeprefix("::ffff:") if name else "?"


def bind(host: str | None, port: int) -> socket.socket:
    """A bound socket: of `host`, or of all addresses, IPv6 and IPv4 in one where the machine can. Raises OSError."""
    if host is None:
        if socket.has_dualstack_ipv6():
            with suppress(OSError):
                return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=QUEUED)
        return socket.create_server(("", port), backlog=QUEUED)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = found[0]
    return socket.create_server(cast("tuple[str, int]", address[:2]), family=family, backlog=QUEUED)


def shown_address(sock: socket.socket) -> str:
    """HOST:PORT of a bound socket, an IPv6 host in brackets."""
    host, port = sock.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
