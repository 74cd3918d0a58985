"""What all tests share: tiers, the quick clock, the watch over tasks that outlive a test, how hypothesis searches."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import closing
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

import ifaddr  # noqa: F401  (it starts a process when it is loaded: not in the midst of a unit test)
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.quick_time import QuickLoop, RealLoop
from uno_engine import language

if TYPE_CHECKING:
    from tests.e2e.processes import House

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Servers and clients of tests neither announce nor look for anything, unless the test says so: else they would find
# each other, and one that is bound to all addresses would speak to whatever network this machine is on.
# The settings of whoever runs the tests are not for them.
os.environ |= {"UNO_ANNOUNCE": "off", "UNO_DISCOVER": "off", "UNO_SETTINGS": "off"}

# What tests read is English, whatever the developer speaks.
os.environ["UNO_LANG"] = "en"

# A run in the background of a shell ignores SIGINT, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

TIERS = ("unit", "fast", "slow", "soak")
FOLDERS = {"e2e": "fast", "fuzzing": "fast", "simulation": "fast"}
"""The tier of the tests in a folder that say nothing themselves; elsewhere it is `unit`."""

OUTSIDE = {"subprocess.Popen", "os.fork", "os.posix_spawn", "os.system"} | {
    f"socket.{name}" for name in ("bind", "connect", "getaddrinfo", "sendto")
}
"""What Python audits and no unit test does."""

_outside: list[str] = []
sys.addaudithook(lambda event, _arguments: _outside.append(event) if event in OUTSIDE else None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause", help="run the tests that cite this clause of the rule book alone (`*`: any)")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if not any(item.get_closest_marker(tier) for tier in TIERS):
            folder = item.path.relative_to(Path(__file__).parent).parts[0]
            item.add_marker(FOLDERS.get(folder, "unit"))
    if wanted := config.option.clause:
        cited = {item: {name for mark in item.iter_markers("clause") for name in mark.args} for item in items}
        left_out = {item for item in items if not (cited[item] if wanted == "*" else wanted in cited[item])}
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Lets the garbage collector look seldom, and pass over all modules and tests: a fifth of the time of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Fails a unit test that reaches out of its process."""
    _outside.clear()
    yield
    if _outside and item.get_closest_marker("unit") is not None:
        pytest.fail(f"is no unit test: {', '.join(sorted(set(_outside)))}; mark it fast", pytrace=False)


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop of an asynchronous test: one in which an hour passes in a moment, or the usual one."""
    real = item.get_closest_marker("real_clock") is not None or "browser" in item.path.parts
    return {"real": RealLoop} if real else {"quick": QuickLoop}


@pytest.fixture(scope="session", autouse=True)
def hypothesis_is_ready(request: pytest.FixtureRequest) -> None:
    """Lets hypothesis read the constants of all modules, which it keeps for later runs, on no test's time."""
    if not any(item.get_closest_marker("hypothesis") for item in request.session.items):
        return

    @settings(max_examples=1, database=None)
    @given(st.text())
    def draw(_text: str) -> None:
        pass

    draw()


@pytest.fixture(scope="session", autouse=True)
def files_are_our_own() -> None:
    """What tests lay somewhere is private, like the files that it stands for: else a server says that it was not."""
    os.umask(0o077)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Lets no test leave its language to the next one."""
    yield
    language.use(NullTranslations())


@pytest.fixture
def house(tmp_path: Path) -> Iterator["House"]:
    """A house for the programs of a test."""
    from tests.e2e.processes import House

    with closing(House(tmp_path / "state")) as one:
        yield one


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
