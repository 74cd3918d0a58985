"""Is a short session the same whatever befalls its connection, at every byte of it (FAULTS 1, 5, 6, 45 to 48)?

A real server and real sockets, the proxy between them, and a clock that jumps: what takes seconds takes none.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from protocol import messages as m
from tests.e2e.light import Light
from tests.e2e.proxy import Proxy, Trouble, Way, answers_in, proxied
from tests.e2e.quick_time import in_quick_time
from tests.e2e.served import Serving, serving

LAST = 7
"""The decision at which a session ends."""
NEW = m.NewTable(seats=2, turn_seconds=0)


@dataclass(frozen=True, slots=True)
class Session:
    """What came of one session."""

    shaken: Light
    steady: Light
    proxy: Proxy
    applied: int


async def played(trouble: Trouble) -> Session:
    """Two people play at a table, the first of them through that trouble; all that must hold always is checked."""
    async with serving() as here, proxied(here.place, trouble) as proxy:
        ann = Light(proxy.address, "ann", NEW, LAST)
        await ann.until(lambda: ann.table is not None)
        bob = Light(here.address, "bob", NEW, LAST)
        try:
            await ann.until(lambda: ann.done and bob.done)
            check(here, ann)
            check(here, bob)
            applied = here.applied()
            assert len(set(applied)) == len(applied)
            assert bob.links == 1
            return Session(ann, bob, proxy, len(applied))
        finally:
            await ann.close()
            await bob.close()


def check(here: Serving, person: Light) -> None:
    """Their picture is the server's, and no entry was missed or came twice."""
    assert person.table == here.sees(person.table.seat if person.table else None)
    assert person.snapshots == 1
    assert person.numbers == list(range(person.numbers[0], person.numbers[0] + len(person.numbers)))


def course(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events, but for those that tell of links."""
    return [event for event in events if event["k"] != "presence_changed"]


async def compare(trouble: Trouble, plain: Session) -> None:
    """A session with that trouble is as `plain`, which had none."""
    session = await played(trouble)
    assert course(session.steady.events) == course(plain.steady.events), trouble
    assert session.applied == plain.applied, trouble
    cut = session.proxy.carried[0].cut
    assert cut, trouble
    assert session.shaken.links == 2, trouble


def cuts(up: int, down: int, step: int, first: int = 0) -> list[Trouble]:
    """A cut after every `step`th byte of a session of that many, up and down, by reset and end of stream in turn."""
    ups = [Trouble(up=Way(cut_at=at, reset=at // step % 2 == 0)) for at in range(first, up, step)]
    downs = [Trouble(down=Way(cut_at=at, reset=at // step % 2 == 0)) for at in range(first, down, step)]
    return ups + downs


@in_quick_time
async def test_a_cut_at_bytes_all_over_the_session_changes_nothing() -> None:  # FAULTS 6, 47
    plain = await played(Trouble())
    carried = plain.proxy.carried[0]
    for trouble in cuts(len(carried.up), len(carried.down), step=37):
        await compare(trouble, plain)


@in_quick_time
async def test_a_request_whose_answer_was_lost_is_carried_out_once() -> None:  # FAULTS 27
    plain = await played(Trouble())
    ends = answers_in(plain.proxy.carried[0].down)
    assert len(ends) >= 5
    for at in (end - back for end in ends for back in (1, 7)):
        await compare(Trouble(down=Way(cut_at=at)), plain)


PARTS = 6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@in_quick_time
async def test_a_cut_at_any_byte_of_the_session_changes_nothing(part: int) -> None:  # FAULTS 47
    plain = await played(Trouble())
    carried = plain.proxy.carried[0]
    for trouble in cuts(len(carried.up), len(carried.down), step=1)[part::PARTS]:
        await compare(trouble, plain)
