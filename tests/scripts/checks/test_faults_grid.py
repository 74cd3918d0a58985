"""Every case of what a peer may do wrong has its tests on both sides, and a missing one is noticed."""

import pytest

from tests.scripts.conftest import Command


@pytest.mark.fast
def test_every_case_has_its_tests(command: Command) -> None:
    code, out, _ = command("")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "case  server  client   whole"
    assert [int(line.split()[0]) for line in lines[1:-1]] == list(range(1, 56))
