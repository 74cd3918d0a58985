"""A page is back in its seat, before the question that it was asked, whatever has come between."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.e2e.companion import Companion
from tests.patience import HANG, until
from uno_engine.decisions import DECISIONS
from uno_server.core.admin import ForHub, allow

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

BOBS = "B1 B2 G3 R3"


def pair(ann: str, *, bob: str = BOBS, turn: str = "ann", rules: str = "official", more: str = "discard: R9") -> str:
    """A position of two."""
    return f"rules: {rules}\nseats: ann bob\nturn: {turn}\nhand ann: {ann}\nhand bob: {bob}\n{more}"


class Question(NamedTuple):
    """Where the table stands, what bob is asked, after what ann played, if anything, and he pressed (selectors)."""

    position: str
    words: str
    played: str = ""
    presses: tuple[str, ...] = ()
    answers: tuple[str, ...] = (".answers button",)
    """What he presses then (selectors)."""
    before: str = ""
    """What it says instead where the page has forgotten what he pressed, of which the server knows nothing."""


WILD = ".in-hand[id^='card-W']"
BLUE = ".answers .colour:has-text('blue')"
QUESTIONS = {
    "take_turn": Question(pair("R5 R6", turn="bob"), "Your turn", answers=(".may",)),
    "play_drawn": Question(
        pair("R5 R6", turn="bob", more="discard: R9\nstock: B9"),
        "You drew blue 9",
        presses=(".stock.can",),
    ),
    "name_colour": Question(pair("R5 R6", more="first: W\ndealer: ann").replace("turn: ann\n", ""), "Which colour"),
    "choose_player": Question(
        "rules: official extra=1,0,0\nseats: ann bob cem\ndealer: ann\nfirst: WS\n"
        f"hand ann: R5 R6\nhand bob: {BOBS}\nhand cem: Y1 Y2",
        "Swap hands with whom",
        presses=(BLUE,),
    ),
    "answer_draw_four": Question(pair("W+4 R6 R7"), "plays +4", "W+4"),
    "answer_stack": Question(pair("R+2 R6 R7", rules="street"), "2 cards coming", "R+2"),
    "keep_one": Question(
        pair("R5 R6", bob=f"WC {BOBS}", turn="bob", rules="skyrus customizable_rule=discard_colour"),
        "Which blue card do you keep",
        presses=(WILD, BLUE),
        answers=(".may",),
    ),
    "pass_card": Question(
        pair("WC R6 R7", rules="skyrus customizable_rule=everyone_passes_one"),
        "Which card do you pass on",
        "WC",
        answers=(".may",),
    ),
    "doubles": Question(
        pair("R6 R7", bob="R5 B5 G3 B1", turn="bob", rules="official doubles=same"),
        "Your turn",
        answers=(".may[aria-label^='red 5']", ".may[aria-label^='blue 5']"),
    ),
    "confirm": Question(
        pair("WC R6 R7", rules="skyrus customizable_rule=own", more="discard: R9\nown: Clap!"),
        "The Customizable card says: “Clap!”",
        "WC",
    ),
    "vote": Question(
        "rules: skyrus\nseats: ann bob\nballot: open_hand hands_move_on play_again",
        "Which rule",
        answers=(".ballot .rule",),
    ),
    # what the page asks by itself, by the step that it calls so
    "step_colour": Question(
        pair("R5 R6", bob=f"W {BOBS}", turn="bob"), "Which colour", presses=(WILD,), before="Your turn"
    ),
    "step_target": Question(
        "rules: official extra=1,0,0\nseats: ann bob cem\nturn: bob\ndiscard: R9\n"
        f"hand ann: R5 R6\nhand bob: WS {BOBS}\nhand cem: Y1 Y2",
        "Swap hands with whom",
        presses=(WILD, BLUE),
        before="Your turn",
    ),
    "step_chain": Question(
        pair("R6 R7", bob="R5 R4 G3 B1", turn="bob", rules="official chains=yes"),
        "Add a marked card, or play.",
        presses=(".may[aria-label^='red 5']",),
        before="Your turn",
    ),
    "catch": Question(pair("R5 R6"), "Your turn", "R5", answers=(".calls button",)),
    # while ann is asked
    "step_confirm": Question(
        pair("R5 R6"),
        "playing out of turn costs 2 cards",
        presses=(".in-hand[id^='card-B1']",),
        answers=(".answers button:not(.main)",),
        before="ann's turn",
    ),
    "out_of_turn": Question(
        pair("R5 R6", bob=f"R9 {BOBS}", rules="official jump_in=yes"), "play it to jump in", answers=(".may",)
    ),
    "own_uno": Question(
        pair("R5 R6", bob="R3 B1", turn="bob"),
        "ann's turn",
        presses=(".may",),
        answers=(".uno.call",),
    ),
}


async def press(page: Page, *buttons: str) -> None:
    """Press the first button of each selector."""
    for button in buttons:
        await page.locator(button).first.click()


@asynccontextmanager
async def asked(kind: str, served: Serving, people: People) -> AsyncIterator[Page]:
    """A page at the table that is asked that."""
    position, words, played, presses, *_ = QUESTIONS[kind]
    async with placed(position, served, people) as (ann, page):
        if played:
            await asyncio.to_thread(ann.plays, played, colours=["G" if played[0] == "W" else None])
        await press(page, *presses)
        await is_asked(page, words)
        yield page


@asynccontextmanager
async def placed(position: str, served: Serving, people: People) -> AsyncIterator[tuple[Companion, Page]]:
    """Ann, and bob's page, at a table whose game has begun at that position."""
    ann = await asyncio.to_thread(Companion, served.place[1], "ann")
    with ann, ExitStack() as others:
        await asyncio.to_thread(ann.open, {"position": position, "turn_seconds": 0}, TABLE)
        page = await people.named("bob", f"/{TABLE}")
        ready = page.get_by_role("button", name="I'm ready")
        await ready.wait_for()
        if "cem" in position:
            cem = others.enter_context(await asyncio.to_thread(Companion, served.place[1], "cem"))
            await asyncio.to_thread(cem.join, TABLE)
            await asyncio.to_thread(cem.ok, "ready")
        await ready.click()
        await page.get_by_role("button", name="I'm not ready").wait_for()
        for request in ("ready", "start"):
            await asyncio.to_thread(ann.ok, request)
        yield ann, page


