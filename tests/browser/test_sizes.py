"""Every screen fits every size: nothing scrolls sideways, and what is pressed is large enough and lies on the screen.

With `UNO_PICTURES=FOLDER` a picture of each is left there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from tests.browser.people import People, Theme
from tests.browser.walk import screens

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

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


@pytest.mark.soak
@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize("theme", get_args(Theme))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
async def test_every_screen_fits(size: tuple[int, int], theme: Theme, count: int, people: People) -> None:
    people.theme = theme
    name = f"{size[0]}x{size[1]}-{theme}-{count}"
    faults: list[str] = []
    async for screen, page in screens(people, name="Maximiliane Schröder", size=size, seats=count):
        faults += await look(page, screen, name)
    assert "; ".join(faults) == ""


KEPT = "localStorage.getItem('uno.settings') ?? localStorage.setItem('uno.settings', JSON.stringify({}));"
ENLARGED = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });"
WAYS = {
    "German": KEPT.replace("{}", '{ language: "de" }'),
    "large": KEPT.replace("{}", "{ large: true }"),
    "help": KEPT.replace("{}", "{ help: true }"),
    "all": KEPT.replace("{}", '{ language: "de", large: true, help: true }'),
    "200 %": KEPT.replace("{}", '{ language: "de" }') + ENLARGED,
}
"""What else somebody may have set, as scripts."""


@pytest.mark.parametrize("size", SIZES[:3], ids=lambda size: "{}x{}".format(*size))
@pytest.mark.parametrize("way", [pytest.param(way, marks=pytest.mark.soak) for way in WAYS])
async def test_every_screen_fits_in_german_in_large_type_with_colour_help_and_with_text_twice_as_large(
    way: str, size: tuple[int, int], people: People
) -> None:
    people.begins = WAYS[way]
    faults: list[str] = []
    async for screen, page in screens(people, name="Maximiliane Schröder", size=size, seats=4, cards=2):
        faults += await look(page, screen, f"{size[0]}x{size[1]}-{way}")
    assert "; ".join(faults) == ""
