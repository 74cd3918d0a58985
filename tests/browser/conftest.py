"""What the tests in a browser share: one Chromium for each process that runs tests, and a server for each test."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.browser.people import People
from tests.browser.served import Serving, serving
from tests.scripts.conftest import loaded

if TYPE_CHECKING:
    from playwright.async_api import Browser

CHROMIUM = loaded("environment.chromium").found()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The browser. Where there is none, its tests are skipped."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed: scripts/test.py does that")
    from playwright.async_api import async_playwright

    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    async with async_playwright() as driver:
        arguments = ["--no-sandbox"] if as_root else []
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Serving]:
    """A server in this process, with the page."""
    async with serving() as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def people(chromium: Browser, served: Serving) -> AsyncIterator[People]:
    """People with browsers of their own at that server; whatever a page complains of fails the test."""
    some = People(chromium, "{}:{}".format(*served.place))
    yield some
    await some.go()
    assert some.faults == []