async def is_asked(page: Page, *words: str) -> None:
    """Wait until the page asks one of these."""
    await page.locator("#question").filter(has_text=re.compile("|".join(re.escape(each) for each in words))).wait_for()


async def goes_offline(page: Page, served: Serving) -> None:
    """The network is gone for a while."""
    await page.context.set_offline(True)
    served.cut()
    await page.locator(".lost").wait_for()
    await page.context.set_offline(False)


async def reloads(page: Page, _served: Serving) -> None:
    """The page is loaded anew."""
    await page.reload()


LOOKS_AWAY = """
let hidden = true;
Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
document.dispatchEvent(new Event("visibilitychange"));
"""
LOOKS_AGAIN = "hidden = false; document.dispatchEvent(new Event('visibilitychange'));"
CLOCK_JUMPS = "const now = Date.now; Date.now = () => now() + 60_000;"


@asynccontextmanager
async def asleep(page: Page, before: str = "", after: str = "") -> AsyncIterator[None]:
    """The scripts of the page stand still; `before` and `after` are run before and after all else that waits then."""
    tools = await page.context.new_cdp_session(page)
    stands = asyncio.Event()
    tools.on("Debugger.paused", lambda _: stands.set())
    await tools.send("Debugger.enable")
    sleep = asyncio.create_task(page.evaluate(f"() => {{ {before} debugger; {after} }}"))
    await asyncio.wait_for(stands.wait(), HANG)
    yield
    assert not sleep.done()
    await tools.send("Debugger.resume")
    await sleep
    await tools.detach()


