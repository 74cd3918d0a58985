"""The client comes back by itself, whatever its connection suffers, and misses nothing (FAULTS 1, 5, 6, 45 to 47)."""

import random
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.e2e.proxy import Carried, Proxy, Trouble, Way, answers_in, proxied
from tests.e2e.seated import Seated
from tests.e2e.served import Serving, serving
from tests.quick_time import quick_loop
from uno_client.messages import LinkDown
from uno_client.net.link import LONGEST_PAUSE, package_version
from uno_protocol import messages as m
from uno_protocol.codec import encode
from uno_protocol.framing import frame
from uno_server.base.limits import Limits
from uno_server.net.server import HOUSEKEEPING_SECONDS

LAST = 8
"""The decision at which a session ends."""
SHORT = 2
"""The same, for a session that is cut at every byte."""
NEW = m.NewTable(seats=3, bots=["normal"], turn_seconds=0)
NOTICED = 15.0
"""Seconds in which either side must notice that the other is dead."""


PARTS = 16
"""Of the bytes at which a link is cut, for as many tests; two of them run every time, one for each way to be cut."""

_sessions = count()


@dataclass
class Session:
    """Two people and a computer player at a table: the link of one is shaken, the other's is steady."""

    here: Serving
    proxy: Proxy
    shaken: Seated
    steady: Seated

    @property
    def first(self) -> Carried:
        """The first connection through the proxy."""
        return self.proxy.carried[0]

    async def end(self) -> None:
        """Wait until everything is played; both pictures are the server's, and nothing was missed or came twice."""
        people = (self.shaken, self.steady)
        while not all(person.done for person in people):
            for person in people:
                await person.end()
        for person in people:
            assert person.model.table == self.here.sees(person.model.seat)
            assert person.model.resyncs == 0
            numbers = [entry.n for entry in person.all(m.Entry)]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            assert len(person.all(m.Snapshot)) == 1
        applied = self.here.applied()
        assert len(set(applied)) == len(applied)
        assert self.steady.sessions == 1

    def course(self) -> tuple[list[dict[str, Any]], int]:
        """What has happened at the table but for links, and how many requests were carried out."""
        events = [entry.event for entry in self.steady.all(m.Entry) if entry.event["k"] != "presence_changed"]
        return events, len(self.here.applied())


@asynccontextmanager
async def session(folder: Path, *troubles: Trouble, last: int = LAST, new: m.NewTable = NEW) -> AsyncIterator[Session]:
    """A session that has begun; the first connections of the one who is shaken have these troubles."""
    tokens = folder / str(next(_sessions))
    async with serving() as here, proxied(here.place, *troubles) as proxy:
        ann = Seated(proxy.address, "ann", tokens, new, last)
        people = [ann]
        try:
            await ann.until(lambda: ann.model.table is not None)
            people.append(bob := Seated(here.address, "bob", tokens, new, last))
            yield Session(here, proxy, ann, bob)
        finally:
            for person in people:
                await person.close()


async def plain(folder: Path, last: int = LAST) -> Session:
    """A session without trouble."""
    async with session(folder, last=last) as one:
        await one.end()
        return one


async def troubled(folder: Path, calm: Session, trouble: Trouble, last: int = LAST) -> Session:
    """A session that goes as the calm one did, though its first connection has that trouble."""
    async with session(folder, trouble, last=last) as one:
        await one.end()
        assert one.course() == calm.course(), trouble
        return one


def greeted(one: Session) -> tuple[int, int]:
    """Bytes up and down by which the client is greeted: what is lost sooner is no server to come back to."""
    hello = m.Hello([m.VERSION, m.VERSION], "uno-client", package_version())
    return len(frame(encode(hello))) + 1, len(frame(encode(one.shaken.all(m.Welcome)[0])))


def logged_in(one: Session) -> tuple[int, int]:
    """Bytes up and down by which the client has its session."""
    up, down = greeted(one)
    return up + len(frame(encode(m.Login("ann")))), down + len(frame(encode(one.shaken.all(m.LoggedIn)[0])))


