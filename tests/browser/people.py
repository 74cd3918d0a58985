"""People at pages: each with a browser of their own, as far as storage goes, and what they do there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tests.patience import HANG

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page

Theme = Literal["light", "dark"]
HERE = Path(__file__).parent
PLAYS = HERE / "plays.js"
PHONE = (390, 844)
TELEVISION = (1280, 720)


class People:
    """The people at one server, each in a browser of their own."""

    def __init__(self, chromium: Browser, place: str) -> None:
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []
        self.place = place
        self.theme: Theme = "light"
        self.forced_colors: Literal["active", "none"] = "none"
        self.begins = ""
        """A script that runs before all others of a page."""
        self.faults: list[str] = []
        """What pages complained of: faults of scripts, and what a policy forbids them."""

    async def comes(self, path: str = "/", *, size: tuple[int, int] = PHONE, plays: bool = False) -> Page:
        """Somebody opens the page; with `plays`, a program presses there whatever leads on in the game."""
        context = await self._chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            locale="en",
            color_scheme=self.theme,
            forced_colors=self.forced_colors,
        )
        context.set_default_timeout(HANG * 1000)
        self._contexts.append(context)
        await context.add_init_script(self.begins)
        if plays:
            await context.add_init_script(path=PLAYS)
        page = await context.new_page()
        self.watch(page)
        await page.goto(f"http://{self.place}{path}")
        return page

    async def screen(self, page: Page, *, size: tuple[int, int] = TELEVISION) -> Page:
        """Somebody opens the big screen of the table at which that page sits, or is about to sit."""
        await page.wait_for_url(re.compile(r"/[A-Z0-9]+$"))
        return await self.comes("/tv" + page.url.removeprefix(f"http://{self.place}"), size=size)

    def watch(self, page: Page) -> None:
        """Note what that page complains of."""
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._hear)
        page.on("dialog", lambda dialog: self.faults.append(dialog.message))

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and "net::ERR_" not in said.text:  # but for a network that the test took away
            self.faults.append(said.text)

    async def named(self, name: str, path: str = "/", *, plays: bool = False) -> Page:
        """Somebody comes and says a name."""
        page = await self.comes(path, plays=plays)
        await page.get_by_label("Your name").fill(name)
        await page.keyboard.press("Enter")
        return page

    async def go(self) -> None:
        """Everybody closes the page."""
        for context in self._contexts:
            await context.close()
