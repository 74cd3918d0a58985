"""What requests cost does not grow with the number of tables: counted in calls, so that no machine is too slow."""

import asyncio
import sys
from types import ModuleType

import pytest

KINDS = (
    *("hello", "resume, bad token", "resume, snapshot *", "ping", "list_tables", "the same id again", "table_rules"),
    *("lobby_talk", "continuations", "why_not", "play refused", "join_table refused"),
)
FEW, MANY = 40, 120
TIMES = 5
SLACK = 1.1


async def calls(script: ModuleType, tables: int) -> dict[str, int]:
    """How many calls each kind takes beside so many tables, of functions of ours and in C."""
    from tests.server.whole import Calls

    place = script.Place(tables)
    found: dict[str, int] = {}
    everything = script.asks(place)
    for kind in KINDS:
        wanted, steps = everything[kind]
        each = steps()
        counted = Calls()
        for turn in range(TIMES + 1):  # the first one makes what is made once
            link, data = next(each)
            sys.setprofile(counted.watch if turn else None)
            place.whole.server.bytes_came(place.whole.wires[link][0], data)
            place.whole.deliver()
            assert wanted in b"".join(place.told())
        found[kind] = counted.ours + counted.in_c
    await place.whole.end()
    return found


@pytest.mark.fast
def test_what_a_reading_request_costs_does_not_grow_with_the_tables(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "MOVES", 20)
    few, many = (asyncio.run(calls(script, tables)) for tables in (FEW, MANY))
    grown = {kind: (few[kind], many[kind]) for kind in KINDS if many[kind] > SLACK * few[kind] + TIMES}
    assert grown == {}
