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


ANIMATED = """
localStorage.setItem("uno.settings", JSON.stringify({ motion: "MOTION" }));
window.animated = new Set();
const note = () => {
    for (const { effect } of document.getAnimations()) {
        for (const { offset, computedOffset, easing, composite, ...moved } of effect.getKeyframes()) {
            for (const each of Object.keys(moved)) animated.add(`${each} ${effect.getTiming().duration}`);
        }
    }
    requestAnimationFrame(note);
};
note();
"""
"""Notes what is animated, and for how many milliseconds."""

FADES = {"opacity 120", "opacity 1200"}
"""What is left of cards and of stings where motion is gentle."""
EVENTFUL = pair("B5 B6", bob="RS R+2 R7", turn="bob")


@pytest.mark.parametrize(
    ("chosen", "wanted", "all_of_it"),
    [("gentle", "no-preference", FADES), ("still", "no-preference", set()), ("full", "reduce", set())],
)
async def test_over_a_round_no_more_is_animated_than_the_player_wants(
    chosen: str, wanted: Literal["no-preference", "reduce"], all_of_it: set[str], served: Serving, people: People
) -> None:
    people.begins = ANIMATED.replace("MOTION", chosen)
    async with placed(EVENTFUL, served, people) as (_, page):
        await page.emulate_media(reduced_motion=wanted)
        await page.locator(".may[aria-label^='red Skip']").click()
        await page.locator(".uno.due").click()
        await page.locator(".may[aria-label^='red Draw Two']").click()
        await page.locator(".may[aria-label^='red 7']").click()
        await page.locator(".result").wait_for()
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        assert set(await page.evaluate("[...animated]")) == all_of_it


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
        await page.locator(".signs button").first.click()  # a tap, before which browsers forbid sound
        await page.locator(".may").first.click()
        await page.locator("#question").get_by_text("ann's turn").wait_for()
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        assert (await page.evaluate("heard") > 0) is on
