"""A journal can be recorded, with all that can happen at a table."""

from pathlib import Path

from tests.scripts.conftest import Command
from uno_server.journal.database import FILE


def test_every_event_happens_in_what_is_recorded(command: Command, tmp_path: Path) -> None:
    code, out, err = command(f"--into {tmp_path}")
    assert (code, err) == (0, "")
    assert out == f"{tmp_path / FILE}: {(tmp_path / FILE).stat().st_size} bytes\n"  # and nothing is missing
