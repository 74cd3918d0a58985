"""Pages and terminals play with each other, and agree on what happened."""

import asyncio

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.e2e.processes import House, agreed, result
from uno_engine.presets import PRESETS

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

TERMINALS, PAGES = ("ann", "bob"), ("cem", "dan", "eve", "fay")
LIMIT = 100.0
"""Seconds for all of it."""


async def all_agree(served: Serving, people: People, house: House, pages: tuple[str, ...], *rules: str) -> None:
    """Two terminals and some pages play a game under these rules, each by itself, and see it end alike."""
    address = "{}:{}".format(*served.place)
    seats = str(len(TERMINALS + pages))
    terminals = [house.autoplay(address, name, "--seats", seats, *rules, "uno_grace=0.1") for name in TERMINALS]
    while served.hub.lobby.find(TABLE) is None:  # noqa: ASYNC110  (the hub tells nobody)
        await asyncio.sleep(0.01)
    players = await asyncio.gather(*(people.named(name, f"/{TABLE}", plays=True) for name in pages))
    ended = agreed(await asyncio.gather(*(asyncio.to_thread(result, each, LIMIT) for each in terminals)))
    said = [await page.locator(".headline").inner_text() for page in players]
    for name, headline in zip(pages, said, strict=True):
        assert ("You win" if name == ended["winner"] else f"{ended['winner']} wins") in headline
    assert len({headline.partition("with the")[2] for headline in said}) == 1


@pytest.mark.slow
async def test_four_pages_and_two_terminals_agree(served: Serving, people: People, house: House) -> None:
    await all_agree(served, people, house, PAGES, "--set", "hand_size=3")


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_round_of_every_preset(preset: str, served: Serving, people: People, house: House) -> None:
    pages = PAGES[: PRESETS[preset].players[1] - len(TERMINALS)]
    await all_agree(served, people, house, pages, "--rules", preset, "--set", "goal=single_round")


@pytest.mark.soak
async def test_a_whole_match(served: Serving, people: People, house: House) -> None:
    await all_agree(served, people, house, PAGES, "--set", "goal=points", "target=250", "hand_size=4")
