"""Is the package of the example in Node.js fetched once, and is it no harm where that cannot be?"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
FETCHING = "mkdir -p node_modules/@msgpack/msgpack; echo once >> calls"

posix = pytest.mark.skipif(sys.platform == "win32", reason="there a script of the shell is no program")


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/node_packages.py."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("node_packages")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs are looked for first; nothing is there yet."""
    (folder := tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


def put(folder: Path, name: str, script: str) -> None:
    """Put a program there."""
    (program := folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


@posix
def test_what_is_missing_is_fetched_once(packages: ModuleType, programs: Path, tmp_path: Path) -> None:
    put(programs, "node", "exit 0")
    put(programs, "npm", FETCHING)
    assert [packages.ready(tmp_path), packages.ready(tmp_path)] == ["", ""]
    assert (tmp_path / "calls").read_text(encoding="utf-8") == "once\n"


@posix
def test_where_npm_fails_it_is_told_and_nothing_else(packages: ModuleType, programs: Path, tmp_path: Path) -> None:
    put(programs, "node", "exit 0")
    put(programs, "npm", "echo no network; exit 7")
    assert packages.ready(tmp_path) == "npm ci failed with exit code 7"


@posix
def test_where_npm_takes_too_long_it_is_told(packages: ModuleType, programs: Path, tmp_path: Path) -> None:
    put(programs, "node", "exit 0")
    put(programs, "npm", "exec sleep 60")
    assert packages.ready(tmp_path, limit=0.3) == "npm ci failed: TimeoutExpired"


def test_where_there_is_no_npm_it_is_told(
    packages: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert packages.ready(tmp_path) == "there is no Node.js with npm here"
