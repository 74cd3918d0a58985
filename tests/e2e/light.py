"""The least that plays: a client of raw frames that comes back whenever its link is lost, with nothing of `client/`."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from client.address import Address
from engine.actions import Listed
from engine.bots import choose
from engine.state import View
from protocol import messages as m
from protocol.codec import decode_server, encode
from protocol.fold import TableView
from protocol.framing import Frames, frame
from protocol.wire import listed_from_map, request_from_action

TABLE = "T"


class Light:
    """One person at the table `T`. `last`: the decision from which on nothing more is done.

    Whatever the server tells twice, or leaves out, raises: entries by TableView, answers here.
    """

    def __init__(self, address: Address, name: str, new: m.NewTable, last: int) -> None:
        self.address = address
        self.name = name
        self._join = m.JoinTable(id=1, table=TABLE, new=new)
        self._last = last
        self._token: str | None = None
        self.table: TableView | None = None
        self.events: list[dict[str, Any]] = []
        """Of every entry taken in, oldest first."""
        self.numbers: list[int] = []
        self.links = self.resumed = self.snapshots = 0
        self.answers: dict[int, m.ServerMessage] = {}
        self._pending: list[m.Request] = []
        self._ids = 0
        self._decided = -1
        self._readied = self._started = False
        self._listed: tuple[int, tuple[Listed, ...]] = (-1, ())
        self._stepped = asyncio.Event()
        self._task = asyncio.create_task(self._stay())
        self._task.add_done_callback(lambda _: self._stepped.set())

    @property
    def game(self) -> View | None:
        """The own view of the game."""
        return None if self.table is None else self.table.game

    @property
    def done(self) -> bool:
        """Everything is played that was to be played, and answered, and the list of the last decision has come."""
        game = self.game
        return game is not None and self._listed[0] == game.decision >= self._last and not self._pending

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait until that is so."""
        async with asyncio.timeout(120):
            while not reached():
                if self._task.done():
                    self._task.result()
                self._stepped.clear()
                await self._stepped.wait()

    async def close(self) -> None:
        """End the link."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _stay(self) -> None:
        while True:
            with suppress(OSError, EOFError):
                await self._live()
            await asyncio.sleep(0.01)

    async def _live(self) -> None:
        """One connection, until it is lost."""
        reader, writer = await asyncio.open_connection(self.address.host, self.address.port)
        frames, self.links = Frames(64 * 1024), self.links + 1

        def say(message: m.ClientMessage) -> None:
            writer.write(frame(encode(message)))

        try:
            say(m.Hello(versions=[m.VERSION, m.VERSION]))
            while chunk := await reader.read(65536):
                for body in frames.feed(chunk):
                    message = decode_server(body)
                    if isinstance(message, m.Ping):
                        say(m.Pong(message.nonce))
                    elif isinstance(message, m.ServerMessage):
                        self._hear(message, say)
                self._stepped.set()
            raise EOFError
        finally:
            writer.transport.abort()

    def _hear(self, message: m.ServerMessage, say: Callable[[m.ClientMessage], None]) -> None:
        match message:
            case m.Welcome():
                seen = (None, None) if self.table is None else (self.table.code, self.table.n)
                say(m.Login(self.name) if self._token is None else m.Resume(self._token, *seen))
            case m.LoggedIn(token=token):
                self._token = token
                self._ask(self._join, say)
            case m.Resumed(last_id=last_id):
                self.resumed += 1
                assert last_id <= self._ids
                for request in self._pending:
                    say(request)
            case m.Error(id=None, code="name_taken"):
                raise EOFError  # the server does not know yet that the link before is lost
            case m.Bye(code="taken_over"):
                raise AssertionError("a link was taken over that had been let go")
            case _:
                self._at_table(message)
                self._move(say)

    def _at_table(self, message: m.ServerMessage) -> None:
        match message:
            case m.Ok(id=id) | m.Joined(id=id) | m.Error(id=int(id)):
                assert id not in self.answers, f"{message} after {self.answers[id]}"
                assert not isinstance(message, m.Error), message
                self.answers[id] = message
                self._pending = [request for request in self._pending if request.id != id]
            case m.Snapshot():
                self.table, self.snapshots = TableView.from_snapshot(message), self.snapshots + 1
            case m.Entry():
                assert self.table is not None
                self.table.apply(message)
                self.events.append(message.event)
                self.numbers.append(message.n)
            case m.Legal(decision=decision, actions=actions):
                assert self.table is not None
                assert self.table.seat is not None
                listed = [listed_from_map(each, self.table.seat) for each in actions]
                self._listed = decision, tuple(each for each in listed if each is not None)
            case m.Clock():
                pass
            case _:
                raise AssertionError(f"{message} was not expected")

    def _move(self, say: Callable[[m.ClientMessage], None]) -> None:
        """Do the next thing, if the one before has its answer."""
        table = self.table
        if table is None or table.seat is None or self._pending:
            return
        room, occupants = table.room, table.room.occupants
        if table.game is None:
            if not self._readied and all(occupants):
                self._readied = True
                self._ask(m.Ready(id=1), say)
            elif not self._started and room.host == table.seat and all(each and each.ready for each in occupants):
                self._started = True
                self._ask(m.Start(id=1), say)
            return
        decision, listed = self._listed
        if listed and self._decided < decision == table.game.decision < self._last:
            action = choose("normal", table.game, listed, b"")
            if action is not None:
                self._decided = decision  # a list may come again, after a resume, before the answer does
                self._ask(request_from_action(action, self._ids + 1, decision), say)

    def _ask(self, request: m.Request, say: Callable[[m.ClientMessage], None]) -> None:
        self._ids += 1
        numbered = replace(request, id=self._ids)
        self._pending.append(numbered)
        say(numbered)
