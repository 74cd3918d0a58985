"""The loop of the server: takes messages in turn, sends what is stored, and wakes the hub when something is due."""

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

from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, encode
from uno_protocol.framing import HEADER, FrameFault, foreign, frame
from uno_server.base import limits
from uno_server.base.logs import LogLimiter, told, whereabouts
from uno_server.core.admin import ForHub
from uno_server.core.coming import Said
from uno_server.core.hub import Hub
from uno_server.core.outputs import Close, Fetch, Output
from uno_server.journal.recovery import Recovered
from uno_server.journal.store import Journal, JournalFailed
from uno_server.net.clock import ServerClock
from uno_server.net.link import Link
from uno_server.net.outbox import Outbox
from uno_server.net.records import Records
from uno_server.table.event_log import Missed
from uno_server.table.table import Table
from uno_server.web.door import Door

log = logging.getLogger(__name__)

ACCEPTED = 16
"""Connections accepted in a turn of the loop, at most."""
QUEUED = 4096
"""Connections that can wait to be accepted: everybody returns together while a server still recovers."""
READ_BYTES = 56 * 1024
READ_BYTES_BEFORE_LOGIN = 8 * 1024
READ_BYTES_OF_TLS = 2 * 1024
"""The most bytes taken from a socket at a time: besides one incomplete frame, all that is kept unread (P-10.2).

Of TLS and WebSocket it is less, as 27 or 6 bytes can take as long as a message.
"""
TURN_SECONDS = 0.002
"""In a turn of the loop, for messages that are not the first thing their connection says; as long again for replays."""
AT_ONCE = 64
"""Missed entries sent at a time; more are sent in pieces."""
DEAR_BYTES = 512
"""Bytes of an invalid body that count as one more message, as checking them takes as long."""
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
"""The share of a late turn for these checks, so that they are done in time even if every turn takes long."""
RESTORE_SLICE = 0.02
"""Seconds for which tables come back from the journal until others get a turn."""
PULSE_SECONDS = 1.0
"""Between two signs of life in the journal: so precisely are times known after a crash."""


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
        door: Door | None = None,
    ) -> None:
        """`now`: the server's time at which the hub continues; `again` makes a hub from the journal.

        `coming`: tables that the hub still expects from the journal. `tls`: for those who want it (P-20), or have to.
        `door`: for browsers (P-17).
        """
        self.door = door
        self.tls = tls
        self._tls_required = tls_required
        self._hub = hub
        self._coming = coming
        self._restoring: asyncio.Handle | None = None
        self.limits = hub.limits
        self._again = again
        self._journal = journal
        self._outbox = Outbox(journal)
        self._records = Records(journal, lambda fetch, lines: self._do(self._hub.fetched(fetch, lines, self.clock())))
        self._loop = asyncio.get_running_loop()
        self.clock = ServerClock(self._loop.time, now)
        self._buffer = bytearray(READ_BYTES)
        self._small_buffer = bytearray(READ_BYTES_BEFORE_LOGIN)
        self._tls_buffer = bytearray(READ_BYTES_OF_TLS)
        self._queue: deque[Link] = deque()
        """Connections of which a message waits for its turn."""
        self._serving: asyncio.Handle | None = None
        self._replays: deque[tuple[Link, Iterator[m.Entry]]] = deque()
        """The sessions that are sent what they missed, one after another."""
        self._replaying: asyncio.Handle | None = None
        self._storing: asyncio.Handle | None = None
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
        self._tidying: asyncio.Task[None] | None = None
        self._backup_begun = self._backup_took = self._tidied = 0.0
        self._faults_logged: set[str] = set()
        """Work in threads that failed last time."""
        self.reports = LogLimiter(self.clock)
        self._all_gone = asyncio.Event()
        self.came: Callable[[str], None] = lambda _address: None
        """Hears from which address each connection comes."""

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
        """Load tables from the journal for a slice of time, and continue with the messages that came meanwhile."""
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
        for link in list(self._links.values()):
            if link.fetches:
                link.close()
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
            link.abort()
        await asyncio.sleep(0)
        await self._records.stop()
        for work in (self._backup, self._tidying):
            if work is not None:
                await work
        self._journal.close(self.clock())

    def administer(self, command: ForHub) -> tuple[str, ...]:
        """Carry out a command of the administrator. Returns the lines to show."""
        if self._down:
            return ("games cannot be saved right now, so nothing can be changed; see the log",)
        if self._coming is not None:
            return ("tables are still being restored; try again in a moment",)
        done = command.carry_out(self._hub, self.clock())
        self._do(done.outputs)
        return done.lines

    def buffer(self, link: Link) -> bytearray:
        """A buffer for a link's bytes. One serves all where they are taken out before another link reads."""
        if not isinstance(self._loop, asyncio.SelectorEventLoop):
            return bytearray(READ_BYTES_OF_TLS if link.wraps else READ_BYTES_BEFORE_LOGIN)
        if link.wraps:
            return self._tls_buffer
        return self._buffer if link.inside else self._small_buffer

    def link_made(self, link: Link) -> None:
        """A connection was accepted."""
        self._numbers += 1
        link.number = self._numbers
        self._links[link.number] = link
        self._all_gone.clear()
        self.came(link.address)
        if self._down:
            self._turn_away(link)
            return
        self._do(self._hub.connected(link.number, link.address, self.clock()))

    def link_lost(self, link: Link) -> None:
        """A connection is no more."""
        self._links.pop(link.number, None)
        if self.door is not None:
            self.door.leaves(link)
        if not self._links:
            self._all_gone.set()
        self._do(self._hub.gone(link.number, self.clock()))

    def link_shakes_hands(self, link: Link) -> bool:
        """A connection begins TLS. False if its address does so too often."""
        if self._hub.admission.admits_handshake(link.address, self.clock()):
            return True
        self.reports.warning("tls", link.address, "too many TLS handshakes")
        return False

    def link_encrypted(self, link: Link) -> None:
        """A connection is encrypted from now on."""
        self._hub.encrypted(link.number)

    def link_plain(self, link: Link, data: bytes) -> None:
        """A connection is not encrypted, and will not be; its first bytes."""
        if self._tls_required and data[0] == 0 and link.closing_since is None:
            text = "this server takes encrypted connections alone (TLS)"
            self.reports.warning("tls_required", link.address, "not encrypted")
            self._do(self._hub.break_off(link.number, "tls_required", text, come_back=False))
        else:
            self.bytes_came(link, data)

    def visit_begins(self, link: Link) -> str:
        """A connection is a browser's. Why it gets nothing; empty if it may ask for files."""
        assert self.door is not None
        now = self.clock()
        self._hub.asks_for_files(link.number, now)
        if not self.door.lets_in(link, now):
            return "too many requests; try again soon"
        return "the server cannot save games right now" if self._down else ""

    def visit_opens(self, link: Link) -> None:
        """A browser has become a peer that speaks messages."""
        assert self.door is not None
        self.door.leaves(link)
        self._do(self._hub.connected(link.number, link.address, self.clock()))
        if link.encrypts:
            self._hub.encrypted(link.number)

    def give_up(self, link: Link, code: str, text: str) -> None:
        """Send a peer the reason for closing, and tell the hub immediately: the peer may never read it (FAULTS 46)."""
        told = self._hub.break_off(link.number, code, text, come_back=True)
        self._do([*told, *self._hub.gone(link.number, self.clock())])

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
            if link.slow_since is not None:
                if frames.single or (link.rested and link.refilled(now) >= 1):
                    link.slow_since = None  # else these have waited unread while those before them were worked off
                link.rested = False
            if self._queue and (not link.inside or 2 * link.tokens < self.limits.messages_at_once):
                self._queue_up(link)  # others wait: before it, unless it has been quiet so far
            else:
                self._work_off(link, now)

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

    def link_overdrawn(self, link: Link) -> None:
        """The records of a connection cost more than its share, though they carry no message: read them later."""
        now = self.clock()
        link.tokens, link.filled = link.refilled(now), now
        if link.tokens < 0 and link.resuming is None and not link.queued and link.closing_since is None:
            self._read_later(link, now)

    def _work_off(self, link: Link, now: float) -> None:
        """Handle the next message, if it is complete and the rate limit allows it."""
        link.tokens = link.refilled(now)
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
            if link.slow_since is not None:  # what waits unread comes before the second turn, however late that is
                self._loop.call_soon(self._loop.call_soon, link.rests_since, link.heard)
        self._do(outputs)

    def _came_further(self, link: Link) -> None:
        """See whether the peer was greeted, and whether it has logged in."""
        if not link.greeted and (version := self._hub.greeted_in(link.number)) is not None:
            link.greeted, link.version = True, version
        if link.greeted and self._hub.is_inside(link.number):
            link.came_in()

    def _read_later(self, link: Link, now: float) -> None:
        """Go on when the rate limit allows another message; nothing is read until then (FAULTS 29)."""
        link.slow_since = now if link.slow_since is None else link.slow_since
        if link.transport is not None and not link.transport.is_closing():
            link.transport.pause_reading()
            wait = max(0.0, (1.0 - link.tokens) / self.limits.messages_per_second)
            link.resuming = self._loop.call_later(wait, self._go_on, link)

    def _take(self, link: Link, body: bytes, now: float) -> list[Output]:
        try:
            message = decode_client(body, link.version)
        except CodecFault as fault:
            link.tokens -= min(len(body) / DEAR_BYTES, self.limits.messages_at_once)
            self.reports.warning(fault.code, link.address, fault.text)
            return self._hub.fault(link.number, fault, now)
        try:
            return self._hub.handle(link.number, message, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a connection: only this one is lost)
            return self._break_down(link, fault)

    def _break_down(self, link: Link, fault: Exception) -> list[Output]:
        self.reports.warning("internal", link.address, whereabouts(fault))
        return self._hub.break_off(link.number, "internal", "internal server error", come_back=True)

    def _break(self, link: Link, fault: FrameFault) -> list[Output]:
        spoken = foreign(fault.head)
        text = fault.text if link.stream is None else link.stream.fault or fault.text
        self.reports.warning(fault.code, link.address, f"{text}; looks like {spoken}" if spoken else text)
        return self._hub.break_off(link.number, fault.code, text, come_back=False)

    def _do(self, outputs: list[Output]) -> None:
        """Carry out what the hub wants. Commits wait only for what the loop has read together with them."""
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
            self._storing = self._loop.call_soon(self._store)
        self._set_alarm()

    def _store(self) -> None:
        if self._storing is not None:
            self._storing.cancel()
            self._storing = None
        try:
            self._journal.flush()
        except JournalFailed as fault:
            self._cannot_store(fault)
            return
        self._journal.step("sending")
        self._flush()
        self._journal.step("sent")

    def _cannot_store(self, fault: JournalFailed) -> None:
        """Disconnect everybody: nobody may hear of what is not stored, and they come back to what is (FAULTS 43)."""
        log.error("%s; no moves are accepted until games can be saved again", fault)
        for timer in (self._storing, self._retry):
            if timer is not None:
                timer.cancel()
        self._storing = None
        self._down, self._coming = True, None
        self._outbox.drop()
        self._records.forget()
        self._set_alarm()
        for link in list(self._links.values()):
            self._turn_away(link)
        self._retry = self._loop.call_later(PULSE_SECONDS, self._try_again)

    def _turn_away(self, link: Link) -> None:
        if link.transport is not None and link.closing_since is None:
            text = "the server cannot save games right now"
            link.write(frame(encode(m.Bye(code="storage", come_back=True, after=2.0, text=text))))
            link.close()

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
                link.server_began_anew(recovered.now)
            self.clock.set_back(recovered.now)
            self._pulsed = recovered.now
            self._hub, self._down = hub, False
            self._outbox.put(hub.begin(recovered.now))
            self._journal.flush()
        except Exception as fault:  # noqa: BLE001  (the edge of the only task that can bring the server back)
            if not isinstance(fault, JournalFailed):
                self.reports.warning("failure", "-", whereabouts(fault))
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
        links = self._links
        for output in self._outbox.release():
            if type(output) is Close:
                closing.append(output.peer)
                continue
            if type(output) is Fetch:
                self._records.fetch(output)
                continue
            messages = output.messages
            if type(messages) is Missed and len(messages) > AT_ONCE:
                (peer,) = output.peers
                if (link := links.get(peer)) is not None:
                    link.write(batches.pop(peer, b""))
                    self._replay(link, messages)
                continue
            frames = b""
            for message in messages:
                body = encode(message)
                frames += len(body).to_bytes(HEADER, "big") + body
            for peer in output.peers:
                batches[peer] = batches[peer] + frames if peer in batches else frames
        for peer, joined in batches.items():
            if (link := links.get(peer)) is not None:
                link.write(joined)
        for peer in closing:
            if (link := links.get(peer)) is not None:
                link.close()

    def _replay(self, link: Link, missed: Missed) -> None:
        """Send somebody's missed entries piece by piece; everything else for them waits until all are sent."""
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
            link.write(piece)
            link.behind = behind
        self._replaying = self._loop.call_soon(self._replay_on) if self._replays else None

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
        wait = max(limits.BACKUP_SECONDS, limits.BACKUP_SHARE * self._backup_took)
        if not self._down and self._coming is None and now - self._backup_begun >= wait:
            self._begin_backup(now)
        if not self._down and (self._tidying is None or self._tidying.done()):
            if self._journal.untidy and now - self._tidied >= limits.TIDY_SECONDS:
                self._tidied = now
                self._tidying = self._loop.create_task(self._in_thread(self._journal.tidy))
            elif self._journal.log_is_long:
                self._tidying = self._loop.create_task(self._in_thread(self._journal.shorten_log))
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
            if link is not None and link.look_after(now):
                link.write(_PING)
        if unchecked:
            due = time() + 4 * HOUSEKEEPING_SLICE
            self._checking = self._loop.call_at(due, self._check_links, due)

    def _begin_backup(self, now: float) -> None:
        self._backup_begun = now
        if self._backup is None or self._backup.done():
            self._backup = self._loop.create_task(self._back_up())

    async def _back_up(self) -> None:
        begun = self._loop.time()
        await self._in_thread(self._journal.back_up)
        self._backup_took = self._loop.time() - begun

    async def _in_thread(self, work: Callable[[], None]) -> None:
        """Look after the journal in a thread, so that no move waits. A failure is logged once, and stops nothing."""
        try:
            await asyncio.to_thread(work)
            self._faults_logged.discard(work.__name__)
        except JournalFailed as fault:
            if work.__name__ not in self._faults_logged:
                log.warning("%s", fault)
            self._faults_logged.add(work.__name__)

    def _uncaught(self, _loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """An exception that escapes a callback: one log line, and the server continues (FAULTS 31, 44)."""
        fault = context.get("exception")
        if isinstance(fault, OSError) and fault.errno in SCARCE:
            if self.reports.admits("out_of_descriptors", "-", SCARCE_SECONDS):
                text = "too many files and connections are open: newcomers wait until some close (see ulimit -n)"
                log.warning("%s", text, extra=told("out_of_descriptors"))
            return
        what = whereabouts(fault) if isinstance(fault, BaseException) else str(context.get("message"))
        self.reports.warning("failure", "-", what)


_PING = frame(encode(m.Ping()))


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
