"""A screen reader is enough: who knows only the roles, names and states that it reads plays a whole round."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import pytest

from tests.browser.people import People
from tests.browser.served import TABLE, Serving
from tests.browser.test_coming_back import QUESTIONS, asked, pair
from tests.e2e.companion import Companion
from tests.patience import HANG

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

TITLES = ("Classic the", "Party", "Easy first game", "Quick", "Classic 113", "Street", "Computer", "Skyrus", "No mercy")
CONTROLS = ("button", "radio", "checkbox", "textbox", "combobox", "switch", "DisclosureTriangle")
ELSEWHERE = re.compile(r"Piles|Your hand|What happened|React|^$")
"""Parts of the table where no question is answered."""
NO_ANSWER = re.compile(r"^React|Call UNO|^(Cancel|No|Take back)$")


@dataclass(frozen=True, slots=True)
class Node:
    """What is read out of one thing: its role, name and states, and the region, group or log that it is in."""

    role: str
    name: str
    states: tuple[str, ...]
    within: str
    at: int


class Reader:
    """Reads Chromium's accessibility tree, as a screen reader does, and presses what is in it."""

    def __init__(self, page: Page, tools: CDPSession) -> None:
        self._page = page
        self._tools = tools
        self.heard: dict[str, None] = {}
        """Lines of the log, in order, each once."""

    @classmethod
    async def of(cls, page: Page) -> Self:
        """A reader of that page."""
        tools = await page.context.new_cdp_session(page)
        await tools.send("Accessibility.enable")
        return cls(page, tools)

    async def read(self) -> list[Node]:
        """All that is there now; every control of it has a name."""
        plain = {node["nodeId"]: node for node in (await self._tools.send("Accessibility.getFullAXTree"))["nodes"]}
        within: dict[str, str] = {}
        found: list[Node] = []
        for key, node in plain.items():
            role = node["role"]["value"]
            name = node.get("name", {}).get("value", "")
            around = within.get(node.get("parentId", ""), "")
            within[key] = name if role in ("region", "group") else role if role == "log" else around
            if node["ignored"]:
                continue
            states = (f"{each['name']} {each['value'].get('value')}" for each in node.get("properties", ()))
            found.append(Node(role, name, tuple(states), around, node.get("backendDOMNodeId", 0)))
            if role == "StaticText" and around == "log":
                self.heard[name] = None
        assert [each for each in found if each.role in CONTROLS and not each.name] == []
        return found

    async def hear(self, role: str, name: str) -> Node:
        """Wait for something of that role and name."""
        async with asyncio.timeout(HANG):
            while True:
                for node in await self.read():
                    if node.role == role and re.search(name, node.name):
                        return node

    async def press(self, node: Node) -> None:
        """Activate it, unless it is gone by now."""
        from playwright.async_api import Error

        try:
            found = await self._tools.send("DOM.resolveNode", {"backendNodeId": node.at})
        except Error:
            return
        what = {"objectId": found["object"]["objectId"], "functionDeclaration": "function () { this.click(); }"}
        await self._tools.send("Runtime.callFunctionOn", what)

    async def type(self, role: str, name: str, text: str) -> None:
        """Type that into a field, or to choose from a list."""
        await self._tools.send("DOM.focus", {"backendNodeId": (await self.hear(role, name)).at})
        await self._page.keyboard.type(text)

    async def press_and_wait(self, node: Node, read: list[Node]) -> None:
        """Activate it, and wait until what can be pressed is no longer what was read."""
        await self.press(node)
        while shown(await self.read()) == shown(read):
            pass

    async def step(self, name: str, value: str) -> None:
        """Press the button that leads to that value, else plus, until the output between them says it."""
        async with asyncio.timeout(HANG):
            while True:
                read = await self.read()
                inside = [node for node in read if node.within == name]
                if any(node.name == value for node in inside):
                    return
                buttons = [node for node in inside if node.role == "button"]
                for node in [node for node in buttons if node.name == f"{name}: {value}"] or buttons[-1:]:
                    await self.press_and_wait(node, read)


