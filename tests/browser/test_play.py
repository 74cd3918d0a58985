"""Pages and terminals play with each other, and agree on what happened."""

import asyncio

import pytest

from tests.browser.people import People
from tests.e2e.processes import House, agreed, result
from tests.e2e.seated import TABLE
from tests.e2e.served import Serving

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_four_pages_and_two_terminals_play_a_round_and_agree(
    served: Serving, people: People, house: House
) -> None:
    address = "{}:{}".format(*served.place)
    rules = ("--seats", "6", "--set", "uno_grace=0.1")
    terminals = [house.autoplay(address, name, *rules) for name in ("ann", "bob")]
    while served.hub.lobby.find(TABLE) is None:  # noqa: ASYNC110  (the hub tells nobody)
        await asyncio.sleep(0.01)
    names = ("cem", "dan", "eve", "fay")
    pages = await asyncio.gather(*(people.named(name, f"/{TABLE}", plays=True) for name in names))
    ended = agreed(await asyncio.gather(*(asyncio.to_thread(result, each) for each in terminals)))
    for name, page in zip(names, pages, strict=True):
        headline = await page.locator("#headline").inner_text()
        assert ("You win" if name == ended["winner"] else f"{ended['winner']} wins") in headline
