"""The example in Go passes the tests that it comes with."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import HANG

GO = shutil.which("go") or ""
EXAMPLE = Path(__file__).parents[2] / "scripts" / "examples" / "go"


@pytest.mark.slow
@pytest.mark.skipif(not GO, reason="there is no Go here")
def test_the_example_in_go_passes_its_tests() -> None:
    done = subprocess.run([GO, "test", "."], cwd=EXAMPLE, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
