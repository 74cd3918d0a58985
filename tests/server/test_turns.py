"""Who sends much waits for those who send little, and what waits is kept as the bytes that it is (P-10.2)."""

import sys
from dataclasses import replace

import pytest

from protocol import messages as m
from protocol.codec import decode_server, encode
from protocol.framing import CLIENT_LIMIT, Frames, frame
from server.core.outputs import Output
from server.net import server as net
from server.net.link import Link
from tests.server.whole import Whole

PING = frame(encode(m.Ping()))


def test_unread_frames_of_one_byte_take_no_more_room_than_they_did_on_the_wire() -> None:
    frames = Frames(CLIENT_LIMIT)
    flood = frame(b"\x80") * (net.READ_BYTES // 5)
    frames.add(flood)
    assert frames.take() == b"\x80"
    assert sys.getsizeof(frames.unread) <= 64 * 1024


@pytest.mark.fast
async def test_of_one_connection_one_message_is_taken_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "TURN_SECONDS", 60.0)
    whole = Whole()
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
    assert order == [
        first,
        first,
        second,
        third,
        first,
        second,
        third,
        second,
        third,
    ]  # nobody waited at the very first
    await whole.end()


@pytest.mark.fast
async def test_whoever_was_quiet_goes_before_those_who_wait() -> None:
    whole = Whole()
    loud, quiet, newcomer = whole.deaf("loud"), whole.deaf("quiet"), whole.stranger()
    whole.server.bytes_came(whole.wires[loud][0], PING * 100)
    whole.handle(quiet, m.Ping())
    whole.handle(newcomer, m.Hello(versions=[1, 1]))
    links = {each: whole.wires[each][0] for each in (loud, quiet, newcomer)}
    assert [links[each].queued for each in (loud, quiet, newcomer)] == [True, False, True]
    await whole.rest()
    assert not any(link.queued for link in links.values())
    assert links[newcomer].greeted
    await whole.end()


async def test_a_long_body_that_is_no_message_costs_its_connection_turns_but_at_most_20() -> None:
    whole = Whole()
    whole.server.limits = replace(whole.server.limits, messages_at_once=20, messages_per_second=5, frame_bytes=65_536)
    for length, turns in ((100, 1), (8192, 17), (65_000, 21)):
        link = whole.wires[whole.deaf(f"P{length}")][0]
        link.tokens = 20.0
        whole.server.bytes_came(link, frame(b"\x81\xa1t" + b"\x01" * length))
        assert 20 - link.tokens == pytest.approx(turns, abs=0.3)
    await whole.end()


async def test_less_is_read_at_once_of_those_who_have_not_logged_in() -> None:
    whole = Whole()
    inside, outside = (whole.wires[each][0] for each in (whole.deaf("ann"), whole.stranger()))
    assert len(outside.get_buffer(-1)) + net.READ_BYTES_BEFORE_LOGIN <= 16 * 1024
    assert len(inside.get_buffer(-1)) + CLIENT_LIMIT <= 64 * 1024
    await whole.end()


@pytest.mark.fast
async def test_a_long_replay_goes_out_in_pieces_and_nothing_overtakes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, heard = Whole(), list[bytes]()
    ann, bob = whole.person("ann"), whole.person("bob")
    for person in (ann, bob):
        person.ask(m.JoinTable, table="T", new=m.NewTable(seats=2, turn_seconds=0))
    whole.deliver()
    ann.token, seen = ann.last(m.LoggedIn).token, ann.table.n  # type: ignore[union-attr]
    assert ann.link is not None
    whole.unplug(ann.link)
    for _ in range(100):
        bob.ask(m.Ready, ready=True)
        bob.ask(m.Ready, ready=False)
    monkeypatch.setattr(whole.server.hub.admission, "check_change", lambda *_: None)
    for _ in range(100):
        bob.ask(m.Ready, ready=True)
        bob.ask(m.Ready, ready=False)
    back = whole.stranger(heard.append)
    whole.handle(back, m.Hello(versions=[1, 1]))
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
    await whole.end()


@pytest.mark.fast
async def test_who_is_sent_away_in_a_replay_hears_why() -> None:
    whole, heard = Whole(), list[bytes]()
    link = whole.deaf("ann", heard.append)
    whole.deliver()
    wire = whole.wires[link][0]
    wire.behind = []
    whole.server._do(whole.server.hub.announce("soon"))
    whole.server._do(whole.server.hub.break_off(link, "silent", "connection timed out", come_back=True))
    whole.deliver()
    assert isinstance(decode_server(heard[-1]), m.Bye)
    await whole.end()