def spread(first: int, end: int, many: int) -> list[int]:
    """So many offsets from `first` to before `end`."""
    return [first + (end - first) * each // many for each in range(many)]


def everywhere(one: Session, first: tuple[int, int], many: int, make: Callable[[int], Way]) -> list[Trouble]:
    """So many troubles, at offsets all over the session from `first` on: a quarter of them up, the rest down."""
    up, down = first
    ups = [Trouble(up=make(at)) for at in spread(up, len(one.first.up), many // 4)]
    return ups + [Trouble(down=make(at)) for at in spread(down, len(one.first.down), many - many // 4)]


async def cut_off(folder: Path, calm: Session, troubles: Iterable[Trouble], last: int = LAST) -> None:
    """A session whose first connection is cut goes as the calm one did."""
    for trouble in troubles:
        one = await troubled(folder, calm, trouble, last)
        assert one.first.cut, trouble
        assert not [no for no in one.shaken.all(m.Error) if no.id is not None], trouble
        assert not one.shaken.all(m.Bye), trouble
        assert 1 <= len(one.shaken.all(LinkDown)) <= 2, trouble
        assert 1 <= one.shaken.sessions <= 2, trouble
        assert one.shaken.model.screen is calm.shaken.model.screen


async def test_a_client_that_is_cut_off_anywhere_comes_back_and_misses_nothing(tmp_path: Path) -> None:
    """FAULTS 6, 47."""
    calm = await plain(tmp_path)
    await cut_off(tmp_path, calm, everywhere(calm, greeted(calm), 60, lambda at: Way(cut_at=at, reset=at % 2 == 0)))


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.slow if part < 2 else pytest.mark.soak) for part in range(PARTS)]
)
async def test_a_client_that_is_cut_off_at_any_byte_misses_nothing(tmp_path: Path, part: int) -> None:
    """FAULTS 47."""
    calm = await plain(tmp_path, SHORT)
    (up, down), first = greeted(calm), calm.first
    troubles = [Trouble(up=Way(cut_at=at, reset=at % 2 == 0)) for at in range(up, len(first.up))]
    troubles += [Trouble(down=Way(cut_at=at, reset=at % 2 == 0)) for at in range(down, len(first.down))]
    await cut_off(tmp_path, calm, troubles[part::PARTS], SHORT)


async def test_a_request_whose_answer_was_lost_is_carried_out_once(tmp_path: Path) -> None:
    """FAULTS 27."""
    calm = await plain(tmp_path)
    ends = answers_in(calm.first.down)
    assert len(ends) >= 5
    for at in (end - back for end in ends for back in (1, 7)):
        one = await troubled(tmp_path, calm, Trouble(down=Way(cut_at=at)))
        assert not one.shaken.all(m.Error), at


async def test_delays_of_a_wireless_network_cost_time_alone(tmp_path: Path) -> None:
    """FAULTS 45: 500 ± 300 ms each way."""
    calm = await plain(tmp_path)
    dice = random.Random(45)
    slow = Way(delay=lambda: dice.uniform(0.2, 0.8))
    one = await troubled(tmp_path, calm, Trouble(up=slow, down=slow))
    assert one.shaken.sessions == len(one.proxy.carried) == 1


async def test_bytes_one_at_a_time_both_ways_say_the_same(tmp_path: Path) -> None:
    """FAULTS 1, 45."""
    calm = await plain(tmp_path)
    alone = Way(single=True)
    one = await troubled(tmp_path, calm, Trouble(up=alone, down=alone))
    assert (one.shaken.sessions, one.first.up) == (1, calm.first.up)
    assert len(one.first.down) == len(calm.first.down)


async def test_a_stall_shorter_than_the_time_outs_loses_nothing(tmp_path: Path) -> None:
    calm = await plain(tmp_path)
    login = 600
    for trouble in everywhere(calm, greeted(calm), 16, lambda at: Way(stall_at=at, stall=4.5 if at < login else 9.0)):
        one = await troubled(tmp_path, calm, trouble)
        assert one.shaken.sessions == len(one.proxy.carried) == 1, trouble


async def test_a_stall_in_a_message_longer_than_the_time_outs_is_come_back_from(tmp_path: Path) -> None:
    """FAULTS 5."""
    calm = await plain(tmp_path)
    for at in spread(len(calm.first.up) // 2, len(calm.first.up), 6):
        one = await troubled(tmp_path, calm, Trouble(up=Way(stall_at=at, stall=40.0)))
        assert one.shaken.sessions == 2, at
        assert one.shaken.all(LinkDown)[0].retry_in is not None


async def test_a_half_open_link_is_noticed_by_the_client_and_come_back_from(tmp_path: Path) -> None:
    """FAULTS 46, with the time-outs that players have."""
    calm = await plain(tmp_path)
    for trouble in everywhere(calm, logged_in(calm), 24, lambda at: Way(dead_at=at)):
        one = await troubled(tmp_path, calm, trouble)
        since, noticed = one.first.dead_since, one.shaken.when(LinkDown)[0]
        assert since is not None
        assert 0 < noticed - since <= NOTICED, trouble
        assert one.shaken.sessions == 2, trouble


async def test_a_half_open_link_is_noticed_by_the_server_and_shown_to_the_table(tmp_path: Path) -> None:
    """FAULTS 46."""
    async with session(tmp_path) as one:
        await one.steady.until(lambda: one.steady.model.game is not None)
        seat = one.shaken.model.seat
        one.proxy.gone = True
        one.first.kill()
        since = quick_loop().time()
        lost = {"k": "presence_changed", "seat": seat, "connected": False}

        def shown() -> list[float]:
            return [at for at, heard in one.steady.heard if isinstance(heard, m.Entry) and heard.event == lost]

        await one.steady.until(lambda: bool(shown()))
        assert 0 < shown()[0] - since <= NOTICED
        one.proxy.gone, back = False, quick_loop().time()
        await one.end()
        assert one.shaken.when(m.Resumed)[0] - back <= LONGEST_PAUSE


def test_the_server_looks_often_enough_to_notice_in_time() -> None:
    assert Limits().silence_seconds + HOUSEKEEPING_SECONDS < NOTICED
    assert Limits().ping_seconds * 2 < Limits().silence_seconds


@pytest.mark.parametrize("seed", range(4))
async def test_one_link_after_the_other_that_breaks_hinders_no_game(tmp_path: Path, seed: int) -> None:
    """FAULTS 45."""
    dice = random.Random(seed)

    def way(least: int) -> Way:
        slow = dice.choice([None, lambda: dice.uniform(0.2, 0.8)])
        at = dice.randint(least, 3000)
        return dice.choice(
            [
                Way(cut_at=at, reset=dice.random() < 0.5, delay=slow),
                Way(stall_at=at, stall=dice.uniform(1, 30), delay=slow),
                Way(dead_at=at),
            ]
        )

    troubles = [Trouble(down=way(2500 if nth == 0 else 0)) for nth in range(12)]
    long = replace(NEW, options={"hand_size": "15", "players": "2-3"})
    async with session(tmp_path, *troubles, last=40, new=long) as one:
        await one.end()


@pytest.mark.parametrize(("way", "told"), [("up", "closed the connection at once"), ("down", "closed the connection")])
async def test_what_closes_before_it_has_greeted_is_no_server_to_come_back_to(
    tmp_path: Path, way: str, told: str
) -> None:
    for at in (0, 1, 30):
        cut = Way(cut_at=at, reset=at == 1)
        async with serving() as here, proxied(here.place, Trouble(**{way: cut})) as proxy:
            ann = Seated(proxy.address, "ann", tmp_path, NEW, LAST)
            end = await ann.shell.finish()
            assert end.code == 69
            assert told in end.text
