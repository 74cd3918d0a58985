"""A page takes over the seat of another device, or gets it back from those at the table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.e2e.companion import Companion

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.slow]


async def sits(page: Page) -> None:
    """Wait until the page is at the table."""
    await page.locator("main[data-view=room]").wait_for()


async def test_a_seat_moves_to_another_device_and_comes_back_to_one_that_lost_it(
    served: Serving, people: People
) -> None:
    opener = await asyncio.to_thread(Companion, served.place[1], "eve")
    with opener:
        await asyncio.to_thread(opener.open, {"seats": 4}, TABLE)
        host = await people.named("Ann", f"/{opener.code}")
        await sits(host)
        await asyncio.to_thread(opener.ok, "hand_over", seat=1)
    bob = await people.named("Bob", f"/{opener.code}")
    await sits(bob)
    guest = await people.named("Cem", f"/{opener.code}")
    await sits(guest)
    screen = await people.screen(guest)

    await bob.get_by_role("button", name="menu").click()
    await bob.get_by_role("button", name="Move to another device").click()
    digits = (await bob.locator(".address").inner_text()).replace(" ", "")
    other = await people.comes(f"/{opener.code}#Bob/{digits}")
    await sits(other)
    assert digits not in other.url
    await bob.get_by_text("You're playing on another device now.").wait_for()
    await other.reload()  # it has the token
    await sits(other)
    link = f"{other.url}#Eve/000000"
    await other.goto("about:blank")  # else only what is behind the # would change, and nothing be loaded
    await other.goto(link)
    await other.get_by_text("Continue here as Eve? You leave your seat as Bob.").wait_for()
    await other.get_by_role("button", name="Continue here").click()
    await other.locator("#app").get_by_text("Those digits don't work any more.").wait_for()
    await sits(other)  # with the token that it has kept
    await other.context.set_offline(True)
    served.cut()

    new = await people.named("Bob", f"/{opener.code}")
    await new.get_by_role("button", name="I'm Bob: take my seat back").click()
    await new.get_by_text("The host is asked for your seat.").wait_for()
    everybody = [guest.locator("#app"), screen.locator("#tv")]
    for each in everybody:
        await each.get_by_text("Somebody claims to be Bob and wants the seat.").wait_for()
        assert await each.get_by_role("button", name="Allow").count() == 0
    await host.get_by_role("button", name="Allow").click()
    await sits(new)
    for each in everybody:
        await each.get_by_text("Bob's seat was given to the one who asked for it.").wait_for()
    await other.context.set_offline(False)
    told = other.locator(".notices .notice")
    await told.get_by_text("Your seat was given to somebody who asked for it: the table allowed it.").wait_for()
    await other.get_by_label("Your name").wait_for()
    assert await told.get_by_text("The server no longer has your game.").count() == 0
    bob_there = served.sees(None).room.occupants[2]
    assert bob_there is not None
    assert (bob_there.name, bob_there.connected) == ("Bob", True)
