"""A game seen again: on the page after it, and in a file of its own that needs no network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.browser.test_access import AXE, sound
from tests.e2e.processes import House
from tests.patience import HANG, until
from tests.protocol.recorded_games import recorded
from uno_server.archive.html import html

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

PLACE = ".again .place"
LAST = re.compile(r"^Turn (\d+) of \1$")
TARGETS = """() => [...document.querySelectorAll(
    ".again button:not(.stock), .again select, .again input")].filter((each) => {
    const { width, height, left, right, bottom } = each.getBoundingClientRect();
    return width < 43.5 || height < 43.5 || left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).map((each) => each.ariaLabel || each.textContent)"""
"""What in the replay is too small for a thumb, or cut."""


CUT = """() => {
    const box = (each) => each.getBoundingClientRect();
    const names = [...document.querySelectorAll(".again .who")].map(box);
    const covered = ({ left, right, top, bottom }) => names.some((name) =>
        name.left < right - 2 && name.right > left + 2 && name.top < bottom - 2 && name.bottom > top + 2);
    const { scrollHeight, clientHeight } = document.querySelector(".hands-of");
    const piles = [...document.querySelectorAll(".again .discard > span:last-of-type, .again .stock")].map(box);
    return [scrollHeight > clientHeight + 1, piles.some(covered)];
}"""
"""Whether the list of hands is cut, and whether a pile covers a name."""
WIDTH = "(card) => card.getBoundingClientRect().width"


async def walks(page: Page) -> None:
    """Walk about by slider, key and thumb, from mark to mark to the end."""
    place = page.locator(PLACE)
    await page.get_by_role("slider", name="Turn").fill("0")
    await place.get_by_text("Turn 0 of").wait_for()
    for _ in range(2):
        await page.get_by_role("button", name="One turn on").click()
    await place.get_by_text("Turn 2 of").wait_for()
    await page.keyboard.press("ArrowLeft")
    await place.get_by_text("Turn 1 of").wait_for()
    for _ in range(await page.locator(".again .ticks i").count()):
        await page.keyboard.press("n")
    await place.get_by_text(LAST).wait_for()


async def test_the_last_game_is_seen_again_and_its_deal_is_checked(
    served: Serving, people: People, house: House
) -> None:
    address = "{}:{}".format(*served.place)
    house.autoplay(address, "ann", "--seats", "2", "--set", "hand_size=3", "uno_grace=0.1")
    await until(lambda: served.hub.lobby.find(TABLE), HANG)
    page = await people.named("bob", f"/{TABLE}", plays=True)
    await page.get_by_text("Deal checked").wait_for()
    await page.keyboard.press("v")
    await page.locator(".again .ticks .of-end").wait_for(state="attached")
    assert await page.evaluate(TARGETS) == []
    if AXE.is_file():
        await sound(page, "replay")
    await walks(page)
    await page.get_by_role("slider", name="Turn").fill("0")
    await page.keyboard.press("k")
    await page.locator(PLACE).get_by_text("Turn 2 of").wait_for()
    await page.keyboard.press("k")
    await page.get_by_role("button", name="Let it run").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("#headline").wait_for()


FOUR = 35  # a random game of four
SIZES = [(320, 568), (390, 844), (844, 390), (1366, 768)]


async def test_four_hands_have_room_and_a_hand_alone_is_larger(people: People, tmp_path: Path) -> None:
    page = await people.comes()
    file = tmp_path / "game.html"
    file.write_bytes(html(recorded(FOUR).data, "en"))
    await page.goto(file.as_uri())
    await page.locator(PLACE).get_by_text("Turn 1").wait_for()  # before it, nothing was dealt
    assert await page.locator(".again .idle").count() == 0
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.locator(".hands-of > li").count() == 4
        assert await page.evaluate(CUT) == [False, False], (width, height)
    small = await page.locator(".small-cards .card").first.evaluate(WIDTH)
    await page.get_by_role("button", name="One turn back").click()
    await page.locator(PLACE).get_by_text("Turn 0").wait_for()
    assert await page.get_by_text("out", exact=True).count() == 0
    await page.get_by_role("button", name="One turn on").click()
    await page.get_by_label("Seen by").select_option("0")
    await page.locator(".hands-of > li").nth(1).wait_for(state="detached")
    assert await page.locator(".small-cards .card").first.evaluate(WIDTH) > 1.5 * small


async def test_a_damaged_file_says_so_in_the_middle(people: People, tmp_path: Path) -> None:
    page = await people.comes()
    file = tmp_path / "game.html"
    whole = html(recorded(2).data, "en")
    file.write_bytes(whole.replace(b"Player 0", b"Player X"))
    await page.goto(file.as_uri())
    box = await page.get_by_text("This record is damaged").bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - 195) < 2
    assert abs(box["y"] + box["height"] / 2 - 422) < 2


async def test_a_browser_that_is_too_old_for_a_packed_file_does_not_call_it_damaged(
    people: People, tmp_path: Path
) -> None:
    page = await people.comes()
    await page.add_init_script("delete globalThis.DecompressionStream")
    file = tmp_path / "game.html"
    file.write_bytes(html(recorded(4).data, "en"))
    await page.goto(file.as_uri())
    await page.get_by_text("it is damaged, or this browser is too old").wait_for()


@pytest.mark.parametrize("packed", [False, True])
async def test_a_file_shows_a_game_without_a_network(people: People, tmp_path: Path, packed: bool) -> None:
    page = await people.comes()
    file = tmp_path / "game.html"
    file.write_bytes(html(recorded(4 if packed else 2, mixing=True).data, "en"))
    await page.context.set_offline(True)
    await page.goto(file.as_uri())
    await page.get_by_text("Deal checked").wait_for()
    assert await page.locator(".again .ticks i").count() == 0
    await page.get_by_role("button", name="Show marks").click()
    await page.locator(".again .ticks .of-end").wait_for(state="attached")
    await walks(page)
    if AXE.is_file():
        await sound(page, "file")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(TARGETS) == []
    await page.get_by_role("slider", name="Turn").fill("1")
    await page.get_by_label("Seen by").select_option("0")
    await page.locator(".hands-of > li").nth(1).wait_for(state="detached")
    assert await page.locator(".hands-of > li").count() == 1
