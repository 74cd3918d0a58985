"""The server process: one life after the other of hub, queue and journal, on one disk.

It does what `server/net.py` does, without sockets: messages in, a batch of commits, what is released out, pings,
silence, and the alarm for what is due.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Protocol

from protocol import messages as m
from protocol.codec import decode_client, encode
from server import limits
from server.hub import Hub
from server.journal import Outbox
from server.outputs import Close, Commit, Output, Send
from tests.simulation.dice import Entropy
from tests.simulation.network import Connection
from tests.simulation.storage import End, Storage
from tests.simulation.timeline import Timeline
from tests.simulation.wrong import Kind, Wrong

BATCH_SECONDS = 0.004
"""A batch of commits is written so long after its first one, at most."""
BOOT_SECONDS = 0.2


class Watcher(Protocol):
    """Who looks over the server's shoulder."""

    def given(self, host: Host, outputs: list[Output]) -> None:
        """The hub has given this."""

    def stored(self, host: Host) -> None:
        """Everything that the hub has given is durable now."""

    def sends(self, host: Host, output: Send) -> None:
        """This leaves now."""

    def booted(self, host: Host) -> None:
        """A life begins."""


class Host:
    """The machine of the server, and the process on it."""

    def __init__(
        self, timeline: Timeline, storage: Storage, seed: str, choice: random.Random, watcher: Watcher
    ) -> None:
        self.timeline, self.storage, self.watcher = timeline, storage, watcher
        self.up = False
        self.life = 0
        self.hub: Hub
        self.doom: End | None = None
        """The next batch is the last of this life."""
        self.ends: dict[str, int] = {}
        """How the lives have ended."""
        self.unstored = False
        """Something waits for the next batch."""
        self.connections: dict[int, Connection] = {}
        self._seed, self._choice = seed, choice
        self._outbox: Outbox
        self._heard: dict[int, float] = {}
        self._alarm_at: float | None = None

    # --- lives -----------------------------------------------------------------------------------------------------

    def boot(self) -> None:
        """A life begins, from what the disk has."""
        if self.up:
            return
        self.life += 1
        now = self.timeline.now
        self.hub, outputs = self.storage.boot(Entropy(self._seed, f"life {self.life}"), now)
        self._outbox = Outbox(self.storage.journal)
        self.up = True
        self.watcher.booted(self)
        self._do(outputs)
        self._in_this_life(now + limits.PING_SECONDS, self._keep_house)

    def stop(self, down_for: float) -> None:
        """A clean stop: everybody is told, everything is stored; then the machine starts the server again."""
        if not self.up:
            return
        self._do(self.hub.stop(self.timeline.now))
        self._flush()
        if self.up:
            self.storage.die(End.AFTER, self._choice)
            self._end("stopped", told=True, down_for=down_for)

    def die(self, end: End, down_for: float) -> None:
        """The process is killed at this point of its batch."""
        told = end is not End.FLIPPED and self._choice.random() < 0.5  # with the power gone nobody resets connections
        self.storage.die(end, self._choice)
        self._end(end.value, told=told, down_for=down_for)

    def _end(self, how: str, *, told: bool, down_for: float) -> None:
        self.up, self.doom, self.unstored, self._alarm_at = False, None, False, None
        self.ends[how] = self.ends.get(how, 0) + 1
        for connection in self.connections.values():
            connection.upward.break_off(0, told=False)
            connection.downward.break_off(self._choice.randint(0, connection.downward.under_way), told=told)
        self.connections.clear()
        self._heard.clear()
        self.timeline.after(down_for, self.boot)

    def _in_this_life(self, at: float, work: Callable[[], None]) -> None:
        life = self.life
        self.timeline.at(at, lambda: work() if self.up and self.life == life else None)

    # --- what connections bring --------------------------------------------------------------------------------------

    def knocked(self, connection: Connection) -> None:
        if not self.up:
            connection.downward.send(None)
            return
        self.connections[connection.number] = connection
        self._heard[connection.number] = self.timeline.now
        self._do(self.hub.connected(connection.number, "127.0.0.1", self.timeline.now))

    def hears(self, connection: Connection, body: bytes) -> None:
        if connection.number in self.connections:
            self._heard[connection.number] = self.timeline.now
            self._do(self.hub.handle(connection.number, decode_client(body), self.timeline.now))

    def hung_up(self, connection: Connection) -> None:
        if self.connections.pop(connection.number, None) is not None:
            connection.downward.send(None)
            del self._heard[connection.number]
            self._do(self.hub.gone(connection.number, self.timeline.now))

    def _keep_house(self) -> None:
        now = self.timeline.now
        for number in list(self.connections):
            if now - self._heard[number] > limits.SILENCE_SECONDS:
                self._do(self.hub.break_off(number, "silent", "nothing was heard any more", come_back=True))
            elif self.hub.greeted(number):
                self._do([Send(number, (m.Ping(),))])
        self._in_this_life(now + limits.PING_SECONDS, self._keep_house)

    # --- what the hub wants ------------------------------------------------------------------------------------------

    def _do(self, outputs: list[Output]) -> None:
        self.watcher.given(self, outputs)
        self._outbox.put(outputs)
        if any(isinstance(output, Commit) for output in outputs):
            if not self.unstored:
                self.unstored = True
                wait = self._choice.choice((0.0, 0.0, self._choice.uniform(0.0, BATCH_SECONDS)))
                self._in_this_life(self.timeline.now + wait, self._flush)
        elif not self.unstored:
            self._flush()
        self._set_alarm()

    def _flush(self) -> None:
        """Store the batch, then send what has waited for it. The process may end at any point of this."""
        end, batch = self.doom, self.unstored
        if end is not None and batch and end not in (End.AFTER, End.SENDING):
            self.die(end, self._down_for())
            return
        if batch:
            self.storage.flush()
            self.unstored = False
            self.watcher.stored(self)
        if end is End.AFTER and batch:
            self.die(end, self._down_for())
            return
        released = self._outbox.release()
        if end is End.SENDING and batch:
            self._send(released[: self._choice.randint(0, len(released))])
            self.die(end, self._down_for())
            return
        self._send(released)

    def _down_for(self) -> float:
        return self._choice.choice((BOOT_SECONDS, BOOT_SECONDS, 2.0, 20.0))

    def _send(self, released: list[Send | Close]) -> None:
        for output in released:
            connection = self.connections.get(output.peer)
            if connection is None:
                continue
            match output:
                case Send(_, messages):
                    self.watcher.sends(self, output)
                    for message in messages:
                        body = encode(message)
                        if len(body) > limits.FRAME_FROM_SERVER:
                            raise Wrong(Kind.FAILED, f"a message of {len(body)} bytes")
                        connection.downward.send(body)
                case Close():
                    connection.downward.send(None)
                    self._in_this_life(self.timeline.now + limits.STOP_SECONDS, partial(self.hung_up, connection))

    def _set_alarm(self) -> None:
        deadline = self.hub.next_deadline()
        if deadline is None:
            self._alarm_at = None
            return
        at = max(deadline, self.timeline.now)
        if self._alarm_at is None or at < self._alarm_at:
            self._alarm_at = at
            self._in_this_life(at, partial(self._ring, at))

    def _ring(self, at: float) -> None:
        if self._alarm_at != at:
            return
        self._alarm_at = None
        deadline = self.hub.next_deadline()
        if deadline is not None and deadline <= self.timeline.now:
            self._do(self.hub.tick(self.timeline.now))
        else:
            self._set_alarm()
