"""The server process: one life after another of hub, outbox and journal, on one disk.

It does what `server/uno_server/net/server.py` does, without sockets: messages in, a batch of commits, what is released
out, pings, silence, signs of life, and the alarm for what is due.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from tests.server.harness import Entropy, record_of
from tests.simulation.network import Connection, Timeline
from tests.simulation.storage import BATCH_IS_STORED, Disk, End
from tests.simulation.wrong import Kind, Wrong
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, encode
from uno_server.base import limits
from uno_server.base.limits import Limits
from uno_server.core.hub import Hub
from uno_server.core.outputs import Close, Deliver, Fetch, Output
from uno_server.journal import recording
from uno_server.journal.store import JournalFailed
from uno_server.net.outbox import Outbox
from uno_server.net.server import PULSE_SECONDS
from uno_server.table import transaction
from uno_server.table.table import Table

if TYPE_CHECKING:
    from tests.simulation.episode import World

BATCH_SECONDS = 0.004
"""A batch of commits is written so long after its first one, at most."""
RESTORE_SECONDS = 0.05
"""Between two tables that come from the disk while others already play."""
DOWN_SECONDS = (0.2, 0.2, 2.0, 20.0)
"""How long it takes until the server is started again."""
TIDIED = 0.1
"""How often, with a sign of life, the upkeep looks at the journal."""
_USUAL = Limits()


class Host:
    """The machine of the server, and the process on it."""

    def __init__(self, timeline: Timeline, disk: Disk, seed: str, choice: random.Random, watcher: World) -> None:
        self.timeline, self.disk, self.watcher = timeline, disk, watcher
        self.up = False
        self.life = 0
        self.ahead = 0.0
        """The server's time less that of the timeline: it stands while no server runs."""
        self.hub: Hub
        self.coming: Iterator[Table] | None = None
        """The tables that are still to come from the disk."""
        self._stood_at = 0.0
        self.doom: End | None = None
        """How the next batch ends this life."""
        self.ambush: End | None = None
        """How a batch ends this life as soon as somebody may still call UNO (U3)."""
        self.ends: Counter[str] = Counter()
        """How the lives have ended."""
        self.unstored = False
        """Something waits for the next batch."""
        self.connections: dict[int, Connection] = {}
        self._seed, self._choice = seed, choice
        self._outbox: Outbox
        self._heard: dict[int, float] = {}
        self._alarm_at: float | None = None
        self._beats = False
        """Signs of life are given, and the house is kept: while somebody is connected."""
        self._house_kept_at = 0.0

    @property
    def now(self) -> float:
        """The server's time, which stands while tables come."""
        return self.timeline.now + self.ahead if self.coming is None else self._stood_at

    def boot(self) -> None:
        """A life begins, from what the disk has."""
        if self.up:
            return
        self.life += 1
        recovered = self.disk.boot(Entropy(f"{self._seed} life {self.life}"), as_they_come=self.life % 2 == 0)
        self.ahead = recovered.now - self.timeline.now
        self.hub = recovered.hub
        self._outbox = Outbox(self.disk.journal)
        self.up, self.coming, self._stood_at = True, recovered.coming, recovered.now
        self.watcher.booted(self, recovered)
        self._do(self.hub.begin(self.now))
        self._restore()
        self._beats = False

    def _restore(self) -> None:
        """A table comes from the disk, or all have come; what was said meanwhile goes on."""
        if self.coming is None:
            return
        try:
            table = next(self.coming, None)
        except JournalFailed:
            self._refused()
            return
        if table is not None:
            self.watcher.arrived(self, table)
            self._do(self.hub.arrived(table, self.now))
            self._go_on_with_those_who_waited()
            self._in_this_life(RESTORE_SECONDS, self._restore)
            return
        while self.hub.all_arrived():
            self._go_on_with_those_who_waited()
        self.ahead, self.coming = self.now - self.timeline.now, None

    def _go_on_with_those_who_waited(self) -> None:
        while (waiting := self.hub.next_waiting(self.now)) is not None:
            peer, said = waiting
            assert not isinstance(said, CodecFault)
            outputs = self.hub.handle(peer, said, self.now)
            self.watcher.handled(self, peer, said, outputs)
            self._do(outputs)

    def stop(self, down_for: float) -> None:
        """A clean stop: everybody is told, everything is stored; then the machine starts the server again."""
        self.doom = None
        self._do(self.hub.stop(self.now))
        self._flush()
        self.disk.stop(self.now)
        self._end("stopped", told=True, down_for=down_for)

    def die(self, end: End) -> None:
        """The process is killed at this point of its batch."""
        told = end is not End.FLIPPED and self._choice.random() < 0.5  # with the power gone nobody resets connections
        self.disk.die(end, self._choice)
        self._end(end.value, told=told, down_for=self._choice.choice(DOWN_SECONDS))

    def _refused(self) -> None:
        """The journal has failed: all are disconnected, and come back to what is stored (FAULTS 43)."""
        bye = encode(m.Bye(code="storage", come_back=True, after=2.0))
        for connection in self.connections.values():
            connection.downward.send(bye)
        self._end(End.FULL.value, told=True, down_for=PULSE_SECONDS, lose=False)

    def _end(self, how: str, *, told: bool, down_for: float, lose: bool = True) -> None:
        self.up, self.unstored, self.doom, self._alarm_at, self.coming = False, False, None, None, None
        self.ends[how] += 1
        for connection in self.connections.values():
            under_way = connection.downward.under_way
            connection.upward.break_off(0, told=False)
            connection.downward.break_off(self._choice.randint(0, under_way) if lose else under_way, told=told)
        self.connections.clear()
        self._heard.clear()
        self.watcher.ended(self, stored=how in ("stopped", *BATCH_IS_STORED))
        self.timeline.after(down_for, self.boot)

    def _in_this_life(self, seconds: float, work: Callable[[], None]) -> None:
        life = self.life
        self.timeline.after(seconds, lambda: work() if self.up and self.life == life else None)

    def _pulse(self) -> None:
        self._beats = bool(self.connections)  # while nobody is there every clock stands
        if not self._beats:
            return
        self.disk.journal.pulse(self.now)
        if self._choice.random() < TIDIED:
            self.disk.journal.tidy()
            self.disk.journal.shorten_log()
        if self.timeline.now - self._house_kept_at >= _USUAL.ping_seconds:
            self._house_kept_at = self.timeline.now
            self._keep_house()
        self._in_this_life(PULSE_SECONDS, self._pulse)

    def knocked(self, connection: Connection) -> None:
        connection.life = self.life
        if not self.up:
            connection.downward.send(None)
            return
        self.connections[connection.number] = connection
        self._heard[connection.number] = self.timeline.now
        if not self._beats:
            self._beats = True
            self._in_this_life(PULSE_SECONDS, self._pulse)
        self._do(self.hub.connected(connection.number, connection.near.place, self.now))

    def hears(self, connection: Connection, body: bytes) -> None:
        if connection.number in self.connections:
            self._heard[connection.number] = self.timeline.now
            message = decode_client(body)
            outputs = self.hub.handle(connection.number, message, self.now)
            self.watcher.handled(self, connection.number, message, outputs)
            self._do(outputs)

    def hung_up(self, connection: Connection) -> None:
        if self.connections.pop(connection.number, None) is not None:
            connection.downward.send(None)
            del self._heard[connection.number]
            self._do(self.hub.gone(connection.number, self.now))

    def _keep_house(self) -> None:
        for number in list(self.connections):
            if self.timeline.now - self._heard[number] > _USUAL.silence_seconds:
                self._do(self.hub.break_off(number, "silent", "connection timed out", come_back=True))
            elif self.hub.greeted_in(number):
                self._do([Deliver((number,), (m.Ping(),))])

    def _do(self, outputs: list[Output]) -> None:
        self.watcher.given(self, outputs)
        self._outbox.put(outputs)
        self._send(self._released())
        if self.disk.journal.pending and not self.unstored:
            self.unstored = True
            wait = self._choice.choice((0.0, 0.0, self._choice.uniform(0.0, BATCH_SECONDS)))
            self._in_this_life(wait, self._flush)
        self._set_alarm()

    def _flush(self) -> None:
        """Store the batch, then send what has waited for it. The process may end at any point of this."""
        if not self.disk.journal.pending:
            return
        if self.ambush is not None and any(transaction.times(table).hold_until is not None for table in self.hub.lobby):
            self.doom, self.ambush = self.ambush, None
        end = self.doom
        if end is End.FULL:
            try:
                self.disk.refuse()
            except JournalFailed:
                self._refused()
                return
        elif end is not None and end not in BATCH_IS_STORED:
            self.die(end)
            return
        self.disk.journal.flush()
        self.unstored = False
        self.watcher.stored(self)
        if end is End.AFTER:
            self.die(end)
            return
        released = self._released()
        if end is End.SENDING:
            self._send(released[: self._choice.randint(0, len(released))])
            self.die(end)
        else:
            self._send(released)

    def _released(self) -> list[tuple[int, Deliver | Close]]:
        """What leaves now, with the peer whom each is for."""
        outputs: list[Deliver | Close] = []
        for output in self._outbox.release():
            if isinstance(output, Fetch):
                self._in_this_life(self._choice.uniform(0.0, BATCH_SECONDS), partial(self._read, output))
            else:
                outputs.append(output)
        return [(peer, one) for one in outputs for peer in ((one.peer,) if isinstance(one, Close) else one.peers)]

    def _read(self, fetch: Fetch) -> None:
        """A thread has read a record."""
        data = record_of(self.disk.journal, fetch.record)
        self._do(self.hub.fetched(fetch, None if data is None else recording.lines(data), self.now))

    def _send(self, released: list[tuple[int, Deliver | Close]]) -> None:
        for peer, output in released:
            connection = self.connections.get(peer)
            if connection is None:
                continue
            match output:
                case Deliver(_, messages):
                    self.watcher.ledger.sends(output)
                    for message in messages:
                        body = encode(message)
                        if len(body) > limits.FRAME_FROM_SERVER:
                            raise Wrong(Kind.FAILED, f"a message of {len(body)} bytes")
                        connection.downward.send(body)
                case Close():
                    connection.downward.send(None)
                    self._in_this_life(limits.STOP_SECONDS, partial(self.hung_up, connection))

    def _set_alarm(self) -> None:
        if self.coming is not None:
            self._in_this_life(RESTORE_SECONDS, self._set_alarm)
            return
        deadline = self.hub.next_deadline()
        if deadline is not None and (self._alarm_at is None or deadline < self._alarm_at):
            self._alarm_at = deadline
            self._in_this_life(max(0.0, deadline - self.now), partial(self._ring, deadline))

    def _ring(self, at: float) -> None:
        if self._alarm_at == at:
            self._alarm_at = None
            self._do(self.hub.tick(max(self.now, at)))
