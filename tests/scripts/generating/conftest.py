"""The module that a file of tests is about, and the command line that makes what it makes."""

import sys
from types import ModuleType

import pytest

from tests.scripts.conftest import Command, loaded


@pytest.fixture
def command(script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """What `generate.py NAME` answers to a command line: exit code, standard output, standard error."""
    generate = loaded("generate")
    name = script.__name__.rpartition(".")[2].replace("_", "-")

    def run(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["generate.py", name, *line.split()])
        code = generate.main()
        return code, *capsys.readouterr()

    return run
