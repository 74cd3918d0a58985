"""The script that a file of tests is about, and its command line."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

Command = Callable[[str], tuple[int, str, str]]


def loaded(name: str) -> ModuleType:
    """scripts/NAME.py, with the scripts that it imports itself."""
    with mock.patch.object(sys, "path", [str(SCRIPTS), *sys.path]):
        return importlib.import_module(name)


@pytest.fixture
def script(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/NAME.py for tests/scripts/test_NAME.py, below folders too; it may import others late."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    folders = request.path.relative_to(Path(__file__).parent).parent.parts
    return loaded(".".join([*folders, request.path.stem.removeprefix("test_")]))


@pytest.fixture
def command(script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """What the script answers to a command line: exit code, standard output, standard error."""

    def run(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [f"{script.__name__}.py", *line.split()])
        code = script.main()
        return code, *capsys.readouterr()

    return run