def next_press(read: list[Node]) -> Node | None:
    """What somebody presses who plays the first card that goes, and never forgets UNO; None: nothing is asked."""
    buttons = [node for node in read if node.role == "button" and "disabled True" not in node.states]
    cards = [node for node in buttons if node.within.startswith("Your hand") and ", " in node.name]
    calls = [node for node in buttons if node.name == "Call UNO!"]
    arms = [node for node in buttons if node.name.startswith("Call UNO with") and "pressed false" in node.states]
    last_but_one = any(node.name == "Your hand: 2 cards" for node in read)
    answers = [node for node in buttons if not ELSEWHERE.search(node.within) and not NO_ANSWER.search(node.name)]
    draws = [node for node in buttons if node.name.startswith("Draw (")]
    return next(iter([*calls, *(arms if cards and last_but_one else ()), *answers, *cards, *draws]), None)


def shown(read: list[Node]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What can be pressed, and how it is."""
    return [(node.role, node.name, node.states) for node in read if node.role in CONTROLS]


async def plays_on(reader: Reader) -> list[str]:
    """Press whatever leads on until the game is over; what was heard of one's own plays."""
    while True:
        read = await reader.read()
        if any(re.search("wins? the game!", line) for line in reader.heard):
            return [line for line in reader.heard if line.startswith("You play ")]
        if node := next_press(read):
            await reader.press_and_wait(node, read)


SHORT = pair("R6 R7 G2 B5 B6", bob="R5 W G1", turn="bob", more="discard: R9\nstock: R2")


@pytest.mark.slow
async def test_a_round_is_played_by_the_accessibility_tree_alone(served: Serving, people: People) -> None:
    with await asyncio.to_thread(Companion, served.place[1], "ann") as ann:
        await asyncio.to_thread(ann.open, {"position": SHORT, "turn_seconds": 0}, TABLE)
        reader = await Reader.of(await people.comes(f"/{TABLE}"))
        await reader.type("textbox", "Your name", "bob")
        await reader.press(await reader.hear("button", "Join"))
        await reader.press(await reader.hear("button", "I'm ready"))
        await reader.hear("button", "I'm not ready")
        for request in ("ready", "start"):
            await asyncio.to_thread(ann.ok, request)

        def answers() -> None:
            for card in ("R6", "R7", "G2"):
                ann.plays(card)

        async with asyncio.timeout(HANG):
            plays, _ = await asyncio.gather(plays_on(reader), asyncio.to_thread(answers))
        await reader.hear("heading", "^You win$")
    assert plays == [f"You play {each}." for each in ("red 5", "Wild and name red", "red 2", "green 1")]
    heard = list(reader.heard)
    for line in ("You call UNO!", "You draw red 2.", "You win the game!"):
        assert line in heard


@pytest.mark.soak
@pytest.mark.parametrize("kind", QUESTIONS)
async def test_every_question_is_answered_by_the_accessibility_tree_alone(
    kind: str, served: Serving, people: People
) -> None:
    async with asked(kind, served, people) as page:
        reader = await Reader.of(page)
        n = served.sees(None).n
        async with asyncio.timeout(HANG):
            while served.sees(None).n == n:
                if node := next_press(await reader.read()):
                    await reader.press(node)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
async def test_a_table_is_made_and_a_round_played_by_the_accessibility_tree_alone(title: str, people: People) -> None:
    reader = await Reader.of(await people.comes())
    await reader.type("textbox", "Your name", "ann")
    await reader.hear("textbox", "Code or name")
    await reader.press(await reader.hear("button", "New table"))
    await reader.press(await reader.hear("radio", f"^{title}"))
    await reader.step("Computer players", "1")
    await reader.press(await reader.hear("radio", "^Easy$"))
    await reader.step("Seconds per turn", "off")
    await reader.press(await reader.hear("DisclosureTriangle", "More rules"))
    for name, choice in (("Pace", "brisk"), ("Cards dealt", "2"), ("^Goal", "one")):
        await reader.type("combobox", name, choice)
    await reader.press(await reader.hear("button", "Open the table"))
    await reader.press(await reader.hear("button", "Start"))
    async with asyncio.timeout(HANG):
        await plays_on(reader)
    assert any(line.startswith(("You play ", "You draw ")) for line in reader.heard)
