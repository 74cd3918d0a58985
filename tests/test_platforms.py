"""Every module can be imported where there is no POSIX, as on Windows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG

pytestmark = pytest.mark.fast

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "protocol", "server", "client")


def modules(root: Path) -> list[str]:
    """The names of all modules of the four packages under `root`."""
    folders = [root / folder for folder in FOLDERS]
    paths = (path.relative_to(folder) for folder in folders for path in sorted(folder.rglob("*.py")))
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]


def faults_without_posix(root: Path) -> dict[str, str]:
    """Which modules under `root` cannot be imported without POSIX, and why. Asks a process of its own."""
    judge = Path(__file__).with_name("without_posix.py")
    done = subprocess.run(
        [sys.executable, "-P", str(judge), *(str(root / folder) for folder in FOLDERS), "--", *modules(root)],
        capture_output=True,
        encoding="utf-8",
        timeout=HANG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    faults = json.loads(done.stdout)
    assert isinstance(faults, dict)
    return faults


def test_every_module_can_be_imported_where_there_is_no_posix() -> None:
    assert faults_without_posix(ROOT) == {}


def test_a_module_that_needs_posix_when_imported_is_found(tmp_path: Path) -> None:
    sources = {
        "__init__": "",
        "good": "import signal\nsignal.__dict__.get('SIGHUP')\ndef late():\n import termios",
        "module": "import fcntl",
        "name": "import os\nWHO = os.getuid()",
    }
    (package := tmp_path / "engine" / "uno_engine").mkdir(parents=True)
    for name, source in sources.items():
        (package / f"{name}.py").write_text(source, encoding="utf-8")
    assert faults_without_posix(tmp_path).keys() == {"uno_engine.module", "uno_engine.name"}
