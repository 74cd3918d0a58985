"""Are the limits in the documents those that the server goes by, and is it noticed when they are not?"""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from server.config_limits import of_file, settled
from server.limits import BOUNDS, USUAL, Limits

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/draw_limits.py."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("draw_limits")


def test_what_the_documents_say_is_current(draw: ModuleType) -> None:
    for document in draw.PLACES:
        assert draw.current(document) == document.read_text(encoding="utf-8")


def test_the_file_of_settings_in_the_document_is_how_everything_is_without_one(draw: ModuleType) -> None:
    text = draw.settings().removeprefix("```toml\n").removesuffix("```\n")
    assert settled(of_file(Path("x"), tomllib.loads(text)["limits"])) == Limits()


def test_every_limit_says_whom_it_hits_and_what_happens_and_is_within_its_bounds(draw: ModuleType) -> None:
    for name, bound in BOUNDS.items():
        assert bound.hits.split(",")[0] in ("server", "address", "session", "connection", "table")
        assert bound.then
        assert bound.least <= USUAL[name] <= bound.most
        assert f"| `{name}` | " in draw.table()


def test_a_limit_that_has_changed_is_told(
    draw: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "README.md"
    document.write_text(f"before\n{draw.BEGIN}{draw.END}after\n", encoding="utf-8")
    monkeypatch.setattr(draw, "PLACES", {document: draw.table})
    monkeypatch.setattr(sys, "argv", ["draw_limits.py", "--check"])
    assert draw.main() == 1
    assert "README.md is not current" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["draw_limits.py"])
    assert draw.main() == 0
    monkeypatch.setattr(sys, "argv", ["draw_limits.py", "--check"])
    assert draw.main() == 0
    monkeypatch.setattr(draw, "USUAL", {**USUAL, "watchers": 51})
    assert draw.main() == 1
    text = document.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
