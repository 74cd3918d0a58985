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


def test_an_empty_cell_a_needless_reason_and_a_case_that_there_is_not_are_told(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {number: "words" for number in range(1, 54) if number != 48}
    places = {(number, side): ["here"] for number in range(1, 29) for side in script.SIDES}
    assert script.complaints(known, places) == ["case 48 is missing in server/FAULTS.md"]
    known[48] = "words"
    assert script.complaints(known, places) == []
    del places[12, "client"]
    assert script.complaints(known, places) == ["case 12 is cited by no test of the client, and no reason is written"]
    monkeypatch.setattr(script, "REASONS", {(12, "client"): "because", (13, "server"): "because"})
    places[54, "server"] = ["there"]
    assert script.complaints(known, places) == [
        "case 13 has tests of the server, so it needs no reason",
        "there is no case 54, but there cites it",
    ]
    assert "  12       1  reason       -  words" in script.grid(known, places, listing=False)
