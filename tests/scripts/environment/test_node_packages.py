"""What tests need from npm is fetched once; where it cannot be, no harm is done."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.fast

FETCHING = "mkdir -p node_modules; touch node_modules/.package-lock.json; echo once >> calls"

posix = pytest.mark.skipif(sys.platform == "win32", reason="there a script of the shell is no program")


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
def test_what_is_missing_is_fetched_once(script: ModuleType, programs: Path, tmp_path: Path) -> None:
    put(programs, "node", "exit 0")
    put(programs, "npm", FETCHING)
    assert [script.ready(tmp_path), script.ready(tmp_path)] == ["", ""]
    assert (tmp_path / "calls").read_text(encoding="utf-8") == "once\n"


@posix
def test_where_npm_fails_it_is_told_and_nothing_else(script: ModuleType, programs: Path, tmp_path: Path) -> None:
    put(programs, "node", "exit 0")
    put(programs, "npm", "echo no network; exit 7")
    assert script.ready(tmp_path) == "npm ci failed with exit code 7"


@posix
def test_where_npm_takes_too_long_it_is_told(script: ModuleType, programs: Path, tmp_path: Path) -> None:
    put(programs, "node", "exit 0")
    put(programs, "npm", "exec sleep 60")
    assert script.ready(tmp_path, limit=0.3) == "npm ci failed: TimeoutExpired"


def test_where_there_is_no_npm_it_is_told(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script.ready(tmp_path) == "there is no Node.js with npm here"
