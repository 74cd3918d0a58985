"""Everybody is back within ten seconds of a server's return, and not all in the same instant (FAULTS 48)."""

import asyncio
import random
import socket
from pathlib import Path

import pytest

from tests.e2e.proxy import proxied
from tests.e2e.seated import Seated
from tests.e2e.served import serving
from tests.quick_time import quick_loop
from uno_client.messages import LinkDown
from uno_client.net import connection, link
from uno_protocol import messages as m

PEOPLE = 16
GONE = 30.0
BACK = 10.0
NEW = m.NewTable(seats=10, turn_seconds=0)


@pytest.mark.parametrize("deaf", [False, True], ids=["the port refuses", "nothing answers"])
async def test_all_are_back_soon_after_a_server_that_was_gone_and_not_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaf: bool
) -> None:
    monkeypatch.setattr(random, "uniform", random.Random(48).uniform)
    there, plug = True, connection._plug

    async def silent(place: connection._Place) -> socket.socket:
        if there or not deaf:
            return await plug(place)
        async with asyncio.timeout(connection.CONNECT_SECONDS):
            await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(connection, "_plug", silent)
    async with serving() as here, proxied(here.place) as proxy:
        people = [Seated(proxy.address, f"p{nth}", tmp_path, NEW, 0) for nth in range(PEOPLE)]
        for person in people:
            await person.connected()
        await asyncio.sleep(5.0)
        there, proxy.gone = False, True
        for each in proxy.carried:
            each.end(reset=True)
        await asyncio.sleep(GONE)
        assert not any(person.online for person in people)
        there, proxy.gone, returned = True, False, quick_loop().time()
        for person in people:
            await person.connected()
        back = sorted(person.when(m.Resumed)[-1] - returned for person in people)
        assert back[-1] <= BACK
        assert back[-1] - back[0] > 1.0
        assert max(sum(at <= each < at + 0.25 for each in back) for at in back) <= PEOPLE // 2
        for person in people:
            pauses = [down.retry_in for down in person.all(LinkDown)]
            assert all(pause is not None and pause <= link.LONGEST_PAUSE for pause in pauses)
            await person.close()


def test_the_longest_pause_and_the_longest_attempt_fit_into_ten_seconds() -> None:
    assert link.LONGEST_PAUSE + connection.CONNECT_SECONDS < BACK
    assert all(
        link.pause_before(attempt, after) <= link.LONGEST_PAUSE for attempt in range(40) for after in (0.0, 1.0, 9.0)
    )


def test_who_is_told_when_to_come_back_comes_later_and_not_with_all_the_others() -> None:  # P-4.5
    pauses = [link.pause_before(0, 1.0) for _ in range(50)]
    assert all(1.0 <= pause <= 2.0 for pause in pauses)
    assert max(pauses) - min(pauses) > 0.3
