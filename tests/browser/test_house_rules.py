"""What a host sets at the page: an own rule, cards played together, a saved set of rules, no programs."""

import pytest

from tests.browser.people import People
from tests.browser.served import Serving
from tests.browser.test_coming_back import asked
from uno_engine.cards import cards

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_the_hosts_own_rule_is_confirmed_with_a_press(served: Serving, people: People) -> None:
    async with asked("confirm", served, people) as page:
        await page.get_by_role("button", name="Done").click()
        await page.locator("#question").get_by_text("Waiting for ann to confirm.").wait_for()


async def test_cards_of_one_number_are_picked_and_played_together(served: Serving, people: People) -> None:
    async with asked("doubles", served, people) as page:
        for card in ("red 5", "blue 5"):
            await page.locator(f".may[aria-label^='{card}' i]").click()
        await page.locator("#question").get_by_text("ann's turn").wait_for()
        game = served.sees(None).game
        assert game is not None
        assert game.discard[-2:] == list(cards("R5 B5"))


async def test_a_line_of_rules_is_saved_and_chosen_after_a_reload(served: Serving, people: People) -> None:
    page = await people.named("ann")
    await page.get_by_role("button", name="New table").click()
    await page.get_by_text("More rules …").click()
    await page.get_by_label("A line of rules").fill("party mercey=20")
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_text("There is no rule mercey.").wait_for()
    await page.get_by_label("A line of rules").fill("party mercy=20")
    await page.get_by_role("button", name="Take these rules").click()
    await page.get_by_text("party mercy=20", exact=True).wait_for()
    await page.get_by_label("Save these rules as").fill("Friday night")
    await page.get_by_role("button", name="Save").click()
    await page.reload()
    await page.get_by_role("button", name="New table").click()
    await page.get_by_label("Friday night").check()
    await page.get_by_label("Name of this set").fill("Sunday")
    await page.get_by_role("button", name="Rename").click()
    await page.locator(".rules-list").get_by_text("20 cards").wait_for()
    await page.get_by_text("More rules …").click()
    await page.locator("#rule-chains").select_option("yes")
    await page.get_by_role("button", name="Open the table").click()
    await page.locator("#create-fault").get_by_text("does not go with stacking").wait_for()
    await page.locator("#rule-chains").select_option("no")
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_role("button", name="Start").wait_for()
    table = served.hub.lobby.find(page.url.rpartition("/")[2])
    assert table is not None
    assert (table.room.preset, table.room.options) == ("party", {"mercy": "20"})


async def test_a_table_is_opened_for_people_alone_and_then_to_programs_too(served: Serving, people: People) -> None:
    page = await people.named("ann")
    await page.get_by_role("button", name="New table").click()
    await page.get_by_text("More rules …").click()
    await page.get_by_label("Programs may sit down too.").uncheck()
    await page.get_by_role("button", name="Open the table").click()
    closed = page.get_by_text("No programs", exact=True)
    await closed.wait_for()
    table = served.hub.lobby.find(page.url.rpartition("/")[2])
    assert table is not None
    assert table.room.programs is False
    await page.get_by_role("button", name="Change").click()
    await page.get_by_label("Programs may sit down too.").check()
    await page.get_by_role("button", name="Apply the changes").click()
    await page.get_by_role("button", name="Start").wait_for()
    await closed.wait_for(state="detached")
    assert table.room.programs is True
