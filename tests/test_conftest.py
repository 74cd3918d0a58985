"""The watch over tasks and over unit tests, and the quick clock, tried on small test files in a pytest of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG

LEAKS = """
import asyncio
import pytest

async def test_cancels_what_it_started():
    asyncio.create_task(asyncio.sleep(60)).cancel()

async def test_leaks():
    test_leaks.kept = asyncio.create_task(asyncio.sleep(60), name="forgotten")

@pytest.fixture
async def ticking():
    task = asyncio.create_task(asyncio.sleep(60))
    yield
    task.cancel()

async def test_with_a_fixture_that_cleans_up(ticking):
    pass

def test_without_a_loop():
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
"""


TIERS = """
import os
import socket
import time
import pytest

def test_a():
    time.sleep(0.6)

@pytest.mark.parametrize("port", [0, pytest.param(0, marks=pytest.mark.slow)])
def test_d(port):
    with socket.socket() as one:
        one.bind(("127.0.0.1", port))

@pytest.mark.fast
def test_e():
    test_d(0)

@pytest.mark.clause("A5", "A6")
def test_f():
    pass

@pytest.mark.soak
def test_g():
    raise AssertionError("takes hours")

def test_h():
    assert os.system("exit 0") == 0
"""


def tried(folder: Path, cases: str, *arguments: str) -> str:
    """What pytest says of these tests."""
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "test_cases.py").write_text(cases, encoding="utf-8")
    (folder / "pytest.ini").write_text(
        "[pytest]\nasyncio_mode = auto\naddopts = -m 'not soak'\n"
        "markers =\n unit\n fast\n slow\n soak\n clause\n real_clock\n",
        "utf-8",
    )
    argv = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", "-rfE"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    root = Path(__file__).parent.parent
    alone |= {"PYTHONPATH": str(root), "HYPOTHESIS_STORAGE_DIRECTORY": str(root / ".hypothesis")}
    done = subprocess.run(
        [*argv, *arguments], cwd=folder, env=alone, capture_output=True, text=True, timeout=HANG, check=False
    )
    return done.stdout


@pytest.mark.fast
def test_a_test_that_leaks_a_task_fails_and_no_other(tmp_path: Path) -> None:
    said = tried(tmp_path, LEAKS)
    assert "4 passed, 1 error" in said, said
    assert "ERROR test_cases.py::test_leaks" in said
    assert "left running: <coroutine object sleep" in said


@pytest.mark.fast
def test_a_unit_test_may_take_its_time_and_does_not_reach_out(tmp_path: Path) -> None:
    said = tried(tmp_path, TIERS)
    assert "2 failed, 4 passed, 1 deselected" in said, said
    for line in ("socket.bind; ", "os.system; "):
        assert line in said, said
    assert "2 failed, 2 passed" in tried(tmp_path, TIERS, "-m", "unit")


@pytest.mark.fast
def test_the_tests_of_a_clause_can_be_chosen(tmp_path: Path) -> None:
    for clause, said in {"A6": "1/7 tests collected", "*": "1/7 tests collected", "A7": "no tests collected"}.items():
        assert said in tried(tmp_path, TIERS, "--collect-only", "--clause", clause)
