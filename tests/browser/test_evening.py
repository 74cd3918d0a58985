"""An evening: four phones, a terminal with the full screen, a plain one and a television see the same three games."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.people import TELEVISION, People
from tests.browser.served import TABLE, Serving
from tests.e2e import at_keys, at_lines
from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.patience import HANG, until

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.e2e.terminal import Terminal
    from uno_protocol.fold import TableView

pytestmark = [drawn, pytest.mark.soak, pytest.mark.asyncio(loop_scope="session")]

PHONES, ROUNDS = ("cem", "dan", "eve", "fay"), 3
OVER = "for a rematch"
HANDS = """(lines) => lines.map((line) => [
    line.querySelector("b, .name").textContent.replace(" (you)", ""),
    [...line.querySelectorAll("[aria-label]")].map(({ ariaLabel }) => ariaLabel).sort(),
])"""
"""Names, and the cards that are shown beside them."""


async def sit_down(served: Serving, people: People, house: House) -> tuple[at_lines.Person, Terminal, list[Page], Page]:
    """Ann opens the table at the plain terminal, bob sits down at the full screen, the others at phones."""
    address = "{}:{}".format(*served.place)
    ann = at_lines.Person(house, address, "ann")
    await asyncio.to_thread(ann.hear, "There are no tables yet.")
    ann.type(f"create {TABLE} seats=6 seconds=0 showhands hand_size=4 goal=single_round uno_grace=0")
    await until(lambda: served.hub.lobby.find(TABLE), HANG)
    bob = house.screen(address, "--name", "bob", "--table", TABLE, columns=120, rows=40)
    await asyncio.to_thread(bob.answer, "Enter ready", "r")
    phones = [await people.named(name, f"/{TABLE}", plays=True) for name in PHONES]
    screen = await people.comes(f"/tv/{TABLE}", size=TELEVISION)
    ann.type("ready")
    await until(lambda: all(one and one.ready for one in served.sees(None).room.occupants), HANG)
    ann.type("start")
    return ann, bob, phones, screen


async def agree(view: TableView, ann: at_lines.Person, bob: Terminal, phones: list[Page], screen: Page) -> None:
    """All of them show who has won, what everybody held, and what the evening counts."""
    game, room = view.game, view.room
    assert game is not None
    names = [one.name for one in room.occupants if one is not None]
    (winner,) = (names[seat] for seat in game.winners)
    wins = {line.name: str(line.wins) for line in room.tally or [] if line.wins}
    await asyncio.to_thread(ann.hear, "Type ready for a rematch")
    told = ann.said.rpartition("wins the round." if winner != "ann" else "win the round.")[2]
    hands = {
        "ann" if who == "You" else who: sorted(re.split(", | and ", cards))
        for who, cards in re.findall(r"^(\w+) held (.*)\.$", told, re.MULTILINE)
        if cards != "no cards"
    }
    assert {who: len(cards) for who, cards in hands.items()} == {
        name: count for name, count in zip(names, game.counts, strict=True) if count
    }
    assert dict(re.findall(r"(\w+) (\d+)", told.partition("games won: ")[2].partition("\n")[0])) == wins
    shown = bob.text()
    assert ("You win" if winner == "bob" else f"{winner} wins") in shown
    assert dict(re.findall(r"(\w+) (\d+)", shown.partition("Tonight's wins: ")[2].partition("\n")[0])) == wins
    for name, cards in hands.items():
        (row,) = re.findall(rf"^ .\d +\w\w {name} +[▁-█●]+ +(.+)", shown, re.MULTILINE)
        assert len(row.split()) == len(cards), shown
    for name, phone in zip(PHONES, phones, strict=True):
        said = "You win" if name == winner else f"{winner} wins"
        await phone.locator("#headline").get_by_text(said, exact=True).wait_for()
        lines = phone.locator("[aria-labelledby=scores] > ol > li")
        assert {who: cards for who, cards in await lines.evaluate_all(HANDS) if cards} == hands
        tally = "\n".join(await phone.locator(".tally li").all_inner_texts())
        assert dict(re.findall(r"(\w+)\s+([1-9]) win", tally)) == wins
    await screen.get_by_role("heading", name=f"{winner} wins", exact=True).wait_for()
    places = screen.locator(".step, .side.left .fact")
    assert {who: cards for who, cards in await places.evaluate_all(HANDS) if cards} == hands
    board = "\n".join(await screen.locator(".board li").all_text_contents())
    assert dict(re.findall(r"([a-z]+)([1-9])", board)) == wins


async def test_an_evening_of_three_rounds(served: Serving, people: People, house: House) -> None:
    ann, bob, phones, screen = await sit_down(served, people, house)
    for count in range(1, ROUNDS + 1):
        await asyncio.to_thread(bob.see, "round 1 ·")
        await asyncio.gather(asyncio.to_thread(at_keys.play_out, OVER, bob), asyncio.to_thread(at_lines.play_out, ann))
        view = served.sees(None)
        assert sum(line.wins for line in view.room.tally or []) == count
        await agree(view, ann, bob, phones, screen)
        if count < ROUNDS:
            for phone in phones:
                await phone.get_by_role("button", name="Rematch").click()
            ann.type("ready")
            bob.press("\r")
    assert b"Traceback" not in ann.terminal.raw + bob.raw
