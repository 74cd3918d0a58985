"""Does a match go on for a client whose link is cut again and again, at any byte, as if nothing had happened?"""

import asyncio
import random
from contextlib import suppress

import pytest

from tests.e2e.processes import House, agreed, result

CUTS = 20
FIRST = 1500
"""Bytes from the server until the first cut: the login is past, for before it there is nothing to come back to."""
LATER = (50, 1600)
"""Bytes from the server until a later cut, at random: some fall into the greeting, most into the game."""


class CuttingProxy:
    """Passes bytes between clients and a server, and cuts the first connections short without a word."""

    def __init__(self, host: str, port: int, cuts: int, dice: random.Random) -> None:
        self._place = host, port
        self._budgets = [*(dice.randint(*LATER) for _ in range(cuts - 1)), FIRST]
        self.cut = 0

    async def accept(self, near: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        """Carry one connection until either side, or the proxy, ends it."""
        far, server = await asyncio.open_connection(*self._place)
        budget = self._budgets.pop() if self._budgets else None
        try:
            up = asyncio.create_task(_carry(near, server, None))
            down = asyncio.create_task(_carry(far, client, budget))
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
            self.cut += down.done() and down.result()
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            client.transport.abort()
            server.transport.abort()


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, budget: int | None) -> bool:
    """Pass bytes on; True if the budget was used up, in the middle of a message as likely as not."""
    with suppress(OSError):
        while chunk := await source.read(4096):
            if budget is not None:
                chunk, budget = chunk[:budget], max(0, budget - len(chunk))
            target.write(chunk)
            await target.drain()
            if budget == 0:
                return True
    return False


@pytest.mark.slow
async def test_a_client_whose_link_is_cut_twenty_times_ends_with_the_same_scores(house: House) -> None:
    _, address = house.serve()
    host, _, port = address.rpartition(":")
    proxy = CuttingProxy(host, int(port), CUTS, random.Random(20))
    async with await asyncio.start_server(proxy.accept, "127.0.0.1", 0) as listening:
        near = listening.sockets[0].getsockname()[1]
        match = ("--seats", "3", "--set", "goal=points", "target=1000", "uno_grace=0", "--turn-seconds", "0")
        steady = [house.autoplay(address, name, *match) for name in ("ann", "bob")]
        shaken = house.autoplay(f"127.0.0.1:{near}", "cem", *match)
        results = [await asyncio.to_thread(result, player) for player in (*steady, shaken)]
    shown = agreed(results)
    assert proxy.cut == CUTS
    assert CUTS // 2 <= results[-1]["reconnects"] <= CUTS
    assert [each["reconnects"] for each in results[:-1]] == [0, 0]
    assert max(shown["scores"].values()) >= 1000
