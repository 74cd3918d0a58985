"""Senders of many messages wait for those of few, and waiting messages are kept as raw bytes (P-10.2)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.server.whole import Whole
from uno_protocol import messages as m
from uno_protocol.codec import decode_server, encode
from uno_protocol.framing import CLIENT_LIMIT, frame
from uno_server.base import limits
from uno_server.core.outputs import Output
from uno_server.net import server as net
from uno_server.net.link import Link

PING = frame(encode(m.Ping()))


@pytest.fixture
async def whole() -> AsyncIterator[Whole]:
    found = Whole()
    yield found
    await found.end()


@pytest.mark.fast
async def test_of_one_connection_one_message_is_taken_while_others_wait(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net, "TURN_SECONDS", 60.0)
    links = [whole.deaf(f"P{number}") for number in range(3)]
    order: list[int] = []
    take = whole.server._take

    def watched(link: Link, body: bytes, now: float) -> list[Output]:
        order.append(link.number)
        return take(link, body, now)

    monkeypatch.setattr(whole.server, "_take", watched)
    for link in links:
        whole.wires[link][0].tokens = 8.0
        whole.server.bytes_came(whole.wires[link][0], PING * 3)
    await whole.rest()
    first, second, third = links
    assert order == [first, *(first, second, third) * 2, second, third]  # nobody waited at the very first


DEAR = 0.0005
"""Seconds that each message takes in these tests, by a clock of their own."""


class Dear:
    """The loop of a server whose clock goes on only when a message is handled, and what was handled in each turn."""

    def __init__(self, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
        self._loop, self._now = asyncio.get_running_loop(), 0.0
        self.turns: list[list[int]] = []
        self._take, self._serve = whole.server._take, whole.server._serve
        monkeypatch.setattr(whole.server, "_loop", self)
        monkeypatch.setattr(whole.server, "_take", self._watched)
        monkeypatch.setattr(whole.server, "_serve", self._turn)

    def __getattr__(self, name: str) -> object:
        return getattr(self._loop, name)

    def time(self) -> float:
        return self._now

    def _turn(self) -> None:
        self.turns.append([])
        self._serve()

    def _watched(self, link: Link, body: bytes, now: float) -> list[Output]:
        self._now += DEAR
        if self.turns:
            self.turns[-1].append(link.number)
        return self._take(link, body, now)


def besieged(whole: Whole) -> list[int]:
    """16 connections, each with 20 requests that wait."""
    foes = [whole.deaf(f"Foe {number}") for number in range(16)]
    for foe in foes:
        whole.wires[foe][0].tokens = 20.0
        asked = b"".join(frame(encode(m.ListTables(id=id))) for id in range(1, 21))
        whole.server.bytes_came(whole.wires[foe][0], asked)
    return foes


@pytest.mark.fast
async def test_16_times_20_requests_stop_nobody(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = list[bytes]()
    monkeypatch.setattr(whole.server, "limits", replace(whole.server.limits, messages_at_once=20))
    quiet, busy = whole.deaf("quiet", heard.append), whole.deaf("busy")
    whole.deliver()
    whole.wires[busy][0].tokens = 9.0  # more than half of what it may send at once was used
    dear = Dear(whole, monkeypatch)
    besieged(whole)
    whole.handle(busy, m.ListTables(id=1))
    whole.handle(quiet, m.ListTables(id=1))
    whole.deliver()
    assert isinstance(decode_server(heard[-1]), m.Tables)  # before any turn of the others
    await whole.rest()
    assert sum(map(len, dear.turns)) == 16 * 19 + 1
    assert max(map(len, dear.turns)) <= net.TURN_SECONDS / DEAR
    assert [busy in turn for turn in dear.turns].index(True) < 20


@pytest.mark.fast
async def test_a_server_that_stops_handles_nothing_of_what_waits(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = list[bytes]()
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.05)
    ann = whole.deaf("ann", heard.append)
    dear = Dear(whole, monkeypatch)
    besieged(whole)
    await whole.server.stop()
    whole.deliver()
    assert not any(dear.turns)
    assert isinstance(decode_server(heard[-1]), m.Bye)
    assert ann in whole.wires


@pytest.mark.fast
async def test_whoever_was_quiet_goes_before_those_who_wait(whole: Whole) -> None:
    loud, quiet, newcomer = whole.deaf("loud"), whole.deaf("quiet"), whole.stranger()
    whole.server.bytes_came(whole.wires[loud][0], PING * 100)
    whole.handle(quiet, m.Ping())
    whole.handle(newcomer, m.Hello(versions=[*m.SPOKEN]))
    links = {each: whole.wires[each][0] for each in (loud, quiet, newcomer)}
    assert [links[each].queued for each in (loud, quiet, newcomer)] == [True, False, True]
    await whole.rest()
    assert not any(link.queued for link in links.values())
    assert links[newcomer].greeted


async def test_a_long_body_that_is_no_message_costs_its_connection_turns_but_at_most_20(whole: Whole) -> None:
    whole.server.limits = replace(whole.server.limits, messages_at_once=20, messages_per_second=5, frame_bytes=65_536)
    for length, turns in ((100, 1), (8192, 17), (65_000, 21)):
        link = whole.wires[whole.deaf(f"P{length}")][0]
        link.tokens = 20.0
        whole.server.bytes_came(link, frame(b"\x81\xa1t" + b"\x01" * length))
        assert 20 - link.tokens == pytest.approx(turns, abs=0.3)


async def test_less_is_read_at_once_of_those_who_have_not_logged_in(whole: Whole) -> None:
    inside, outside = (whole.wires[each][0] for each in (whole.deaf("ann"), whole.stranger()))
    assert len(outside.get_buffer(-1)) + net.READ_BYTES_BEFORE_LOGIN <= 16 * 1024
    assert len(inside.get_buffer(-1)) + CLIENT_LIMIT <= 64 * 1024


@pytest.mark.fast
async def test_a_long_replay_goes_out_in_pieces_and_nothing_overtakes_it(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = list[bytes]()
    ann, bob = whole.person("ann"), whole.person("bob")
    for person in (ann, bob):
        person.ask(m.JoinTable, table="T", new=m.NewTable(seats=2, turn_seconds=0))
    whole.deliver()
    ann.token, seen = ann.last(m.LoggedIn).token, ann.table.n  # type: ignore[union-attr]
    assert ann.link is not None
    whole.unplug(ann.link)
    monkeypatch.setattr(whole.server.hub.admission, "check_change", lambda *_: None)
    for ready in (True, False) * 200:
        bob.ask(m.Ready, ready=ready)
    back = whole.stranger(heard.append)
    whole.handle(back, m.Hello(versions=[*m.SPOKEN]))
    whole.handle(back, m.Resume(token=ann.token, table=ann.table.code, seen=seen))  # type: ignore[union-attr]
    whole.handle(back, m.Ping(nonce=7))
    whole.deliver()
    at_once = len(heard)
    await whole.rest()
    told = [decode_server(body) for body in heard]
    numbers = [one.n for one in told if isinstance(one, m.Entry)]
    assert at_once < 10
    assert numbers == list(range(seen + 1, seen + 1 + len(numbers)))
    assert len(numbers) > 200
    assert told[-1] == m.Pong(nonce=7)


@pytest.mark.fast
async def test_who_is_sent_away_in_a_replay_hears_why(whole: Whole) -> None:
    heard = list[bytes]()
    link = whole.deaf("ann", heard.append)
    whole.deliver()
    wire = whole.wires[link][0]
    wire.behind = []
    whole.server._do(whole.server.hub.announce("soon"))
    whole.server._do(whole.server.hub.break_off(link, "silent", "connection timed out", come_back=True))
    whole.deliver()
    assert isinstance(decode_server(heard[-1]), m.Bye)
