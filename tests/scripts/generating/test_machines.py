"""The drawings of the state machines are those that the server uses."""

from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

from tests.scripts.conftest import Command
from uno_protocol import messages as m
from uno_protocol.asked import Where
from uno_protocol.room import RoomPhase
from uno_server.base.states import PHASES, LinkState, Turn


def test_what_is_drawn_is_current(script: ModuleType) -> None:
    for document in script.PLACES:
        assert script.current(document) == document.read_text(encoding="utf-8")


def test_every_state_and_every_request_is_drawn(script: ModuleType) -> None:
    drawn = script.drawn()
    for state in (*LinkState, *Where, *RoomPhase):
        assert f"as {state.name}\n" in drawn
    for turn in Turn:
        assert f"| {turn.value} |" in drawn
    for kind in m.REQUESTS.values():
        assert script._NAMES[kind] in drawn


def test_a_table_that_has_changed_is_told(
    script: ModuleType, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    document = tmp_path / "STATES.md"
    document.write_text(f"before\n{script.mark('table')}{script.END}after\n", encoding="utf-8")
    monkeypatch.setattr(script, "PLACES", {document: {"table": script.phases}})
    assert command("")[0] == 0
    assert command("--check")[0] == 0
    changed = {**PHASES, RoomPhase.WAITING: {Turn.CLOSED: RoomPhase.CLOSED}}
    monkeypatch.setattr(script, "PHASES", MappingProxyType(changed))
    code, _, err = command("--check")
    assert code == 1
    assert "STATES.md is out of date" in err
    text = document.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
