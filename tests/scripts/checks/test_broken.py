"""Broken servers are caught without sockets, and one that breaks nothing is not."""

from types import ModuleType

import pytest

from tests.planting import Edit
from tests.protocol.conformance.broken import Broken, table
from tests.scripts.conftest import Command


@pytest.fixture(autouse=True)
def alone(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing forks from a process that outlives its test."""
    monkeypatch.setattr(script, "PROCESSES", script.FRESH)


@pytest.mark.fast
@pytest.mark.parametrize(
    "file", ["protocol/uno_protocol/framing.py", "server/uno_server/net/link.py", "engine/uno_engine/rounds.py"]
)
def test_a_broken_server_is_caught(script: ModuleType, file: str) -> None:
    broken = next(one for one in table() if one.edits[0].file == file)
    assert script.complaint(broken) is None


@pytest.mark.fast
def test_a_server_that_breaks_nothing_is_not_caught(script: ModuleType) -> None:
    edit = Edit("server/uno_server/net/server.py", "READ_BYTES = 56 * 1024\n", "READ_BYTES = 55 * 1024\n")
    sound = Broken("sound", "reads less at once", ("P-4.3",), (edit,))
    assert script.complaint(sound) == "no case that cites its clauses has failed"


def test_a_name_that_is_not_in_the_table_is_refused(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command("--only nobody")
    assert "no broken server has that name" in capsys.readouterr().err
