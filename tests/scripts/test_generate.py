"""generate.py makes what is asked for, finds what is out of date, and loads nothing else."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS, Command


@pytest.fixture
def made(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """Lets one thing to make, called `thing`, have this text, these complaints and these options; gives its file."""
    monkeypatch.setattr(script, "MAKERS", (script.Maker("thing", "", "a thing"), script.Maker("other", "", "", True)))

    def has(text: str, *complaints: str, **more: object) -> Path:
        def make() -> str:
            if not text:
                raise script.Unwritable("cannot be")
            return text

        maker = SimpleNamespace(files=lambda: {tmp_path / "thing": make}, complaints=lambda: iter(complaints), **more)
        monkeypatch.setattr(script, "import_module", lambda _name: maker)
        return tmp_path / "thing"

    return has


def test_what_is_out_of_date_is_a_line_and_is_not_written_if_it_is_checked(
    command: Command, made: Callable[..., Path]
) -> None:
    file = made("new")
    file.write_text("old", encoding="utf-8")
    told = f"generate.py: {file} is out of date: python3 scripts/generate.py thing\n"
    assert command("--check") == command("thing --check") == (1, "", told)
    assert file.read_text(encoding="utf-8") == "old"
    assert command("") == (0, f"{file}\n", "")
    assert file.read_text(encoding="utf-8") == "new"
    assert command("") == command("--check") == (0, "", "")


def test_what_cannot_be_made_or_only_people_can_mend_is_a_line(command: Command, made: Callable[..., Path]) -> None:
    file = made("")
    assert command("") == command("--check") == (1, "", f"generate.py: {file}: cannot be\n")
    assert not file.exists()
    made("new", "no translation")
    assert command("")[0] == 1
    assert command("--check") == (1, "", "generate.py: no translation\n")


def test_options_of_its_own_go_to_what_is_named_and_to_nothing_else(
    command: Command, made: Callable[..., Path]
) -> None:
    given: list[list[str]] = []

    def alone(arguments: list[str]) -> int:
        given.append(arguments)
        return 3

    file = made("new", alone=alone)
    assert command("thing --show DIR")[0] == 3
    assert given == [["--show", "DIR"]]
    assert not file.exists()
    assert command("--show")[0] == command("thing other --show")[0] == command("thing --check --show")[0] == 2
    assert "nothing is called thin; known: thing, other" in command("thin")[2]
    made("new")
    assert command("thing --show") == (2, "", "generate.py: thing has no options of its own\n")
    assert command("thing --help") == (0, "thing has no options of its own; it makes a thing\n", "")


def test_every_name_has_a_module_that_makes_something(script: ModuleType) -> None:
    for maker in script.MAKERS:
        assert (SCRIPTS / f"{maker.module.replace('.', '/')}.py").exists()
    modules = {f"generating.{path.stem}" for path in (SCRIPTS / "generating").glob("*.py")}
    assert modules - {"generating.__init__", "generating.situations"} == {
        m.module for m in script.MAKERS if "." in m.module
    }


@pytest.mark.fast
def test_only_what_is_asked_for_is_loaded() -> None:
    code = "import sys, generate; sys.argv[1:] = ['tables', '--check']; print(generate.main(), *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=SCRIPTS, capture_output=True, encoding="utf-8", timeout=HANG, check=True
    )
    answer, *loaded = done.stdout.split()
    assert answer == "0"
    assert "generating.tables" in loaded
    assert {"generating.page", "babel", "tests"}.isdisjoint(loaded)
