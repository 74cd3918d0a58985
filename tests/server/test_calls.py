"""What a move costs, in calls: from its bytes to the bytes for everybody at the table, with the journal."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.harness import Person
from tests.server.whole import Calls, Whole
from uno_protocol import messages as m
from uno_server.journal.store import DiskJournal

MOVES = 300
MOST = {"": (183, 338), "en": (305, 546)}
"""A move may take so many calls: of functions of ours, and with what they call in C; by the language that all four want
words in, if they do (P-4.9). Whoever needs more says why.

Storing the whole table and the session with each move instead of its entries alone takes some 30.
Keeping the moves of a game for its record (P-8.10) takes two or three.
"""


@pytest.mark.fast
@pytest.mark.parametrize("words", MOST)
async def test_a_move_takes_few_calls(
    words: str, tmp_path: Path, record_property: Callable[[str, object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Person, "words", words)
    await calls_of(MOVES, tmp_path / "first")  # fills what is kept from then on, whatever ran before this test
    calls = await calls_of(MOVES, tmp_path / "again")
    ours, in_c = calls.ours / MOVES, calls.in_c / MOVES
    record_property("calls of a move", f"{ours + in_c:.0f}, {ours:.0f} of them of functions in Python")
    if sys.implementation.name == "cpython" and sys.version_info[:2] == (3, 11):
        most_of_ours, most = MOST[words]
        assert ours <= most_of_ours
        assert ours + in_c <= most


async def calls_of(moves: int, journal: Path) -> Calls:
    """What these moves take; what lies between two rounds isn't counted."""
    whole, calls = Whole(DiskJournal.open(journal)), Calls()
    people = [whole.person(name) for name in ("ann", "bob", "cem", "dee")]
    new = m.NewTable(seats=4, options={"uno_grace": "0", "goal": "points", "target": "1000"})
    for person in people:
        person.ask(m.JoinTable, table="T", new=new)
    await whole.rest()
    for person in people:
        person.ask(m.Ready)
    people[0].ask(m.Start)
    await whole.rest()

    while moves:
        for person in people:
            if person.phase == "between_rounds":
                person.ask(m.Ready)
                await whole.rest()
            whole.calls = calls
            if moves and person.move():
                await whole.rest()
                assert isinstance(person.answer(person.last_id), m.Ok)
                moves -= 1
            whole.calls = None
    await whole.end()
    return calls
