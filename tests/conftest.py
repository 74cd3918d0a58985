"""What do all tests share? The watch over tasks that outlive their test, signals, and how hypothesis searches."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest
from hypothesis import settings

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Servers and clients of tests neither announce nor look for anything, unless the test says so: else they would find
# each other, and one that is bound to all addresses would speak to whatever network this machine is on.
os.environ |= {"UNO_ANNOUNCE": "off", "UNO_DISCOVER": "off"}

# A run in the background of a shell ignores SIGINT, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_task_left_behind(request: pytest.FixtureRequest) -> None:
    """Fails every asynchronous test that leaves an asyncio task running; plain tests get no event loop from it."""
    if request.node.get_closest_marker("asyncio") is not None:
        request.getfixturevalue("_watch_over_tasks")


@pytest.fixture
async def _watch_over_tasks() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    for _ in range(3):  # a task that was cancelled or whose work is done may need a turn of the loop to end
        await asyncio.sleep(0)
    own = asyncio.current_task()
    left = [task for task in asyncio.all_tasks() - before if task is not own]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    if left:
        pytest.fail("left running: " + ", ".join(sorted(repr(task.get_coro()) for task in left)), pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have counted and people want to see (`record_property`), a line each, also from other processes."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, counted in report.user_properties:
                terminalreporter.write_line(f"{name}: {counted}")
