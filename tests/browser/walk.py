"""The way through all screens, by no word on them, so that it is the same in every language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from tests.browser.people import PHONE, PLAYS, People

if TYPE_CHECKING:
    from playwright.async_api import Page


async def screens(
    people: People, *, name: str = "ann", size: tuple[int, int] = PHONE, seats: int = 2, cards: int = 7
) -> AsyncIterator[tuple[str, Page]]:
    """Each main screen by its name: from the link to the result of a game against computers, and the big screen."""
    page = await people.comes(size=size)
    await page.locator("#name").fill(name)
    yield "join", page
    await page.keyboard.press("Enter")
    await page.locator(".offer").first.click()
    await page.locator("#bots").wait_for()
    yield "presets", page
    for id, steps in (("seats", seats - 4), ("bots", seats - 1)):
        for _ in range(abs(steps)):
            await page.locator(f"#{id}-{'plus' if steps > 0 else 'minus'}").click()
    await page.locator("details.panel > summary").click()
    await page.locator("#pace").select_option("brisk")
    await page.locator("#rule-hand_size").select_option(str(cards))
    yield "create", page
    await page.locator(".sticky .main").click()
    await page.locator("#start").wait_for()
    yield "room", page
    other = await people.comes(size=size)
    await other.locator("#name").fill("bob")
    await other.keyboard.press("Enter")
    await other.locator(".tcard").first.wait_for()
    yield "tables", other
    await page.locator("#start").click()
    await page.locator(".ask.mine").wait_for()
    yield "table", page
    screen = await people.screen(page, size=size)
    await screen.locator(".player.turn").wait_for()
    yield "tv", screen
    await page.evaluate(PLAYS.read_text(encoding="utf-8"))
    await page.locator(".result").wait_for()
    yield "result", page
