"""The server is announced while it runs, with its news, and announcing never hinders it. On loopback."""

import asyncio
import errno
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests import patience
from uno_protocol import interfaces, multicast
from uno_protocol.discovery import AUTO, OFF, SERVICE_TYPE, Advertisement, Reach, read
from uno_protocol.interfaces import NoReach, Plan, Spot
from uno_server.net import announcer
from uno_server.net.announcer import Announcer

pytestmark = pytest.mark.fast

LO = Reach(addresses=("127.0.0.1",))
TOLD = Advertisement("0123456789abcdef", "Ann's game", 1, 1, players=0, tables=0, open_tables=0, free_seats=0)
LONG = 20.0


class Facts:
    """What is told, to be changed; counts how often it was asked for."""

    def __init__(self, id: str) -> None:
        self.now = replace(TOLD, server_id=id)
        self.asked = 0

    def __call__(self) -> Advertisement:
        self.asked += 1
        return self.now


until = partial(patience.until, seconds=LONG)


class Listener:
    """Another program on this machine that looks for games: the announcements by instance."""

    def __init__(self) -> None:
        self.there: dict[str, tuple[int | None, list[str], Advertisement | None]] = {}

    def heard(self, zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(service_type, name)
        if state_change.name == "Removed":
            self.there.pop(name, None)
        elif info.load_from_cache(zeroconf):
            self.there[name] = info.port, info.parsed_addresses(), read(info.text)

    def of(self, id: str) -> tuple[int | None, list[str], Advertisement | None] | None:
        return next((each for name, each in self.there.items() if f"[{id[:6]}]" in name), None)


@asynccontextmanager
async def listening() -> AsyncIterator[Listener]:
    from zeroconf.asyncio import AsyncServiceBrowser

    listener = Listener()
    spots = (Spot("127.0.0.1", 8, 1),)
    network = await multicast.opened(Plan(("127.0.0.1",), ("127.0.0.1",), spots))
    browser = AsyncServiceBrowser(network.zeroconf, SERVICE_TYPE, handlers=[listener.heard])
    try:
        yield listener
    finally:
        await browser.async_cancel()
        await network.async_close()


@asynccontextmanager
async def announcing(facts: Facts, reach: Reach = LO, host: str = "127.0.0.1") -> AsyncIterator[list[str]]:
    said: list[str] = []
    announcer = Announcer(reach, host, 7777, facts, said.append)
    announcer.start()
    try:
        yield said
    finally:
        await announcer.stop()


async def test_it_is_announced_while_it_is_there() -> None:
    facts = Facts("a01aaaaa")
    async with listening() as ear:
        async with announcing(facts) as said:
            await until(lambda: ear.of("a01aaaaa"))
            assert ear.of("a01aaaaa") == (7777, ["127.0.0.1"], facts.now)
        await until(lambda: ear.of("a01aaaaa") is None)
    assert said == []


async def test_news_is_told_and_at_most_once_a_second() -> None:
    facts = Facts("a03aaaaa")
    async with listening() as ear, announcing(facts):
        await until(lambda: ear.of("a03aaaaa"))
        before = asyncio.get_running_loop().time()
        players = 0
        while asyncio.get_running_loop().time() < before + 2.5:
            players += 1
            facts.now = replace(facts.now, players=players)
            await asyncio.sleep(0.02)
        await until(lambda: ear.of("a03aaaaa") == (7777, ["127.0.0.1"], facts.now))
        passed = asyncio.get_running_loop().time() - before
    assert players > facts.asked
    assert facts.asked <= 2 + passed / announcer.LOOK_SECONDS


async def test_nothing_is_sent_again_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "LOOK_SECONDS", 0.01)
    updates: list[object] = []
    tell = Announcer._tell

    def counted(self: Announcer, sent: Awaitable[None]) -> None:
        updates.append(sent)
        tell(self, sent)

    monkeypatch.setattr(Announcer, "_tell", counted)
    facts = Facts("a04aaaaa")
    async with announcing(facts):
        await until(lambda: facts.asked > 20)
        assert len(updates) == 1
        facts.now = replace(facts.now, players=1)
        await until(lambda: len(updates) == 2)


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (NoReach("multicast is not possible on any interface"), "multicast is not possible on any interface"),
        (OSError(errno.ENODEV, "No such device"), "no such device"),
        (ValueError("\x1b[31m"), "ValueError"),
    ],
)
async def test_what_fails_is_said_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, line: str
) -> None:
    tries = 0

    async def failing(_plan: Plan) -> None:
        nonlocal tries
        tries += 1
        raise fault

    monkeypatch.setattr(announcer, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(multicast, "opened", failing)
    async with announcing(Facts("a06aaaaa")) as said:
        await until(lambda: tries > 3)
    assert len(said) == 1
    assert said[0].startswith(line)
    assert "\x1b" not in said[0]


async def test_off_opens_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(multicast, "opened", refused)
    facts = Facts("a05aaaaa")
    async with announcing(facts, OFF) as said:
        await asyncio.sleep(0)
    assert (facts.asked, said) == (0, [])


async def test_an_address_of_another_machine_is_said() -> None:
    async with announcing(Facts("a07aaaaa"), Reach(addresses=("192.0.2.7",))) as said:
        await until(lambda: said)
    assert said == ["192.0.2.7 is no address of this machine"]


async def test_after_a_failure_it_is_announced_when_that_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    spots: list[Spot] = []
    monkeypatch.setattr(announcer, "here", lambda: tuple(spots))
    monkeypatch.setattr(announcer, "RETRY_SECONDS", 0.01)
    async with listening() as ear, announcing(Facts("a08aaaaa"), AUTO) as said:
        await until(lambda: said)
        spots.append(Spot("127.0.0.1", 8, 1))
        await until(lambda: ear.of("a08aaaaa"))
    assert said == ["this machine is not on a network"]


async def test_interfaces_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[Plan] = []

    async def move(_network: object, now: Plan) -> None:
        moved.append(now)

    spots = [Spot("127.0.0.1", 8, 1)]
    monkeypatch.setattr(announcer, "here", lambda: tuple(spots))
    monkeypatch.setattr(announcer, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(announcer, "INTERFACES_SECONDS", 0.0)
    monkeypatch.setattr(multicast, "move", move)
    async with listening() as ear, announcing(Facts("a09aaaaa")):
        await until(lambda: ear.of("a09aaaaa"))
        assert moved == []
        spots.append(Spot("127.0.0.1", 32, 1))
        await until(lambda: moved)


async def test_stopping_takes_little_even_if_the_network_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hanging(_plan: Plan) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(multicast, "opened", hanging)
    monkeypatch.setattr(announcer, "GOODBYE_SECONDS", 0.05)
    async with asyncio.timeout(LONG):
        async with announcing(Facts("a10aaaaa")):
            await asyncio.sleep(0)


async def test_strangers_beyond_the_networks_of_the_announcement_get_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from zeroconf import Zeroconf

    sent: list[object] = []
    monkeypatch.setattr(Zeroconf, "async_send", lambda _self, _out, addr=None, *_: sent.append(addr))
    network = await multicast.opened(interfaces.plan(LO, "127.0.0.1", interfaces.here()))
    try:
        for address in (None, "127.0.0.1", "192.168.1.9", "::ffff:192.168.1.9", "fe80::9"):
            network.zeroconf.async_send(None, address)  # type: ignore[arg-type]
        assert sent == [None, "127.0.0.1"]
    finally:
        await network.async_close()
