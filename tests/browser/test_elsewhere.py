"""Firefox and WebKit play a round, too, come back after a reload, and after the page was closed."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.browser import elsewhere
from tests.browser.people import PLAYS
from tests.browser.served import TABLE, Serving
from tests.e2e.processes import House, result
from tests.patience import HANG
from tests.protocol.recorded_games import recorded
from uno_server.archive.html import html
from uno_server.web import site

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore::DeprecationWarning:selenium"),
]

NAMED = """
const name = document.querySelector("form input");
if (!name) return false;
name.value = "bob";
name.dispatchEvent(new Event("input", { bubbles: true }));
name.form.requestSubmit();
return true;
"""
FAULTS = "window.faults = []; addEventListener('error', (event) => faults.push(event.message));"


async def until(browser: elsewhere.Browser, script: str) -> None:
    """Wait until a script gives something true."""
    async with asyncio.timeout(HANG):
        while not await asyncio.to_thread(browser.run, script):  # noqa: ASYNC110  (the browser tells nobody)
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("opened", [elsewhere.firefox, elsewhere.webkit])
async def test_a_round_a_reload_and_a_return(
    opened: Callable[[Path], AbstractContextManager[elsewhere.Browser]],
    served: Serving,
    house: House,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guards = site._guards
    framed = ("frame-ancestors 'none'", "frame-src 'self'")
    monkeypatch.setattr(
        site, "_guards", lambda host: {key: value.replace(*framed) for key, value in guards(host).items()}
    )
    address = "http://{}:{}/{}".format(*served.place, TABLE)
    program = house.autoplay("{}:{}".format(*served.place), "ann", "--seats", "2", "--set", "goal=single_round")
    while served.hub.lobby.find(TABLE) is None:  # noqa: ASYNC110  (the hub tells nobody)
        await asyncio.sleep(0.01)
    plays = PLAYS.read_text(encoding="utf-8")
    there = "return document.querySelector('.hand, .result') !== null"
    with opened(tmp_path) as browser:
        await asyncio.to_thread(browser.go, address)
        assert await asyncio.to_thread(browser.run, f"{FAULTS} return innerWidth <= 400")
        await until(browser, NAMED)
        await until(browser, "return document.querySelector('#ready') !== null")
        await asyncio.to_thread(browser.run, "document.querySelector('#ready').click()")
        await until(browser, there)
        assert await asyncio.to_thread(browser.run, "return faults") == []
        await asyncio.to_thread(browser.run, "location.reload()")
        await until(browser, there)
        await asyncio.to_thread(browser.go, address)
        await until(browser, there)
        await asyncio.to_thread(browser.run, f"{FAULTS} {plays}")
        ended = await asyncio.to_thread(result, program, HANG)
        await until(browser, "return document.querySelector('.headline') !== null")
        said = await asyncio.to_thread(browser.run, "return document.querySelector('.headline').innerText")
        assert ("You win" if ended["winner"] == "bob" else "ann wins") in said
        assert await asyncio.to_thread(browser.run, "return faults") == []


@pytest.mark.parametrize("opened", [elsewhere.firefox, elsewhere.webkit])
async def test_files_of_a_short_and_a_packed_game_show_and_check_them(
    opened: Callable[[Path], AbstractContextManager[elsewhere.Browser]], tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    with opened(profile) as browser:
        for number in (2, 4):
            file = tmp_path / f"{number}.html"
            file.write_bytes(html(recorded(number, mixing=True).data, "en"))
            await asyncio.to_thread(browser.open, file.as_uri())
            await until(browser, "return document.querySelector('.verdict')?.innerText.startsWith('Deal checked')")
