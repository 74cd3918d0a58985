"""The added rules at the page: the host's own rule is written, read and confirmed, and cards are played together."""

import pytest

from engine.cards import cards
from tests.browser.people import People
from tests.browser.test_coming_back import asked
from tests.e2e.served import Serving

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
