"""Cards fly, and sound, while the table is already what it will be; neither happens for those who don't want it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.people import People
from tests.browser.served import Serving
from tests.browser.test_coming_back import asked, pair, placed

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

FLOWN = """() => {
    window.flown = [];
    new MutationObserver(() => {
        for (const each of document.querySelectorAll("#moves .flyer:not(.noted)")) {
            each.classList.add("noted");
            flown.push(document.querySelectorAll(".in-hand").length);
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes, of each card that flies, how many cards the hand then has."""


async def plays(page: Page, motion: Literal["no-preference", "reduce"]) -> list[int]:
    """What flew while a card was played."""
    await page.emulate_media(reduced_motion=motion)
    await page.evaluate(FLOWN)
    await page.locator(".may").first.click()
    await page.locator("#question").get_by_text("ann's turn").wait_for()
    await page.locator(".flyer").wait_for(state="detached")
    found = await page.evaluate("flown")
    assert isinstance(found, list)
    return found


async def test_a_card_flies_and_has_left_the_hand_before_it_lands(served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        assert await plays(page, "no-preference") == [3]


async def test_nothing_flies_where_the_system_wants_less_motion(served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        assert await plays(page, "reduce") == []


MOVED = """() => {
    window.moved = new Set();
    new MutationObserver((changes) => {
        for (const each of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
            if (each.matches?.("#moves > :not(.flyer)")) moved.add(each.className);
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes what else moved over the table."""

OF_THREE = (
    "rules: official\nseats: ann bob cem\nturn: bob\ndiscard: R9\nhand ann: B5 B6\nhand bob: RS RR B1\nhand cem: Y1 Y2"
)
LAST = pair("B5 B6", bob="R5", turn="bob")


@pytest.mark.parametrize(
    ("position", "card", "what", "motion"),
    [
        (OF_THREE, "red Skip", ["sting of-skip"], "no-preference"),
        (OF_THREE, "red Reverse", ["sweep"], "no-preference"),
        (LAST, "red 5", [f"bit of-{colour}" for colour in "BGNRY"], "no-preference"),
        (LAST, "red 5", [], "reduce"),
    ],
)
async def test_what_matters_is_celebrated(
    position: str,
    card: str,
    what: list[str],
    motion: Literal["no-preference", "reduce"],
    served: Serving,
    people: People,
) -> None:
    async with placed(position, served, people) as (_, page):
        await page.emulate_media(reduced_motion=motion)
        await page.evaluate(MOVED)
        await page.locator(f".may[aria-label^='{card}']").click()
        await page.get_by_text("ann's turn" if position == OF_THREE else "You win").first.wait_for()
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        assert sorted(await page.evaluate("[...moved]")) == what


HEARD = """() => {
    window.heard = 0;
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () { heard += 1; return createOscillator.call(this); };
}"""


@pytest.mark.parametrize("on", [True, False])
async def test_a_card_sounds_unless_the_player_has_switched_that_off(on: bool, served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        if not on:
            await page.get_by_role("button", name="Menu").click()
            await page.get_by_role("button", name="Settings").click()
            await page.get_by_role("switch", name="Sound").click()
            await page.goto(page.url)
            await page.locator(".ask.mine").wait_for()
        await page.evaluate(HEARD)
        await page.locator(".me").click()  # a tap, before which browsers forbid sound
        await page.wait_for_function("() => document.querySelector('.signs')")
        await page.locator(".may").first.click()
        await page.locator("#question").get_by_text("ann's turn").wait_for()
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        assert (await page.evaluate("heard") > 0) is on
