"""The single file says in a sentence where it can't run, and chooses the program by its first word."""

import os
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

HERE = sysconfig.get_config_var("EXT_SUFFIX")


def packages(folder: Path, made_for: str) -> Path:
    (folder / "msgspec").mkdir()
    (folder / "msgspec" / f"_core{made_for}").touch()
    return folder


def test_packages_for_another_python_or_system_end_the_program_in_a_sentence(
    script: ModuleType, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        script.main(packages(tmp_path, ".cpython-399-riscv64-linux-gnu.so"), "/home/uno.pyz")
    assert str(ended.value).startswith(
        "uno.pyz: this file runs with cpython-399-riscv64-linux-gnu only, but this is Python 3."
    )
    assert "\n" not in str(ended.value)


@pytest.mark.parametrize(
    ("typed", "entry", "rest"),
    [
        ("server --help", "uno_server.cli:main", "--help"),
        ("game.local --help", None, "game.local --help"),
        ("", None, ""),
    ],
)
def test_the_first_word_may_be_another_program(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, entry: str | None, rest: str
) -> None:
    monkeypatch.setenv("UNO_STARTED_AS", "")
    monkeypatch.setenv("SHIV_ENTRY_POINT", "")
    monkeypatch.delenv("SHIV_ENTRY_POINT")
    monkeypatch.setattr(sys, "argv", ["uno.pyz", *typed.split()])
    script.main(packages(tmp_path, HERE), "uno.pyz")
    assert os.environ.get("SHIV_ENTRY_POINT") == entry
    assert sys.argv[1:] == rest.split()
    assert os.environ["UNO_STARTED_AS"].endswith(" uno.pyz")
