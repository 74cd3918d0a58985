"""The table on small screens, lying and with large type: what is asked hides neither pile nor hand; nothing is cut."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.browser.test_coming_back import BOBS, QUESTIONS, Question, asked, is_asked, pair, placed
from tests.e2e.companion import Companion

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SIZES = [(320, 568), (390, 844), (844, 390), (1366, 768)]
ALL_SIZES = [*SIZES, (360, 560), (390, 664), (667, 375)]
"""With phones whose browser keeps a part of the screen."""
ONE_TAP = """() => {
    const free = [...document.querySelectorAll(".signs button")].filter((sign) => {
        const { x, y, width, height } = sign.getBoundingClientRect();
        const under = document.elementFromPoint(x + width / 2, y + height / 2);
        return width >= 43.5 && height >= 43.5 && sign.contains(under);
    });
    return free.length === 6;
}"""
"""Whether all six reactions are one tap away."""
MEASURED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
        || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    const seen = (name) => [...document.querySelectorAll(name)].filter((each) => each.checkVisibility());
    const ask = document.querySelector(".ask");
    const faults = [];
    for (const name of [".discard", ".stock", ".in-hand", ".player .disc"]) {
        for (const each of seen(name)) if (!apart(box(ask), box(each))) faults.push(`the question covers ${name}`);
    }
    for (const sign of seen(".signs button")) {
        const others = ".in-hand, .stock, .discard, .uno, .bar button, .corner, .disc, .mark, .words, .answers button";
        for (const each of seen(others)) {
            if (!apart(box(sign), box(each))) faults.push(`${sign.ariaLabel} covers ${each.className}`);
        }
    }
    if (!ONE_TAP()) faults.push("a reaction is not one tap");
    if (document.scrollingElement.scrollWidth > innerWidth) faults.push("the page is too wide");
    if (ask.scrollHeight > ask.clientHeight + 1) faults.push("the question is cut");
    for (const each of seen(".ask button, .signs button, .stock, .corner, .bar button")) {
        const { width, height, left, right, top, bottom } = box(each);
        const name = each.ariaLabel || each.textContent;
        if (width < 43.5 || height < 43.5) faults.push(`${name} is ${width} x ${height}`);
        const across = !each.closest(".answers.whom") && (left < -0.5 || right > innerWidth + 0.5);
        if (across || top < -0.5 || bottom > innerHeight + 0.5) faults.push(`${name} is cut`);
    }
    for (const each of seen(".player .mark")) {
        const { left, right, top } = box(each);
        if (left < 0 || right > innerWidth || top < 0) faults.push(`the mark ${each.textContent} is cut`);
    }
    return faults;
}""".replace("ONE_TAP", f"({ONE_TAP})")


DRAWN = 40
"""Frames after which a page has drawn what follows from another size."""


async def poor(page: Page, sizes: list[tuple[int, int]] = SIZES) -> list[str]:
    """What is poor on each size of screen, once that is drawn."""
    found: list[str] = []
    for width, height in sizes:
        await page.set_viewport_size({"width": width, "height": height})
        faults: list[str] = []
        for _ in range(DRAWN):
            faults = await page.evaluate(MEASURED)
            if not faults:
                break
            await page.evaluate("() => new Promise(requestAnimationFrame)")
        found += [f"{width}x{height}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize(
    "kind",
    [
        *("take_turn", "name_colour", "choose_player", "answer_draw_four", "answer_stack", "step_confirm"),
        *(
            pytest.param(kind, marks=pytest.mark.soak)
            for kind in ("play_drawn", "keep_one", "pass_card", "confirm", "catch", "step_colour", "step_target")
        ),
    ],
)
async def test_a_question_hides_neither_pile_nor_hand(kind: str, served: Serving, people: People) -> None:
    async with asked(kind, served, people) as page:
        assert await poor(page, ALL_SIZES) == []
        assert await bound(page) == []
        await page.evaluate("() => { document.documentElement.dataset.large = 'yes'; }")
        assert await poor(page) == []
        await page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert await poor(page) == []


FORGOTTEN = Question(pair("R5 R6", bob="B1 B2 G3 R3"), "Your turn", "R5")


