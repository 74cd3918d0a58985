"""conformance_report.py tries servers by the names of the table alone."""

import pytest

from tests.scripts.conftest import Command


def test_a_name_that_no_broken_server_has_is_refused(command: Command) -> None:
    with pytest.raises(SystemExit, match="2"):
        command("sound")
