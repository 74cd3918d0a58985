"""Where the system chooses the colours, each screen and question is legible: lines say what colours said."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.browser.people import People, Theme
from tests.browser.served import Serving
from tests.browser.test_coming_back import QUESTIONS, asked
from tests.browser.walk import screens

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

POOR = """() => {
    const faults = [];
    const seen = (names) => [...document.querySelectorAll(names)].filter((each) => each.checkVisibility());
    const called = (each) => (each.ariaLabel || each.innerText || each.id || String(each.className)).slice(0, 40);
    const parts = (each) => ["", "::before", "::after"].map((part) => getComputedStyle(each, part));
    const wide = (style, line) => style[`${line}Style`] === "none" ? 0 : parseFloat(style[`${line}Width`]);
    const edged = (each) => parts(each).some((style) => wide(style, "borderTop") || wide(style, "outline"));
    const own = (each) => getComputedStyle(each).forcedColorAdjust === "none";
    for (const each of seen("button, select, input:not([type=radio], [type=checkbox])")) {
        if (!edged(each) && ![each, ...each.children].some(own)) faults.push(`${called(each)} has no edge`);
    }
    for (const each of seen(".panel, .tcard, .notice, .rail, .player .who, .held, .player .mark, .bubble")) {
        if (!edged(each)) faults.push(`${each.className} has no edge`);
    }
    for (const each of seen(".yes .in-hand, .stock.can, label:has(> input[type=radio]:checked)")) {
        if (!wide(getComputedStyle(each), "outline")) faults.push(`${called(each)} is not marked`);
    }
    const [on, off] = ["true", "false"].map((is) => seen(`.switch[aria-checked=${is}]`)[0]);
    if (on && off && parts(on)[2].transform === parts(off)[2].transform) faults.push("switches are all alike");
    for (const each of seen(".player.turn, .me.turn")) {
        if (!each.querySelector(".ring .left")) faults.push("it is not seen whose turn it is");
    }
    for (const each of seen(".card")) {
        if (!own(each) || getComputedStyle(each).backgroundImage === "none") faults.push("a card has no ground");
    }
    const canvas = document.createElement("i");
    canvas.style.color = "Canvas";
    document.body.append(canvas);
    const paper = getComputedStyle(canvas).color;
    canvas.remove();
    for (const each of seen("svg")) {
        const shapes = [...each.querySelectorAll("path, circle, rect, ellipse")];
        const inks = shapes.map((shape) => getComputedStyle(shape)).flatMap(({ stroke, fill }) => [stroke, fill])
            .filter((ink) => ink !== "none");
        if (![each, each.parentElement].some(own) && inks.length && inks.every((ink) => ink === paper)) {
            faults.push(`a picture in ${each.parentElement.className} cannot be told from what is under it`);
        }
    }
    return faults;
}"""
"""What cannot be seen, or not told from others."""


@pytest.mark.parametrize(
    "theme", [pytest.param("light", marks=pytest.mark.slow), pytest.param("dark", marks=pytest.mark.soak)]
)
async def test_every_screen_is_legible_in_the_colours_of_the_system(theme: Theme, people: People) -> None:
    people.theme, people.forced_colors = theme, "active"
    faults: list[str] = []
    async for screen, page in screens(people, seats=3, cards=2):
        faults += [f"{screen}: {fault}" for fault in await page.evaluate(POOR)]
        if screen == "room":
            for button in ("Menu", "Settings"):
                await page.get_by_role("button", name=button, exact=button == "Menu").click()
            await page.locator(".switch").first.wait_for()
            faults += [f"settings: {fault}" for fault in await page.evaluate(POOR)]
            for _ in range(2):
                await page.get_by_role("button", name="Back", exact=True).click()
    assert "; ".join(faults) == ""


@pytest.mark.soak
@pytest.mark.parametrize("theme", get_args(Theme))
@pytest.mark.parametrize("kind", QUESTIONS)
async def test_every_question_is_legible_in_the_colours_of_the_system(
    kind: str, theme: Theme, served: Serving, people: People
) -> None:
    people.theme, people.forced_colors = theme, "active"
    async with asked(kind, served, people) as page:
        assert await page.evaluate(POOR) == []
