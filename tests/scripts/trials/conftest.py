"""The command line of a subcommand."""

from types import ModuleType

import pytest

from tests.scripts.conftest import Command


@pytest.fixture
def command(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> Command:
    """What the subcommand answers to a command line: exit code, standard output, standard error."""

    def run(line: str) -> tuple[int, str, str]:
        code = script.main(line.split())
        return code, *capsys.readouterr()

    return run
