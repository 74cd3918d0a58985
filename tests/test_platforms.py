"""Every module can be imported where there is no POSIX, as on Windows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG

pytestmark = pytest.mark.fast

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "protocol", "server", "client")


def modules(root: Path) -> list[str]:
    """The names of all modules of the four packages under `root`."""
    paths = (path.relative_to(root) for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]


def faults_without_posix(root: Path) -> dict[str, str]:
    """Which modules under `root` cannot be imported without POSIX, and why. Asks a process of its own."""
    judge = Path(__file__).with_name("without_posix.py")
    done = subprocess.run(
        [sys.executable, "-P", str(judge), str(root), *modules(root)],
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
        "engine/__init__.py": "",
        "engine/good.py": "import signal\nhangup = getattr(signal, 'SIGHUP', None)\ndef late():\n    import termios",
        "engine/module.py": "import fcntl",
        "engine/inner/name.py": "from . import __name__\nfrom signal import SIGHUP",
        "client/__init__.py": "import os\nWHO = os.getuid()",
        "server/__init__.py": "",
        "server/__main__.py": "raise SystemExit(0)",
    }
    for place, source in sources.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(source, encoding="utf-8")
    assert faults_without_posix(tmp_path).keys() == {"engine.module", "engine.inner.name", "client", "server.__main__"}
