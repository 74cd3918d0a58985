"""Every screen fits every size: nothing scrolls sideways, and what is pressed is large enough and lies on the screen.

With `UNO_PICTURES=FOLDER` a picture of each is left there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from tests.browser.people import PLAYS, People, Theme

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.soak, pytest.mark.asyncio(loop_scope="session")]

SIZES = [(320, 568), (390, 844), (820, 1180), (1366, 768), (1920, 1080)]
POOR = """() => {
    const wide = document.scrollingElement.scrollWidth;
    const faults = wide > innerWidth ? [`the page is ${wide} wide`] : [];
    for (const button of document.querySelectorAll("button, select, summary")) {
        const box = button.getBoundingClientRect();
        if (!button.checkVisibility() || button.closest(".in-hand, .cards, .tv .stock")) continue;
        const said = (button.ariaLabel || button.innerText || button.id).slice(0, 40);
        if (box.width < 43.5 || box.height < 43.5) faults.push(`${said} is ${box.width} x ${box.height}`);
        const cut = button.matches("button:not(.stock, .me)") && button.scrollWidth > button.clientWidth + 1;
        if (box.left < -0.5 || box.right > innerWidth + 0.5 || cut) faults.push(`${said} is cut off`);
    }
    const suns = [...document.querySelectorAll("button.main")].filter((button) => button.checkVisibility());
    if (suns.length > 1) faults.push(`${suns.length} buttons are the main one`);
    return faults;
}"""
"""What is too wide, too small or cut off. Cards lie on each other where there are many; piles and faces have labels."""


async def look(page: Page, screen: str, name: str) -> list[str]:
    """What is poor on this screen; `name`: of the picture."""
    if folder := os.environ.get("UNO_PICTURES"):
        await page.screenshot(path=Path(folder) / f"{screen}-{name}.png")
    return [f"{screen}: {fault}" for fault in await page.evaluate(POOR)]


@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize("theme", get_args(Theme))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
async def test_every_screen_fits(size: tuple[int, int], theme: Theme, count: int, people: People) -> None:
    people.theme = theme
    page = await people.comes(size=size)
    name = f"{size[0]}x{size[1]}-{theme}-{count}"
    faults: list[str] = []
    await page.get_by_label("Your name").fill("Maximiliane Schröder")
    faults += await look(page, "join", name)
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="New table").click()
    faults += await look(page, "presets", name)
    for name_, steps in (("seats", count - 4), ("bots", count - 1)):
        for _ in range(abs(steps)):
            await page.locator(f"#{name_}-{'plus' if steps > 0 else 'minus'}").click()
    await page.get_by_text("More rules …").click()
    await page.get_by_label("Pace of computers").select_option("brisk")
    faults += await look(page, "create", name)
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_role("button", name="Start").wait_for()
    faults += await look(page, "room", name)
    other = await people.comes(size=size)
    await other.get_by_label("Your name").fill("bob")
    await other.keyboard.press("Enter")
    await other.get_by_role("button", name="Maximiliane").first.wait_for()
    faults += await look(other, "tables", name)
    await page.get_by_role("button", name="Start").click()
    await page.locator(".ask.mine").wait_for()
    faults += await look(page, "table", name)
    screen = await people.screen(page, size=size)
    await screen.get_by_text("Schröder's turn.").wait_for()
    faults += await look(screen, "tv", name)
    await page.evaluate(PLAYS.read_text(encoding="utf-8"))
    await page.locator(".result").wait_for()
    faults += await look(page, "result", name)
    assert faults == []
