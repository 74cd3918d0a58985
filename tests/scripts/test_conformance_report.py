"""The page about conformance: what is written on it, what is read from it, and which case it names."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.conftest import Command, loaded


@pytest.mark.fast
def test_a_page_that_is_not_current_is_said_to_be_so(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "PAGE", tmp_path / "CONFORMANCE.md")
    generate = loaded("generate")
    monkeypatch.setattr(sys, "argv", ["generate.py", "conformance", "--check"])
    assert generate.main() == 1
    assert "CONFORMANCE.md is out of date: python3 scripts/generate.py conformance" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["generate.py", "conformance"])
    assert generate.main() == 0
    assert "## Our own server" in (tmp_path / "CONFORMANCE.md").read_text(encoding="utf-8")


def test_a_name_that_no_broken_server_has_is_refused(command: Command) -> None:
    with pytest.raises(SystemExit, match="2"):
        command("sound")
