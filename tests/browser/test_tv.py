"""The big screen shows a table as a spectator sees it, and finds it again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgpack
import pytest

from tests.browser.people import TELEVISION, People
from tests.browser.served import TABLE, Serving
from tests.browser.test_coming_back import asked
from tests.e2e.companion import Companion
from tests.e2e.processes import House
from tests.patience import HANG, until

if TYPE_CHECKING:
    from playwright.async_api import Page, WebSocket

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_it_shows_the_table_and_is_told_no_hand(served: Serving, people: People) -> None:
    told: list[dict[str, Any]] = []

    def hear(body: bytes | str) -> None:
        assert isinstance(body, bytes)
        told.append(msgpack.unpackb(body))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    async with asked("answer_draw_four", served, people) as bob:
        screen = await people.comes("/", size=TELEVISION)
        screen.on("websocket", listen)
        await screen.goto(f"http://{people.place}/tv/{TABLE}")
        await screen.get_by_text("bob must take 4 or challenge.").wait_for()
        shown = await screen.locator("#tv").inner_text()
        for text in ("ann", "2 cards", "bob", "4 cards", "green", "clockwise", "+4"):
            assert text in shown
        top = await screen.locator(".discard").get_attribute("aria-label")
        assert top is not None
        assert top.startswith("On top: Wild Draw Four.")
        await bob.get_by_role("button", name="Draw 4", exact=True).click()
        await screen.get_by_text("bob draws 4 cards.").wait_for()
        await screen.get_by_text("8 cards", exact=True).wait_for()
    (snapshot,) = [each for each in told if each["t"] == "snapshot"]
    drawn = [each["event"] for each in told if each["t"] == "entry" and each["event"]["k"] == "cards_drawn"]
    assert "seat" not in snapshot
    assert "hands" not in snapshot["game"]
    assert [event.keys() for event in drawn] == [{"k", "seat", "count", "reason"}]
    assert {each["t"] for each in told}.isdisjoint({"legal", "rules"})


async def test_it_waits_for_its_table_and_asks_for_its_password(served: Serving, people: People) -> None:
    screen = await people.comes(f"/tv/{TABLE}", size=TELEVISION)
    await screen.get_by_text(f"There is no table {TABLE}.").wait_for()
    with await asyncio.to_thread(Companion, served.place[1], "ann") as ann:
        await asyncio.to_thread(ann.open, {"password": "sesame"}, TABLE)
        await screen.get_by_label("Password of the table").fill("sesame")
        await screen.keyboard.press("Enter")
        await screen.get_by_text("3 seats are free.").wait_for()
        await screen.reload()
        await screen.get_by_text("3 seats are free.").wait_for()
        room = served.sees(None).room
        assert (len(room.screens or ()), room.watchers) == (1, [])


async def test_it_shows_the_only_table_and_lets_a_remote_control_choose_among_several(
    served: Serving, people: People
) -> None:
    screen = await people.comes("/tv", size=TELEVISION)
    await screen.get_by_text("No tables yet.").wait_for()
    qr = screen.get_by_role("img", name="QR code")
    assert await qr.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    port = served.place[1]
    with await asyncio.to_thread(Companion, port, "ann") as ann, await asyncio.to_thread(Companion, port, "bob") as bob:
        await asyncio.to_thread(ann.open, {}, "Kitchen")
        heading = screen.get_by_role("heading", level=1)
        await heading.and_(screen.get_by_text("Kitchen")).wait_for()
        await asyncio.to_thread(bob.open, {"password": "sesame"}, "Attic")
        await screen.reload()
        await heading.and_(screen.get_by_text("Kitchen")).wait_for()  # it stays where it was
        await screen.keyboard.press("Escape")
        await screen.get_by_role("button", name="Attic").wait_for()
        focused = screen.locator("button:focus .name")
        names = [await focused.inner_text()]
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown"):
            await screen.keyboard.press(key)
            names.append(await focused.inner_text())
        assert sorted(names[:2]) == ["Attic", "Kitchen"]
        assert names[1:] == [names[1], names[1], names[0], names[1]]
        if names[1] != "Attic":
            await screen.keyboard.press("ArrowUp")
        await screen.keyboard.press("Enter")
        await screen.get_by_label("Password of the table").fill("sesame")
        await screen.keyboard.press("Enter")
        await heading.and_(screen.get_by_text("Attic")).wait_for()
        await asyncio.to_thread(bob.ok, "close_table")
        await screen.get_by_text("The table is closed.").wait_for()
        await screen.get_by_role("button", name="Kitchen").click()
        await heading.and_(screen.get_by_text("Kitchen")).wait_for()


async def test_it_says_that_the_browser_lets_the_screen_go_off(served: Serving, people: People) -> None:
    people.begins = """
        HTMLMediaElement.prototype.play = () => Promise.reject(new Error("not allowed"));
        navigator.wakeLock.request = () => Promise.reject(new Error("not allowed"));
    """
    with await asyncio.to_thread(Companion, served.place[1], "ann") as ann:
        await asyncio.to_thread(ann.open, {}, TABLE)
        screen = await people.comes(f"/tv/{TABLE}", size=TELEVISION)
        await screen.get_by_text("3 seats are free.").wait_for()
        await screen.keyboard.press("Tab")
        await screen.get_by_text("This browser lets the screen go off").wait_for()


async def test_it_heeds_the_switches_of_its_browser(served: Serving, people: People) -> None:
    with await asyncio.to_thread(Companion, served.place[1], "ann") as ann:
        await asyncio.to_thread(ann.open, {}, TABLE)
        screen = await people.comes(f"/tv/{TABLE}", size=TELEVISION)
        still, plea = screen.locator("html[data-still]"), screen.get_by_text("Press a key for sound.")
        await screen.get_by_text("3 seats are free.").wait_for()
        assert (await still.count(), await plea.count()) == (0, 1)
        await screen.evaluate("localStorage.setItem('uno.settings', JSON.stringify({sound: false, motion: 'gentle'}))")
        await screen.reload()
        await screen.get_by_text("3 seats are free.").wait_for()
        assert (await still.count(), await plea.count()) == (1, 0)


def files_of(page: Page) -> list[str]:
    """The names of the files that a page asks for from now on."""
    files: list[str] = []
    page.on("request", lambda asked: files.append(asked.url.rpartition("/")[2]))
    return files


async def test_it_shows_highlights_after_a_game_where_its_address_asks_for_them(
    served: Serving, people: People, house: House
) -> None:
    address = "{}:{}".format(*served.place)
    house.autoplay(address, "ann", "--seats", "2", "--set", "hand_size=3", "uno_grace=0.1")
    await until(lambda: served.hub.lobby.find(TABLE), HANG)
    plain, screen = [await people.comes(size=TELEVISION) for _ in range(2)]
    await screen.clock.install()
    fetched = [files_of(plain), files_of(screen)]
    for page, wish in ((plain, ""), (screen, "?highlights")):
        await page.goto(f"http://{people.place}/tv/{TABLE}{wish}")
        await page.locator(".folk").wait_for()
    await people.named("bob", f"/{TABLE}", plays=True)
    await screen.locator(".tv-end .confetti").wait_for()
    await screen.clock.fast_forward(12_000)  # for which the result is shown
    await screen.get_by_role("heading", name="Highlights").wait_for()
    await screen.locator(".tv-again .player").nth(1).wait_for()
    await plain.locator(".tv-end .confetti").wait_for()
    assert ["all-highlights.js" in files for files in fetched] == [False, True]
