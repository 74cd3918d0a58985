"""Who sends much waits for those who send little, and what waits is kept as the bytes that it is (P-10.2)."""

import sys

import pytest

from protocol import messages as m
from protocol.codec import encode
from protocol.framing import CLIENT_LIMIT, Frames, frame
from server.core.outputs import Output
from server.net import server as net
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

    def watched(link: net.Link, body: bytes, now: float) -> list[Output]:
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


async def test_less_is_read_at_once_of_those_who_have_not_logged_in() -> None:
    whole = Whole()
    inside, outside = (whole.wires[each][0] for each in (whole.deaf("ann"), whole.stranger()))
    assert len(outside.get_buffer(-1)) + net.READ_BYTES_BEFORE_LOGIN <= 16 * 1024
    assert len(inside.get_buffer(-1)) + CLIENT_LIMIT <= 64 * 1024
    await whole.end()
