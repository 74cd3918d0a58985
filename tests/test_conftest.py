"""Does the watch over tasks see what it should? It is tried on small test files, in a pytest of its own."""

import shutil
import subprocess
import sys
from pathlib import Path

CASES = """
import asyncio
import pytest

async def test_tidy():
    await asyncio.create_task(asyncio.sleep(0))

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


def test_a_test_that_leaks_a_task_fails_and_no_other(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_cases.py").write_text(CASES, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n", encoding="utf-8")
    argv = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", "-rE"]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert "5 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert "ERROR test_cases.py::test_leaks" in done.stdout
    assert "left running: <coroutine object sleep" in done.stdout
