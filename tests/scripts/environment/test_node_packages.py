"""What tests need from npm is fetched once; where it cannot be, no harm is done."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = [
    pytest.mark.fast,
    pytest.mark.skipif(sys.platform == "win32", reason="there a script of the shell is no program"),
]


@pytest.mark.parametrize(
    ("npm", "said"),
    [
        ("mkdir -p node_modules; touch node_modules/.package-lock.json", ""),
        ("echo no network; exit 7", "npm ci failed with exit code 7"),
        ("exec sleep 60", "npm ci failed: TimeoutExpired"),
        ("", "there is no Node.js with npm here"),
    ],
)
def test_what_is_missing_is_fetched_once_or_it_is_told_why_not(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, npm: str, said: str
) -> None:
    for name, does in {"node": "exit 0", "npm": f"echo once >> calls; {npm}"}.items() if npm else ():
        (program := tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin" if npm else str(tmp_path))
    limit = 0.3 if "sleep" in npm else 60
    assert script.ready(tmp_path, limit=limit) == said
    if not said:
        assert script.ready(tmp_path) == ""
        assert (tmp_path / "calls").read_text(encoding="utf-8") == "once\n"
