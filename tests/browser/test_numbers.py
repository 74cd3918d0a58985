"""The numbers page in a browser, opened from the list of tables and after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.browser.test_access import AXE, sound
from tests.browser.test_sizes import POOR, SIZES
from tests.e2e.processes import House
from tests.patience import HANG, until
from uno_protocol import messages as m

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

ANN = m.PlayerNumbers(
    name="ann",
    games=12,
    wins=5,
    low=19,
    high=68,
    equal=324,
    points=310,
    called=8,
    forgotten=1,
    caught=2,
    right=3,
    wrong=4,
    biggest=17,
    longest=6,
    streak=7,
    presets=[m.PresetNumbers(preset="party", games=9, wins=4, equal=224)],
)
BOB = m.PlayerNumbers(name="bob", games=1)
NUMBERS = m.Numbers(id=0, month=[ANN, BOB], always=[BOB])


async def rows(page: Page, table: str) -> list[list[str]]:
    """The rows of a table that can be read, as a reader is told them."""
    row = """(rows) => rows.map((row) => [...row.children].filter((each) => each.checkVisibility())
        .map((each) => each.innerText.trim()))"""
    found: list[list[str]] = await page.locator(table).evaluate_all(row)
    return found


async def test_everybody_reads_what_was_done_by_name_and_that_a_name_proves_nothing(
    served: Serving, people: People
) -> None:
    served.hub._numbers = lambda: NUMBERS
    page = await people.named("ann")
    await page.locator(".tables").wait_for()
    await page.keyboard.press("s")
    await page.get_by_text("A name proves nothing").wait_for()
    assert await page.get_by_role("radio", name="This month").is_checked()  # nobody has played tonight
    assert await rows(page, ".counted > table > * > tr:not(.more)") == [
        ["Name", "Games", "Won", "Chance"],
        ["ann (you)", "12", "5", "19–68\u00a0%"],
        ["bob", "1", "0", "0–100\u00a0%"],
    ]
    facts = [(fact[0], fact[1]) for fact in await rows(page, ".did dl > div") if fact]
    assert dict(facts) == {"points": "310", "most in a row": "7", "Expected": "3.2", "called": "8", "forgotten": "1",
                           "others caught": "2", "guessed right": "3", "guessed wrong": "4", "biggest hand": "17",
                           "most at once": "6"}  # fmt: skip
    rules = await rows(page, ".rules tr")
    assert rules[1:] == [["Party", "9", "4", "2.2"], ["Other rules", "3", "1", "1.0"]]
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        for letters in ("200%", "100%"):
            await page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", letters)
            assert await page.evaluate(POOR) == []
            wide = await page.locator(".counted").evaluate("(all) => all.scrollWidth > all.clientWidth")
            assert not wide or (letters, width) == ("200%", 320)  # there it may scroll
    if AXE.is_file():
        await sound(page, "numbers")
    await page.get_by_role("button", name="bob").press("Enter")
    await page.get_by_role("button", name="bob", expanded=True).wait_for()
    assert await page.locator("[aria-expanded=true]").all_inner_texts() == ["bob"]
    await page.get_by_role("radio", name="This month").press("ArrowLeft")
    await page.get_by_text("No games yet.").wait_for()
    await page.keyboard.press("Escape")
    await page.locator(".tables").wait_for()


async def test_the_numbers_are_there_after_a_game_where_the_server_counts(
    served: Serving, people: People, house: House
) -> None:
    served.hub._numbers = lambda: NUMBERS
    house.autoplay("{}:{}".format(*served.place), "ann", "--seats", "2", "--set", "hand_size=3", "uno_grace=0.1")
    await until(lambda: served.hub.lobby.find(TABLE), HANG)
    page = await people.named("bob", f"/{TABLE}", plays=True)
    await page.get_by_role("button", name="Numbers").click()
    await page.get_by_role("rowheader", name="bob (you)").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("#headline").wait_for()
    served.hub._numbers = None
    other = await people.named("cem")
    await other.locator(".tables").wait_for()
    assert await other.get_by_role("button", name="Numbers").count() == 0