async def freezes(page: Page, served: Serving) -> None:
    """The page sleeps, and meanwhile the network goes and comes."""
    async with asleep(page, LOOKS_AWAY, LOOKS_AGAIN):
        served.cut()
        while (bob := served.sees(None).room.occupants[1]) and bob.connected:  # noqa: ASYNC110  (nobody is told)
            await asyncio.sleep(0.01)


async def opens_another(page: Page, _served: Serving) -> None:
    """A second window takes over, and is given up again."""
    other = await page.context.new_page()
    await other.goto(page.url)
    again = page.get_by_role("button", name="Play here instead")
    await again.wait_for()
    await other.locator("#question").wait_for()
    await again.click()
    await other.close()


async def loses_storage(page: Page, served: Serving) -> None:
    """The browser forgets what it kept; the administrator gives the seat back."""
    forget = "() => { localStorage.clear(); sessionStorage.clear(); }"  # after what the page itself keeps as it goes
    await page.evaluate(f"() => addEventListener('pagehide', {forget})")
    await page.reload()
    await page.get_by_label("Your name").fill("bob")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="I'm bob: take my seat back").click()
    await page.get_by_text("The host is asked for your seat.").wait_for()
    served.server.administer(ForHub(allow, "bob"))


MISHAPS: list[Callable[[Page, Serving], Awaitable[None]]]
MISHAPS = [goes_offline, freezes, opens_another, reloads, loses_storage]


async def test_the_walk_knows_every_question() -> None:
    source = (files("uno_server.web") / "page" / "picking.js").read_text(encoding="utf-8")
    steps = re.findall(r'return "(\w+)"', source.partition("function stepOf")[2].partition("\n}")[0])
    by_itself = {f"step_{step}" for step in steps} - {"step_vote", "step_card"}  # the server asks these
    assert {*DECISIONS} | by_itself <= {*QUESTIONS}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow if kind == "answer_draw_four" else pytest.mark.soak)
        for kind in QUESTIONS
    ],
)
async def test_whatever_befalls_a_page_it_is_asked_the_same_again_and_the_game_goes_on(
    kind: str, served: Serving, people: People
) -> None:
    _, words, _, presses, answers, before = QUESTIONS[kind]
    async with asked(kind, served, people) as page:
        for mishap in MISHAPS:
            await mishap(page, served)
            await is_asked(page, words, *[before] * bool(before))
        if before:
            await press(page, *presses)
            await is_asked(page, words)
        n = served.sees(None).n
        await press(page, *answers)
        await until(lambda: served.sees(None).n > n, HANG)


@pytest.mark.slow
async def test_who_has_won_is_seen_after_a_reload_too(served: Serving, people: People) -> None:
    async with placed(pair("R5"), served, people) as (ann, page):
        screen = await people.screen(page)
        await asyncio.to_thread(ann.plays, "R5")
        for one in (page, screen):
            await one.get_by_text("ann wins", exact=False).first.wait_for()
        await asyncio.to_thread(ann.ok, "ready")  # for a rematch
        await page.get_by_text("ann is ready for a rematch.").wait_for()
        for one in (page, screen):
            await one.reload()
            await one.get_by_text("ann wins", exact=False).first.wait_for()
            await one.get_by_text("with the red 5").first.wait_for()
        await page.locator(".tally").get_by_text("ann").first.wait_for()


@pytest.mark.slow
async def test_a_page_that_stood_still_tells_what_it_missed(served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        eve = await asyncio.to_thread(Companion, served.place[1], "eve")
        with eve:
            await asyncio.to_thread(eve.watch, TABLE)
            for before, after in ((LOOKS_AWAY, LOOKS_AGAIN), ("", CLOCK_JUMPS)):
                async with asleep(page, before, after):
                    text = f"Wake up {len(before)}"
                    await asyncio.to_thread(eve.ok, "chat", text=text)
                await page.locator(".notice.missed").get_by_text(text).wait_for()
