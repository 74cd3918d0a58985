"""A player on the client's own link and model: a shell without a screen that does what a computer player would."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from uno_client.address import Address
from uno_client.autoplay import wish
from uno_client.core.model import LinkPhase, Model
from uno_client.messages import Ask, Input, LinkDown
from uno_client.net.token_store import TokenStore
from uno_client.shell import Shell
from uno_protocol import messages as m

TABLE = "T"
T = TypeVar("T", bound=Input)


class Seated:
    """One person at the table `T`. `last`: the decision from which on nothing more is done."""

    def __init__(self, address: Address, name: str, folder: Path, new: m.NewTable, last: int) -> None:
        self._last = last
        self.heard: list[tuple[float, Input]] = []
        """What the link has delivered, and when."""
        self._wanted: set[object] = set()
        self._stepped = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        join = m.JoinTable(id=1, table=TABLE, new=new)
        self.shell = Shell(Model(fixed_server=True, first_request=join), TokenStore(folder), self._after)
        self.shell.connect(address, name)

    @property
    def model(self) -> Model:
        """What the client knows."""
        return self.shell.model

    @property
    def done(self) -> bool:
        """Everything is played that was to be played, and answered, and the list of the last decision has come.

        An empty list is not told again.
        """
        model = self.model
        if model.game is None or model.game.decision < self._last or model.pending or not self.online:
            return False
        return model.legal_decision == model.game.decision or not (model.legal or model.asked)

    @property
    def online(self) -> bool:
        """Whether the link stands."""
        return self.model.link is LinkPhase.ONLINE

    def all(self, kind: type[T]) -> list[T]:
        """Everything of a kind that the link has delivered."""
        return [message for _, message in self.heard if isinstance(message, kind)]

    def when(self, kind: type[Input]) -> list[float]:
        """When each of them came."""
        return [at for at, message in self.heard if isinstance(message, kind)]

    @property
    def sessions(self) -> int:
        """How many connections got as far as a session."""
        return len(self.all(m.LoggedIn)) + len(self.all(m.Resumed))

    async def until(self, reached: Callable[[], bool], seconds: float = 300.0) -> None:
        """Wait until that is so."""
        async with asyncio.timeout(seconds):
            while not reached():
                self._stepped.clear()
                await self._stepped.wait()

    async def connected(self) -> None:
        """Wait until the link stands."""
        await self.until(lambda: self.online)

    async def end(self) -> None:
        """Wait until everything is done."""
        await self.until(lambda: self.done)

    async def close(self) -> None:
        """End the client."""
        self.shell.quit(0)
        await self.shell.finish()

    def _after(self, message: Input, before: Model) -> None:
        self.heard.append((self._loop.time(), message))
        self._stepped.set()
        model = self.model
        if isinstance(message, LinkDown) and message.retry_in is not None:  # it keeps its screen, and says so
            assert (model.screen, model.table, model.log) == (before.screen, before.table, before.log)
            assert model.link is LinkPhase.LOST
            assert model.link_text
        if model.pending or (model.game is not None and model.game.decision >= self._last):
            return
        wanted = wish(model, "normal", b"")
        if wanted is None or model.table is None:
            return
        if not all(model.table.room.occupants):  # whoever sits down would take back that one is ready
            return
        point: object = type(wanted.request) if isinstance(wanted, Ask) else model.legal_decision
        if point not in self._wanted:  # the same list may come again before the answer does
            self._wanted.add(point)
            self.shell.feed(wanted)
