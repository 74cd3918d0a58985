"""Do the programs answer at once when they are only asked how to be used?"""

import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("program", ["client", "server"])
def test_help_leaves_the_heavy_imports_alone(program: str) -> None:
    argv = [sys.executable, "-P", "-X", "importtime", "-m", program, "--help"]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    assert f"uno-{program}" in done.stdout
    seen = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert program in seen
    assert seen.isdisjoint({"prompt_toolkit", "zeroconf"})


@pytest.mark.parametrize("program", ["client", "server"])
def test_help_answers_within_a_quarter_of_a_second(program: str) -> None:
    def seconds() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-P", "-m", program, "--help"], cwd=ROOT, capture_output=True, check=True)
        return time.perf_counter() - began

    assert min(seconds() for _ in range(5)) < 0.25
