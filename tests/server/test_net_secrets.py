"""The log of a server with real sockets leaves out tokens and what strangers send (FAULTS 7, 29, 35, 40)."""

import asyncio
import base64
import logging
from collections.abc import AsyncIterator, Callable

import pytest

from tests.server.test_net import Serving, serving
from tests.server.test_secrets import CARD, HOSTILE
from uno_protocol import messages as m
from uno_protocol.codec import encode
from uno_protocol.framing import frame
from uno_server.base.logs import LogLimiter
from uno_server.net import server

pytestmark = pytest.mark.fast

BELL = HOSTILE.encode("utf-8", "surrogatepass")


Lines = Callable[[], list[str]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Lines:
    """Every line of every log at its most talkative, with its traceback; none is held back as one of too many."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(server, "LogLimiter", Unlimited)
    return lambda: [logging.Formatter().format(record) for record in caplog.records]


class Unlimited(LogLimiter):
    """Each line is one of its kind."""

    def warning(self, case: str, address: str, text: str) -> None:
        self._last.clear()
        super().warning(case, address, text)


@pytest.fixture
async def here(lines: Lines) -> AsyncIterator[Serving]:  # the log is listened to first
    async with serving(messages_at_once=1000) as found:
        yield found


def clean(lines: list[str], *tokens: str) -> bool:
    """True if a file may have these lines."""
    forms = [form for token in tokens for form in (token, base64.urlsafe_b64decode(token).hex(), token[4:-4])]
    return all(
        line.isascii() and line.isprintable() and not CARD.search(line) and not any(form in line for form in forms)
        for line in lines
    )


def garbage(token: str) -> list[bytes]:
    """What a stranger, a scanner or a broken client may send, with somebody's token and controls in it."""
    raw = token.encode()
    text = b"\xd9" + bytes([len(raw)]) + raw
    return [
        raw,
        b"GET /?token=" + raw + b" HTTP/1.1\r\nX: " + BELL + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01" + raw,
        b"SSH-2.0-" + raw + BELL,
        frame(raw),
        frame(BELL),
        frame(b"\x81" + text + text),
        frame(b"\x81\xa1t" + text),
        frame(b"\x82\xa1t\xa6resume" + text + b"\x01"),
        frame(b"\x82\xa1t\xa6resume\xa5token" + text + raw),
        frame(b"\x83\xa1t\xa6resume\xa5token" + text + b"\xa4seen" + text),
        frame(b"\x83\xa1t\xa6resume\xa5token" + text + b"\xa5token" + text),
        frame(b"\x84\xa1t\xa4play\xa2id\x01\xa8decision\x01\xa5cards\x91\xa2R5" + text),
        frame(b"\x85\xa1t\xa4play\xa2id\x01\xa8decision\x01\xa5cards\x91" + text + b"\xa7colours\x91\xa2R5"),
    ]


async def test_bytes_of_strangers_bring_nothing_of_them_into_the_log(here: Serving, lines: Lines) -> None:  # FAULTS 6
    bob, token = await here.login("bob", m.JoinTable(id=1, table="T", new=m.NewTable(seats=2)))
    for sent in garbage(token):
        for greets in (False, True):
            eve = await here.wire()
            if greets:
                eve.send(m.Hello(versions=[*m.SPOKEN]), m.Login(name="eve"))
                await eve.hear(m.LoggedIn)
            eve.writer.write(sent)
            eve.writer.write_eof()
            heard = await eve.rest()
            told = [f"{one.text} {one.args}" for one in heard if isinstance(one, m.Error)]
            told += [one.text for one in heard if isinstance(one, m.Bye)]
            assert clean(told, token)
            await eve.close()
    bob.send(m.ListTables(id=2))
    await bob.hear(m.Tables)
    assert len(lines()) > 10
    assert clean(lines(), token)


async def test_nor_does_a_flood_or_a_peer_that_is_cut_off(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:  # FAULTS 29, 30
    monkeypatch.setattr(server, "HOUSEKEEPING_SECONDS", 0.02)
    async with serving(flood_seconds=0.1, read_seconds=0.1) as here:
        bob, token = await here.login("bob")
        bob.writer.write(frame(encode(m.Resume(token=token))) * 3000)
        assert any(isinstance(one, m.Bye) for one in await bob.rest())
        eve, other = await here.login("eve")
        eve.writer.write(frame(encode(m.Resume(token=other)))[:-5])
        assert any(isinstance(one, m.Bye) for one in await eve.rest())
    assert {"rate_limited", "read_timeout"} <= {word.strip(":") for line in lines() for word in line.split()}
    assert clean(lines(), token, other)


async def test_a_fault_of_ours_that_names_hands_and_tokens_leaves_none_of_them(
    here: Serving, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:  # FAULTS 44
    bob, token = await here.login("bob")

    def fails(*_: object) -> None:
        raise RuntimeError(f"R5 W+4 {token}")

    with monkeypatch.context() as patch:
        patch.setattr(here.hub, "handle", fails)
        bob.send(m.ListTables(id=1))
        heard = await bob.rest()
    assert clean([one.text for one in heard if isinstance(one, m.Bye)], token)
    with monkeypatch.context() as patch:
        patch.setattr(here.hub, "connected", fails)
        eve = await here.wire()
        for _ in range(500):
            if any("failure" in line for line in lines()):
                break
            await asyncio.sleep(0.01)
        eve.writer.transport.abort()
    assert any("failure" in line for line in lines())
    assert any("internal" in line for line in lines())
    assert clean(lines(), token)


async def test_a_token_or_a_control_in_a_line_would_be_seen(here: Serving, lines: Lines) -> None:
    _, token = await here.login("bob")
    for text in (token, "hands R5", HOSTILE):
        logging.getLogger("uno_server").debug("%s", text)
        assert not clean(lines()[-1:], token)
