"""People who play while servers are killed, with the real link. They note and compare everything they are told.

Whoever has lost the server comes back twice: first without a last entry, for a snapshot, which is kept; then with the
number of an entry of long ago, so that old entries are told again and compared. What the old picture and the entries
after it make is then compared with the snapshot.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from tests.e2e.killing.judge import DIVERGED, DOUBLED, LOST, UNFINISHED, Judge, Ledger
from tests.peer import Peer, comparable, differences
from uno_client.address import Address
from uno_client.messages import Input, LinkDown
from uno_client.net.link import ClientLink
from uno_client.net.token_store import TokenStore
from uno_engine.state import Phase
from uno_protocol import messages as m
from uno_protocol.fold import TableView
from uno_protocol.room import RoomPhase
from uno_protocol.wire import WireFault

FAR_BACK = 300
"""So many entries at most are asked for again; the server keeps 512."""
HURRY = 0.0, 0.01
"""Seconds between two steps where nobody plays, and in the end."""
AGAIN_SECONDS = 0.05
"""Between two requests that were refused, because somebody else has to do something first."""


@dataclass(slots=True)
class Group:
    """People who play together, one table after the other. `pace`: seconds between two moves, least and most."""

    name: str
    people: int
    new: dict[str, Any]
    pace: tuple[float, float]
    forgets: float = 0.0
    """How often UNO is not called with the last card but one."""
    watchers: int = 0
    at: int = 0
    """The number of the table that they are at."""
    games: int = 0

    @property
    def table(self) -> str:
        return f"{self.name} {self.at}"


class Place(Enum):
    """Where a person stands with the server."""

    AWAY = "away"
    LOOKING = "looking"
    """Back for the snapshot, and soon to go for another moment."""
    BACK = "back"
    """Back for good, with the entries still to come."""
    HERE = "here"


class CutLink(ClientLink):
    """A link whose connection can be cut."""

    def cut(self) -> None:
        """Lose the connection."""
        if self._connection is not None:
            self._connection.abort()


class Person(Peer):
    """One client: its link, its picture of the table, its ledger, and what it does next."""

    def __init__(
        self,
        name: str,
        group: Group,
        address: Address,
        tokens: TokenStore,
        judge: Judge,
        luck: random.Random,
        *,
        seated: bool,
    ) -> None:
        super().__init__(name)
        self.place = Place.AWAY
        self.ending = False
        self.hurried = False
        self.returned_at: float | None = None
        """When it had its session again after the last loss of the server."""
        self.heard: Callable[[], None] = lambda: None
        """Called with every message."""
        self._group = group
        self._judge = judge
        self._luck = luck
        self._seated = seated
        self._loop = asyncio.get_running_loop()
        self._link = CutLink(address, name, tokens, self._position)
        self._ledger: Ledger | None = None
        self._shot: TableView | None = None
        self._loose: dict[int, dict[str, Any]] = {}
        """Entries that came after the snapshot, on the connection that was only for that."""
        self._next = 0
        """The entry that is due next."""
        self._look_first = False
        self._repeated: set[int] = set()
        self._was_refused = False
        self._timer: asyncio.TimerHandle | None = None
        self._bots_added = self._bots_removed = 0
        self._was_host = False

    async def run(self) -> None:
        """Stay connected until cancelled or closed."""
        await self._link.run(self._deliver)

    def close(self) -> None:
        self._stop_thinking()
        self._link.close()

    def look(self) -> None:
        """Go and come back, as after a loss, to compare everything once more."""
        self._link.cut()

    def nudge(self) -> None:
        """Think again about what to do."""
        self._think()

    def killed(self) -> None:
        """The server has died: it counts how long it takes to be back."""
        self.returned_at = None

    @property
    def sees_window(self) -> bool:
        """Whether somebody at the table has to call UNO or be caught."""
        return (
            self.here and self.table is not None and self.table.game is not None and self.table.game.window is not None
        )

    def finish(self) -> None:
        """Nothing is to come any more: settle the account."""
        if self._ledger is not None:
            self._ledger.close(host=self._was_host)

    @property
    def finished(self) -> bool:
        """Whether the last game has come to its end."""
        table = self.table
        at_end = table is not None and table.room.name == self._group.table
        return self.settled and table is not None and at_end and table.room.phase is RoomPhase.FINISHED

    @property
    def here(self) -> bool:
        """Whether it is back, with everything that it has missed."""
        return self.place is Place.HERE

    def __str__(self) -> str:
        table = self.table
        where = "at no table" if table is None else f"at {table.room.name} {table.n} {table.room.phase.value}"
        return f"{self.name} {self.place.value} {where}, waits for {list(self.pending.values())}"

    @property
    def settled(self) -> bool:
        """Whether nothing is under way, and the picture is whole."""
        return self.place is Place.HERE and not self.pending

    def _position(self) -> tuple[str | None, int | None]:
        if self._look_first or self.table is None or self._ledger is None:
            return None, None
        back = self._luck.randint(0, FAR_BACK)
        self._next = max(self._ledger.since, self.table.n - back) + 1
        return self.table.code, self._next - 1

    def _deliver(self, message: Input) -> None:
        if isinstance(message, LinkDown):
            self._down(message)
            return
        if not isinstance(message, m.ServerMessage):
            return
        match message:
            case m.Resumed():
                self._resumed(message)
            case m.LoggedIn():
                self.returned_at = self._loop.time()
                if self.last_id:
                    self._judge.fault(LOST, f"{self.name}: the session is gone")
                self.place = Place.HERE
            case m.Snapshot():
                self._snapshot(message)
            case m.Entry():
                self._entry(message)
            case m.Ok() | m.Joined() | m.Error():
                self._answer(message)
            case m.Legal():
                self.legal = message
            case _:
                pass
        self._think()
        self.heard()

    def _down(self, down: LinkDown) -> None:
        if down.retry_in is None:
            self._judge.fault(UNFINISHED, f"{self.name}: the link has ended: {down.reason}")
        self._stop_thinking()
        self.legal = None
        if self.place is not Place.AWAY and (self._look_first or self.place is not Place.LOOKING):
            self._look_first = True  # it was not cut by ourselves
            self._notice_what_is_open()
        self.place = Place.AWAY

    def _notice_what_is_open(self) -> None:
        """Something to compare later: count it, so that a run that never had any is noticed."""
        game = None if self.table is None else self.table.game
        if game is None or self.table is None or self.table.room.phase is not RoomPhase.PLAYING:
            return
        if game.window is not None:
            self._judge.compared["windows open"] += 1
        if game.waiting_for is not None:
            self._judge.compared[f"asked {game.waiting_for.kind}"] += 1
        if any(game.scores):
            self._judge.compared["scores"] += 1

    def _resumed(self, resumed: m.Resumed) -> None:
        if self.returned_at is None:
            self.returned_at = self._loop.time()
        if resumed.table is None:
            self._no_table()
        elif self._look_first:
            self.place, self._shot = Place.LOOKING, None
            self._loose.clear()
        else:
            self.place = Place.BACK
        self._repeated |= self.pending.keys()
        self._judge.compared["requests sent again"] += len(self.pending)
        self.resumed(resumed.last_id)
        self._caught_up()

    def _no_table(self) -> None:
        leaves = any(isinstance(request, m.LeaveTable) for request in self.pending.values())
        if self.table is not None and not leaves and self._seated:  # people keep a table open, watchers do not
            self._judge.fault(LOST, f"{self.name}: the place at {self.table.room.name} is gone")
        if not leaves:
            self._leave()
        self.place, self._look_first, self._shot = Place.HERE, False, None

    def _snapshot(self, snapshot: m.Snapshot) -> None:
        try:
            shown = TableView.from_snapshot(snapshot)
        except WireFault as fault:
            self._judge.fault(DIVERGED, f"{self.name}: a snapshot that makes no sense: {fault}")
            return
        if self.table is None or self.table.code != shown.code:
            self._enter(shown)
        elif self.place is Place.LOOKING:
            self._shot = shown
            self._next = shown.n + 1
            if shown.n < self.table.n:
                text = f"{self.name}: the log of {shown.code} ends at {shown.n}, it went to {self.table.n}"
                self._judge.fault(LOST, text)
            self._look_first = False
            self._link.cut()
        else:
            self._judge.fault(DIVERGED, f"{self.name}: a snapshot instead of entries {self._next} and on")
            self._enter(shown)

    def _enter(self, shown: TableView) -> None:
        self.table = shown
        self._next = shown.n + 1
        self._ledger = Ledger(self.name, self._judge, shown.room.name, shown.n, shown.seat)
        self._bots_added = self._bots_removed = 0
        self._was_host = shown.seat is not None and shown.room.host == shown.seat
        self._shot, self._look_first, self.place = None, False, Place.HERE
        self._loose.clear()

    def _entry(self, entry: m.Entry) -> None:
        table, ledger = self.table, self._ledger
        if table is None or ledger is None or entry.table != table.code:
            self._judge.fault(DIVERGED, f"{self.name}: an entry of {entry.table}, where we are not")
            return
        if entry.n != self._next:
            self._judge.fault(DIVERGED, f"{self.name} at {table.code}: entry {entry.n} where {self._next} is due")
        self._next = entry.n + 1
        if self.place is Place.LOOKING:
            self._loose[entry.n] = entry.event
            return
        if entry.n <= table.n:
            ledger.again(entry.n, entry.event)
            return
        if self._loose.pop(entry.n, entry.event) != entry.event:
            self._judge.fault(DIVERGED, f"{self.name} at {table.code}: entry {entry.n} was another before")
        ledger.new(entry.n, entry.event, table.room)
        try:
            table.apply(entry)
        except WireFault as fault:
            self._judge.fault(DIVERGED, f"{self.name} at {table.code}: entry {entry.n}: {fault}")
        self._caught_up()
        if table.room.phase is RoomPhase.CLOSED:
            self._leave()

    def _caught_up(self) -> None:
        """Compare with the snapshot when its entry is reached."""
        table, shot = self.table, self._shot
        if self.place is not Place.BACK or table is None:
            return
        if shot is not None and table.n == shot.n:
            self._judge.compared["snapshots"] += 1
            ours, theirs = comparable(table.result, shot.result)
            mine, told = replace(table, result=ours), replace(shot, result=theirs)
            if mine != told:
                self._judge.fault(DIVERGED, f"{self.name} at {table.code}, entry {shot.n}: {differences(mine, told)}")
        if shot is None or table.n >= shot.n:
            self._shot = None
            self.place = Place.HERE

    def _answer(self, answer: m.Ok | m.Joined | m.Error) -> None:
        request = None if answer.id is None else self.settle(answer.id)
        if request is None:
            if not isinstance(answer, m.Error):
                self._judge.fault(DOUBLED, f"{self.name}: an answer to nothing: {answer}")
            return
        repeated = request.id in self._repeated
        self._repeated.discard(request.id)
        self._was_refused = isinstance(answer, m.Error)
        if isinstance(answer, m.Error):
            self._refused(request, answer, repeated=repeated)
            return
        self._judge.compared["acknowledged"] += 1
        if self._ledger is not None and self.table is not None:
            self._ledger.acknowledged(request, self.table.n, repeated=repeated)
        match request:
            case m.LeaveTable():
                self._leave()
            case m.AddBot():
                self._bots_added += 1
            case m.RemoveBot():
                self._bots_removed += 1
            case _:
                pass

    def _refused(self, request: m.Request, error: m.Error, *, repeated: bool) -> None:
        self._judge.compared[f"refused {error.code}"] += 1
        if error.code in ("internal", "old_id", "bad_schema", "not_logged_in"):
            self._judge.fault(DIVERGED, f"{self.name}: {request} is refused: {error}")
        if isinstance(request, m.LeaveTable) and error.code == "not_at_table":
            self._leave()
        if repeated and isinstance(request, m.JoinTable) and error.code == "already_at_table":
            self._judge.fault(DOUBLED, f"{self.name}: {request} was carried out, and refused when repeated")

    def _leave(self) -> None:
        if self._ledger is not None:
            self._ledger.close(host=self._was_host)
        self.leave()
        self._ledger = self._shot = None

    def send(self, message: m.ClientMessage) -> None:
        assert isinstance(message, m.Request)
        self._link.send(message)

    def _stop_thinking(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _think(self) -> None:
        if self._timer is None and self.place is Place.HERE and not self.pending:
            playing = self.table is not None and self.table.room.phase is RoomPhase.PLAYING
            pause = self._luck.uniform(*(self._group.pace if playing and not self.hurried else HURRY))
            pause += AGAIN_SECONDS if self._was_refused else 0.0
            self._timer = self._loop.call_later(pause, self._go_on)

    def _go_on(self) -> None:
        self._timer = None
        if self.place is not Place.HERE or self.pending:
            return
        table, group = self.table, self._group
        if table is None:
            self._come_in()
        elif table.room.name != group.table and table.room.phase is not RoomPhase.FINISHED:
            self.request(m.LeaveTable)
        elif table.room.phase is RoomPhase.FINISHED:
            self._after_the_game(table)
        elif self._seated:
            match table.room.phase:
                case RoomPhase.WAITING:
                    self._before_the_game(table)
                case RoomPhase.BETWEEN_ROUNDS:
                    self._be_ready(table)
                case RoomPhase.PLAYING:
                    self._move(table)

    def _come_in(self) -> None:
        group = self._group
        if self._seated:
            self.request(m.JoinTable, table=group.table, new=m.NewTable(**group.new))
        else:
            self.request(m.SpectateTable, table=group.table)

    def _after_the_game(self, table: TableView) -> None:
        group = self._group
        if table.room.name == group.table:
            if self.ending:
                return
            group.at += 1
            group.games += 1
        self.request(m.LeaveTable)

    def _before_the_game(self, table: TableView) -> None:
        room = table.room
        people = [one for one in room.occupants if one is not None and one.bot is None]
        if len(people) < self._group.people:
            return
        if room.host != table.seat:
            self._be_ready(table)
        elif not self._bots_added:
            self.request(m.AddBot, level="random")
        elif not self._bots_removed:
            last = max(at for at, one in enumerate(room.occupants) if one is not None and one.bot is not None)
            self.request(m.RemoveBot, seat=last)
        elif all(one.ready for one in people):
            self.request(m.Start)
        else:
            self._be_ready(table)

    def _be_ready(self, table: TableView) -> None:
        assert table.seat is not None
        own = table.room.occupants[table.seat]
        if own is not None and not own.ready:
            self.request(m.Ready)

    def _move(self, table: TableView) -> None:
        if table.game is not None and table.game.phase is not Phase.OVER:
            chance = f"{self.name} {table.n}".encode()
            self.move("normal", chance, lambda: not self.hurried and self._luck.random() < self._group.forgets)
