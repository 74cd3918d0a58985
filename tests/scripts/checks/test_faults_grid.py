"""Every case of what a peer may do wrong has its tests on both sides, and a missing one is noticed."""

from types import ModuleType

import pytest

from tests.scripts.conftest import Command


@pytest.mark.fast
def test_every_case_has_its_tests(command: Command) -> None:
    code, out, _ = command("")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "case  server  client   whole"
    assert [int(line.split()[0]) for line in lines[1:-1]] == list(range(1, 54))


SOURCE = '''
"""FAULTS 1"""
LIMIT = 5  # FAULTS 2

@mark  # FAULTS 3
async def test_a() -> None:
    """FAULTS 4, 6 to 8: so."""
    text = "FAULTS 9"
    go()  # O5, FAULTS 10 and 12

def helper() -> None:  # FAULTS 13
    pass
'''


def test_a_test_cites_what_stands_in_its_comments_and_its_docstring_alone(script: ModuleType) -> None:
    assert list(script.citations(SOURCE)) == [("test_a", number) for number in (3, 4, 6, 7, 8, 10, 12)]
