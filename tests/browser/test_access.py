"""Everybody can use the page: by keyboard, by a screen reader; and whatever others call themselves stays text."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from tests.browser.people import PLAYS, TELEVISION, People, Theme
from tests.browser.served import Serving
from tests.browser.test_coming_back import QUESTIONS, asked, pair
from tests.e2e.companion import Companion

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run()).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`)"""
"""What axe finds."""
HEARS = """() => {
    window.heard = [];
    for (const id of ["said", "asked"]) {
        new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((line) =>
            heard.push([id, line.textContent])))).observe(document.getElementById(id), { childList: true });
    }
}"""
"""Keeps what the live regions tell: what happened, and what is asked of the player."""


NEEDS_AXE = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci, in tests/browser")


async def sound(page: Page, screen: str) -> None:
    """Fails if axe finds anything on that screen."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    assert (screen, await page.evaluate(RUN)) == (screen, [])


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
@NEEDS_AXE
async def test_axe_finds_nothing_on_any_screen(theme: Theme, people: People) -> None:
    people.theme = theme
    page = await people.comes()
    await page.get_by_label("Your name").fill("ann")
    await page.get_by_label("I'm new to UNO").check()
    await sound(page, "join")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="New table").click()
    await page.locator("#bots-plus").click()
    await page.get_by_text("More rules …").click()
    await page.get_by_label("Pace of computers").select_option("brisk")
    await page.locator("#rule-hand_size").select_option("2")
    await sound(page, "a new table")
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_role("button", name="Got it").wait_for()
    await sound(page, "how to play")
    await page.get_by_role("button", name="Got it").click()
    await page.get_by_role("button", name="Start").wait_for()
    await sound(page, "the waiting room")
    screen = await people.screen(page)
    await screen.locator(".folk").wait_for()
    await sound(screen, "the big screen before a game")
    watcher = await people.named("bob")
    await watcher.get_by_text("ann's table").wait_for()
    await sound(watcher, "the list of tables")
    await page.get_by_role("button", name="Start").click()
    await page.locator(".ask.mine").wait_for()
    await sound(page, "the table")
    await page.get_by_role("button", name="What happened").click()
    await page.locator(".events.open").wait_for()
    await sound(page, "what happened")
    await page.locator(".events.open button").click()
    await screen.get_by_text("ann's turn.").wait_for()
    await sound(screen, "the big screen")
    await page.evaluate(PLAYS.read_text(encoding="utf-8"))
    await page.locator(".result").wait_for()
    await sound(page, "the result")
    await screen.locator(".tv-end").wait_for()
    await sound(screen, "the big screen at the end")


@pytest.mark.soak
@pytest.mark.parametrize("theme", get_args(Theme))
@NEEDS_AXE
async def test_axe_finds_nothing_over_a_table(theme: Theme, served: Serving, people: People) -> None:
    people.theme = theme
    with await asyncio.to_thread(Companion, served.place[1], "bob") as bob:
        await asyncio.to_thread(bob.open, {"password": "sesame"}, "locked")
        page = await people.named("ann")
        await page.get_by_text("locked").click()
        await page.get_by_role("button", name="Sit down").click()
        await page.get_by_label("Password of locked").wait_for()
        await sound(page, "the password of a table")
        await page.keyboard.press("Escape")
        screen = await people.comes("/tv", size=TELEVISION)
        await screen.get_by_role("button", name="locked").wait_for()
        await sound(screen, "the big screen's list")
        with await asyncio.to_thread(Companion, served.place[1], "cem") as cem:
            await asyncio.to_thread(cem.open, {"seats": 2, "bots": ["easy"]}, "Kitchen")
            late = await people.named("dee", f"/{cem.code}")
            await late.get_by_text("Kitchen is full.").wait_for()
            await sound(late, "a full table")
        await page.get_by_role("button", name="New table").click()
        await page.get_by_role("button", name="Open the table").click()
        await page.get_by_role("button", name="Chat").click()
        await page.get_by_label("Say to the table:").fill("hi")
        await page.keyboard.press("Enter")
        await page.get_by_role("listitem").filter(has_text="hi").wait_for()
        await sound(page, "the chat")
        await page.get_by_role("button", name="Back").click()
        await page.get_by_role("button", name="Menu").click()
        for item in ("Settings", "Rules", "Others can join", "Change", "Seats", "Another device"):
            await page.get_by_role("heading", name="For the host").wait_for()
            await sound(page, "the menu")
            await page.get_by_role("button", name=re.compile(f"^{item}")).click()
            await page.get_by_role("button", name=re.compile(f"^{item}")).wait_for(state="detached")
            await sound(page, item)
            if item == "Seats":
                await page.locator(".person").first.click()
                await page.locator("[data-view=player]").wait_for()
                await sound(page, "a player")
                await page.get_by_role("button", name="Back").click()
            await page.get_by_role("button", name="Back").click()
        other = await page.context.new_page()
        await other.goto(page.url)
        await page.get_by_role("button", name="Play here instead").wait_for()
        await sound(page, "the end")


@pytest.mark.soak
@pytest.mark.parametrize("theme", get_args(Theme))
@pytest.mark.parametrize("kind", QUESTIONS)
@NEEDS_AXE
async def test_axe_finds_nothing_at_any_question(kind: str, theme: Theme, served: Serving, people: People) -> None:
    people.theme = theme
    async with asked(kind, served, people) as page:
        await sound(page, kind)


@pytest.mark.soak
@pytest.mark.parametrize("theme", get_args(Theme))
@NEEDS_AXE
async def test_axe_finds_nothing_where_a_seat_changes_hands(theme: Theme, served: Serving, people: People) -> None:
    people.theme = theme
    host = await people.named("Ann")
    await host.get_by_role("button", name="New table").click()
    await host.get_by_role("button", name="Open the table").click()
    await host.locator("#start").wait_for()
    path = host.url.removeprefix(f"http://{people.place}")
    old = await people.named("Bob", path)
    await old.get_by_role("button", name="Menu").click()
    await old.get_by_role("button", name="Move to another device").click()
    digits = (await old.locator(".address").inner_text()).replace(" ", "")
    await sound(old, "the digits for another device")
    new = await people.comes(f"{path}#Bob/{digits}")
    await old.get_by_text("You're playing on another device now.").wait_for()
    await sound(old, "a seat that went to another device")
    await new.locator("main[data-view=room]").wait_for()
    await new.context.close()
    again = await people.named("Bob", path)
    claim = again.get_by_role("button", name="I'm Bob: take my seat back")
    await claim.wait_for()
    await sound(again, "a name that is taken")
    await claim.click()
    await again.get_by_text("The host is asked for your seat.").wait_for()
    await sound(again, "a seat that is asked for")
    await host.get_by_role("button", name="Allow").wait_for()
    await sound(host, "whether to give a seat back")
    await host.get_by_role("button", name="Allow").click()
    await again.locator("main[data-view=room]").wait_for()
    await host.get_by_role("button", name=re.compile("^Bob")).click()
    await host.get_by_role("button", name=re.compile("^Kick")).first.wait_for()
    await sound(host, "somebody else")
    await host.get_by_role("button", name=re.compile("^Kick")).first.click()
    await host.locator("#yes").wait_for()
    await sound(host, "a confirmation")


async def reach(page: Page, control: Locator, key: str = "Tab") -> None:
    """Press that key until the control has the focus."""
    for _ in range(100):
        if await control.evaluate("(control) => control === document.activeElement"):
            return
        await page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {control}")


async def press(page: Page, control: Locator, typed: str = "Enter") -> None:
    """Press that key on the control."""
    await reach(page, control)
    await page.keyboard.press(typed)


async def test_a_whole_game_is_played_by_keyboard_and_by_what_is_read_out(people: People) -> None:
    page = await people.comes()
    named = page.get_by_role
    await press(page, named("textbox", name="Your name"), "a")
    await page.keyboard.press("Enter")
    await named("button", name="New table").wait_for()
    await press(page, named("button", name="New table"))
    await press(page, named("radio", name="Classic the usual game"), "Space")
    await press(page, named("button", name="Computer players: 1"))
    await press(page, page.locator("summary", has_text="More rules …"))
    await press(page, named("combobox", name="Pace of computers"), "b")
    await press(page, named("combobox", name="Cards dealt"), "5")  # too many to be over before a card is played
    assert await named("button", name="Back").count() == 1
    await press(page, named("button", name="Open the table"))
    await named("button", name="Start").wait_for()
    await page.evaluate(HEARS)
    await press(page, named("button", name="Start"))
    cards = named("region", name="Your hand").get_by_role("button", name=re.compile("can be played"))
    colour = named("region", name="Which colour").get_by_role("button", name=re.compile("red|yellow|green|blue"))
    draw = named("region", name="Piles").get_by_role("button", name=re.compile(r"^Draw \("))
    other = named("button", name=re.compile("^(Keep it|Pass|Take .* cards?|Play it|I'm back)$"))
    over = named("heading", name=re.compile("wins?$"))
    played: list[str] = []
    while True:
        await over.or_(colour).or_(cards).or_(draw).or_(other).first.wait_for()
        if await over.count():
            break
        for choice, key in ((colour, "Tab"), (cards, "ArrowRight"), (other, "Tab"), (draw, "Tab")):
            if await choice.count():
                name = await choice.first.get_attribute("aria-label")
                await reach(page, choice.first, key)
                await page.keyboard.press("Enter")
                await page.evaluate("() => new Promise(requestAnimationFrame)")  # what was sent is no longer offered
                if name and choice is cards:
                    played.append(name.partition(",")[0])
                break
    said, asked = [
        await page.evaluate("(region) => heard.filter(([at]) => at === region).join('\\n')", region)
        for region in ("said", "asked")
    ]
    assert f"You play {played[0]}." in said
    assert "Your turn: " in asked
    assert re.search("wins? the game!", said)


async def test_what_people_call_themselves_and_say_stays_text(served: Serving, people: People) -> None:
    name, table, line = "<img src=x onerror>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)><b>hi</b>"
    with await asyncio.to_thread(Companion, served.place[1], name) as mallory:
        await asyncio.to_thread(mallory.open, {"bots": ["normal"]}, table)
        await asyncio.to_thread(mallory.ok, "chat", text=line)
        page = await people.named("bob")
        await page.get_by_text(table).click()
        await page.get_by_role("button", name="Sit down").click()
        await page.get_by_text(name).first.wait_for()
        screen = await people.screen(page)
        await screen.get_by_text(name).first.wait_for()
        await page.get_by_role("button", name="Chat").click()
        await page.get_by_text(line).first.wait_for()
        for each in (page, screen):
            assert await each.locator("img[src=x], b:text-is('hi'), script:not([src], #early)").count() == 0


HOSTILE = (
    "<img src=x onerror>",
    "</script><b>hi</b>",
    "__proto__",
    "constructor",
    "');alert(1)//",
    "{{0}} ${0} %s {name}",
)
EVENTFUL = pair("B5 B6", bob="RS R+2 R7", turn="bob")


@pytest.mark.soak
@pytest.mark.parametrize("name", HOSTILE)
async def test_a_whole_round_with_a_hostile_name_makes_no_script_fail(
    name: str, served: Serving, people: People
) -> None:
    with await asyncio.to_thread(Companion, served.place[1], name) as mallory:
        await asyncio.to_thread(mallory.open, {"position": EVENTFUL, "turn_seconds": 0, "show_hands": True}, name)
        page = await people.named("bob", f"/{mallory.code}")
        screen = await people.screen(page)
        await page.get_by_role("button", name="I'm ready").click()
        await page.get_by_role("button", name="I'm not ready").wait_for()
        await asyncio.to_thread(mallory.ok, "chat", text=name)
        for request in ("ready", "start"):
            await asyncio.to_thread(mallory.ok, request)
        await page.locator(".may").first.wait_for()
        await page.get_by_role("button", name="Menu").click()
        await page.get_by_role("button", name="Seats").click()
        await page.get_by_role("button", name=name).click()
        await page.get_by_role("button", name="Mute").click()
        for _ in range(3):
            await page.get_by_role("button", name="Back", exact=True).click()
        for card in ("red Skip", "red Draw Two", "red 7"):
            await page.locator(f".may[aria-label^='{card}']").click()
        for each in (page, screen):
            await each.get_by_text("win").first.wait_for()
            await each.get_by_text(name).first.wait_for()
            assert await each.locator("img[src=x], b:text-is('hi'), script:not([src], #early)").count() == 0
