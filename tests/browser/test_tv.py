"""The big screen shows a table, and no hand."""

import pytest

from tests.browser.people import TELEVISION, People, said
from tests.e2e.processes import House, result
from tests.e2e.served import Serving

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_it_shows(served: Serving, people: People, house: House) -> None:
    screen = await people.comes("/tv/T", size=TELEVISION)
    await screen.get_by_text("There is no table T.").wait_for()
