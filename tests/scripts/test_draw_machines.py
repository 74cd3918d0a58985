"""Are the machines in the documents drawn as the server goes by them, and is it noticed when they are not?"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

from protocol.room import RoomPhase
from server.machines import PHASES, REQUESTS, LinkState, Turn, Where

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/draw_machines.py."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("draw_machines")


def test_what_is_drawn_is_current(draw: ModuleType) -> None:
    for document in draw.PLACES:
        assert draw.current(document) == document.read_text(encoding="utf-8")


def test_every_state_and_every_request_is_drawn(draw: ModuleType) -> None:
    drawn = draw.drawn()
    for state in (*LinkState, *Where, *RoomPhase):
        assert f"as {state.name}\n" in drawn
    for turn in Turn:
        assert f"| {turn.value} |" in drawn
    for kind in REQUESTS:
        assert draw._NAMES[kind] in drawn


def test_a_table_that_has_changed_is_told(
    draw: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "README.md"
    document.write_text(f"before\n{draw.mark('table')}{draw.END}after\n", encoding="utf-8")
    monkeypatch.setattr(draw, "PLACES", {document: {"table": draw.phases}})
    monkeypatch.setattr(sys, "argv", ["draw_machines.py"])
    assert draw.main() == 0
    monkeypatch.setattr(sys, "argv", ["draw_machines.py", "--check"])
    assert draw.main() == 0
    changed = {**PHASES, RoomPhase.WAITING: {Turn.CLOSED: RoomPhase.CLOSED}}
    monkeypatch.setattr(draw, "PHASES", MappingProxyType(changed))
    assert draw.main() == 1
    assert "README.md is not current" in capsys.readouterr().err
    text = document.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
