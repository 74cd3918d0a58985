"""The golden bytes stay as they are, whatever the code makes now."""

import json
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.scripts.conftest import Command


@pytest.fixture
def vectors(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """scripts/generating/vectors.py, with a copy of the file."""
    copy = shutil.copy(script.VECTORS, tmp_path)
    monkeypatch.setattr(script, "VECTORS", Path(copy))
    return script


def change(vectors: ModuleType, **fields: Any) -> None:
    """Write the first message of the file otherwise."""
    held = json.loads(vectors.VECTORS.read_text(encoding="utf-8"))
    held["messages"][0] |= fields
    vectors.VECTORS.write_text(vectors.written(held), encoding="utf-8")


def test_bytes_that_are_others_by_now_are_a_fault_and_are_not_written(vectors: ModuleType, command: Command) -> None:
    change(vectors, hex="00000000")
    before = vectors.VECTORS.read_bytes()
    code, _, err = command("")
    assert code == 1
    assert vectors.VECTORS.read_bytes() == before
    assert "the code makes other bytes of hello" in err


def test_a_face_that_is_another_by_now_is_a_fault(vectors: ModuleType, command: Command) -> None:
    held = json.loads(vectors.VECTORS.read_text(encoding="utf-8"))
    held["faces"][0]["face"] += 1
    vectors.VECTORS.write_text(vectors.written(held), encoding="utf-8")
    code, _, err = command("")
    assert code == 1
    assert "the code gives Ann face 3 now" in err


def test_a_message_without_bytes_gets_them(vectors: ModuleType, command: Command) -> None:
    held = json.loads(vectors.VECTORS.read_text(encoding="utf-8"))
    due = held["messages"][0].pop("hex")
    vectors.VECTORS.write_text(vectors.written(held), encoding="utf-8")
    assert command("")[0] == 0
    assert json.loads(vectors.VECTORS.read_text(encoding="utf-8"))["messages"][0]["hex"] == due
    assert command("")[0] == 0
