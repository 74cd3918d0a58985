"""The programs answer at once when they are only asked for help."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG

pytestmark = pytest.mark.fast

ROOT = Path(__file__).resolve().parent.parent


HEAVY = {"prompt_toolkit", "zeroconf", "msgspec", "msgpack", "sqlite3", "cryptography", "mnemonic", "segno"}


@pytest.mark.parametrize(("program", "heavy"), [("uno_client", HEAVY | {"asyncio", "ssl"}), ("uno_server", HEAVY)])
def test_help_leaves_the_heavy_imports_alone(program: str, heavy: set[str]) -> None:
    argv = [sys.executable, "-P", "-X", "importtime", "-m", program, "--help"]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=HANG, check=False)
    assert done.returncode == 0, done.stderr
    assert program.replace("_", "-") in done.stdout
    seen = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert program in seen
    assert seen.isdisjoint(heavy)


def test_the_front_door_is_drawn_without_what_lies_behind_it() -> None:
    late = {"zeroconf", "ifaddr", "tomlkit", "cryptography", "mnemonic", "msgpack", "sqlite3", "segno", "uno_server"}
    behind = {
        "uno_client.net.link",
        "uno_client.net.discovery",
        "uno_client.net.connection",
        "uno_client.lines",
        "uno_client.autoplay",
    }
    code = "import sys, uno_client.cli, uno_client.fullscreen.front_door; print(*sys.modules)"
    found = {**os.environ, "PYTHONPATH": str(ROOT)}
    loaded = subprocess.check_output([sys.executable, "-P", "-c", code], env=found, encoding="utf-8", timeout=HANG)
    assert set(loaded.split()).isdisjoint(late | behind)
