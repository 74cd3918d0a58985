"""The golden bytes stay as they are, whatever the code makes now."""

import json
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.scripts.conftest import Command
from uno_protocol import messages as m
from uno_protocol import versions


@pytest.fixture
def vectors(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """scripts/generating/vectors.py, with a copy of the file."""
    shutil.copytree(script.FOLDER, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(script, "FOLDER", tmp_path)
    return script


def held_in(vectors: ModuleType, version: int = versions.OLDEST) -> Any:
    return json.loads(vectors.file_of(version).read_text(encoding="utf-8"))


def write(vectors: ModuleType, held: Any) -> None:
    vectors.file_of(held["version"]).write_text(vectors.written(held), encoding="utf-8")


def change(vectors: ModuleType, **fields: Any) -> None:
    """Write the first message of the file otherwise."""
    held = held_in(vectors)
    held["messages"][0] |= fields
    write(vectors, held)


def test_bytes_that_are_others_by_now_are_a_fault_and_are_not_written(vectors: ModuleType, command: Command) -> None:
    change(vectors, hex="00000000")
    before = vectors.file_of(versions.OLDEST).read_bytes()
    code, _, err = command("")
    assert code == 1
    assert vectors.file_of(versions.OLDEST).read_bytes() == before
    assert "the code makes other bytes of hello" in err


def test_a_face_that_is_another_by_now_is_a_fault(vectors: ModuleType, command: Command) -> None:
    held = held_in(vectors)
    held["faces"][0]["face"] += 1
    write(vectors, held)
    code, _, err = command("")
    assert code == 1
    assert "the code gives Ann face 3 now" in err


def test_a_message_without_bytes_gets_them(vectors: ModuleType, command: Command) -> None:
    held = held_in(vectors)
    due = held["messages"][0].pop("hex")
    write(vectors, held)
    assert command("")[0] == 0
    assert held_in(vectors)["messages"][0]["hex"] == due
    assert command("")[0] == 0


def test_what_is_frozen_is_not_changed_and_not_frozen_again(vectors: ModuleType, command: Command) -> None:
    held = held_in(vectors)
    held["messages"].append(held["messages"].pop(0))
    write(vectors, held)
    code, _, err = command("")
    assert (code, "messages of v2.json changed, which is frozen" in err) == (1, True)
    assert command("--freeze")[0] == 1
    (vectors.FOLDER / "frozen.json").unlink()
    assert command("--freeze")[0] == 0
    assert command("")[0] == 0


def test_what_is_added_at_the_end_is_frozen_when_that_is_asked_for(vectors: ModuleType, command: Command) -> None:
    held = held_in(vectors, m.VERSION)
    held["messages"].append(held["messages"][0])
    write(vectors, held)
    assert command("")[0] == 0
    assert command("--freeze")[0] == 0
    write(vectors, held | {"messages": held["messages"][:-1]})
    assert command("")[0] == 1


@pytest.mark.parametrize("name", ["preset=party", "doubles", "stacking=any"])
def test_a_rule_that_is_no_longer_in_a_frozen_version_is_a_fault(
    name: str, vectors: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(versions.SINCE, name, m.VERSION + 1)
    assert [line for line in vectors.complaints() if line.startswith("what clients may send")]


def test_a_new_field_of_a_client_without_its_mark_is_a_fault(
    vectors: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    class AddBot(m.AddBot, tag="add_bot", frozen=True):
        loud: bool = False

    monkeypatch.setitem(m.REQUESTS, "add_bot", AddBot)
    assert [line for line in vectors.complaints() if line.startswith("what clients may send")]
