"""The form to join is there before the rest of the page, and what was typed into it is not lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.browser.people import People
from tests.browser.served import Serving
from tests.e2e.companion import Companion

if TYPE_CHECKING:
    from playwright.async_api import Route

pytestmark = [pytest.mark.fast, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("part", ["all-app.js*", "book/*.json"])
async def test_a_name_is_taken_before_the_rest_of_the_page_is_there_even_if_that_is_lost_once(
    people: People, part: str
) -> None:
    page = await people.comes()
    lost = True

    async def carry(route: Route) -> None:
        await (route.abort() if lost else route.continue_())

    await page.route(f"**/{part}", carry)
    await page.reload()
    name = page.get_by_label("Your name")
    await name.fill("Ann")
    await name.evaluate("field => { field.mine = true; }")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Connecting …").wait_for()
    assert await name.evaluate("field => field.mine && field === document.activeElement")
    lost = False
    await page.get_by_role("button", name="New table").click()
    await page.get_by_text("No mercy", exact=True).wait_for()  # as the book of rules calls it


async def test_a_name_that_is_too_long_is_refused_while_it_is_typed(people: People) -> None:
    page = await people.comes()
    name = page.get_by_label("Your name")
    await name.fill("Ann" * 10)
    await page.get_by_text("A name has at most 20 characters.").wait_for()
    await page.keyboard.press("Enter")
    await name.fill("Ann")
    await page.get_by_text("A name has at most").wait_for(state="detached")
    await page.keyboard.press("Enter")
    await page.get_by_role("heading", name="Tables", exact=True).wait_for()


async def test_a_link_to_a_full_table_leads_to_the_list_and_one_to_a_locked_door_names_the_table(
    served: Serving, people: People
) -> None:
    port = served.place[1]
    with await asyncio.to_thread(Companion, port, "bob") as bob, await asyncio.to_thread(Companion, port, "cem") as cem:
        await asyncio.to_thread(bob.open, {"seats": 2, "bots": ["easy"]}, "Kitchen")
        await asyncio.to_thread(cem.open, {"listed": False, "password": "sesame"}, "Attic")
        page = await people.named("ann", f"/{bob.code}")
        await page.get_by_text("Kitchen is full.").wait_for()
        await page.get_by_role("heading", name="Kitchen").wait_for()
        await page.goto(f"http://{people.place}/{cem.code}")
        await page.get_by_label("Password of Attic").wait_for()


async def test_tables_and_faces_are_seen_before_a_name_is_said_and_one_tap_leads_to_a_seat(
    served: Serving, people: People
) -> None:
    with await asyncio.to_thread(Companion, served.place[1], "bob") as bob:
        await asyncio.to_thread(bob.open, {"seats": 4, "bots": ["easy"]}, "Kitchen")
        page = await people.comes()
        table = page.get_by_role("listitem").filter(has_text="Kitchen")
        await table.wait_for()
        assert await table.locator(".head .face").count() == 2
        await table.get_by_role("button", name="Sit down").click()
        name = page.get_by_label("Your name")
        assert await name.evaluate("field => field === document.activeElement")  # it is asked for first
        await name.fill("ann")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="I'm ready").wait_for()


async def test_who_is_new_is_told_how_to_play_and_back_asks_before_it_leaves_the_table(people: People) -> None:
    page = await people.comes()
    await page.get_by_label("Your name").fill("Ann")
    await page.get_by_label("I'm new to UNO").check()
    await page.get_by_role("button", name="New table").click()
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_role("button", name="Got it").click()
    start = page.get_by_role("button", name="Start")
    await page.go_back()
    await page.get_by_role("button", name="Cancel").click()
    await page.get_by_role("button", name="Menu").click()
    await page.go_back()
    await start.wait_for()
    await page.reload()
    await start.wait_for()
    await page.go_back()
    await page.get_by_role("button", name="Leave").click()
    await page.get_by_role("heading", name="Tables", exact=True).wait_for()
