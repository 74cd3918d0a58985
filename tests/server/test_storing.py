"""When commits are stored: what the loop read in one pass, in the next pass, with no timer between (STATES.md)."""

import asyncio
from collections.abc import Callable

from tests.server.whole import Whole
from uno_protocol import messages as m
from uno_server.core.outputs import Commit
from uno_server.journal.store import Journal


class Batches(Journal):
    """Keeps which commits were stored together, and lets something happen while they are."""

    def __init__(self) -> None:
        super().__init__()
        self.stored: list[int] = []
        self.meanwhile: Callable[[], object] = lambda: None
        self._waiting: list[Commit] = []

    def write(self, commit: Commit) -> None:
        self._waiting.append(commit)
        self.pending = True

    def flush(self) -> None:
        if self._waiting:
            self.stored.append(len(self._waiting))
            self.durable = self._waiting[-1].number
            self._waiting.clear()
            self.pending = False
            self.meanwhile()


async def test_what_was_read_together_is_stored_together_in_the_next_pass() -> None:
    journal = Batches()
    whole = Whole(journal)
    ann, bob, cem = (whole.person(name) for name in ("ann", "bob", "cem"))
    await whole.rest()
    loop, said = asyncio.get_running_loop(), len(journal.stored)
    now = loop.time()

    def meanwhile() -> None:  # cem's words come while the disk is busy, and are read when it is done
        journal.meanwhile = lambda: None
        loop.call_soon(lambda: cem.ask(m.Chat, to="lobby", text="3"))

    journal.meanwhile = meanwhile
    loop.call_soon(lambda: ann.ask(m.Chat, to="lobby", text="1"))
    loop.call_soon(lambda: bob.ask(m.Chat, to="lobby", text="2"))
    for _ in range(4):
        await asyncio.sleep(0)
    whole.deliver()
    assert journal.stored[said:] == [4, 2]  # the first request of each is also a sign of life
    assert loop.time() == now
    assert [type(one.answer(one.last_id)) for one in (ann, bob, cem)] == [m.Ok] * 3
    await whole.end()