async def test_who_forgot_uno_is_marked_whole_and_caught_beside_the_pile(
    served: Serving, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(QUESTIONS, "forgotten", FORGOTTEN)
    async with asked("forgotten", served, people) as page:
        await page.get_by_role("button", name="Catch ann!").wait_for()
        assert await poor(page, ALL_SIZES) == []
        assert await page.locator(".player .mark").inner_text() == "no UNO!"


async def bound(page: Page) -> list[str]:
    """The sizes of a screen on which not all six reactions are one tap away, once that is drawn."""
    found: list[str] = []
    for width, height in [*ALL_SIZES, (667, 331)]:
        await page.set_viewport_size({"width": width, "height": height})
        for _ in range(DRAWN):
            if await page.evaluate(ONE_TAP):
                break
            await page.evaluate("() => new Promise(requestAnimationFrame)")
        else:
            found.append(f"{width}x{height}")
    return found


async def test_a_reaction_is_one_tap_in_the_waiting_room_while_others_play_and_on_the_result(
    served: Serving, people: People
) -> None:
    with await asyncio.to_thread(Companion, served.place[1], "ann") as ann:
        await asyncio.to_thread(ann.open, {"position": pair("R5"), "turn_seconds": 0}, TABLE)
        page = await people.named("bob", f"/{TABLE}")
        await page.get_by_role("button", name="I'm ready").click()
        await page.get_by_role("button", name="I'm not ready").wait_for()
        assert await bound(page) == []
        for request in ("ready", "start"):
            await asyncio.to_thread(ann.ok, request)
        await is_asked(page, "ann's turn")
        assert await bound(page) == []
        await page.get_by_role("button", name="Haha!").click()
        await page.locator(".own-sign .of-sign").wait_for()
        await asyncio.to_thread(ann.plays, "R5")
        await page.locator(".result").wait_for()
        assert await bound(page) == []


async def test_a_reaction_is_one_tap_in_a_vote_and_for_spectators(served: Serving, people: People) -> None:
    async with placed(QUESTIONS["vote"].position, served, people) as (ann, page):
        await page.locator(".ballot").wait_for()
        assert await bound(page) == []
        eve = await people.named("eve", f"/{TABLE}")
        await eve.locator(".panel .main").get_by_text("Watch").click()
        await eve.locator(".ballot").wait_for()
        await asyncio.to_thread(ann.find, lambda _: bool(ann.listed), "the vote")
        await asyncio.to_thread(ann.play, "vote", rule="open_hand")
        await page.locator(".rule").first.click()
        await eve.locator(".discard .top").wait_for()
        assert await bound(eve) == []


async def test_a_long_press_on_the_table_selects_nothing(served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        await page.locator("#question").hover()
        await page.mouse.down()  # selects what a long press does, which a Chromium without a screen doesn't know
        await page.locator(".player .who").hover()
        assert await page.evaluate("() => getSelection().type") != "Range"
        assert await page.locator(".in-hand").all_inner_texts() == [""] * len(BOBS.split())
        style = "card => getComputedStyle(card).touchAction"
        assert await page.locator(".in-hand").first.evaluate(style) == "pinch-zoom"


async def test_after_each_deal_the_focus_is_on_the_question_or_in_the_hand(served: Serving, people: People) -> None:
    async with placed(pair("R5"), served, people) as (ann, page):
        await page.locator("#question:focus").get_by_text("ann's turn").wait_for()
        await page.locator(".in-hand").first.focus()
        await asyncio.to_thread(ann.plays, "R5")
        await page.get_by_role("button", name="Rematch").click()
        await asyncio.to_thread(ann.ok, "ready")
        await page.locator(".in-hand:focus").wait_for()


async def test_one_press_leads_back_to_the_cards_however_much_lies_over_them(served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        await page.get_by_role("button", name="Menu").click()
        await page.get_by_role("button", name="Seats").click()
        await page.locator(".s-room").wait_for()
        await page.get_by_role("button", name="Back to your cards").click()
        await page.locator("main[data-view=table]").wait_for()
        await page.go_back()  # nothing is left of what lay over them
        await page.get_by_role("button", name="Leave").wait_for()


async def test_a_finger_that_slides_along_the_hand_lifts_the_card_under_it(served: Serving, people: People) -> None:
    async with asked("take_turn", served, people) as page:
        tools = await page.context.new_cdp_session(page)
        await tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        first, last = [await page.locator(".in-hand").nth(at).bounding_box() for at in (0, -1)]
        assert first
        assert last
        for kind, box in (("touchStart", first), ("touchMove", first), ("touchMove", last)):
            at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            await tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        await page.locator("li.lifted:last-child").wait_for()
        await tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert await page.locator(".in-hand").count() == len(BOBS.split())  # nothing is played by it


async def test_who_loses_the_race_to_catch_reads_two_words(served: Serving, people: People) -> None:
    position, _, played, *_ = FORGOTTEN
    async with placed(position, served, people) as (ann, page):
        await asyncio.to_thread(ann.plays, played)
        catch = page.get_by_role("button", name="Catch ann!")
        button = await catch.element_handle()
        await asyncio.to_thread(ann.find, lambda _: bool(ann.listed), "the call")
        await asyncio.to_thread(ann.play, "uno")
        await catch.wait_for(state="detached")
        await button.evaluate("button => button.click()")  # a finger that was on its way
        await page.locator(".arena .late").get_by_text("Too late!").wait_for()
        assert not await page.locator(".notice").count()


SHOWN = ".ask button, .me, .asker, #question, .stock, .discard, .player .disc, .corner, .bar button"
UNDER_A_NOTCH = """(shown) => [...document.querySelectorAll(shown)]
    .filter((each) => each.checkVisibility()).filter((each) => {
        const { left, right, bottom } = each.getBoundingClientRect();
        return left < 47 || right > innerWidth - 47 || bottom > innerHeight - 21;
    }).map((each) => each.ariaLabel || each.className)"""


@pytest.mark.parametrize("kind", ["take_turn", "answer_draw_four"])
async def test_nothing_that_is_read_or_pressed_lies_under_a_notch(kind: str, served: Serving, people: People) -> None:
    async with asked(kind, served, people) as page:
        tools = await page.context.new_cdp_session(page)
        insets = {"left": 47, "right": 47, "bottom": 21}
        await page.set_viewport_size({"width": 844, "height": 390})
        assert await page.evaluate(UNDER_A_NOTCH, SHOWN) != []
        await tools.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        for _ in range(DRAWN):
            await page.evaluate("() => new Promise(requestAnimationFrame)")
        assert await page.evaluate(UNDER_A_NOTCH, SHOWN) == []
