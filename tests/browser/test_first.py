"""The form to join is there before the rest of the page, and what was typed into it is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.people import People

if TYPE_CHECKING:
    from playwright.async_api import Route

pytestmark = [pytest.mark.fast, pytest.mark.asyncio(loop_scope="session")]


async def test_a_name_is_taken_before_the_rest_of_the_page_is_there_even_if_that_is_lost_once(people: People) -> None:
    page = await people.comes()
    lost = True

    async def carry(route: Route) -> None:
        await (route.abort() if lost else route.continue_())

    await page.route("**/all-app.js*", carry)
    await page.reload()
    name = page.get_by_label("Your name")
    await name.fill("Ann")
    await name.evaluate("field => { field.mine = true; }")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Connecting …").wait_for()
    assert await name.evaluate("field => field.mine && field === document.activeElement")
    lost = False
    await page.get_by_role("heading", name="Tables", exact=True).wait_for()
